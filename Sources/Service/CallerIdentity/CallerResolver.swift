internal import CLinux
package import FontModel
internal import Glibc
internal import LinuxSystem
internal import SystemPackage

/// Identifies a process by what the kernel reports: its root directory, its security label and its control group.
///
/// It refuses rather than guesses: a caller that is not identified with certainty is never taken for an unsandboxed
/// one. It cannot detect a sandbox without any marks: a process that was put into other namespaces by hand, without a
/// `.flatpak-info`, looks like any other process of the user. Such sandboxes do not promise to keep their programs off
/// the session bus either.
package struct CallerResolver: Sendable {
    private let processDirectory: String
    private let applications: DesktopEntries
    private let packages: PackageOwners

    /// Called between reading the facts and confirming that they belong to one living process; for tests.
    var willConfirm: @Sendable () -> Void = {}

    /// Creates a resolver.
    ///
    /// - Parameters:
    ///   - applications: The installed applications.
    ///   - packages: Finds the package that a program belongs to.
    ///   - processDirectory: The directory where the proc file system is mounted.
    package init(
        applications: DesktopEntries, packages: PackageOwners = PackageOwners(), processDirectory: String = "/proc"
    ) {
        self.applications = applications
        self.packages = packages
        self.processDirectory = processDirectory
    }

    /// Identifies a process.
    ///
    /// Without a pidfd, the process is known only by its number, which the kernel may reuse after the process has
    /// ended. A process that started after the connection existed cannot have made it. Neither can a process whose
    /// snap, if any, differs from that of the process that made it.
    ///
    /// Blocks on the file system of the process, which the process may have chosen itself. Call it on a thread that may
    /// block, with a deadline.
    ///
    /// - Parameter connected: The process at the other end of the connection, as reported by the bus.
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
            // A snap may be able to create a root directory with arbitrary content.
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
            // Flatpak's own helpers also run there, but none of them calls this service.
            throw CallerError(.contradiction, "\(unit.name) is the scope of a sandbox that the process is not in")
        }
        // The same AppImage runs in a different unit each time: that of a terminal, or that of a menu entry made for
        // it.
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
            // Any process can have itself put into a scope with any name, so this keeps no process out. It
            // distinguishes applications from processes that merely run in a scope with a similar name.
            guard let id = ProviderIdentifier(applicationID: application), let name = applications.name(of: id) else {
                return try identity(.unit, nil, provider: application, shown: unit.name, of: process)
            }
            return try identity(.application, application, provider: application, shown: name, of: process)
        case .other:
            // Terminals and logins give each of their scopes another name, so the fonts that one tab registers could
            // not be removed from the next. Programs that the bus starts are in the bus's own unit, unless another is
            // specified.
            if unit.name.hasSuffix(".scope") || Self.unitsOfTheBus.contains(unit.name) {
                return try identity(ofProgram: process, userID: userID)
            }
            return try identity(.unit, nil, provider: "session.\(unit.name)", shown: unit.name, of: process)
        }
    }

    /// The snap that a process belongs to; `nil` for a process that is certainly not confined as a snap.
    private func snap(
        _ process: ProcessHandle, label: SecurityLabel, in unit: UnitName?, userID: UInt32
    ) throws(CallerError) -> CallerIdentity? {
        let ofUnit = unit.flatMap { SnapName($0.name) }
        var found = ofUnit
        var isConfined = true
        switch label {
        case .unconfined:
            // Programs started by a snap without confinement stay in its unit, such as those in the terminal of an
            // editor. This is not a confined snap, because a confined snap cannot lose its label.
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
        // Scripts of the same interpreter are distinguished, so that each removes only its own fonts.
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
