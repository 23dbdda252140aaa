internal import CLinux
internal import Glibc
internal import LinuxSystem
internal import Synchronization
package import SystemPackage

/// A session bus of its own for a test, in a directory of its own, which ends with this object.
///
/// It activates nothing unless it is told to, and everybody may do everything on it.
package final class PrivateBus: Sendable {
    /// Which program the bus is.
    package enum Kind: Sendable, CaseIterable {
        /// dbus-daemon, the reference implementation.
        case daemon
        /// dbus-broker, which needs namespaces of its own to run without systemd.
        case broker

        /// The kinds that run on this machine; a test of their own says which do not.
        package static let available = allCases.filter(\.isAvailable)

        /// The program that is started.
        package var program: String {
            switch self {
            case .daemon: "/usr/bin/dbus-daemon"
            case .broker: "/usr/bin/dbus-broker-launch"
            }
        }

        private var isAvailable: Bool {
            guard access(program, X_OK) == 0 else { return false }
            return self == .daemon || (try? TestProcess.run(PrivateBus.unshare + ["/bin/true"])) == 0
        }
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
    private let serviceFiles: [String]
    private let isRunning = Mutex(true)
    /// Where dbus-broker sends its log, without which it does not start.
    private let journal: OwnedFileDescriptor?

    private static let unshare = ["/usr/bin/unshare", "--user", "--map-current-user", "--keep-caps", "--mount"]

    /// Starts a bus and waits until it can be connected to.
    ///
    /// - Parameters:
    ///   - kind: Which program; it has to be available.
    ///   - limits: Limits to set instead of the program's own, such as `max_message_unix_fds`.
    ///   - programs: The absolute path of the program to start for a call to a name that nobody owns, by name; only
    ///     dbus-daemon starts any. Its environment is set with the bus' method `UpdateActivationEnvironment`.
    ///   - socket: Where to listen, for a bus that comes back after another; `nil` for a place of its own. Only
    ///     dbus-daemon listens elsewhere.
    /// - Throws: Why the bus did not start.
    package init(
        _ kind: Kind = .daemon, limits: [String: Int] = [:], starting programs: [String: String] = [:],
        at socket: String? = nil
    ) throws(Failure) {
        do throws(Errno) {
            directory = try Self.makeDirectory()
            serviceFiles = programs.keys.map { "\($0).service" }
            let configuration = Self.configuration(directory: directory, socket: socket, limits: limits)
            try Self.write(configuration, to: directory + "/bus.conf")
            for (name, program) in programs {
                try Self.write("[D-BUS Service]\nName=\(name)\nExec=\(program)\n", to: "\(directory)/\(name).service")
            }
            switch kind {
            case .daemon:
                journal = nil
                (processID, address) = try Self.startDaemon(in: directory)
            case .broker:
                journal = try Self.makeSocket(SOCK_DGRAM, at: directory + "/journal")
                processID = try Self.startBroker(in: directory)
                address = "unix:path=\(directory)/bus"
            }
        } catch {
            throw .system(error)
        }
        guard !address.isEmpty else {
            let log = Self.contents(of: directory + "/log")
            stop()
            throw .noAddress(log)
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
        // What dbus-broker-launch started ends with it.
        kill(processID, SIGKILL)
        TestProcess.wait(for: processID)
        for name in ["bus.conf", "bus", "log", "journal"] + serviceFiles { unlink(directory + "/" + name) }
        rmdir(directory)
    }

    /// Starts dbus-daemon, which tells its address once it listens.
    private static func startDaemon(in directory: String) throws(Errno) -> (processID: Int32, address: String) {
        let output: OwnedFileDescriptor
        var input: OwnedFileDescriptor?
        (output, input) = try makePipe()
        let processID = try TestProcess.start(
            [
                "/usr/bin/dbus-daemon", "--config-file=\(directory)/bus.conf", "--nofork", "--nopidfile",
                "--print-address=3",
            ], passing: input, log: directory + "/log")
        // As long as this process could write as well, the end of the bus would not be the end of the pipe.
        input = nil
        return (processID, readLine(from: output))
    }

    /// Starts dbus-broker on a socket that listens already, so that connecting to it can begin at once.
    private static func startBroker(in directory: String) throws(Errno) -> Int32 {
        let listener = try makeSocket(SOCK_STREAM, at: directory + "/bus")
        try retryingInterrupts { listen(listener.rawValue, 64) }
        // The launcher logs to the journal's socket only, wherever that is, so it gets one in a /run of its own.
        let script = """
            mount -t tmpfs none /run && mkdir -p /run/systemd/journal &&
            ln -s "$0/journal" /run/systemd/journal/socket &&
            LISTEN_FDS=1 LISTEN_PID=$$ DBUS_SESSION_BUS_ADDRESS="unix:path=$0/bus" \
            exec /usr/bin/dbus-broker-launch --scope user --config-file "$0/bus.conf"
            """
        return try TestProcess.start(
            unshare + ["/bin/sh", "-c", script, directory], passing: listener, log: directory + "/log")
    }

    private static func makeDirectory() throws(Errno) -> String {
        var template = Array("/tmp/typecase-bus-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Errno(rawValue: typecase_errno()) }
        return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private static func configuration(directory: String, socket: String?, limits: [String: Int]) -> String {
        """
        <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
         "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
        <busconfig>
          <type>session</type>
          <listen>unix:path=\(socket ?? "\(directory)/bus")</listen>
          <auth>EXTERNAL</auth>
          <servicedir>\(directory)</servicedir>
          <policy context="default">
            <allow send_destination="*" eavesdrop="true"/>
            <allow eavesdrop="true"/>
            <allow own="*"/>
          </policy>
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

    private static func contents(of path: String) -> String {
        guard let file = try? FileDescriptor.open(path, .readOnly) else { return "" }
        defer { try? file.close() }
        return String(unsafeUninitializedCapacity: 4096) { buffer in
            (try? file.read(into: UnsafeMutableRawBufferPointer(buffer))) ?? 0
        }
    }

    /// Two connected sockets, closed on exec from the start, as two ends of a pipe.
    private static func makePipe() throws(Errno) -> (output: OwnedFileDescriptor, input: OwnedFileDescriptor) {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        try retryingInterrupts { socketpair(AF_UNIX, kind, 0, &ends) }
        return (OwnedFileDescriptor(adopting: ends[0]), OwnedFileDescriptor(adopting: ends[1]))
    }

    /// A socket with a name in the file system.
    private static func makeSocket(_ kind: __socket_type, at path: String) throws(Errno) -> OwnedFileDescriptor {
        let descriptor = OwnedFileDescriptor(
            adopting: try retryingInterrupts {
                socket(AF_UNIX, Int32(kind.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
            })
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
        try retryingInterrupts {
            withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(descriptor.rawValue, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
                }
            }
        }
        return descriptor
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
