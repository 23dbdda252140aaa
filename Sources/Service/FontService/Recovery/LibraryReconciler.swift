package import FontLibrary
package import FontModel
internal import InspectionClient
internal import LinuxSystem
internal import Logging
internal import Registry
internal import Systemd

/// Reconciles tree and registry.
///
/// It repairs the tree from the registry, and updates the registry with manual changes of the files.
package struct LibraryReconciler: Sendable {
    let publisher: LibraryPublisher
    /// The intake, which examines fonts that the registry has to record.
    let intake: FontIntake
    let context: LibraryContext
    let state: LibraryState

    /// Creates the reconciler.
    ///
    /// - Parameters:
    ///   - publisher: The publisher, in whose turns the library is changed.
    ///   - intake: The intake, which examines fonts that the registry has to record.
    package init(_ publisher: LibraryPublisher, intake: FontIntake) {
        self.publisher = publisher
        self.intake = intake
        context = publisher.context
        state = publisher.state
    }

    /// The maximum number of passes of one reconciliation.
    ///
    /// Each pass except the last repairs something. Repairs do not make new ones necessary unless files change
    /// meanwhile.
    private static let maximumPasses = 16

    /// Repairs the tree from the registry, and updates the registry with the user's changes of the files.
    ///
    /// It runs at every start and completes or reverts interrupted changes. It also runs whenever files were changed by
    /// hand.
    ///
    /// - Parameter cause: The cause that the change log records for the findings.
    /// - Returns: The contents whose files have changed and have to be hashed: see ``verify(_:cause:quietTime:)``.
    /// - Throws: An error if tree and registry could not be reconciled.
    package func reconcile(cause: ChangeLogEntry.Cause) async throws(FontError) -> [FontDigest] {
        try await publisher.exclusively {
            let result = await Result { () async throws(FontError) in
                if let refusal = await context.gate.obstacle() { throw refusal }
                return try await reconcileNow(cause: cause)
            }
            // Changing a library in an unclear state could lose fonts.
            await state.set(obstacle: result.failure)
            return result
        }.get()
    }

    /// Checks, without changing anything, whether registry and tree agree and no work is left.
    ///
    /// Fonts of a login session count as remaining work.
    ///
    /// - Returns: The inventory of the tree; `nil` if there is work to do.
    package func inventoryAtRest() async -> TreeInventory? {
        await publisher.exclusively { await inventoryAtRestNow() }
    }

    private func inventoryAtRestNow() async -> TreeInventory? {
        let registry = context.registry
        guard await state.isAtRest, await context.gate.obstacle() == nil,
            (try? await registry.isPublicationPending()) == false,
            (try? await registry.contents.unregistered())?.isEmpty == true,
            (try? await registry.registrations.page(matching: RegistrationFilter(scope: .session)))?.registrations
                .isEmpty
                == true,
            let contents = try? await registry.contents.all()
        else { return nil }
        let known = try? await registry.publishedRoot()
        let expected = contents.compactMap { ExpectedFont($0) }
        let inventory = try? await context.onThread { [tree = context.tree] () throws(FontError) in try tree.inventory()
        }
        guard let inventory, !inventory.isGone(for: expected, in: known) else { return nil }
        let reconciliation = TreeReconciliation(expected: expected, inventory: inventory)
        return reconciliation.repairs.isEmpty && reconciliation.findings.isEmpty ? inventory : nil
    }

    /// Returns whether entries of the tree match the registry, as they do after the service's own changes.
    ///
    /// The check runs between rounds, because a round under way has moved files that the registry does not contain yet.
    func agrees(with entries: [Shard: Set<String>]) async -> Bool {
        await publisher.exclusively { await agreesNow(with: entries) }
    }

    private func agreesNow(with entries: [Shard: Set<String>]) async -> Bool {
        let names = entries.values.flatMap { $0 }
        guard let contents = try? await context.registry.contents.records(fileNames: names) else { return false }
        var expected: [Shard: [FontFileName: FileStamp?]] = [:]
        for content in contents {
            guard case .published(let name) = content.place, let shard = Shard(name: name),
                let fileName = FontFileName(rawValue: content.fileName)
            else { continue }
            expected[shard, default: [:]][fileName] = .some(content.stamp)
        }
        let (wanted, entries) = (expected, entries)
        let agrees = try? await context.threads.run { [tree = context.tree] in
            entries.allSatisfy { shard, names in
                names.allSatisfy { tree.agrees(on: $0, in: shard, with: wanted[shard] ?? [:]) }
            }
        }
        return agrees ?? false
    }

    /// The helper that registers found fonts.
    var foundFonts: FoundFonts { FoundFonts(context, publisher.executor, intake: intake) }

    func reconcileNow(cause: ChangeLogEntry.Cause) async throws(FontError) -> [FontDigest] {
        await state.forgetCounts()
        let (isRegistryLost, unregistered) = try await FontError.mapping { () throws(RegistryError) in
            (try await context.registry.isNew(), try await context.registry.contents.unregistered())
        }
        try await context.commitIfAny(unregistered.map { .deleteContent($0) })
        try await context.reconcileDecisions(isRegistryLost: isRegistryLost)
        var touched: [String] = []
        var generation: UInt64?
        var changed: [FontDigest] = []
        var lost = LostFonts(context, intake: intake)
        for _ in 0..<Self.maximumPasses {
            let contents = try await FontError.mapping { () throws(RegistryError) in
                try await context.registry.contents.all()
            }
            let knownRoot = try await context.publishedRoot()
            let expected = contents.compactMap { ExpectedFont($0) }
            let outcome = try await context.onThread { [tree = context.tree] () throws(FontError) in
                try tree.reconcile(with: expected, in: knownRoot, isRegistryLost: isRegistryLost)
            }
            await state.adopt(contents, in: outcome.inventory.shards)
            if !outcome.repairs.isEmpty {
                context.log.notice("Repaired the published fonts", metadata: ["repairs": "\(outcome.repairs.count)"])
            }
            reportSetAside(outcome.setAside)
            touched += outcome.touchedDirectories
            let places = Dictionary(contents.map { ($0.digest, $0.place) }, uniquingKeysWith: { first, _ in first })
            changed = []
            // Fonts that the registry has lost were moved as well and have no row yet.
            let known = Set(expected.map(\.digest))
            var resolution = Resolution(
                mutations: outcome.stamps.filter { known.contains($0.key) }.map { .setStamp($0, $1) })
            var found: [FoundFile] = []
            for finding in outcome.findings {
                switch finding {
                case .found(let file): found.append(file)
                case .stampDiffers(let digest): changed.append(digest)
                case .removedByUser(let digest), .disabledByUser(let digest), .altered(let digest):
                    // A manual change of a directory has made its cache stale.
                    if case .published(let name) = places[digest], let shard = Shard(name: name) {
                        touched.append(context.tree.path(of: shard))
                    }
                case .lost, .disabledInSidecar, .reappeared, .unregistered, .sidecarOutdated: break
                }
                try await resolve(finding, cause: cause, &resolution, &lost)
            }
            if resolution.isEmpty, found.isEmpty {
                try await context.repairNotes(for: expected)
                await note(outcome.inventory.root, of: contents, in: knownRoot)
                break
            }
            try await write(resolution.moves)
            if let committed = try await context.commitIfAny(resolution.allMutations) { generation = committed }
            report(resolution.events)
            if !found.isEmpty {
                let taken = try await foundFonts.takeIn(found)
                touched += taken.touched
                generation = taken.generation ?? generation
            }
        }
        await publisher.executor.finishLastRound()
        try await tell(generation, touched: touched.uniqued())
        return changed
    }

    /// Records the directory of the published fonts, once all of them were found there.
    private func note(_ root: TreeInventory.Root?, of contents: [ContentRecord], in known: PublishedRoot?) async {
        guard let root, contents.contains(where: \.isPublished) else { return }
        let found = PublishedRoot(root)
        // If the clock was ahead, all directories created for years to come would seem to have existed before.
        let isKnown = known.map { !root.differs(from: $0) && $0.seenNanoseconds <= found.seenNanoseconds }
        guard isKnown != true else { return }
        do throws(FontError) {
            try await context.commitIfAny([.setPublishedRoot(found)])
        } catch {
            context.log.warning(
                "The directory of the published fonts could not be noted", metadata: ["error": "\(error)"])
        }
    }

    /// Makes the caches of changed directories valid again, and then announces the change.
    func tell(_ generation: UInt64?, touched directories: [String]) async throws(FontError) {
        if !directories.isEmpty {
            do throws(FontError) {
                _ = try await context.inspector.warm(directories)
            } catch {
                // Programs scan such a directory themselves, which is slower but correct.
                context.log.warning(
                    "Caches could not be warmed after a change by hand", metadata: ["error": "\(error)"])
            }
            try await context.commitIfAny([.setPublicationPending(true)])
        }
        guard generation != nil || !directories.isEmpty else { return }
        let latest = try await context.generation()
        publisher.executor.announcer.announce(generation ?? latest, touchedTree: !directories.isEmpty)
    }

    /// The changes that findings require.
    struct Resolution {
        var mutations: [RegistryMutation] = []
        var moves: [FontMove] = []
        /// The mutations that restore registrations, with their numbers in the order of registration.
        var recovered: [(sequence: Int64, mutations: [RegistryMutation])] = []
        /// The events for the journal, each with its font.
        var events: [(event: JournalEvent, digest: FontDigest)] = []

        var isEmpty: Bool { mutations.isEmpty && moves.isEmpty }

        /// All mutations.
        ///
        /// Those that register fonts again are in the original order of registration.
        var allMutations: [RegistryMutation] {
            mutations + recovered.sorted { $0.sequence < $1.sequence }.flatMap(\.mutations)
        }
    }

    private func resolve(
        _ finding: TreeFinding, cause: ChangeLogEntry.Cause, _ resolution: inout Resolution, _ lost: inout LostFonts
    ) async throws(FontError) {
        switch finding {
        case .stampDiffers, .found: break
        case .removedByUser(let digest):
            try await keepDeleted(digest, because: .deleted)
            resolution.mutations += removal(of: digest, try await context.registrations(of: digest), cause)
            resolution.events.append((.fontRemovedByHand, digest))
            resolution.moves.append(.removeSidecar(digest))
        case .disabledByUser(let digest), .reappeared(let digest):
            var registrations = try await context.registrations(of: digest)
            for index in registrations.indices where registrations[index].isEnabled {
                let registration = registrations[index]
                registrations[index].isEnabled = false
                registrations[index].isDisabledByUser = true
                resolution.mutations.append(.setEnabled(registration.id, false, isDisabledByUser: true))
                resolution.mutations.append(.change(.disabled, registration.id, registration.provider, cause))
            }
            resolution.mutations.append(.setPlace(digest, .stored, stamp: nil))
            resolution.events.append((.fontDisabledByHand, digest))
            if let move = try await sidecarMove(for: digest, registrations: registrations, place: .stored) {
                resolution.moves.append(move)
            }
        case .disabledInSidecar(let digest):
            let sidecar = try await context.onThread { [tree = context.tree] () throws(FontError) in
                try tree.notes.sidecar(of: digest)
            }
            for registration in try await context.registrations(of: digest) where registration.isEnabled {
                let noted = sidecar?.registrations.first { $0.id == registration.id }
                resolution.mutations += [
                    .setEnabled(registration.id, false, isDisabledByUser: noted?.isDisabledByUser ?? true),
                    .change(.disabled, registration.id, registration.provider, cause),
                ]
            }
            resolution.mutations.append(.setPlace(digest, .stored, stamp: nil))
        case .altered(let digest):
            resolution.mutations += try await quarantine(digest, because: .altered, cause: cause)
            resolution.events.append((.fontAltered, digest))
        case .lost(let digest):
            resolution.mutations += try await quarantine(digest, because: .lost, cause: cause)
            resolution.events.append((.fontLost, digest))
        case .sidecarOutdated(let digest):
            let registrations = try await context.registrations(of: digest)
            if let move = try await sidecarMove(for: digest, registrations: registrations) {
                resolution.moves.append(move)
            }
        case .unregistered(let digest):
            try await lost.recover(digest, cause: cause, &resolution)
        }
    }

    /// Returns the move that writes the sidecar of a content again; `nil` if the registry does not contain the content.
    ///
    /// - Parameters:
    ///   - digest: The content.
    ///   - registrations: Its registrations, as the registry contains them or is about to.
    ///   - place: The new place of its bytes; `nil` for the place that the registry records.
    /// - Returns: The move.
    /// - Throws: An error if the registry could not be read.
    private func sidecarMove(
        for digest: FontDigest, registrations: [RegistrationRecord], place: ContentPlace? = nil
    ) async throws(FontError) -> FontMove? {
        guard let content = try await context.content(digest), let fileName = FontFileName(rawValue: content.fileName)
        else { return nil }
        let item = LibraryPlan.Item(
            digest: digest, fileName: content.fileName, format: content.format, size: content.size,
            scanCost: content.scanCost, move: nil, initial: content, candidate: nil,
            initialRegistrations: registrations, registrations: registrations)
        return .writeSidecar(item.sidecar(fileName: fileName, place: place ?? content.place))
    }

    /// The maximum number of events that one reconciliation logs individually: emptying a directory by hand is a single
    /// action.
    private static let reportedEvents = 32

    func report(_ events: [(event: JournalEvent, digest: FontDigest)]) {
        for (event, digest) in events.prefix(Self.reportedEvents) {
            let message: Logger.Message =
                switch event {
                case .fontRemovedByHand: "A font was removed by deleting its file"
                case .fontDisabledByHand: "A font was disabled by hiding its file"
                case .fontLost: "The file of a font was lost together with the store"
                default: "A font was altered by another program and is out of use"
                }
            context.log.report(
                event, [.fontAltered, .fontLost].contains(event) ? .warning : .notice, message,
                metadata: ["sha256": "\(digest)"])
        }
        if events.count > Self.reportedEvents {
            context.log.notice(
                "More fonts were changed by hand", metadata: ["fonts": "\(events.count - Self.reportedEvents)"])
        }
    }

    /// Logs where foreign files from the published tree were moved to.
    private func reportSetAside(_ entries: [SetAsideEntry]) {
        for entry in entries.prefix(Self.reportedEvents) {
            context.log.notice(
                "A file among the published fonts that is none of them was set aside",
                metadata: ["file": "\(entry.source)", "kept-as": "\(entry.target)"])
        }
        if entries.count > Self.reportedEvents {
            context.log.notice(
                "More files were set aside", metadata: ["files": "\(entries.count - Self.reportedEvents)"])
        }
    }

    /// Returns the mutations for a content whose file was removed.
    func removal(
        of digest: FontDigest, _ registrations: [RegistrationRecord], _ cause: ChangeLogEntry.Cause
    ) -> [RegistryMutation] {
        registrations.flatMap {
            [.deleteRegistration($0.id), .change(.removed, $0.id, $0.provider, cause)]
        } + [.deleteContent(digest)]
    }

    /// Returns the mutations for a content whose file was altered or lost.
    func quarantine(
        _ digest: FontDigest, because reason: FileFault, cause: ChangeLogEntry.Cause
    ) async throws(FontError) -> [RegistryMutation] {
        var mutations: [RegistryMutation] = [
            .setPlace(digest, .quarantined(reason: reason.rawValue), stamp: nil)
        ]
        for registration in try await context.registrations(of: digest) {
            mutations.append(.change(.quarantined, registration.id, registration.provider, cause))
        }
        return mutations
    }

    func write(_ moves: [FontMove]) async throws(FontError) {
        guard !moves.isEmpty else { return }
        let transaction = FontTransaction(tree: context.tree, moves: moves)
        try await context.onThread { () throws(FontError) in
            try transaction.prepare()
            _ = try transaction.publish()
            try transaction.finish()
        }
    }
}

