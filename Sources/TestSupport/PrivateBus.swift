internal import CLinux
internal import Glibc
internal import LinuxSystem
internal import Synchronization
package import SystemPackage

/// A session bus of its own for a test, in a directory of its own, which ends with this object.
///
/// It activates nothing, and everybody may do everything on it.
package final class PrivateBus: Sendable {
    /// Which program the bus is.
    package enum Kind: String, Sendable, CaseIterable {
        /// The reference implementation.
        case daemon = "/usr/bin/dbus-daemon"

        /// Whether the program is installed.
        package var isInstalled: Bool { access(rawValue, X_OK) == 0 }
    }

    /// Why a bus did not start.
    package enum Failure: Error {
        /// The system refused something.
        case system(Errno)
        /// The program ended without naming its address; with what it said instead.
        case noAddress(String)
    }

    /// The bus' address.
    package let address: String
    /// The bus' process.
    package let processID: Int32
    private let directory: String
    private let isRunning = Mutex(true)

    /// Starts a bus and waits until it listens.
    ///
    /// - Parameters:
    ///   - kind: Which program.
    ///   - limits: Limits to set instead of the program's own, such as `max_message_unix_fds`.
    package init(_ kind: Kind = .daemon, limits: [String: Int] = [:]) throws(Failure) {
        do throws(Errno) {
            let directory = try Self.makeDirectory()
            let configuration = directory + "/bus.conf"
            try Self.write(Self.configuration(directory: directory, limits: limits), to: configuration)
            let output: OwnedFileDescriptor
            var input: OwnedFileDescriptor?
            (output, input) = try Self.makePipe()
            processID = try Self.spawn(
                [kind.rawValue, "--config-file=\(configuration)", "--nofork", "--nopidfile", "--print-address=3"],
                passing: input, log: directory + "/log")
            // As long as this process could write as well, the end of the bus would not be the end of the pipe.
            input = nil
            address = Self.readLine(from: output)
            self.directory = directory
        } catch {
            throw .system(error)
        }
        guard !address.isEmpty else {
            let log = (try? FileDescriptor.open(directory + "/log", .readOnly)).map { file in
                defer { try? file.close() }
                return String(unsafeUninitializedCapacity: 4096) { buffer in
                    (try? file.read(into: UnsafeMutableRawBufferPointer(buffer))) ?? 0
                }
            }
            stop()
            throw .noAddress(log ?? "")
        }
    }

    deinit { stop() }

    /// Ends the bus at once, as a crash would, and removes its directory.
    package func stop() {
        let isFirst = isRunning.withLock { isRunning in
            defer { isRunning = false }
            return isRunning
        }
        guard isFirst else { return }
        kill(processID, SIGKILL)
        _ = try? retryingInterrupts { waitpid(processID, nil, 0) }
        unlink(directory + "/bus.conf")
        unlink(directory + "/bus")
        unlink(directory + "/log")
        rmdir(directory)
    }

    private static func makeDirectory() throws(Errno) -> String {
        var template = Array("/tmp/typecase-bus-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Errno(rawValue: typecase_errno()) }
        return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private static func configuration(directory: String, limits: [String: Int]) -> String {
        """
        <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
         "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
        <busconfig>
          <type>session</type>
          <listen>unix:path=\(directory)/bus</listen>
          <auth>EXTERNAL</auth>
          <policy context="default">
            <allow send_destination="*" eavesdrop="true"/>
            <allow eavesdrop="true"/>
            <allow own="*"/>
          </policy>
          <limit name="max_completed_connections">100000</limit>
          <limit name="max_replies_per_connection">50000</limit>
        \(limits.map { "  <limit name=\"\($0.key)\">\($0.value)</limit>\n" }.joined())</busconfig>

        """
    }

    private static func write(_ text: String, to path: String) throws(Errno) {
        let descriptor = OwnedFileDescriptor(
            adopting: try retryingInterrupts { open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600) })
        let bytes = Array(text.utf8)
        try retryingInterrupts { Glibc.write(descriptor.rawValue, bytes, bytes.count) }
    }

    /// Two connected sockets, closed on exec from the start, as two ends of a pipe.
    private static func makePipe() throws(Errno) -> (output: OwnedFileDescriptor, input: OwnedFileDescriptor) {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        try retryingInterrupts { socketpair(AF_UNIX, kind, 0, &ends) }
        return (OwnedFileDescriptor(adopting: ends[0]), OwnedFileDescriptor(adopting: ends[1]))
    }

    /// Starts a program with a descriptor as its descriptor 3, and with what it says going to a file.
    private static func spawn(
        _ arguments: [String], passing descriptor: OwnedFileDescriptor?, log: String
    ) throws(Errno) -> Int32 {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if let descriptor { posix_spawn_file_actions_adddup2(&actions, descriptor.rawValue, 3) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, log, O_WRONLY | O_CREAT, 0o600)
        let strings = arguments.map { strdup($0) }
        defer { for string in strings { free(string) } }
        let environment: [UnsafeMutablePointer<CChar>?] = [nil]
        var processID: pid_t = 0
        let status = posix_spawn(&processID, arguments[0], &actions, nil, strings + [nil], environment)
        guard status == 0 else { throw Errno(rawValue: status) }
        return processID
    }

    /// The first line that comes out of a pipe; empty where its writer ends without one.
    private static func readLine(from pipe: OwnedFileDescriptor) -> String {
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while let count = try? retryingInterrupts({ read(pipe.rawValue, &byte, 1) }), count == 1 {
            if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
            line.append(byte)
        }
        return ""
    }
}
