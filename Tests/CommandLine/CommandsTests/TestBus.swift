internal import DBus
internal import TestSupport

/// A real message bus of a test's own, which starts no services.
struct TestBus {
    /// The bus' address.
    let address: String
    private let scratch: ScratchDirectory
    private let daemon: ChildProcess

    /// Ends the bus as a crash would.
    func stop() { daemon.send(signal: 9) }

    init() async throws {
        scratch = try ScratchDirectory(name: "bus")
        address = "unix:path=\(scratch["bus"])"
        let configuration = try scratch.write(
            """
            <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-BUS Bus Configuration 1.0//EN"
              "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
            <busconfig>
              <type>session</type>
              <listen>\(address)</listen>
              <auth>EXTERNAL</auth>
              <policy context="default">
                <allow send_destination="*" eavesdrop="true"/>
                <allow eavesdrop="true"/>
                <allow own="*"/>
              </policy>
            </busconfig>
            """, to: "bus.conf")
        daemon = try ChildProcess(
            "/usr/bin/dbus-daemon", ["--config-file=\(configuration)", "--nofork", "--nopidfile", "--print-address"],
            environment: [:])
        try await daemon.waitForOutput("unix:path=")
    }
}
