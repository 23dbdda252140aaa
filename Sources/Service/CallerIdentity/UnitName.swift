internal import FontModel

/// The name of a systemd unit, and the information in it about the process in the unit.
struct UnitName: Equatable {
    /// The application id in the name of a Flatpak's scope.
    struct FlatpakApplication: Equatable {
        fileprivate let text: Substring

        /// Whether this is the application; in the past, Flatpak wrote its dashes both plain and escaped.
        func names(_ application: String) -> Bool {
            text == application || UnitName.unescaped(text) == application
        }
    }

    /// The kind of unit.
    enum Role: Equatable {
        /// Flatpak's scope of an application: processes in it are expected to be in its sandbox.
        case flatpak(FlatpakApplication)
        /// An application that a desktop started without a sandbox.
        case application(String)
        /// Anything else.
        case other
    }

    /// The complete name.
    let name: String
    /// The kind of unit.
    let role: Role

    /// Creates a unit name by parsing it.
    ///
    /// Desktops name the units of applications `app[-LAUNCHER]-ID-RANDOM.scope` or `app[-LAUNCHER]-ID[@RANDOM].service`,
    /// with the dashes of each part escaped (systemd's document "Desktop environments").
    init(_ name: String) {
        self.name = name
        role = Self.flatpak(name) ?? Self.application(name).map(Role.application) ?? .other
    }

    private static func flatpak(_ name: String) -> Role? {
        guard name.hasPrefix("app-flatpak-"), name.hasSuffix(".scope") else { return nil }
        let rest = name.dropFirst("app-flatpak-".count).dropLast(".scope".count)
        guard let dash = rest.lastIndex(of: "-") else { return nil }
        return .flatpak(FlatpakApplication(text: rest[..<dash]))
    }

    private static func application(_ name: String) -> String? {
        var parts: [Substring]
        if name.hasSuffix(".scope") {
            parts = name.dropLast(".scope".count).split(separator: "-", omittingEmptySubsequences: false)
            parts.removeLast()
        } else {
            let stem = name.dropLast(".service".count).prefix { $0 != "@" }
            parts = stem.split(separator: "-", omittingEmptySubsequences: false)
        }
        guard parts.first == "app", parts.count == 2 || parts.count == 3, let last = parts.last,
            let application = unescaped(last), ProviderIdentifier(applicationID: application) != nil
        else { return nil }
        return application
    }

    /// Replaces the `\xNN` escapes of unit names; returns `nil` for invalid escapes.
    private static func unescaped(_ text: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = text.utf8
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\") else {
                bytes.append(byte)
                continue
            }
            guard rest.popFirst() == UInt8(ascii: "x"), let digits = String(rest.prefix(2)), digits.utf8.count == 2,
                digits.allSatisfy(\.isHexDigit), let value = UInt8(digits, radix: 16)
            else { return nil }
            rest = rest.dropFirst(2)
            bytes.append(value)
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
