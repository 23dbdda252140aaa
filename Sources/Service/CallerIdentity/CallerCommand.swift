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
            let next = " " + shown(word)
            guard line.utf8.count + next.utf8.count <= limit else { return line + " …" }
            line += next
        }
        return line
    }

    /// A word as a shell takes it; of an address without what may be secret: credentials, query and fragment.
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
