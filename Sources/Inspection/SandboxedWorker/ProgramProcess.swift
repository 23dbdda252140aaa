internal import CLinux
internal import Glibc
internal import InspectionProtocol
internal import LinuxSystem
internal import SystemPackage

/// A process that becomes another program before its font arrives.
///
/// The program is started, linked and confined, and waits for its input. The process gets at most one font, and ends
/// when this value is destroyed.
package struct ProgramProcess: ~Copyable {
    private var process: ForkedProcess
    private let exit: OwnedFileDescriptor
    /// The pipe for the font; closed when the whole font has been sent.
    private var input: OwnedFileDescriptor?
    /// The pipe with the program's complaints; closed at the end of its output.
    private var output: OwnedFileDescriptor?
    /// The start of the complaints, after the program has ended.
    private(set) var complaints: [UInt8] = []

    /// The exit status of a process that could not become the program, or of a program that cannot be linked.
    package static let notStarted: Int32 = 127
    /// The exit status of a process that could not be confined and so did not become the program.
    static let notConfined: Int32 = 126
    /// The capacity of the pipe in bytes: the most that the kernel allows unprivileged users.
    ///
    /// Most fonts fit into the pipe at once.
    private static let pipeCapacity: Int32 = 1 << 20
    /// The bytes of complaints that are kept: some lines.
    ///
    /// The rest is read, so that the program does not block, and discarded.
    private static let complaintLimit = 4096

    /// Forks a process.
    ///
    /// - Parameter body: Makes the given descriptors its standard input and standard error, and becomes the program;
    ///   never returns.
    /// - Throws: The error of the system.
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

    /// Whether the process still waits for its font.
    var isWaiting: Bool { typecase_poll(exit.rawValue, Int16(POLLIN), 0) == 0 }

    /// Sends the process its font and waits for its end.
    ///
    /// The process is abandoned at the deadline, or if the client has disconnected.
    ///
    /// - Parameters:
    ///   - font: Sealed memory; its offset is not changed.
    ///   - milliseconds: The time that this may take from now.
    ///   - connection: The client's connection; -1 watches none.
    /// - Returns: The outcome.
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
                // This requests no events: a closed connection is reported anyway.
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
            // The last complaints may still be in the pipe, and the program has no child process that could write more.
            while let output, typecase_poll(output.rawValue, Int16(POLLIN), 0) > 0 { hear() }
            let outcome = process.reap()
            // An exit status after only a part of the font is not a verdict.
            if case .exited(let code) = outcome, !hasAll, ![Self.notStarted, Self.notConfined].contains(code) {
                return .failed(.noReport)
            }
            return outcome
        }
    }

    /// Reads some of the program's error output; closes the pipe at the end of the output.
    private mutating func hear() {
        guard let output else { return }
        let chunk = [UInt8](unsafeUninitializedCapacity: Self.complaintLimit) { buffer, count in
            count = max(0, read(output.rawValue, buffer.baseAddress, buffer.count))
        }
        if chunk.isEmpty { self.output = nil }
        complaints += chunk.prefix(Self.complaintLimit - complaints.count)
    }

    /// Moves as much of a font into the pipe as fits.
    ///
    /// - Returns: Whether to continue later; if not, `hasAll` tells whether the whole font has been moved.
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
                // The pipe is full. Other errors, such as a closed pipe, show in the exit status of the process.
                return error == .wouldBlock
            }
        }
    }
}
