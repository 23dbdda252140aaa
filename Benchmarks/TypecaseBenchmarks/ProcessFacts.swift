internal import Glibc

/// What the kernel tells of a process.
struct ProcessFacts {
    let processID: Int32

    /// The memory that is the process's own share, in megabytes: `Pss` and `Pss_Anon` of `smaps_rollup`.
    func memory() throws -> (total: Double, anonymous: Double) {
        let fields = Self.fields(try text("smaps_rollup"))
        guard let total = fields["Pss"], let anonymous = fields["Pss_Anon"] else {
            throw BenchmarkFailure("The kernel does not tell the memory of process \(processID).")
        }
        return (total / 1_024, anonymous / 1_024)
    }

    /// How often the threads went to sleep of themselves so far, which is how often they were woken.
    func wakeUps() throws -> Double {
        Files.entries(of: "/proc/\(processID)/task").reduce(0) { sum, thread in
            sum + (Self.fields((try? text("task/\(thread)/status")) ?? "")["voluntary_ctxt_switches"] ?? 0)
        }
    }

    /// The processes that this one started and that still run.
    func children() -> [Int32] {
        Files.entries(of: "/proc/\(processID)/task").flatMap { thread in
            ((try? text("task/\(thread)/children")) ?? "").split(separator: " ").compactMap { Int32($0) }
        }
    }

    /// Whether it is there, be it to be waited for by its parent alone.
    var isRunning: Bool { Glibc.kill(processID, 0) == 0 }

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
