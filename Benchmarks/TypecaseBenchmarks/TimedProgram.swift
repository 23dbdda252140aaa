internal import CLinux
internal import Glibc
internal import SystemPackage

/// Other programs, timed from their start to their end as seen by whoever started them.
enum TimedProgram {
    /// Runs a program to its end, its output going nowhere.
    static func run(_ command: [String], environment: [String: String]) throws -> Duration {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for number: Int32 in 0...1 {
            posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDWR, 0)
        }
        typecase_spawn_close_from(&actions, 3)
        var arguments = command.map { strdup($0) } + [nil]
        var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for pointer in arguments + variables { free(pointer) } }
        var processID: pid_t = 0
        let start = ContinuousClock.now
        let failure = posix_spawn(&processID, command[0], &actions, nil, &arguments, &variables)
        guard failure == 0 else { throw BenchmarkFailure("\(command[0]): \(Errno(rawValue: failure))") }
        var status: Int32 = 0
        while waitpid(processID, &status, 0) < 0 {
            guard typecase_errno() == EINTR else { throw BenchmarkFailure("\(command[0]) is gone") }
        }
        let time = start.duration(to: .now)
        guard status == 0 else { throw BenchmarkFailure("\(command.joined(separator: " ")) failed: \(status)") }
        return time
    }
}
