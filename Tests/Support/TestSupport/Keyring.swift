/// The real GNOME Keyring on a private bus, with a keyring of its own that a password opens.
package final class Keyring: Sendable {
    private let process: ChildProcess
    private let directory: ScratchDirectory

    /// Starts it, with an empty default keyring that is unlocked; `org.freedesktop.secrets` may take a moment to be there.
    ///
    /// - Parameter bus: The session's bus.
    /// - Throws: Why it does not start.
    package init(on bus: PrivateBus) async throws {
        directory = try ScratchDirectory(name: "keyring")
        for name in ["home", "run", "data"] { try directory.makeDirectory(name) }
        let script = "echo -n secret | exec /usr/bin/gnome-keyring-daemon --foreground --unlock --components=secrets"
        process = try ChildProcess(
            "/bin/sh", ["-c", script],
            environment: [
                "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "DBUS_SESSION_BUS_ADDRESS": bus.address,
                "HOME": directory["home"], "XDG_RUNTIME_DIR": directory["run"], "XDG_DATA_HOME": directory["data"],
            ])
    }
}
