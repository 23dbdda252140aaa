internal import FontLibrary
internal import FontModel
internal import Glibc
internal import InspectionClient
internal import LinuxSystem
internal import Logging
internal import Registry
internal import Systemd

extension LibraryPublisher {
    /// The number of leaving contents from which on their rows are deleted after the answer: with all their faces and
    /// names that is half of the work of such a commit, and below it a commit of its own would cost more.
    private static let leavingContentsPerCommit = 16

    /// Reads what a round is about from the registry, in one transaction.
    func planner(for requests: [LibraryRequest]) async throws(FontError) -> LibraryPlanner {
        var digests: [FontDigest] = []
        var ids: [FontIdentifier] = []
        var names: [String] = []
        var families: [String] = []
        var instanceNames: [String] = []
        var fullNames: [String] = []
        var calls: [ProviderRequest] = []
        var usage: [ProviderIdentifier: LibraryPlanner.Usage] = [:]
        var programFonts = 0
        for request in requests {
            switch request.action {
            case .register(let candidates, let options):
                calls += options.request(by: request.requester)
                digests += candidates.map(\.digest)
                names += candidates.flatMap(\.postscriptNames)
                instanceNames += candidates.flatMap(\.instanceNames)
                fullNames += candidates.flatMap(\.fullNames)
                families += candidates.flatMap(\.families)
                let provider = request.requester.provider.id
                var used = try await self.usage(of: request.requester.provider)
                if let reservation, reservation.provider == provider, let added = reservation.added {
                    used.fonts += added.fonts
                    used.bytes += added.bytes
                }
                usage[provider] = used
                if provider != .user, programFonts == 0 { programFonts = try await fontsOfPrograms() }
            case .registerKnown(let requested, _), .unregister(let requested, _), .setEnabled(let requested, _),
                .setAside(let requested, _), .bringBack(let requested):
                ids += requested
            case .endSession(let registrations): ids += registrations.map(\.id)
            case .judge(let judgements): digests += judgements.map(\.digest)
            }
        }
        let replacesFiles = requests.contains { $0.replacesFiles }
        let registering = requests.reduce(0) {
            if case .register(let fonts, _) = $1.action { $0 + fonts.count } else { $0 }
        }
        let firstSequence = try await reserveSequences(registering)
        return try await planner(
            digests: digests, ids: ids, names: names, instanceNames: instanceNames, fullNames: fullNames,
            families: families, usage: usage, programFonts: programFonts, replacesFiles: replacesFiles, calls: calls,
            firstSequence: firstSequence)
    }

    /// Reads from the registry, in one transaction, what there is of contents and registrations, for somebody who only
    /// looks at it.
    nonisolated func planner(
        knowing digests: [FontDigest], _ ids: [FontIdentifier]
    ) async throws(FontError) -> LibraryPlanner {
        try await planner(
            digests: digests, ids: ids, names: [], instanceNames: [], fullNames: [], families: [], usage: [:],
            programFonts: 0, replacesFiles: false, calls: [], firstSequence: 1)
    }

    /// Reads from the registry, in one transaction, what is known of contents, registrations and names.
    ///
    /// Nothing has a default: a rule does not hold for what was not read.
    nonisolated func planner(
        digests: [FontDigest], ids: [FontIdentifier], names: [String], instanceNames: [String],
        fullNames: [String], families: [String], usage: [ProviderIdentifier: LibraryPlanner.Usage],
        programFonts: Int, replacesFiles: Bool, calls: [ProviderRequest], firstSequence: Int64
    ) async throws(FontError) -> LibraryPlanner {
        let (wantedDigests, wantedIDs, wantedNames) = (digests, ids, names)
        let (wantedInstances, wantedFullNames, wantedFamilies) = (instanceNames, fullNames, families)
        let owners = usage.keys.sorted { $0.rawValue < $1.rawValue }
        let snapshot = try await FontError.mapping { () throws(RegistryError) in
            try await registry.snapshot(
                digests: wantedDigests, ids: wantedIDs, postscriptNames: wantedNames,
                instanceNames: wantedInstances, fullNames: wantedFullNames, owners: owners, families: wantedFamilies,
                requests: calls)
        }
        let (names, instances) = Self.owners(snapshot.nameHolders)
        let (full, fullOfInstances) = Self.owners(snapshot.fullNameHolders)
        let systemPaths =
            (snapshot.nameHolders + snapshot.fullNameHolders).compactMap(\.path)
            + snapshot.systemFaces.values.joined().map(\.path)
        var planner = LibraryPlanner(
            names: names, instanceNames: instances, fullNames: full, instanceFullNames: fullOfInstances, usage: usage,
            programFonts: programFonts, userFiles: replacesFiles ? try await userFiles(among: systemPaths) : [:],
            siblings: snapshot.siblings, systemFaces: snapshot.systemFaces,
            familyHolders: snapshot.familyHolders, disabledNames: snapshot.disabledNames,
            requestedFonts: snapshot.requestedFonts, firstSequence: firstSequence)
        planner.userDirectories = tree.locations.userFontDirectories
        for content in snapshot.contents {
            planner.load(content.record, registrations: content.registrations, faces: content.faces)
        }
        return planner
    }

