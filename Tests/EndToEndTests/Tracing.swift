internal import Glibc
internal import TestSupport

/// What is done to the running daemon from outside, and taken back.
struct Interference {
    fileprivate let tracer: ChildProcess

    /// Lets the daemon do as it likes again.
    func end() async {
        tracer.send(signal: SIGINT)
        _ = await tracer.wait()
    }
}

extension RunningDaemon {
    /// The calls that change a file or a directory, or have the disk take that.
    private static let changingCalls = [
        "renameat2", "renameat", "rename", "mkdirat", "mkdir", "unlinkat", "unlink", "linkat", "pwrite64", "ftruncate",
        "fallocate", "utimensat", "fchmod", "fsync", "fdatasync", "syncfs", "sync_file_range",
    ].joined(separator: ",")

    /// Whether processes that run may be traced here; some kernels let parents alone do that.
    static func canTraceOthers() async -> Bool {
        let text = (try? readProcessFile("/proc/sys/kernel/yama/ptrace_scope")) ?? "0"
        return await canTrace() && text.hasPrefix("0")
    }

    /// Has all calls of the running daemon fail from now on that would change something on a disk, as on one that can
    /// only be read.
    ///
    /// - Returns: What ends it.
    /// - Throws: What kept the daemon from being traced.
    func makeReadOnly() async throws -> Interference {
        let calls = Self.changingCalls
        return try await interfere("-f -p \(processID) -e trace=\(calls) -e inject=\(calls):error=EROFS")
    }

    /// Has all calls of the running daemon fail from now on that would make, rename or remove a file in directories, as
    /// where these can only be read; the registry, which is open, can still be written to.
    ///
    /// - Parameter directories: The absolute paths of directories that are there. In these not even reading a file works,
    ///   as the calls that open one cannot be told apart by what for.
    /// - Returns: What ends it.
    /// - Throws: What kept the daemon from being traced.
    func makeReadOnly(_ directories: [String]) async throws -> Interference {
        let calls = "openat,copy_file_range,write,\(Self.changingCalls)"
        let paths = directories.map { "-P '\($0)'" }.joined(separator: " ")
        return try await interfere("-f -p \(processID) \(paths) -e trace=\(calls) -e inject=\(calls):error=EROFS")
    }

    /// Has the disk of the running daemon be full from now on: what is written to a new file does not get there.
    ///
    /// - Returns: What ends it.
    /// - Throws: What kept the daemon from being traced.
    func fillDisk() async throws -> Interference {
        try await interfere("-f -p \(processID) -e trace=fsync -e inject=fsync:error=ENOSPC")
    }

    /// Holds the threads of a name up at whatever they do next.
    ///
    /// - Parameter name: The name; there has to be such a thread.
    /// - Returns: What lets them go on.
    /// - Throws: What kept the daemon from being traced.
    func holdUp(_ name: String) async throws -> Interference {
        let found = threads(of: processID).filter { thread in
            let comm = try? readProcessFile("/proc/\(processID)/task/\(thread)/comm")
            return comm?.split(separator: "\n").first.map(String.init) == name
        }
        guard !found.isEmpty else { throw NoSuchThread(name: name) }
        let processes = found.map { "-p \($0)" }.joined(separator: " ")
        return try await interfere("\(processes) -e trace=all -e inject=all:delay_enter=3600s")
    }

    /// The daemon has no thread of a name.
    struct NoSuchThread: Error {
        let name: String
    }

    private func interfere(_ arguments: String) async throws -> Interference {
        let command = "exec /usr/bin/strace -o /dev/null \(arguments) 2>&1"
        let tracer = try ChildProcess("/bin/sh", ["-c", command], environment: environment)
        try await tracer.waitForOutput("attached")
        return Interference(tracer: tracer)
    }

    /// The directories that fonts are written to, on their way and in the end.
    var fontDirectories: [String] {
        let published = DirectoryListing(publishedDirectory).directories.map { "\(publishedDirectory)/\($0)" }
        return [publishedDirectory, "\(publishedDirectory)/.stage", storeDirectory] + published
    }
}
