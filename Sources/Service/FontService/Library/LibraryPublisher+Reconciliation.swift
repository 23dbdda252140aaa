package import FontLibrary
package import FontModel
internal import InspectionClient
internal import LinuxSystem
internal import Logging
internal import Registry
internal import Systemd

extension LibraryPublisher {
    /// Why nothing can be changed, also while that is being cleared up.
    var knownObstacle: FontError? { obstacle ?? passingObstacle }

    /// The most passes of one reconciliation.
    ///
    /// Each but the last repairs something, and repairs do not make new ones necessary but for files that change
    /// meanwhile.
    private static let maximumPasses = 16

    /// Brings the tree to the registry, and the registry to what the user did to the files.
    ///
    /// Runs at every start, where it completes or takes back what was interrupted, and whenever files changed by hand.
    ///
    /// - Parameters:
    ///   - cause: What the change log names as the cause of what is found.
    ///   - intake: Who examines fonts that a lost registry has to learn of again.
    /// - Returns: The contents whose files are not as they were and have to be hashed: see ``verify(_:cause:)``.
    /// - Throws: What kept tree and registry from agreeing.
    package func reconcile(cause: FontChange.Cause, intake: FontIntake) async throws(FontError) -> [FontDigest] {
        let result: Result<[FontDigest], FontError> = await exclusively { publisher in
            do throws(FontError) {
                if let refusal = await publisher.gate.obstacle() { throw refusal }
                let changed = try await publisher.reconcileNow(cause: cause, intake: intake)
                publisher.obstacle = nil
                return .success(changed)
            } catch {
                // Changing what is not understood could lose fonts.
                publisher.obstacle = error
                return .failure(error)
            }
        }
        return try result.get()
    }

    /// Looks whether registry and tree agree with nothing left to do, of fonts of a login session either; nothing is
    /// changed.
    ///
    /// - Returns: What lies in the tree; `nil` where there is something to do.
    package func inventoryAtRest() async -> TreeInventory? {
        await exclusively { publisher in await publisher.inventoryAtRestNow() }
    }

    private func inventoryAtRestNow() async -> TreeInventory? {
        guard obstacle == nil, refusal == nil, !hasUnsavedDecisions, unfinished == nil, unforgotten.isEmpty,
            (try? await registry.isPublicationPending()) == false,
            (try? await registry.unregisteredContents())?.isEmpty == true,
            (try? await registry.registrations(matching: RegistrationFilter(scope: .session)))?.registrations.isEmpty
                == true,
            let contents = try? await registry.allContents()
        else { return nil }
        let known = try? await registry.publishedRoot()
        let expected = contents.compactMap { ExpectedFont($0) }
        let inventory = try? await onThread { [tree] () throws(FontError) in try tree.inventory() }
        guard let inventory, !inventory.isGone(for: expected, in: known) else { return nil }
        let reconciliation = TreeReconciliation(expected: expected, inventory: inventory)
        return reconciliation.repairs.isEmpty && reconciliation.findings.isEmpty ? inventory : nil
    }

    /// Whether entries of the tree are just as the registry has them, as they are after changes of our own.
    ///
    /// Looked at between rounds, as one that is under way has moved files that the registry does not know of yet.
    func agrees(with entries: [Shard: Set<String>]) async -> Bool {
        await exclusively { publisher in await publisher.agreesNow(with: entries) }
    }

    private func agreesNow(with entries: [Shard: Set<String>]) async -> Bool {
        let names = entries.values.flatMap { $0 }
        guard let contents = try? await registry.contents(fileNames: names) else { return false }
        var expected: [Shard: [FontFileName: FileStamp?]] = [:]
        for content in contents {
            guard case .published(let name) = content.place, let shard = Shard(name: name),
                let fileName = FontFileName(rawValue: content.fileName)
            else { continue }
            expected[shard, default: [:]][fileName] = .some(content.stamp)
        }
        let (wanted, entries) = (expected, entries)
        let agrees = try? await threads.run { [tree] in
            entries.allSatisfy { shard, names in
                names.allSatisfy { tree.agrees(on: $0, in: shard, with: wanted[shard] ?? [:]) }
            }
        }
        return agrees ?? false
    }

