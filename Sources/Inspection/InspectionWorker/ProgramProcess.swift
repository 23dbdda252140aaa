internal import CLinux
internal import Glibc
internal import InspectionProtocol
internal import LinuxSystem
internal import SystemPackage

/// A process that became another program before its font is there: started, linked and confined, it waits for its input.
///
/// It never gets more than one font, and ends with this value.
struct ProgramProcess: ~Copyable {
    private var process: ForkedProcess
    private let exit: OwnedFileDescriptor
    /// Where the font goes; closed when all of it went.
    private var input: OwnedFileDescriptor?
    /// Where what it complains of comes from; closed at the end of that.
    private var output: OwnedFileDescriptor?
    /// The start of what it complained of, once it has judged.
    private(set) var complaints: [UInt8] = []

    /// The exit status of a process that could not become the program, and of a program that cannot be linked.
    static let notStarted: Int32 = 127
    /// The exit status of a process that could not be confined, and so did not become the program.
    static let notConfined: Int32 = 126
    /// The bytes that the pipe is to hold, so that most fonts go into it at once: the most that the kernel lets users have.
    private static let pipeCapacity: Int32 = 1 << 20
    /// The bytes of complaints that are kept: some lines.
    ///
    /// The rest is read, lest the program waits, and let go.
    private static let complaintLimit = 4096

    /// Forks a process.
    ///
    /// - Parameter body: Makes the given descriptors its standard input and standard error, and becomes the program;
    ///   never returns.
    /// - Throws: What the system said.
    init(
        _ body: (_ input: OwnedFileDescriptor, _ complaints: OwnedFileDescriptor) -> Never
    ) throws(Errno) {
        var ends: (Int32, Int32) = (-1, -1)
        try retryingInterrupts { typecase_pipe(&ends.0, &ends.1, Self.pipeCapacity) }
        let (output, input) = (OwnedFileDescriptor(adopting: ends.0), OwnedFileDescriptor(adopting: ends.1))
        var complaintEnds: (Int32, Int32) = (-1, -1)
        try retryingInterrupts { typecase_pipe(&complaintEnds.0, &complaintEnds.1, Int32(Self.complaintLimit)) }
        let heard = OwnedFileDescriptor(adopting: complaintEnds.0)
        let spoken = OwnedFileDescriptor(adopting: complaintEnds.1)
        let process = try ForkedProcess { body(output, spoken) }
        exit = try process.exitDescriptor()
        self.process = process
        self.input = input
        self.output = heard
    }

    /// Whether it still waits for its font.
    var isWaiting: Bool { typecase_poll(exit.rawValue, Int16(POLLIN), 0) == 0 }

    /// Gives the process its font and waits for its end, or gives up: at the deadline, or if nobody wants to know any
    /// more.
    ///
    /// - Parameters:
    ///   - font: Sealed memory; its offset is left alone.
    ///   - milliseconds: The time this may take from now.
    ///   - connection: Where the answer will go; -1 watches nothing.
    /// - Returns: What became of it.
    mutating func judge(
        _ font: OwnedFileDescriptor, _ milliseconds: Int64, watching connection: Int32
    ) -> JobProcess.Outcome {
        let deadline = ForkedProcess.now + milliseconds
        var offset: Int64 = 0
        var hasAll = false
        while true {
            if let input, !feed(font, from: &offset, into: input, hasAll: &hasAll) { self.input = nil }
            var entries = [
                pollfd(fd: exit.rawValue, events: Int16(POLLIN), revents: 0),
                // Asks for nothing: a connection that is closed is reported all the same.
                pollfd(fd: connection, events: 0, revents: 0),
                pollfd(fd: input?.rawValue ?? -1, events: Int16(POLLOUT), revents: 0),
                pollfd(fd: output?.rawValue ?? -1, events: Int16(POLLIN), revents: 0),
            ]
            let rest = deadline - ForkedProcess.now
            guard rest > 0 else { return .failed(process.overdue(after: milliseconds)) }
            guard poll(&entries, nfds_t(entries.count), Int32(clamping: rest)) > 0 else { continue }
            if entries[1].revents != 0 { return .abandoned }
            guard entries[0].revents != 0 else {
                if entries[3].revents != 0 { hear() }
                continue
            }
            // What it said last may still lie in the pipe, and it had no child that could say more.
            while let output, typecase_poll(output.rawValue, Int16(POLLIN), 0) > 0 { hear() }
            let outcome = process.reap()
            // What it says of a part of a font is no verdict.
            if case .exited(let code) = outcome, !hasAll, ![Self.notStarted, Self.notConfined].contains(code) {
                return .failed(.noReport)
            }
            return outcome
        }
    }

    /// Reads some of what the program complains of; closes the pipe at its end.
    private mutating func hear() {
        guard let output else { return }
        let chunk = [UInt8](unsafeUninitializedCapacity: Self.complaintLimit) { buffer, count in
            count = max(0, read(output.rawValue, buffer.baseAddress, buffer.count))
        }
        if chunk.isEmpty { self.output = nil }
        complaints += chunk.prefix(Self.complaintLimit - complaints.count)
    }

    /// Moves as much of a font into the pipe as there is room for.
    ///
    /// - Returns: Whether there is more to come; `hasAll` tells whether that is so because all of it went.
    private func feed(
        _ font: OwnedFileDescriptor, from offset: inout Int64, into input: OwnedFileDescriptor, hasAll: inout Bool
    ) -> Bool {
        while true {
            do throws(Errno) {
                let count = try retryingInterrupts {
                    typecase_splice(font.rawValue, &offset, input.rawValue, Int(Self.pipeCapacity))
                }
                guard count == 0 else { continue }
                hasAll = true
                return false
            } catch {
                // No room. All else, such as nobody reading any more, shows in how the process ends.
                return error == .wouldBlock
            }
        }
    }
}
