/// The control groups of a process, as `/proc/PID/cgroup` lists them.
struct ControlGroups {
    /// The path in the unified hierarchy, `0::PATH`.
    private var unified: Substring?
    /// The path in systemd's own hierarchy, on systems that still use the first version of control groups.
    private var named: Substring?

    /// Creates the control groups from the file, ignoring hierarchies that systemd does not use.
    init(text: String) {
        for line in text.split(separator: "\n") {
            let fields = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
            guard fields.count == 3 else { continue }
            if fields[0] == "0", fields[1].isEmpty { unified = fields[2] }
            if fields[1] == "name=systemd" { named = fields[2] }
        }
    }

    /// The unit of the user's service manager that contains the process.
    ///
    /// - Parameter userID: The user.
    /// - Returns: The unit's name; `nil` for a process that the user's service manager did not start.
    /// - Throws: A refusal if the two hierarchies name different units.
    func unit(ofUser userID: UInt32) throws(CallerError) -> String? {
        let first = unified.flatMap { Self.unit(in: $0, ofUser: userID) }
        let second = named.flatMap { Self.unit(in: $0, ofUser: userID) }
        if let first, let second, first != second {
            throw CallerError(.contradiction, "control groups of both \(first) and \(second)")
        }
        return first ?? second
    }

    /// Returns the unit: the first component below the user's manager that is not a slice.
    private static func unit(in path: Substring, ofUser userID: UInt32) -> String? {
        let parts = path.split(separator: "/").map(unescaped)
        guard !parts.contains(".."), let manager = parts.firstIndex(of: "user@\(userID).service") else { return nil }
        guard let unit = parts[(manager + 1)...].first(where: { !$0.hasSuffix(".slice") }) else { return nil }
        return unit.hasSuffix(".service") || unit.hasSuffix(".scope") ? String(unit) : nil
    }

    /// Removes the leading underscore that keeps units apart from the kernel's files, such as in `_cpu.service`.
    private static func unescaped(_ part: Substring) -> Substring { part.hasPrefix("_") ? part.dropFirst() : part }
}
