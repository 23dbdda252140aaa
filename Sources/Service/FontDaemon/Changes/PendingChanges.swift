internal import FontLibrary

/// What was reported of files and has not been looked at yet, and when it is to be.
///
/// It is looked at when it has been quiet for a moment, so that a copy of a thousand files is looked at once, and at
/// the latest after ``longestDelay``, so that nobody who keeps changing files puts it off for ever. Rules and providers
/// have a clock of their own: however much comes and goes among the fonts, one that nobody is to have leaves soon.
struct PendingChanges {
    /// How long it has to be quiet before anybody looks.
    static let quietTime = Duration.seconds(1)
    /// How long the first report waits at most.
    static let longestDelay = Duration.seconds(5)

    /// What there is to look at.
    struct Due: Equatable {
        /// What changed in the published tree.
        var tree: LibraryWatch.TreeChange?
        /// Whether directories of the system's fonts changed.
        var isSystemChanged = false
        /// Whether the policy may have changed.
        var isPolicyChanged = false
        /// Whether a provider may have come, changed or gone.
        var areProvidersChanged = false

        /// Whether it is of fonts.
        var isOfFonts: Bool { tree != nil || isSystemChanged }
        /// Whether it is of rules or providers.
        var isOfRules: Bool { isPolicyChanged || areProvidersChanged }
    }

    /// When reports that belong together came.
    private struct Span {
        let first: ContinuousClock.Instant
        var last: ContinuousClock.Instant

        /// When they are to be looked at.
        var due: ContinuousClock.Instant {
            min(last.advanced(by: PendingChanges.quietTime), first.advanced(by: PendingChanges.longestDelay))
        }
    }

    private var changes = Due()
    private var fonts: Span?
    private var rules: Span?

    /// When somebody has to look; `nil` where there is nothing to look at.
    var due: ContinuousClock.Instant? { [fonts?.due, rules?.due].compactMap(\.self).min() }

    /// Takes note that anything may have changed in the published tree.
    mutating func noteTree(at now: ContinuousClock.Instant) {
        changes.tree = .anything
        Self.note(&fonts, at: now)
    }

    /// Takes note that something happened to an entry of the published tree.
    mutating func note(_ entry: String, in shard: Shard, at now: ContinuousClock.Instant) {
        Self.note(&fonts, at: now)
        if changes.tree == .anything { return }
        var entries: [Shard: Set<String>] = [:]
        if case .entries(let known) = changes.tree { entries = known }
        entries[shard, default: []].insert(entry)
        let count = entries.values.reduce(0) { $0 + $1.count }
        changes.tree = count > LibraryWatch.maximumEntries ? .anything : .entries(entries)
    }

    /// Takes note that directories of the system's fonts have changed.
    mutating func noteSystem(at now: ContinuousClock.Instant) {
        changes.isSystemChanged = true
        Self.note(&fonts, at: now)
    }

    /// Takes note that the policy may have changed.
    mutating func notePolicy(at now: ContinuousClock.Instant) {
        changes.isPolicyChanged = true
        Self.note(&rules, at: now)
    }

    /// Takes note that a provider may have come, changed or gone.
    mutating func noteProviders(at now: ContinuousClock.Instant) {
        changes.areProvidersChanged = true
        Self.note(&rules, at: now)
    }

    /// Hands out what is to be looked at, and forgets it.
    ///
    /// - Parameter now: What time it is.
    /// - Returns: What is due; nothing of what is not.
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
