internal import Glibc
internal import LinuxSystem
internal import Synchronization
internal import TestSupport

/// KDE's font service, called as System Settings calls it.
///
/// Its command `kfontinst` asks in a window where to install, so the D-Bus service is called directly. As root, that
/// service installs for all users, so it and its client run with another user ID in a user namespace.
final class KDEFontPeer: FontPeer {
    let home: ScratchHome
    private let process: ChildProcess
    private let calls = Mutex(0)

    /// Starts a bus, the service and its client, and installs fonts, which the service sorts into directories.
    ///
    /// - Parameters:
    ///   - service: The service's program.
    ///   - libraries: The directory with the libraries of its package.
    ///   - fonts: The paths.
    /// - Throws: What kept it from being started.
    init(service: String, libraries: String, with fonts: [String]) async throws {
        let home = try ScratchHome()
        let services = try home.scratch.makeDirectory("services")
        try home.scratch.write(
            "[D-BUS Service]\nName=\(KDEFontClient.busName)\nExec=\(service)\n",
            to: "services/\(KDEFontClient.busName).service")
        let configuration = try home.scratch.write(
            """
            <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
             "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
            <busconfig>
              <type>session</type>
              <listen>unix:path=\(home.runtimeDirectory)/bus</listen>
              <auth>EXTERNAL</auth>
              <servicedir>\(services)</servicedir>
              <policy context="default">
                <allow send_destination="*" eavesdrop="true"/>
                <allow eavesdrop="true"/>
                <allow own="*"/>
              </policy>
            </busconfig>

            """, to: "bus.conf")
        let namespace =
            getuid() == 0 ? ["/usr/bin/unshare", "--user", "--map-user=1000", "--map-group=1000"] : []
        let own = try FileSystem.resolved("/proc/self/exe")
        let command =
            namespace + ["/usr/bin/dbus-run-session", "--config-file=\(configuration)", "--", own, KDEFontClient.name]
        let environment = home.environment.merging(["LD_LIBRARY_PATH": libraries]) { $1 }
        process = try ChildProcess.start(
            command[0], Array(command.dropFirst()), environment: environment, acceptsInput: true)
        self.home = home
        try await process.waitForOutput("ready")
        _ = try await install(fonts)
    }

    func install(_ fonts: [String]) async throws -> Duration {
        let number = calls.withLock { calls in
            calls += 1
            return calls
        }
        let list = try home.scratch.write(fonts.map { "\($0)\n" }.joined(), to: "list-\(number)")
        try process.write("\(list)\n")
        try await process.waitForOutput("</\(number)>")
        let text = process.standardOutput
        guard let start = text.firstRange(of: "<\(number)>")?.upperBound,
            let milliseconds = Double(text[start...].prefix { $0 != "<" })
        else { throw BenchmarkFailure("The client of KDE's font service did not say how long it took.") }
        return .milliseconds(milliseconds)
    }

    func refresh() async throws { _ = try await install([]) }

    func end() async {
        process.closeInput()
        _ = await process.wait()
    }
}
