internal import LinuxSystem

/// The Flatpak sandbox that this process may run in.
enum FlatpakSandbox {
    /// Returns the id of the application in the sandbox; `nil` outside of a sandbox.
    static func applicationID() throws -> String? {
        let lines = try SmallFile(path: "/.flatpak-info", writer: "").read()?.split(separator: "\n") ?? []
        guard let section = lines.firstIndex(of: "[Application]") else { return nil }
        let entries = lines[(section + 1)...].prefix { !$0.hasPrefix("[") }
        return entries.first { $0.hasPrefix("name=") }.map { String($0.dropFirst("name=".count)) }
    }
}