    /// Who holds names for faces, and who for named instances, by the names' keys.
    private static func owners(
        _ holders: [NameHolder]
    ) -> (faces: [String: [LibraryPlanner.NameOwner]], instances: [String: [LibraryPlanner.NameOwner]]) {
        var owners: (faces: [String: [LibraryPlanner.NameOwner]], instances: [String: [LibraryPlanner.NameOwner]])
        owners = ([:], [:])
        for holder in holders {
            let owner: LibraryPlanner.NameOwner =
                if holder.source == .typecase, let digest = holder.digest, let provider = holder.provider {
                    .font(digest, provider)
                } else {
                    .system(path: holder.path ?? "")
                }
            if holder.isInstance {
                owners.instances[holder.key, default: []].append(owner)
            } else {
                owners.faces[holder.key, default: []].append(owner)
            }
        }
        return owners
    }

    /// Finds out which of these files are the user's.
    private nonisolated func userFiles(among paths: [String]) async throws(FontError) -> [String: String] {
        let holders = Set(paths)
        return try await onThread { () throws(FontError) in
            var files: [String: String] = [:]
            for path in holders {
                guard let status = try? FileStatus(path: path), status.kind == .regular, status.userID == geteuid()
                else { continue }
                files[path] = try? FileSystem.resolved(path)
            }
            return files
        }
    }

    /// Carries out a plan.
    ///
    /// - Returns: The generation after it.
    func execute(_ plan: LibraryPlan) async throws(FontError) -> UInt64 {
        await finishLastRound()
        if plan.items.isEmpty { return try await commitWithoutFiles(plan) }
        await waitUntilFreed()
        var newLayout = layout
        let assignment = try plan.assignment(in: &newLayout)
        let expectation = try await rootExpectation()
        try await noteBeginning()
        try await noteNames(of: plan, assignment, expectation)
        let transaction = FontTransaction(
            tree: tree, moves: assignment.moves, newShards: assignment.newShards, expecting: expectation)
        let leaving = plan.leavingContents.count < Self.leavingContentsPerCommit ? [] : plan.leavingContents
        let generation: UInt64
        let touchesTree: Bool
        do throws(FontError) {
            // Not by a removal, for which it may just have been given up.
            let takesRoom = plan.items.contains(where: \.bringsBytes)
            let published = try await onThread { [spareRoom] () throws(FontError) in
                if takesRoom { spareRoom.setAside() }
                try transaction.prepare()
                return try transaction.place()
            }
            // The disk gets the names while the caches are warmed, and has them before the commit.
            async let durability = synchronizeNames(of: transaction)
            touchesTree = !published.touchedDirectories.isEmpty
            // Before the commit, so that the first program to look finds the caches warm and parses nothing.
            if touchesTree {
                try await warm(
                    published.touchedDirectories, isRequired: !plan.items.allSatisfy(\.bringsNothing))
            }
            try await durability.get()
            // Before the commit notes that notices are due, lest those under way take the note back.
            if touchesTree { settling.noteChange() }
            var mutations = plan.mutations(
                places: assignment.places, stamps: published.stamps.merging(plan.foundStamps) { $1 },
                keepsLeavingContents: !leaving.isEmpty)
            if touchesTree { mutations += try await noticeOfChange(expectation) }
            let committed = mutations
            generation = try await FontError.mapping { () throws(RegistryError) in
                try await registry.commit(committed)
            }
        } catch {
            throw await undo(transaction, after: error)
        }
        layout = newLayout
        for item in plan.items { count(item) }
        await forgetSessionNames(of: plan)
        announce(generation, touchedTree: touchesTree)
        tellOfRegistrations(plan)
        unfinished = transaction
        unforgotten = leaving
        hasNewRemovedFonts = plan.keepsRemovedFonts
        if !plan.decisions.isEmpty { hasUnsavedDecisions = true }
        return generation
    }