    func reconcileNow(cause: FontChange.Cause, intake: FontIntake) async throws(FontError) -> [FontDigest] {
        usage = [:]
        programFontCount = nil
        nextSequence = nil
        let isRegistryLost = try await FontError.mapping { () throws(RegistryError) in try await registry.isNew() }
        let unregistered = try await FontError.mapping { () throws(RegistryError) in
            try await registry.unregisteredContents()
        }
        try await commitIfAny(unregistered.map { .deleteContent($0) })
        try await reconcileDecisions(isRegistryLost: isRegistryLost)
        var touched: [String] = []
        var generation: UInt64?
        var changed: [FontDigest] = []
        var lost = LostFonts()
        for _ in 0..<Self.maximumPasses {
            let contents = try await FontError.mapping { () throws(RegistryError) in
                try await registry.allContents()
            }
            let knownRoot = try await FontError.mapping { () throws(RegistryError) in
                try await registry.publishedRoot()
            }
            let expected = contents.compactMap { ExpectedFont($0) }
            let outcome = try await onThread { [tree] () throws(FontError) in
                try tree.reconcile(with: expected, in: knownRoot, isRegistryLost: isRegistryLost)
            }
            adoptLayout(of: contents, shards: outcome.inventory.shards)
            if !outcome.repairs.isEmpty {
                log.notice("Repaired the published fonts", metadata: ["repairs": "\(outcome.repairs.count)"])
            }
            reportSetAside(outcome.setAside)
            touched += outcome.touchedDirectories
            let places = Dictionary(contents.map { ($0.digest, $0.place) }, uniquingKeysWith: { first, _ in first })
            changed = []
            // What the registry has lost has been moved as well, and has no row yet.
            let known = Set(expected.map(\.digest))
            var resolution = Resolution(
                mutations: outcome.stamps.filter { known.contains($0.key) }.map { .setStamp($0, $1) })
            var found: [FoundFile] = []
            for finding in outcome.findings {
                switch finding {
                case .found(let file): found.append(file)
                case .stampDiffers(let digest): changed.append(digest)
                case .removedByUser(let digest), .disabledByUser(let digest), .altered(let digest):
                    // What somebody did to a directory has made its cache stale.
                    if case .published(let name) = places[digest], let shard = Shard(name: name) {
                        touched.append(tree.path(of: shard))
                    }
                case .reappeared, .unregistered, .sidecarOutdated: break
                }
                try await resolve(finding, cause: cause, intake: intake, &resolution, &lost)
            }
            if resolution.isEmpty, found.isEmpty {
                try await repairNotes(for: expected)
                await note(outcome.inventory.root, of: contents, in: knownRoot)
                break
            }
            try await write(resolution.moves)
            if let committed = try await commitIfAny(resolution.allMutations) { generation = committed }
            report(resolution.events)
            if !found.isEmpty {
                let taken = try await takeIn(found, intake: intake)
                touched += taken.touched
                generation = taken.generation ?? generation
            }
        }
        if hasNewRemovedFonts {
            hasNewRemovedFonts = false
            await limitRemovedFonts()
        }
        try await tell(generation, touched: touched.uniqued())
        return changed
    }

    /// Notes which directory the published fonts are in, once all of them were found there.
    private func note(_ root: TreeInventory.Root?, of contents: [ContentRecord], in known: PublishedRoot?) async {
        guard let root, contents.contains(where: \.isPublished) else { return }
        let found = PublishedRoot(root)
        // A clock that was ahead would make all directories of years to come look as if they had been there before.
        let isKnown = known.map { !root.differs(from: $0) && $0.seenNanoseconds <= found.seenNanoseconds }
        guard isKnown != true else { return }
        do throws(FontError) {
            try await commitIfAny([.setPublishedRoot(found)])
        } catch {
            log.warning("The directory of the published fonts could not be noted", metadata: ["error": "\(error)"])
        }
    }

