internal import CLinux
internal import Glibc
internal import LinuxSystem
internal import SystemPackage

/// Starts programs for a test, with an environment of nothing but a search path.
enum TestProcess {
    /// Starts a program.
    ///
    /// - Parameters:
    ///   - arguments: Its absolute path, and its arguments.
    ///   - descriptor: What it gets as its descriptor 3.
    ///   - log: The file that it writes its errors to.
    /// - Returns: Its process, which has to be waited for.
    /// - Throws: What the system said where it could not be started.
    static func start(
        _ arguments: [String], passing descriptor: OwnedFileDescriptor? = nil, log: String = "/dev/null"
    ) throws(Errno) -> Int32 {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, log, O_WRONLY | O_CREAT, 0o600)
        if let descriptor { posix_spawn_file_actions_adddup2(&actions, descriptor.rawValue, 3) }
        let strings = (arguments + ["PATH=/usr/sbin:/usr/bin:/sbin:/bin"]).map { strdup($0) }
        defer { for string in strings { free(string) } }
        var processID: pid_t = 0
        let status = posix_spawn(
            &processID, arguments[0], &actions, nil, strings.dropLast() + [nil], [strings.last ?? nil, nil])
        guard status == 0 else { throw Errno(rawValue: status) }
        return processID
    }

    /// Runs a program to its end.
    ///
    /// - Returns: Its exit status; -1 where a signal ended it.
    static func run(_ arguments: [String]) throws(Errno) -> Int32 {
        wait(for: try start(arguments))
    }

    /// Waits for a process' end.
    @discardableResult
    static func wait(for processID: Int32) -> Int32 {
        var status: Int32 = 0
        guard (try? retryingInterrupts { waitpid(processID, &status, 0) }) != nil else { return -1 }
        // Below the exit status stands the signal that ended it.
        return status & 0x7f == 0 ? (status >> 8) & 0xff : -1
    }
}
