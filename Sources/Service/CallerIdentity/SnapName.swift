/// The name of a snap, derived from a unit name or a security label of a process.
///
/// snapd starts each process of a snap in a unit `snap.NAME.APP…`. If the kernel has AppArmor, the process also has a
/// label `snap.NAME.APP`, which it cannot leave (snapd, `sandbox/cgroup` and `interfaces/apparmor`).
enum SnapName: Equatable {
    /// The name, with the key of its instance if it has one: `foundry`, `foundry_second`.
    case name(String)
    /// The text claims to belong to a snap, but contains a name that no snap can have.
    case invalid

    /// Creates a name from a unit name or an AppArmor label without its mode; `nil` if it does not belong to a snap.
    ///
    /// - Parameter text: Such as `snap.foundry.app-0f5a.scope`, `snap.foundry.daemon.service` or `snap.foundry.app`.
    init?(_ text: some StringProtocol) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.first == "snap" else { return nil }
        self = parts.count > 2 && Self.isValid(parts[1].utf8) ? .name(String(parts[1])) : .invalid
    }

    /// Whether a name follows snapd's rule.
    ///
    /// The name has at most 40 small letters, digits and dashes, and after an underscore the key of an instance, at
    /// most 10.
    private static func isValid(_ name: some Collection<UInt8>) -> Bool {
        (1...51).contains(name.count)
            && name.allSatisfy { byte in
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                    || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
            }
    }
}