extension ContentRecord {
    /// Whether the content is published.
    fileprivate var isPublished: Bool {
        if case .published = place { true } else { false }
    }
}

extension ExpectedFont {
    /// Creates the expected font for a row of the registry; `nil` if the row contains an invalid file name.
    init?(_ record: ContentRecord) {
        guard let fileName = FontFileName(rawValue: record.fileName) else { return nil }
        let place: FontPlace? =
            switch record.place {
            case .published(let name): Shard(name: name).map { .published($0) }
            case .stored: .stored
            case .quarantined: nil
            }
        self.init(digest: record.digest, fileName: fileName, place: place, stamp: record.stamp)
    }
}

extension Array where Element: Hashable {
    /// Returns the elements without repetitions, each at its last position: directories are warmed after their
    /// contents.
    fileprivate func uniqued() -> [Element] {
        var seen: Set<Element> = []
        return reversed().filter { seen.insert($0).inserted }.reversed()
    }
}

extension FontTree {
    /// Returns whether an entry of a shard exists with the expected stamp, or is neither present nor expected.
    fileprivate func agrees(
        on entry: String, in shard: Shard, with expected: [FontFileName: FileStamp?]
    ) -> Bool {
        let stamp = try? stamp(of: entry, in: shard)
        guard let fileName = FontFileName(rawValue: entry), let known = expected[fileName] else { return stamp == nil }
        return stamp != nil && stamp == known
    }
}
