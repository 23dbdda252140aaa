internal import SystemPackage
internal import TestSupport

/// The calls of the daemon that make changes last, or tell others of them, in their order.
struct SystemCallTrace {
    /// Something that the daemon did.
    enum Event: Hashable {
        /// Had the disk take all of a file system.
        case fileSystemSync
        /// Had the disk take one font.
        case fontSync
        /// Made a directory of the published tree.
        case newDirectory(String)
        /// Put a font into a directory of the published tree.
        case publication(String)
        /// Had a worker scan a directory of the published tree.
        case scan(String)
        /// Had the disk take a commit of the registry.
        case commit
        /// Told everybody that the fonts have changed.
        case signal
        /// Answered a call that registers fonts.
        case reply

        /// Whether it put a font into place.
        var isPublication: Bool { if case .publication = self { true } else { false } }
        /// Whether it had a directory scanned.
        var isScan: Bool { if case .scan = self { true } else { false } }
    }

    /// What happened, oldest first.
    let events: [Event]

    /// The program that runs the daemon and writes down what it does.
    ///
    /// - Parameters:
    ///   - path: Where to write it down.
    ///   - arguments: More arguments of the program, such as to slow the disk down.
    /// - Returns: The program and its arguments.
    static func wrapper(writingTo path: String, _ arguments: [String] = []) -> [String] {
        [
            "/usr/bin/strace", "-f", "-qq", "-y", "-s", "8192", "--seccomp-bpf", "-o", path, "-e",
            "trace=syncfs,fsync,fdatasync,mkdirat,renameat2,sendmsg",
        ] + arguments
    }

    /// The number of lines that have been written down so far.
    static func length(of path: String) throws -> Int { try lines(of: path).count }

    /// Reads what has happened.
    ///
    /// - Parameters:
    ///   - path: Where it was written down.
    ///   - start: The number of lines to skip.
    ///   - replies: After how many answers to end.
    ///   - signals: After how many notices to everybody, where more is to be read for them.
    /// - Throws: What kept it from being read.
    init(_ path: String, from start: Int, upTo replies: Int, signals: Int = 0) throws {
        var events: [Event] = []
        var left = (replies: replies, signals: signals)
        for line in try Self.lines(of: path).dropFirst(start) where left.replies > 0 || left.signals > 0 {
            let found = Self.events(in: line)
            left.replies -= found.filter { $0 == .reply }.count
            left.signals -= found.filter { $0 == .signal }.count
            events += found
        }
        self.events = events
    }

    private init(events: [Event]) { self.events = events }

    /// What happened up to each commit, and since the one before it.
    var commits: [SystemCallTrace] {
        events.split(separator: .commit, omittingEmptySubsequences: false).dropLast()
            .map { SystemCallTrace(events: Array($0)) }
    }

    /// How often something happened.
    func count(_ isMeant: (Event) -> Bool) -> Int { events.filter(isMeant).count }

    /// How often something happened.
    func count(_ event: Event) -> Int { count { $0 == event } }

    /// The directories that were scanned, as often as they were.
    var scans: [String] {
        events.compactMap { event in if case .scan(let directory) = event { directory } else { nil } }
    }

    /// The directory of each font that was put into place.
    var publications: [String] {
        events.compactMap { event in if case .publication(let directory) = event { directory } else { nil } }
    }

    /// The directories that were made.
    var newDirectories: [String] {
        events.compactMap { event in if case .newDirectory(let directory) = event { directory } else { nil } }
    }

    private static func lines(of path: String) throws -> [Substring] {
        String(decoding: try readAll(path), as: UTF8.self).split(separator: "\n")
    }

    private static func events(in line: Substring) -> [Event] {
        if line.contains(" syncfs(") { return [.fileSystemSync] }
        if line.contains(" fsync(") { return line.contains("/.stage/") ? [.fontSync] : [] }
        if line.contains(" fdatasync(") { return line.contains("registry.sqlite-wal>") ? [.commit] : [] }
        if line.contains(" renameat2(") {
            let target = line.firstMatch(of: /, \d+<[^>]*\/fonts\/typecase\/([0-9a-f]{2})>, "/)
            return target.map { [.publication(String($0.1))] } ?? []
        }
        if line.contains(" mkdirat(") {
            let made = line.firstMatch(of: /\/fonts\/typecase>, "([0-9a-f]{2})"/)
            return made.map { [.newDirectory(String($0.1))] } ?? []
        }
        guard line.contains(" sendmsg(") else { return [] }
        if line.contains("FontsChanged") { return [.signal] }
        // The header of an answer has its signature.
        if line.contains(#"{iov_base="l\2"#), line.contains(#"aa{sv}t"#) { return [.reply] }
        // The sentinel directory has no such name; what follows a path in a job may be anything.
        return line.matches(of: /\/fonts\/typecase\/([0-9a-f]{2})/).map { .scan(String($0.1)) }
    }
}
