/// The AppArmor label of a process.
enum SecurityLabel: Equatable {
    /// The kernel has no AppArmor, or does not report the label.
    case unknown
    /// AppArmor does not confine the process.
    case unconfined
    /// The process has a profile, which is enforced or not.
    case profile(Substring, isEnforced: Bool)

    /// Creates a label from `/proc/PID/attr/apparmor/current` or from the bus: `NAME (MODE)`, or `unconfined`.
    init(_ text: String) {
        let line = text.prefix { $0 != "\n" && $0 != "\0" }
        if line == "unconfined" {
            self = .unconfined
        } else if line.hasSuffix(")"), let open = line.lastIndex(of: "("), open > line.startIndex {
            let name = line[..<line.index(before: open)]
            self = .profile(name, isEnforced: line[open...] == "(enforce)")
        } else {
            self = .unknown
        }
    }

    /// The snap that the label belongs to; `nil` if it belongs to none.
    var snap: SnapName? {
        guard case .profile(let name, _) = self else { return nil }
        return SnapName(name)
    }
}
