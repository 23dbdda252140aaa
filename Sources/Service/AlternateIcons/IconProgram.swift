internal import CLinux
internal import Glibc

/// Runs a program of the system to its end.
enum IconProgram {
    /// Runs a program that takes no input.
    ///
    /// Blocks.
    ///
    /// - Parameter arguments: Its name, looked for in the search path, and its arguments.
    /// - Returns: Whether it ended well, and in time: one that does not is killed.
    static func run(_ arguments: [String]) -> Bool {
        var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
        defer { for word in words { free(word) } }
        words.append(nil)
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
            posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
        }
        var child: pid_t = 0
        let environment: [UnsafeMutablePointer<CChar>?] = [nil]
        guard let name = words[0], posix_spawnp(&child, name, &actions, nil, words, environment) == 0 else {
            return false
        }
        if !hasEnded(child) { kill(child, SIGKILL) }
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0 { guard typecase_errno() == EINTR else { return false } }
        return status == 0
    }

    /// How long a program may take, in milliseconds: thousands of icons take a fraction of a second.
    private static let maximumTime: Int32 = 5_000

    private static func hasEnded(_ child: pid_t) -> Bool {
        let descriptor = typecase_pidfd_open(child)
        // Old kernels cannot tell.
        guard descriptor >= 0 else { return true }
        defer { close(descriptor) }
        var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        while true {
            let count = poll(&wanted, 1, maximumTime)
            if count >= 0 { return count > 0 }
            guard typecase_errno() == EINTR else { return true }
        }
    }
}
