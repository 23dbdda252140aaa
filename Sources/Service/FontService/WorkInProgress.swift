internal import Synchronization

/// Knows what is under way besides the calls that are being answered, so that the process does not end in its middle.
package final class WorkInProgress: Sendable {
    /// What can be under way.
    package enum Kind: Sendable, CaseIterable {
        /// Tree and registry are brought to agree, or files that changed are looked at.
        case recovery
        /// Fonts are published, changed or removed.
        case publication
        /// The system's fonts are read.
        case systemFonts
        /// Programs that poll are told of a change, once and again after some seconds.
        case notices
        /// Somebody has a batch open, whose fonts would be lost with the process.
        case batches
        /// Changes made by hand wait for their end to be looked at.
        case changesByHand
        /// It is looked who is installed, or a package manager is waited for that is at work.
        case departures
        /// Providers are installed of whose going nobody would tell the service manager, so that it could not start the
        /// daemon.
        case unwatchedProviders
        /// Registered fonts are judged anew.
        case revalidation
        /// Fonts are fetched from the web.
        case downloads
        /// Programs hold resources, or are about to.
        case resources
        /// The user is being asked something, or somebody is there to ask them.
        case consent
        /// Programs are there that are told when the user's text size changes, which nobody has to call us for.
        case textSizes
        /// Programs have fonts on lease, which end with them.
        case leases
        /// Programs are there that are told when their icon changes, or the user may take a change back.
        case icons
        /// Somebody looks at the log, which was told to say other things than usual.
        case changedLog
    }

    private struct Observer {
        weak let owner: (any AnyObject & Sendable)?
        let call: @Sendable () -> Void
    }

    private struct State {
        var counts: [Kind: Int] = [:]
        var observers: [Observer] = []

        /// The observers whose owners are still there; the others are forgotten.
        mutating func presentObservers() -> [Observer] {
            observers.removeAll { $0.owner == nil }
            return observers
        }
    }

    private let state = Mutex(State())

    /// Starts with nothing under way.
    package init() {}

    /// What is under way now.
    package var kinds: Set<Kind> { state.withLock { Set($0.counts.keys) } }

    /// How many observe the work.
    var observerCount: Int { state.withLock { $0.presentObservers().count } }

    /// Has a function called whenever the first work begins, and whenever the last has ended.
    ///
    /// - Parameters:
    ///   - owner: For whom; the function is forgotten when nobody refers to this any more.
    ///   - observer: Is called on whatever thread that happens. Calls may come in another order than the changes, so
    ///     what is true now has to be asked for.
    package func observe(for owner: some AnyObject & Sendable, _ observer: @escaping @Sendable () -> Void) {
        state.withLock { $0.observers.append(Observer(owner: owner, call: observer)) }
    }

    /// Counts a piece of work in.
    package func begin(_ kind: Kind) {
        let observers = state.withLock { state in
            defer { state.counts[kind, default: 0] += 1 }
            return state.counts.isEmpty ? state.presentObservers() : []
        }
        for observer in observers { observer.call() }
    }

    /// Counts a piece of work out that was counted in.
    package func end(_ kind: Kind) {
        let observers = state.withLock { state in
            guard let count = state.counts[kind] else { preconditionFailure("\(kind) has not begun") }
            state.counts[kind] = count > 1 ? count - 1 : nil
            return state.counts.isEmpty ? state.presentObservers() : []
        }
        for observer in observers { observer.call() }
    }

    /// Counts a piece of work in for as long as it takes.
    func during<Result>(_ kind: Kind, _ work: () async -> Result) async -> Result {
        begin(kind)
        defer { end(kind) }
        return await work()
    }
}
