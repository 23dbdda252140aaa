internal import CLinux
internal import Glibc
package import LinuxSystem
package import SystemPackage

/// Another program, with its arguments.
package struct ChildProgram: Sendable {
    private let arguments: [String]

    /// Creates a program without running it.
    ///
    /// - Parameters:
    ///   - name: The program, which is searched for in `PATH` if its name contains no slash.
    ///   - arguments: Its arguments.
    package init(_ name: String, _ arguments: [String]) { self.arguments = [name] + arguments }

    /// A command line that runs in `/bin/sh`.
    package static func shell(_ text: String) -> ChildProgram { ChildProgram("/bin/sh", ["-c", text]) }

    /// Runs the program and waits until it ends.
    ///
    /// Blocks; call it only on a thread that may block.
    ///
    /// - Parameters:
    ///   - variables: Environment variables to set besides those of this process.
    ///   - input: The descriptor for its standard input, which is not closed here; that of this process by default.
    ///   - output: The descriptor for its standard output; that of this process by default.
    ///   - onEnd: Called when the program has ended, while its process ID is still reserved.
    ///   - onStart: Called with the process ID when the program has been started.
    /// - Returns: The exit status as in a shell: 128 plus the signal number if a signal ended the program.
    /// - Throws: The error that prevented the program from being started.
    package func run(
        setting variables: [String: String] = [:], input: Int32? = nil,
        output: OwnedFileDescriptor? = nil, onEnd: () -> Void = {}, onStart: (_ processID: Int32) -> Void = { _ in }
    ) throws(Errno) -> Int32 {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // This program ignores SIGPIPE and blocks signals; the other program must inherit neither.
        var defaults = sigset_t()
        sigemptyset(&defaults)
        sigaddset(&defaults, SIGPIPE)
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        var mask = sigset_t()
        sigemptyset(&mask)
        posix_spawnattr_setsigmask(&attributes, &mask)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))

        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if let input { posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO) }
        if let output { posix_spawn_file_actions_adddup2(&actions, output.rawValue, STDOUT_FILENO) }

        var processID = pid_t()
        let program = arguments[0]
        let failure = Self.withStrings(arguments) { arguments in
            Self.withStrings(Self.environment(setting: variables)) { environment in
                posix_spawnp(&processID, program, &actions, &attributes, arguments, environment)
            }
        }
        if failure != 0 { throw Errno(rawValue: failure) }
        onStart(processID)
        // This only waits for the end of the process, and keeps its process ID reserved.
        var information = siginfo_t()
        _ = try? retryingInterrupts { waitid(P_PID, id_t(processID), &information, WEXITED | WNOWAIT) }
        onEnd()
        var status: Int32 = 0
        try retryingInterrupts { waitpid(processID, &status, 0) }
        let signal = status & 0x7F
        return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
    }

    private static func environment(setting variables: [String: String]) -> [String] {
        var entries: [String] = []
        var next = environ
        while let entry = next.pointee {
            let text = String(cString: entry)
            let name = text.prefix { $0 != "=" }
            if variables[String(name)] == nil { entries.append(text) }
            next += 1
        }
        return entries + variables.map { "\($0.key)=\($0.value)" }
    }

    /// Calls a closure with an array of C strings that ends with a null pointer.
    private static func withStrings<Result>(
        _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        let strings = texts.map { strdup($0) }
        defer { for string in strings { free(string) } }
        return body(strings + [nil])
    }
}