    /// Waits until the disk has the names of what a transaction has put in place.
    private nonisolated func synchronizeNames(of transaction: FontTransaction) async -> Result<Void, FontError> {
        do {
            return try await threads.run { Result { () throws(FontError) in try transaction.synchronizeNames() } }
        } catch {
            return .failure(Self.noThreadError)
        }
    }

    /// Carries out a plan that moves no file.
    func commitWithoutFiles(_ plan: LibraryPlan) async throws(FontError) -> UInt64 {
        let mutations = plan.mutations(places: [:], stamps: [:])
        let generation = try await FontError.mapping { () throws(RegistryError) in
            try await registry.commit(mutations)
        }
        await forgetSessionNames(of: plan)
        if !plan.decisions.isEmpty { hasUnsavedDecisions = true }
        if !plan.changes.isEmpty { announce(generation, touchedTree: false) }
        tellOfRegistrations(plan)
        return generation
    }

    /// Has it looked whether the providers of new registrations are still installed.
    func tellOfRegistrations(_ plan: LibraryPlan) {
        let installed = plan.providers.filter { !$0.installation.isEmpty }
        if !installed.isEmpty { onRegistration(installed) }
    }

    /// Warms the caches of changed directories before their commit.
    ///
    /// - Parameters:
    ///   - directories: The scanned directories.
    ///   - isRequired: Whether a failure is the change's as well. Where fonts only leave it is not: programs scan such a
    ///     directory themselves, and a full disk must not keep anybody from making room.
    /// - Throws: Why a cache that is required could not be written.
    private func warm(_ directories: [String], isRequired: Bool) async throws(FontError) {
        if isRequired { return try await warm(directories) }
        do throws(FontError) {
            _ = try await inspectionPool.warm(directories)
        } catch {
            log.warning("Caches could not be warmed after fonts left", metadata: ["error": "\(error)"])
        }
    }

    /// Does what the last round has left for after its commit; due before anything else is changed.
    func finishLastRound() async {
        if hasUnsavedDecisions {
            hasUnsavedDecisions = false
            await saveDecisions()
        }
        guard let transaction = unfinished else { return }
        unfinished = nil
        let leaving = unforgotten
        unforgotten = []
        do throws(FontError) {
            try await onThread { () throws(FontError) in try transaction.finish() }
        } catch {
            log.warning("Files of removed fonts stay until the next start", metadata: ["error": "\(error)"])
        }
        if hasNewRemovedFonts {
            hasNewRemovedFonts = false
            await limitRemovedFonts()
        }
        free(transaction)
        await forget(leaving)
    }

    /// Sets places in the order of registration apart, which sidecars have before the registry has their registrations.
    ///
    /// - Parameter count: How many; what is not used is not missed.
    /// - Returns: The first of them; 0 where there is none to set apart.
    /// - Throws: What kept the registry from being read.
    func reserveSequences(_ count: Int) async throws(FontError) -> Int64 {
        guard count > 0 else { return 0 }
        if nextSequence == nil {
            let next = try await FontError.mapping { () throws(RegistryError) in try await registry.nextSequence() }
            // A batch may have asked for the same at the same time.
            nextSequence = nextSequence ?? next
        }
        let first = nextSequence ?? 1
        nextSequence = first + Int64(count)
        return first
    }

