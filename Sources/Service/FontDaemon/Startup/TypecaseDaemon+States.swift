internal import AlternateIcons
internal import DBus
internal import FontModel
internal import FontService
internal import LinuxSystem

extension TypecaseDaemon {
    /// The state of a daemon while it is on the bus, independent of the home.
    struct Connected {
        let connections: DaemonConnections
        let turn: ServingTurn
        let logins: LoginMonitor
        let callers: CallerDirectory
        let callerTasks: CallerTasks
        /// The agents that ask the user.
        let agents: ConsentAgents
        /// The long-running jobs of callers of the public name.
        let jobs: JobObjects
        /// The jobs of callers of the portal's name.
        let portalJobs: JobObjects
        /// The user's text size, and the programs that follow it.
        let textSizes: ServedTextSizes
        /// The programs that follow icons.
        let icons: IconFollowers
        /// The notifications that inform the user about icons.
        let iconNotifications: IconNotifications
        /// The functions that services call.
        let callbacks: DaemonServices.Callbacks
        /// The signals that announce changes.
        let signals: ChangeSignals
        /// The tasks that run until the end.
        var tasks: [Task<Void, Never>] = []
        /// Whether the daemon is stopping, so that it must not switch to other services.
        var isLeaving = false
    }

    /// The state of a daemon for the home that it serves; replaced if it takes a home over or gives it up.
    struct Serving {
        let services: DaemonServices
        /// The batches of the callers of both names, which end with the daemon.
        var batchObjects: [BatchObjects] = []
        /// The status of the fonts, shown by a service manager if there is one.
        var statusLine: StatusLine?
        /// Manages applications with other icons.
        var icons: AlternateIconService?
        /// Downloads in advance, without being asked by a program, the resources that manifests want on the machine.
        var prefetch: ResourcePrefetch?
        /// Detects what others do to the fonts.
        var watch: LibraryWatch?
        /// Reports changes of a home that another daemon changes.
        var follower: HomeFollower?
        /// The tasks for these services alone, which end with them.
        var tasks: [Task<Void, Never>] = []
        /// The fingerprint of the validators when the services were new; `nil` until the startup work is done.
        var judgesOfStart: String?
    }

    /// The services of the home; `nil` if it cannot be used, before the start, and after the end.
    var services: DaemonServices? { serving?.services }
}