    /// Makes the caches of changed directories valid again, and only then tells everybody.
    func tell(_ generation: UInt64?, touched directories: [String]) async throws(FontError) {
        if !directories.isEmpty {
            do throws(FontError) {
                _ = try await inspectionPool.warm(directories)
            } catch {
                // Programs scan such a directory themselves: slower, and right all the same.
                log.warning("Caches could not be warmed after a change by hand", metadata: ["error": "\(error)"])
            }
            try await commitIfAny([.setPublicationPending(true)])
        }
        guard generation != nil || !directories.isEmpty else { return }
        let latest = try await FontError.mapping { () throws(RegistryError) in try await registry.generation() }
        announce(generation ?? latest, touchedTree: !directories.isEmpty)
    }

    @discardableResult
    func commitIfAny(_ mutations: [RegistryMutation]) async throws(FontError) -> UInt64? {
        guard !mutations.isEmpty else { return nil }
        return try await FontError.mapping { () throws(RegistryError) in try await registry.commit(mutations) }
    }

    /// What findings lead to.
    struct Resolution {
        var mutations: [RegistryMutation] = []
        var moves: [FontMove] = []
        /// What brings registrations back, by their places in the order of registration.
        var recovered: [(sequence: Int64, mutations: [RegistryMutation])] = []
        /// What people may look for, and of which font.
        var events: [(event: JournalEvent, digest: FontDigest)] = []

        var isEmpty: Bool { mutations.isEmpty && moves.isEmpty }

        /// All steps, those that register fonts again in the order in which they were registered.
        var allMutations: [RegistryMutation] {
            mutations + recovered.sorted { $0.sequence < $1.sequence }.flatMap(\.mutations)
        }
    }

    private func resolve(
        _ finding: TreeFinding, cause: FontChange.Cause, intake: FontIntake, _ resolution: inout Resolution,
        _ lost: inout LostFonts
    ) async throws(FontError) {
        switch finding {
        case .stampDiffers, .found: break
        case .removedByUser(let digest):
            try await keepDeleted(digest, because: .deleted)
            for registration in try await registrations(of: digest) {
                resolution.mutations.append(.deleteRegistration(registration.id))
                resolution.mutations.append(.change(.removed, registration.id, registration.provider, cause))
            }
            resolution.mutations.append(.deleteContent(digest))
            resolution.events.append((.fontRemovedByHand, digest))
            resolution.moves.append(.removeSidecar(digest))
        case .disabledByUser(let digest), .reappeared(let digest):
            var registrations = try await registrations(of: digest)
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
        case .altered(let digest):
            resolution.mutations += try await quarantine(digest, cause: cause)
            resolution.events.append((.fontAltered, digest))
        case .sidecarOutdated(let digest):
            let registrations = try await registrations(of: digest)
            if let move = try await sidecarMove(for: digest, registrations: registrations) {
                resolution.moves.append(move)
            }
        case .unregistered(let digest):
            try await recover(digest, cause: cause, intake: intake, &resolution, &lost)
        }
    }

    /// Writes the sidecar of a content anew; `nil` for one that the registry does not know.
    ///
    /// - Parameters:
    ///   - digest: The content.
    ///   - registrations: Who registered it, as the registry has it or is about to have it.
    ///   - place: Where its bytes are about to lie; `nil` for where the registry has them.
    /// - Returns: The move.
    /// - Throws: What kept the registry from being read.
    private func sidecarMove(
        for digest: FontDigest, registrations: [RegistrationRecord], place: ContentPlace? = nil
    ) async throws(FontError) -> FontMove? {
        let content = try await FontError.mapping { () throws(RegistryError) in try await registry.content(digest) }
        guard let content, let fileName = FontFileName(rawValue: content.fileName) else { return nil }
        let item = LibraryPlan.Item(
            digest: digest, fileName: content.fileName, format: content.format, size: content.size,
            scanCost: content.scanCost, move: nil, initial: content, candidate: nil,
            initialRegistrations: registrations, registrations: registrations)
        return .writeSidecar(item.sidecar(fileName: fileName, place: place ?? content.place))
    }

