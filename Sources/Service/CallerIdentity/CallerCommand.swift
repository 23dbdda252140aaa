internal import Glibc
internal import LinuxSystem

/// The command that a process was started with, to be shown in the history.
package enum CallerCommand {
    /// The maximum length of a command in bytes.
    private static let limit = 1000

    /// Returns the command of a process of this user; empty if it is unknown.
    ///
    /// A program's own statement is not a proof. Queries of addresses are omitted, because they may contain secrets.
    package static func text(of process: Int32, in processDirectory: String = "/proc") -> String {
        do throws(CallerError) {
            let handle = try ProcessHandle(process, descriptor: nil, in: processDirectory)
            guard try handle.userID() == geteuid() else { return "" }
            return line(of: try handle.text(of: "cmdline"))
        } catch {
            // The process may have ended, or may hide what it was started with.
            return ""
        }
    }

    /// The words of `/proc/PID/cmdline` as a line that a shell can parse.
    static func line(of words: String) -> String {
        let words = words.split(separator: "\0", omittingEmptySubsequences: false).map(String.init)
        guard let program = words.first?.split(separator: "/").last.map(String.init) else { return "" }
        var line = program
        for word in words.dropFirst().dropLast(words.last == "" ? 1 : 0) {
            let next = " " + shown(word)
            guard line.utf8.count + next.utf8.count <= limit else { return line + " …" }
            line += next
        }
        return line
    }

    /// A word in the notation of a shell.
    ///
    /// Addresses are shown without parts that may be secret: credentials, query and fragment.
    private static func shown(_ word: String) -> String {
        guard let scheme = word.firstRange(of: "://") else { return quoted(word) }
        var address = word
        let end = word[scheme.upperBound...].firstIndex { $0 == "?" || $0 == "#" }
        if let end { address.removeSubrange(end...) }
        let authority = address[scheme.upperBound...].prefix { $0 != "/" }
        if let at = authority.lastIndex(of: "@") { address.removeSubrange(authority.startIndex...at) }
        return quoted(address) + (end == nil ? "" : "?…")
    }

    private static func quoted(_ word: String) -> String {
        let isPlain = !word.isEmpty && !word.contains { $0.isWhitespace || "'\"\\$`&|;<>()*?[]#~!{}".contains($0) }
        return isPlain
            ? word : "'\(word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''"))'"
    }
}