    /// Undoes what a round has done.
    ///
    /// - Parameters:
    ///   - transaction: What was done.
    ///   - failure: Why it is undone.
    /// - Returns: What to answer. Where something cannot be undone that is the answer to everybody until it is: the files
    ///   of the round's fonts are in the tree, so that none can be tried by itself.
    private func undo(_ transaction: FontTransaction, after failure: FontError) async -> FontError {
        do throws(FontError) {
            // A large batch may have opened a directory that was made here, and has nothing in it yet.
            let keepsDirectories = reservation != nil
            let (touched, problems) = try await onThread { () throws(FontError) in
                transaction.rollBack(keepsDirectories: keepsDirectories)
            }
            if !problems.isEmpty { noteLeft(problems, after: failure) }
            await rewarm(touched)
        } catch {
            noteLeft([error], after: failure)
        }
        return obstacle ?? failure
    }

    /// Notes that something could not be undone, which is tried again before anything else is changed.
    ///
    /// - Parameters:
    ///   - problems: What kept something from being undone; at least one.
    ///   - failure: Why it was to be undone.
    func noteLeft(_ problems: [FontError], after failure: FontError) {
        for problem in problems {
            log.error("A change could not be undone yet", metadata: ["error": "\(problem)"])
        }
        // The registry cannot tell a disk that can only be read from one that fails.
        if failure.code == .registrationFailed, let problem = problems.first(where: { $0.code == .readOnly }) {
            obstacle = FontError(.readOnly, "\(failure.message). \(problem.message)")
        } else {
            obstacle = failure
        }
        log.report(
            .libraryStuck, .error, "Nothing can be changed until what is left of a failed change is cleared up",
            metadata: ["error": "\(obstacle ?? failure)"])
        onObstacle()
    }

    /// Makes the caches of what a round has changed valid.
    private func warm(_ directories: [String]) async throws(FontError) {
        guard case .failure(let refusal) = try await inspectionPool.tryWarming(directories) else { return }
        // No font of the round is at fault, so none of them is worth another try.
        self.refusal = refusal
        throw refusal
    }

    /// Makes the caches of directories valid again after a failed change.
    nonisolated func rewarm(_ directories: [String]) async {
        do throws(FontError) {
            _ = try await inspectionPool.warm(directories)
        } catch {
            log.error("Caches could not be warmed after a failed change", metadata: ["error": "\(error)"])
        }
    }
}

extension RegistrationOptions {
    /// The call, where it has a name.
    func request(by requester: Requester) -> [ProviderRequest] {
        call.map { [ProviderRequest(provider: requester.provider.id, name: $0.name)] } ?? []
    }
}

extension LibraryPlan {
    /// Where the files of a plan go.
    struct Assignment {
        var moves: [FontMove] = []
        var newShards: [Shard] = []
        var places: [FontDigest: ContentPlace] = [:]
    }

    /// Finds a shard for each font to publish and turns the plan into moves.
    ///
    /// - Parameter layout: The shards as they are, and on return as they will be.
    /// - Returns: The moves, and where they put what.
    /// - Throws: `Corrupt` where the registry names a file or a shard that is none of ours.
    func assignment(in layout: inout ShardLayout) throws(FontError) -> Assignment {
        var assignment = Assignment()
        for item in items {
            switch item.move {
            case .withdraw(_, let name):
                if let shard = Shard(name: name) { layout.remove(cost: item.scanCost, from: shard) }
            case .replace(_, let predecessor, let name):
                guard let shard = Shard(name: name) else { continue }
                layout.remove(cost: predecessor.scanCost, from: shard)
                layout.add(cost: item.scanCost, to: shard)
            case .publish, .take, .keep, .enable, .yield, nil: break
            }
        }
        for item in items {
            if case .take(_, let found) = item.move { layout.add(cost: item.scanCost, to: found.shard) }
        }
        let published = items.filter(\.entersTree)
        let placement = layout.place(costs: published.map(\.scanCost))
        assignment.newShards = placement.newShards
        let shards = Dictionary(
            zip(published.map(\.digest), placement.shards), uniquingKeysWith: { first, _ in first })
        for item in items { try assignment.add(item, shard: shards[item.digest]) }
        return assignment
    }
}

extension LibraryPlan.Item {
    /// Whether programs find nothing new for it.
    var bringsNothing: Bool {
        switch move {
        case .keep, .take, .withdraw, .yield, nil: true
        case .publish, .enable, .replace: false
        }
    }

