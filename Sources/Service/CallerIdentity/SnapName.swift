/// The name of a snap, from what tells that a process is of one.
///
/// snapd starts each process of a snap in a unit `snap.NAME.APP…`, and where the kernel has AppArmor under a label
/// `snap.NAME.APP`, which the process cannot leave (snapd, `sandbox/cgroup` and `interfaces/apparmor`).
enum SnapName: Equatable {
    /// The name, with the key of its instance where it has one: `foundry`, `foundry_second`.
    case name(String)
    /// It says that it is of a snap, and has a name that no snap can have.
    case invalid

    /// Understands the name of a unit or an AppArmor label without its mode; `nil` for that of no snap.
    ///
    /// - Parameter text: Such as `snap.foundry.app-0f5a.scope`, `snap.foundry.daemon.service` or `snap.foundry.app`.
    init?(_ text: some StringProtocol) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.first == "snap" else { return nil }
        self = parts.count > 2 && Self.isValid(parts[1].utf8) ? .name(String(parts[1])) : .invalid
    }

    /// snapd's rule: small letters, digits and dashes, at most 40, and after an underscore the key of an instance, at
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
