import CallerIdentity
import FontModel
import Glibc
import LinuxSystem
import SystemPackage
import TestSupport

/// A directory that looks like `/proc` with one process in it: the test's own, since a pidfd wants a living one.
final class FakeProcess: Sendable {
    let processID = getpid()
    private let directory: ScratchDirectory

    init(
        controlGroups: String = "0::/\n", executable: String = "/usr/bin/fontforge", startTime: UInt64 = 1000
    ) throws {
        directory = try ScratchDirectory(name: "proc")
        try directory.makeDirectory("\(processID)/root")
        try directory.makeDirectory("share/applications")
        try directory.write(controlGroups, to: "\(processID)/cgroup")
        try setStat(startTime: startTime)
        try retryingInterrupts { symlink(executable, directory["\(processID)/exe"]) }
    }

    var path: String { directory.path }

    /// Where the process's `.flatpak-info` is.
    var information: String { directory["\(processID)/root/.flatpak-info"] }

    func setInformation(_ text: String) throws { try setInformation(bytes: Array(text.utf8)) }

    func setInformation(bytes: [UInt8]) throws {
        try directory.write(bytes, to: "\(processID)/root/.flatpak-info")
    }

    func setStat(state: String = "S", startTime: UInt64) throws {
        let before = Array(repeating: "0", count: 18).joined(separator: " ")
        try directory.write(
            "\(processID) (odd) name) \(state) \(before) \(startTime) 0 0 0\n", to: "\(processID)/stat")
    }

    /// Says what AppArmor has to say, which without this is nothing.
    func setLabel(_ label: String, in file: String = "attr/apparmor/current") throws {
        try directory.write(label, to: "\(processID)/\(file)")
    }

    /// Installs an application.
    func install(_ file: String, _ text: String = "[Desktop Entry]\nType=Application\n") throws {
        try directory.write(text, to: "share/applications/\(file)")
    }

    /// The applications that are installed.
    var applications: DesktopEntries {
        DesktopEntries(environment: ["XDG_DATA_DIRS": directory["share"], "XDG_CONFIG_DIRS": directory["xdg"]])
    }

    func remove(_ file: String) throws {
        try retryingInterrupts { unlink(directory["\(processID)/\(file)"]) }
    }

    /// What the bus tells of the process.
    func connected(
        userID: UInt32 = geteuid(), securityLabel: String? = nil, at time: Duration = .seconds(100)
    ) -> ConnectedProcess {
        ConnectedProcess(identifier: processID, userID: userID, securityLabel: securityLabel, wasConnectedAt: time)
    }

    func resolve(_ connected: ConnectedProcess? = nil) throws(CallerError) -> FontModel.CallerIdentity {
        let packages = PackageOwners(lists: PackageLists(directory: directory["packages"]))
        return try CallerResolver(applications: applications, packages: packages, processDirectory: path)
            .resolve(connected ?? self.connected())
    }
}
