internal import CLinux
internal import Glibc
package import SystemPackage

/// Runs programs of the system to their end, each with a time limit.
package enum SystemProgram {
    /// The result of a program.
    package struct Outcome: Sendable {
        /// Whether the program exited by itself, in time and with status 0.
        package let succeeded: Bool
        /// The program's output, up to the limit.
        package let output: [UInt8]
    }

    /// Runs a program.
    ///
    /// Blocks.
    ///
    /// - Parameters:
    ///   - arguments: The program's path, or its name to look up in the search path, followed by its arguments.
    ///   - input: The program's standard input.
    ///   - environment: The program's environment.
    ///   - limit: The maximum number of output bytes to return; standard error is discarded.
    ///   - seconds: The time limit, after which the program is killed.
    /// - Returns: The program's result.
    /// - Throws: The error that prevented the program from starting.
    package static func run(
        _ arguments: [String], input: [UInt8] = [], environment: [String: String] = [:], outputLimit limit: Int = 0,
        seconds: Int
    ) throws(Errno) -> Outcome {
        // Memory files rather than pipes: one pipe would need service while the other is waited for.
        let (source, target) = (try memory(), try memory())
        var failure: Errno?
        input.withUnsafeBytes { content in
            do throws(Errno) { try FileCopy.write(content, to: source) } catch { failure = error }
        }
        if let failure { throw failure }
        try retryingInterrupts { Int32(truncatingIfNeeded: lseek(source.rawValue, 0, SEEK_SET)) }
        let child = try start(arguments, environment, source, target)
        if !hasEnded(child, within: seconds) { kill(child, SIGKILL) }
        var status: Int32 = 0
        try retryingInterrupts { waitpid(child, &status, 0) }
        var output = [UInt8](repeating: 0, count: limit)
        let count = pread(target.rawValue, &output, limit, 0)
        return Outcome(succeeded: status == 0, output: Array(output.prefix(max(count, 0))))
    }

    private static func memory() throws(Errno) -> OwnedFileDescriptor {
        OwnedFileDescriptor(
            adopting: try retryingInterrupts { typecase_memfd_create("typecase-program", typecase_MFD_CLOEXEC) })
    }

    private static func start(
        _ arguments: [String], _ environment: [String: String], _ input: OwnedFileDescriptor,
        _ output: OwnedFileDescriptor
    ) throws(Errno) -> pid_t {
        var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
        var variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { for text in words + variables { free(text) } }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, input.rawValue, STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, output.rawValue, STDOUT_FILENO)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        var child: pid_t = 0
        guard let name = words[0] else { throw .invalidArgument }
        let error = posix_spawnp(&child, name, &actions, nil, &words, &variables)
        guard error == 0 else { throw Errno(rawValue: error) }
        return child
    }

    private static func hasEnded(_ child: pid_t, within seconds: Int) -> Bool {
        let descriptor = typecase_pidfd_open(child)
        // Old kernels do not support this.
        guard descriptor >= 0 else { return true }
        defer { close(descriptor) }
        var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        let count = try? retryingInterrupts { poll(&wanted, 1, Int32(seconds * 1000)) }
        return count != 0
    }
}
