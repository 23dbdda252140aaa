internal import CLinux
package import FontModel
internal import Glibc
internal import LinuxSystem
internal import SystemPackage

/// Tells who a process is, by what the kernel says of it: its root directory, its security label and its control group.
///
/// It refuses rather than guesses: a caller that is not known for certain is never taken for an unsandboxed one. What
/// it cannot see is a sandbox that says nothing of itself: a process that was put into other namespaces by hand, without
/// a `.flatpak-info`, looks like any other process of the user. Sandboxes of that kind do not promise to hold their
/// programs off the session bus either.
package struct CallerResolver: Sendable {
    private let processDirectory: String
    private let applications: DesktopEntries
    private let packages: PackageOwners

    /// What happens between reading the facts and confirming that they belong to one living process; for tests.
    var willConfirm: @Sendable () -> Void = {}

    /// Creates a resolver.
    ///
    /// - Parameters:
    ///   - applications: The applications that are installed.
    ///   - packages: Which package a program belongs to.
    ///   - processDirectory: Where the proc file system is mounted.
    package init(
        applications: DesktopEntries, packages: PackageOwners = PackageOwners(), processDirectory: String = "/proc"
    ) {
        self.applications = applications
        self.packages = packages
        self.processDirectory = processDirectory
    }

    /// Tells who a process is.
    ///
    /// Without a pidfd the process is known by its number alone, which the kernel gives to another once the first has
    /// ended. What started after the connection was there did not make it, and neither did what is another snap, or
    /// none, than the one that made it.
    ///
    /// Blocks on the file system of the process, which it may have chosen itself: call it on a thread that may block,
    /// with a deadline.
    ///
    /// - Parameter connected: The process at the other end of the connection, as the bus tells it.
    /// - Returns: The identity.
    /// - Throws: A refusal.
    package func resolve(_ connected: ConnectedProcess) throws(CallerError) -> CallerIdentity {
        let number = connected.identifier
        let process = try ProcessHandle(number, descriptor: connected.descriptor, in: processDirectory)
        guard try process.userID() == connected.userID else {
            throw CallerError(.otherUser, "process \(number) does not belong to user \(connected.userID)")
        }
        let startTime = try process.startTime()
        // The kernel rounds the ticks down.
        guard BootClock.time(ofTicks: startTime) <= connected.wasConnectedAt else {
            throw CallerError(
                .processGone, "the process that connected has ended, and a later one is process \(number)")
        }
        let label = try process.securityLabel()
        if let labelThen = connected.securityLabel.map({ SecurityLabel($0) }), labelThen != .unknown,
            labelThen.snap != label.snap
        {
            throw CallerError(.contradiction, "process \(number) has not the security label that it connected with")
        }
        let identity = try identify(process, label: label, userID: connected.userID)
        willConfirm()
        guard try process.startTime() == startTime, try process.isAlive() else {
            throw CallerError(.processGone, "process \(number) ended while it was looked at")
        }
        return identity
    }

    private func identify(
        _ process: ProcessHandle, label: SecurityLabel, userID: UInt32
    ) throws(CallerError) -> CallerIdentity {
        let unit = try ControlGroups(text: process.text(of: "cgroup")).unit(ofUser: userID).map(UnitName.init)
        if let information = try FlatpakInformation.read(from: process) {
            let application = information.name
            if case .flatpak(let other) = unit?.role, !other.names(application) {
                throw CallerError(.contradiction, "\(application) runs in the scope \(unit?.name ?? "")")
            }
            // A snap may be able to make itself a root directory with anything in it.
            if try snap(process, label: label, in: unit, userID: userID)?.kind == .snap {
                throw CallerError(.contradiction, "\(application) runs as a snap")
            }
            var caller = try identity(.flatpak, application, provider: application, of: process)
            caller.applicationDirectory = information.directory
            caller.hasNetwork = information.hasNetwork
            return caller
        }
        if let snap = try snap(process, label: label, in: unit, userID: userID) { return snap }
        if let unit, case .flatpak = unit.role {
            // Flatpak's own helpers run there as well, but none of them has business with us.
            throw CallerError(.contradiction, "\(unit.name) is the scope of a sandbox that the process is not in")
        }
        // The same AppImage runs in another unit each time: in a terminal's, in that of a menu entry made for it.
        if let image = AppImage(of: process, userID: userID, in: processDirectory) {
            var caller = try identity(
                .appImage, image.applicationID, provider: "appimage.\(image.name)", shown: image.displayName,
                of: process)
            caller.program = image.path
            caller.applicationDirectory = image.directory
            return caller
        }
        guard let unit else { return try identity(ofProgram: process, userID: userID) }
        switch unit.role {
        case .flatpak: return try identity(ofProgram: process, userID: userID)
        case .application(let application):
            // Any process may have itself put into a scope of any name, so that this keeps nobody out: it tells
            // applications from what merely runs in a scope that is named like theirs.
            guard let id = ProviderIdentifier(applicationID: application), let name = applications.name(of: id) else {
                return try identity(.unit, nil, provider: application, shown: unit.name, of: process)
            }
            return try identity(.application, application, provider: application, shown: name, of: process)
        case .other:
            // Terminals and logins give each of their scopes another name, so what one tab registers could not be
            // removed from the next. All that the bus starts is in its own unit where no other is said.
            if unit.name.hasSuffix(".scope") || Self.unitsOfTheBus.contains(unit.name) {
                return try identity(ofProgram: process, userID: userID)
            }
            return try identity(.unit, nil, provider: "session.\(unit.name)", shown: unit.name, of: process)
        }
    }

    /// The snap that a process is of; `nil` for a process that is certainly not confined as one.
    private func snap(
        _ process: ProcessHandle, label: SecurityLabel, in unit: UnitName?, userID: UInt32
    ) throws(CallerError) -> CallerIdentity? {
        let ofUnit = unit.flatMap { SnapName($0.name) }
        var found = ofUnit
        var isConfined = true
        switch label {
        case .unconfined:
            // Programs that a snap without confinement starts stay in its unit, such as those in the terminal of an
            // editor: a confined snap cannot lose its label.
            if ofUnit != nil, case .other? = unit?.role { return try identity(ofProgram: process, userID: userID) }
            return nil
        case .profile(let name, let isEnforced):
            if let ofLabel = SnapName(name) {
                if let ofUnit, ofUnit != ofLabel {
                    throw CallerError(.contradiction, "\(name) runs in the unit \(unit?.name ?? "")")
                }
                found = ofLabel
                isConfined = isEnforced
            }
        case .unknown: break
        }
        guard let found else { return nil }
        guard case .name(let name) = found else {
            throw CallerError(.unknownSandbox, "process \(process.identifier) is of a snap without a name")
        }
        return try identity(
            .snap, nil, provider: "snap.\(name)", shown: name, isSandboxed: isConfined, of: process)
    }

    private static let unitsOfTheBus: Set = ["dbus.service", "dbus-broker.service"]

    private func identity(ofProgram process: ProcessHandle, userID: UInt32) throws(CallerError) -> CallerIdentity {
        if let (package, path) = packages.owner(ofProgramOf: process) {
            var caller = try identity(
                .package, nil, provider: "package.\(ProcessHandle.plain(package))", shown: package, of: process)
            caller.program = path
            return caller
        }
        let name = try process.executableName()
        // Scripts of one interpreter are told apart, so that what one removes is its own.
        if let script = InterpretedScript(of: process, userID: userID) {
            return try identity(
                .process, nil, provider: "session.\(name):\(script.identifier)", shown: "\(script.name) (\(name))",
                of: process)
        }
        return try identity(.process, nil, provider: "session.\(name)", shown: name, of: process)
    }

    private func identity(
        _ kind: CallerIdentity.Kind, _ application: String?, provider: String, shown: String? = nil,
        isSandboxed: Bool? = nil, of process: ProcessHandle
    ) throws(CallerError) -> CallerIdentity {
        guard let identifier = ProviderIdentifier(rawValue: provider) else {
            throw CallerError(.unnameable, "process \(process.identifier) has no name that a provider can have")
        }
        return CallerIdentity(
            kind: kind, applicationID: application, displayName: shown ?? application ?? provider,
            provider: identifier, processID: process.identifier, isSandboxed: isSandboxed)
    }
}
