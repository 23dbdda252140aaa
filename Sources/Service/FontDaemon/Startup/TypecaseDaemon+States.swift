internal import AlternateIcons
internal import DBus
internal import FontModel
internal import FontService
internal import LinuxSystem

extension TypecaseDaemon {
    /// What a daemon has from when it is on the bus until it has left it, whatever becomes of the home.
    struct Connected {
        let connections: DaemonConnections
        let turn: ServingTurn
        let logins: LoginMonitor
        let callers: CallerDirectory
        let callerTasks: CallerTasks
        /// Who asks the user.
        let agents: ConsentAgents
        /// What callers of the public name wait for longer than a call.
        let jobs: JobObjects
        /// What callers of the portal's name do.
        let portalJobs: JobObjects
        /// How large the user wants text, and whom that is told.
        let textSizes: ServedTextSizes
        /// Who is told of icons.
        let icons: IconFollowers
        /// What tells the user of icons.
        let iconNotifications: IconNotifications
        /// Whom services ask and tell.
        let callbacks: DaemonServices.Callbacks
        /// Who tells everybody of changes.
        let signals: ChangeSignals
        /// What goes on until the end.
        var tasks: [Task<Void, Never>] = []
        /// Whether it is leaving, so that it serves from no other services any more.
        var isLeaving = false
    }

    /// What a daemon has of the home that it serves; another one where it takes a home over, or gives it up.
    struct Serving {
        let services: DaemonServices
        /// The batches of the callers of both names, which end with the daemon.
        var batchObjects: [BatchObjects] = []
        /// Shows how the fonts are doing, where a service manager does.
        var statusLine: StatusLine?
        /// Shows applications with other icons.
        var icons: AlternateIconService?
        /// Fetches what manifests want on the machine.
        var prefetch: ResourcePrefetch?
        /// Notices what others do to the fonts.
        var watch: LibraryWatch?
        /// Who tells of a home that another daemon changes.
        var follower: HomeFollower?
        /// What is done for these services alone, and ends with them.
        var tasks: [Task<Void, Never>] = []
        /// What judged the fonts when the services were new; `nil` until they have done what a start has to do.
        var judgesOfStart: String?
    }

    /// The services of the home; `nil` where it cannot be used, before the start and after the end.
    var services: DaemonServices? { serving?.services }
}