    /// The most events that one reconciliation writes down: a directory that is emptied by hand is one deed.
    private static let reportedEvents = 32

    func report(_ events: [(event: JournalEvent, digest: FontDigest)]) {
        for (event, digest) in events.prefix(Self.reportedEvents) {
            let message: Logger.Message =
                switch event {
                case .fontRemovedByHand: "A font was removed by deleting its file"
                case .fontDisabledByHand: "A font was disabled by hiding its file"
                default: "A font was altered by another program and is out of use"
                }
            log.report(
                event, event == .fontAltered ? .warning : .notice, message, metadata: ["sha256": "\(digest)"])
        }
        if events.count > Self.reportedEvents {
            log.notice(
                "More fonts were changed by hand", metadata: ["fonts": "\(events.count - Self.reportedEvents)"])
        }
    }

    /// Tells where somebody finds what was in the published tree and is none of ours.
    private func reportSetAside(_ entries: [SetAsideEntry]) {
        for entry in entries.prefix(Self.reportedEvents) {
            log.notice(
                "A file among the published fonts that is none of them was set aside",
                metadata: ["file": "\(entry.source)", "kept-as": "\(entry.target)"])
        }
        if entries.count > Self.reportedEvents {
            log.notice("More files were set aside", metadata: ["files": "\(entries.count - Self.reportedEvents)"])
        }
    }

    /// What the registry has to learn of a content whose file was altered.
    func quarantine(
        _ digest: FontDigest, cause: FontChange.Cause
    ) async throws(FontError) -> [RegistryMutation] {
        var mutations: [RegistryMutation] = [
            .setPlace(digest, .quarantined(reason: "its file was altered"), stamp: nil)
        ]
        for registration in try await registrations(of: digest) {
            mutations.append(.change(.quarantined, registration.id, registration.provider, cause))
        }
        return mutations
    }

    private func registrations(of digest: FontDigest) async throws(FontError) -> [RegistrationRecord] {
        try await FontError.mapping { () throws(RegistryError) in try await registry.registrations(of: digest) }
    }

    func write(_ moves: [FontMove]) async throws(FontError) {
        guard !moves.isEmpty else { return }
        let transaction = FontTransaction(tree: tree, moves: moves)
        try await onThread { () throws(FontError) in
            try transaction.prepare()
            _ = try transaction.publish()
            try transaction.finish()
        }
    }

    private func adoptLayout(of contents: [ContentRecord], shards: Set<Shard>) {
        var layout = ShardLayout(existing: shards)
        for content in contents {
            guard case .published(let name) = content.place, let shard = Shard(name: name) else { continue }
            layout.add(cost: content.scanCost, to: shard)
        }
        self.layout = layout
    }
}

extension ContentRecord {
    /// Whether programs find the content.
    fileprivate var isPublished: Bool {
        if case .published = place { true } else { false }
    }
}

extension ExpectedFont {
    /// What a row of the registry lets us expect; `nil` for one that names no file of ours.
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
    /// The elements without repetitions, each at its last place: directories are warmed after what lies in them.
    fileprivate func uniqued() -> [Element] {
        var seen: Set<Element> = []
        return reversed().filter { seen.insert($0).inserted }.reversed()
    }
}

extension FontTree {
    /// Whether an entry of a shard is there with the stamp expected, or is not there and not expected.
    fileprivate func agrees(
        on entry: String, in shard: Shard, with expected: [FontFileName: FileStamp?]
    ) -> Bool {
        let stamp = try? stamp(of: entry, in: shard)
        guard let fileName = FontFileName(rawValue: entry), let known = expected[fileName] else { return stamp == nil }
        return stamp != nil && stamp == known
    }
}
