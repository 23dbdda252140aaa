internal import FontLibrary

/// The reported changes that have not been handled yet, and the time at which to handle them.
///
/// They are handled after a quiet period, so that copying a thousand files is handled once. They are handled after
/// ``longestDelay`` at the latest, so that continual changes cannot delay them forever. Rules and providers have a
/// timer of their own. Thus a denied font is removed soon, however often the fonts change.
struct PendingChanges {
    /// The length of the quiet period.
    static let quietTime = Duration.seconds(1)
    /// The longest time that the first report waits.
    static let longestDelay = Duration.seconds(5)

    /// The changes to handle.
    struct Due: Equatable {
        /// The changes in the published tree.
        var tree: LibraryWatch.TreeChange?
        /// Whether directories of the system's fonts changed.
        var isSystemChanged = false
        /// Whether the policy may have changed.
        var isPolicyChanged = false
        /// Whether a provider may have been installed, changed or removed.
        var areProvidersChanged = false

        /// Whether there are changes of fonts.
        var isOfFonts: Bool { tree != nil || isSystemChanged }
        /// Whether there are changes of rules or providers.
        var isOfRules: Bool { isPolicyChanged || areProvidersChanged }
    }

    /// The times of reports that belong together.
    private struct Span {
        let first: ContinuousClock.Instant
        var last: ContinuousClock.Instant

        /// When to handle them.
        var due: ContinuousClock.Instant {
            min(last.advanced(by: PendingChanges.quietTime), first.advanced(by: PendingChanges.longestDelay))
        }
    }

    private var changes = Due()
    private var fonts: Span?
    private var rules: Span?

    /// When the next changes must be handled; `nil` if there are none.
    var due: ContinuousClock.Instant? { [fonts?.due, rules?.due].compactMap(\.self).min() }

    /// Records that anything may have changed in the published tree.
    mutating func noteTree(at now: ContinuousClock.Instant) {
        changes.tree = .anything
        Self.note(&fonts, at: now)
    }

    /// Records a change of an entry of the published tree.
    mutating func note(_ entry: String, in shard: Shard, at now: ContinuousClock.Instant) {
        Self.note(&fonts, at: now)
        if changes.tree == .anything { return }
        var entries: [Shard: Set<String>] = [:]
        if case .entries(let known) = changes.tree { entries = known }
        entries[shard, default: []].insert(entry)
        let count = entries.values.reduce(0) { $0 + $1.count }
        changes.tree = count > LibraryWatch.maximumEntries ? .anything : .entries(entries)
    }

    /// Records that directories of the system's fonts have changed.
    mutating func noteSystem(at now: ContinuousClock.Instant) {
        changes.isSystemChanged = true
        Self.note(&fonts, at: now)
    }

    /// Records that the policy may have changed.
    mutating func notePolicy(at now: ContinuousClock.Instant) {
        changes.isPolicyChanged = true
        Self.note(&rules, at: now)
    }

    /// Records that a provider may have been installed, changed or removed.
    mutating func noteProviders(at now: ContinuousClock.Instant) {
        changes.areProvidersChanged = true
        Self.note(&rules, at: now)
    }

    /// Returns the changes that are due, and removes them.
    ///
    /// - Parameter now: The current time.
    /// - Returns: The changes that are due.
    mutating func take(at now: ContinuousClock.Instant) -> Due {
        var taken = Due()
        if let fonts, fonts.due <= now {
            (taken.tree, taken.isSystemChanged) = (changes.tree, changes.isSystemChanged)
            (changes.tree, changes.isSystemChanged) = (nil, false)
            self.fonts = nil
        }
        if let rules, rules.due <= now {
            (taken.isPolicyChanged, taken.areProvidersChanged) = (changes.isPolicyChanged, changes.areProvidersChanged)
            (changes.isPolicyChanged, changes.areProvidersChanged) = (false, false)
            self.rules = nil
        }
        return taken
    }

    private static func note(_ span: inout Span?, at now: ContinuousClock.Instant) {
        if span == nil { span = Span(first: now, last: now) } else { span?.last = now }
    }
}
