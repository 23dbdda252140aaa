internal import LinuxSystem

/// The sandbox of Flatpak that this process may be in.
enum FlatpakSandbox {
    /// The application of the sandbox; `nil` outside of one.
    static func applicationID() throws -> String? {
        let lines = try SmallFile(path: "/.flatpak-info", writer: "").read()?.split(separator: "\n") ?? []
        guard let section = lines.firstIndex(of: "[Application]") else { return nil }
        let entries = lines[(section + 1)...].prefix { !$0.hasPrefix("[") }
        return entries.first { $0.hasPrefix("name=") }.map { String($0.dropFirst("name=".count)) }
    }
}
