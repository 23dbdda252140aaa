internal import Glibc
internal import LinuxSystem

/// The command that a process was started with, for people who look at the history.
package enum CallerCommand {
    /// The most bytes of a command that are kept.
    private static let limit = 1000

    /// Tells the command of a process of this user; empty where that is not known.
    ///
    /// What a program says of itself is no proof of anything. Queries of addresses, which may hold secrets, are left out.
    package static func text(of process: Int32, in processDirectory: String = "/proc") -> String {
        do throws(CallerError) {
            let handle = try ProcessHandle(process, descriptor: nil, in: processDirectory)
            guard try handle.userID() == geteuid() else { return "" }
            return line(of: try handle.text(of: "cmdline"))
        } catch {
            // The process may have left, or hide what it was started with.
            return ""
        }
    }

    /// The words of `/proc/PID/cmdline` as a line that a shell would understand.
    static func line(of words: String) -> String {
        let words = words.split(separator: "\0", omittingEmptySubsequences: false).map(String.init)
        guard let program = words.first?.split(separator: "/").last.map(String.init) else { return "" }
        var line = program
        for word in words.dropFirst().dropLast(words.last == "" ? 1 : 0) {
            let next = " " + quoted(withoutQuery(word))
            guard line.utf8.count + next.utf8.count <= limit else { return line + " …" }
            line += next
        }
        return line
    }

    private static func withoutQuery(_ word: String) -> String {
        guard word.contains("://"), let query = word.firstIndex(where: { $0 == "?" || $0 == "#" }) else { return word }
        return String(word[..<query]) + "?…"
    }

    private static func quoted(_ word: String) -> String {
        let isPlain = !word.isEmpty && !word.contains { $0.isWhitespace || "'\"\\$`&|;<>()*?[]#~!{}".contains($0) }
        return isPlain || word.hasSuffix("?…")
            ? word : "'\(word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''"))'"
    }
}