    /// Whether its file leaves the tree because whoever registered it has gone, as one of perhaps hundreds.
    var isSetAside: Bool {
        guard case .withdraw = move else { return false }
        return registrations.contains { $0.departure != nil }
    }

    /// Whether the content's file goes into the tree, to a place that has to be found.
    var entersTree: Bool {
        switch move {
        case .publish, .enable: true
        case .keep, .take, .withdraw, .replace, .yield, nil: false
        }
    }
}

extension LibraryPlan.Assignment {
    fileprivate mutating func add(_ item: LibraryPlan.Item, shard: Shard?) throws(FontError) {
        guard let fileName = FontFileName(rawValue: item.fileName) else {
            throw FontError(.corrupt, "The registry names a file '\(item.fileName)', which is none of ours.")
        }
        switch (item.move, shard) {
        case (.publish(let candidate), let shard?):
            switch candidate.bytes {
            case .memory(let memory): moves.append(.publish(memory, as: fileName, in: shard))
            case .staged(let font): moves.append(.publishStaged(font, as: fileName, in: shard))
            }
            places[item.digest] = .published(shard: shard.name)
        case (.take(_, let found), _):
            places[item.digest] = .published(shard: found.shard.name)
            // A note of it would be the mark of a change that is not acknowledged, and have the file deleted after a crash.
            // The next look at the tree finds that it is missing.
            return
        case (.enable(let record), let shard?):
            moves.append(.enable(item.digest, stamp: record.stamp, as: fileName, in: shard))
            places[item.digest] = .published(shard: shard.name)
        case (.keep(let candidate), _):
            switch candidate.bytes {
            case .memory(let memory): moves.append(.keep(memory))
            case .staged(let font): moves.append(.keepStaged(font))
            }
            places[item.digest] = .stored
        case (.withdraw(let record, let name), _):
            guard let shard = Shard(name: name) else {
                throw FontError(.corrupt, "The registry names a shard '\(name)', which is none of ours.")
            }
            moves.append(.withdraw(item.digest, stamp: record.stamp, as: fileName, in: shard))
            places[item.digest] = .stored
        case (.replace(let candidate, let predecessor, let name), _):
            guard let shard = Shard(name: name), let oldName = FontFileName(rawValue: predecessor.fileName) else {
                throw FontError(.corrupt, "The registry names a shard '\(name)', which is none of ours.")
            }
            let bytes: FontMove.Bytes =
                switch candidate.bytes {
                case .memory(let memory): .memory(memory)
                case .staged(let font): .staged(font)
                }
            moves.append(
                .replace(predecessor.digest, stamp: predecessor.stamp, by: bytes, as: oldName, in: shard))
            // What lay in the store, disabled, lies in the tree now.
            if item.initial != nil { moves.append(.delete(item.digest)) }
            places[item.digest] = .published(shard: shard.name)
        case (.yield, _): places[item.digest] = .stored
        case (.publish, nil), (.enable, nil):
            throw FontError(.registrationFailed, "There is no directory for the font.")
        case (nil, _): break
        }
        let place = places[item.digest] ?? item.initial?.place
        if item.isLeaving {
            if place == .stored { moves.append(item.removed.map { .retire($0) } ?? .delete(item.digest)) }
            moves.append(.removeSidecar(item.digest))
        } else {
            let sidecar = item.sidecar(fileName: fileName, place: place)
            moves.append(item.isSetAside ? .rewriteSidecar(sidecar) : .writeSidecar(sidecar))
        }
    }
}

extension LibraryPlan.Item {
    /// What a lost registry would need to know of the content.
    func sidecar(fileName: FontFileName, place: ContentPlace?) -> Sidecar {
        let fontPlace: FontPlace =
            if case .published(let name) = place, let shard = Shard(name: name) { .published(shard) } else { .stored }
        return Sidecar(
            digest: digest, fileName: fileName, format: format, size: size, place: fontPlace,
            registrations: registrations.map {
                Sidecar.Registration(
                    id: $0.id, provider: $0.provider, scope: $0.scope, isEnabled: $0.isEnabled,
                    isDisabledByUser: $0.isDisabledByUser,
                    userInfo: $0.userInfo, sessionToken: $0.sessionToken, sequence: $0.sequence,
                    departure: $0.departure, visibility: $0.visibility)
            })
    }
}
