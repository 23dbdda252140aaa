internal import Glibc
internal import LinuxSystem

/// What the kernel tells of a process.
struct ProcessFacts {
    let processID: Int32

    /// The memory that would be the process's own share if no other ran the same program, in megabytes: `Pss` of `smaps`,
    /// but `Rss` of the program itself, which several run here and one in a session.
    ///
    /// - Returns: All of it, and what of it is of no file: `Pss_Anon`.
    /// - Throws: What kept it from being read.
    func memory() throws -> (total: Double, anonymous: Double) {
        let program = try FileSystem.resolved("/proc/\(processID)/exe")
        let rollup = Self.fields(try text("smaps_rollup"))
        guard let total = rollup["Pss"], let anonymous = rollup["Pss_Anon"] else {
            throw BenchmarkFailure("The kernel does not tell the memory of process \(processID).")
        }
        var shared = 0.0
        var isProgram = false
        for line in try text("smaps").split(separator: "\n") {
            let words = line.split(separator: " ", omittingEmptySubsequences: true)
            // `Rss:   120 kB`, below `55d0c0a00000-55d0c0a21000 r-xp 00000000 fe:00 4711   /usr/libexec/program`.
            switch (words.first, words.count > 1 ? Double(words[1]) : nil) {
            case ("Rss:", let size?): shared += isProgram ? size : 0
            case ("Pss:", let size?): shared -= isProgram ? size : 0
            case (let first?, _) where !first.hasSuffix(":"): isProgram = words.count > 5 && words[5] == program
            default: break
            }
        }
        return ((total + shared) / 1_024, anonymous / 1_024)
    }

    /// The memory that no other process has, in megabytes: all of it, and what of it was written to.
    func privateMemory() throws -> (all: Double, written: Double) {
        let fields = Self.fields(try text("smaps_rollup"))
        guard let clean = fields["Private_Clean"], let dirty = fields["Private_Dirty"] else {
            throw BenchmarkFailure("The kernel does not tell the memory of process \(processID).")
        }
        return ((clean + dirty) / 1_024, dirty / 1_024)
    }

    /// How often each thread went to sleep of itself so far, which is how often it was woken, by its id.
    func wakeUps() -> [String: Double] {
        Files.entries(of: "/proc/\(processID)/task").reduce(into: [:]) { counts, thread in
            counts[thread] = Self.fields((try? text("task/\(thread)/status")) ?? "")["voluntary_ctxt_switches"]
        }
    }

    /// The processes that this one started and that still run.
    func children() -> [Int32] {
        Files.entries(of: "/proc/\(processID)/task").flatMap { thread in
            ((try? text("task/\(thread)/children")) ?? "").split(separator: " ").compactMap { Int32($0) }
        }
    }

    /// The processes that this one started and that still run, and theirs.
    func descendants() -> [ProcessFacts] {
        children().map(ProcessFacts.init).flatMap { [$0] + $0.descendants() }
    }

    /// Whether it is a worker that draws text.
    var isDrawing: Bool { ((try? text("cmdline")) ?? "").split(separator: "\0").contains("render") }

    /// Whether it is there, be it to be waited for by its parent alone.
    var isRunning: Bool { Glibc.kill(processID, 0) == 0 }

    /// Whether it has ended, be it that its parent has not noticed yet.
    var hasEnded: Bool {
        // After the name, which may have spaces and parentheses.
        guard let state = try? text("stat").split(separator: ")").last else { return true }
        return state.hasPrefix(" Z")
    }

    /// Ends it at once.
    func kill() { _ = Glibc.kill(processID, SIGKILL) }

    /// The processes that were started with a directory for their home.
    static func all(inHome path: String) -> [ProcessFacts] {
        Files.entries(of: "/proc").compactMap { Int32($0) }.map(ProcessFacts.init).filter { process in
            guard let environment = try? process.text("environ") else { return false }
            return environment.split(separator: "\0").contains { $0 == "HOME=\(path)" }
        }
    }

    private func text(_ name: String) throws -> String {
        String(decoding: try Files.read("/proc/\(processID)/\(name)"), as: UTF8.self)
    }

    /// Lines such as `Pss:   120 kB`.
    private static func fields(_ text: String) -> [String: Double] {
        var fields: [String: Double] = [:]
        for line in text.split(separator: "\n") {
            let words = line.split(whereSeparator: { " \t".contains($0) })
            guard words.count > 1, words[0].hasSuffix(":"), let value = Double(words[1]) else { continue }
            fields[String(words[0].dropLast())] = value
        }
        return fields
    }
}
