internal import BusInterface
internal import DBus
internal import FontModel
internal import Glibc
internal import LinuxSystem
internal import Localization
internal import SystemPackage

/// Registers the fonts of a manifest and moves their originals aside, continuing where an earlier attempt ended.
///
/// An original is moved only after its font is registered, that is, written to disk and found by programs. Programs
/// see the font twice for a moment, but never miss it.
struct AdoptionRun {
    /// The connection.
    var session: CommandSession
    /// The store that the originals are moved to.
    var store: AdoptionStore
    /// The run's name.
    var run: String
    /// The progress line, which advances by one for each item.
    private let progress: ProgressLine
    /// The items that are registered and moved.
    private(set) var manifest: AdoptionManifest
    /// The failures of single items.
    private(set) var failures: [CommandFailure] = []
    /// The items that had been moved when the run was interrupted; `nil` if it was not.
    private(set) var interruptedAfter: [AdoptionItem]?
    /// Whether the service may have registered fonts for the run, in this attempt or in an earlier one.
    private var mayHaveRegistered: Bool

    /// The options for installing fonts: a font that the user has installed is kept, as undo could not restore it.
    static let installOptions = ["keep_registered": BusVariant(true)]

    /// The most files that one call may name as replaced, according to the interface.
    private static let replacedPerCall = 4096

    /// The number of fonts that are registered before their originals are moved and the manifest is written.
    private static let groupsPerStep = 64

    init(
        _ manifest: AdoptionManifest, named run: String, isNew: Bool, in store: AdoptionStore,
        over session: CommandSession, telling progress: ProgressLine
    ) {
        self.manifest = manifest
        mayHaveRegistered = !isNew
        self.run = run
        self.store = store
        self.session = session
        self.progress = progress
    }

    /// Finishes the run, or, if the task is cancelled, the steps that have begun.
    ///
    /// - Throws: The failure that ended the run early. The run can be continued or undone; if the service refused it
    ///   from the start, it is deleted.
    mutating func finish() async throws(CommandFailure) {
        do throws(CommandFailure) {
            try await carryOut()
        } catch {
            if !mayHaveRegistered { store.remove(run) }
            throw error
        }
    }

    private mutating func carryOut() async throws(CommandFailure) {
        store.clearRemains(of: manifest, in: run)
        // Disabled fonts come last: a file can give its names to the preferred font only while the file is in place.
        let steps = [true, false].flatMap { isEnabled in
            manifest.groups.filter { manifest.items[$0[0]].isEnabled == isEnabled }
                .batches(of: Self.groupsPerStep).map { (groups: $0, isEnabled: isEnabled) }
        }
        for (step, isEnabled) in steps {
            if Task.isCancelled { return try interrupt() }
            let present = step.filter { group in group.contains { place(of: manifest.items[$0]) != nil } }
            var registered: [[Int]] = []
            for batch in present.batches(of: FontFile.filesPerMessage) where !Task.isCancelled {
                registered += try await register(Array(batch), enabled: isEnabled)
            }
            var orphans: [String] = []
            for group in registered {
                for index in group { move(index) }
                let isAside = group.contains { isStored(manifest.items[$0]) }
                if !isAside, let item = group.first.map({ manifest.items[$0] }), !item.wasRegistered, let id = item.id {
                    orphans.append(id)
                }
            }
            sync(registered.joined().map { manifest.items[$0] })
            // A font whose original stays where it was must not be present twice.
            try await unregister(orphans)
            try store.write(manifest, of: run)
            progress.advance(by: step.joined().count)
        }
        if Task.isCancelled, manifest.items.contains(where: { place(of: $0) == $0.path }) { return try interrupt() }
        // Files that were moved aside stay in the manifest, even if they are damaged.
        manifest.items = manifest.items.filter { store.hasFile(of: $0, in: run) }
        manifest.state = .adopted
        if manifest.items.isEmpty { store.remove(run) } else { try store.write(manifest, of: run) }
    }

    /// Leaves the run to be continued or undone; deletes a run that has changed nothing.
    private mutating func interrupt() throws(CommandFailure) {
        let moved = manifest.items.filter { isStored($0) }
        interruptedAfter = moved
        let isUnchanged = !manifest.items.contains { store.hasFile(of: $0, in: run) }
        if isUnchanged { store.remove(run) } else { try store.write(manifest, of: run) }
    }

    /// The path of an item's file: aside, or where it was; `nil` if it is in neither place.
    private func place(of item: AdoptionItem) -> String? {
        if isStored(item) { return store.storedPath(of: item, in: run) }
        guard let status = try? FileStatus(path: item.path), item.describes(status) else { return nil }
        return item.path
    }

    private func isStored(_ item: AdoptionItem) -> Bool { item.isWhole(at: store.storedPath(of: item, in: run)) }

    /// The files that the fonts of groups replace.
    private func replaced(by groups: [[Int]]) -> Set<String> {
        Set(groups.joined().flatMap { manifest.items[$0].replaces + [manifest.items[$0].path] })
    }

    /// Registers one font for each group, and returns the groups that were registered.
    private mutating func register(_ groups: [[Int]], enabled: Bool) async throws(CommandFailure) -> [[Int]] {
        guard groups.count == 1 || replaced(by: groups).count <= Self.replacedPerCall else {
            let middle = groups.count / 2
            let first = try await register(Array(groups[..<middle]), enabled: enabled)
            return first + (try await register(Array(groups[middle...]), enabled: enabled))
        }
        var opened: [(group: [Int], path: String, file: OwnedFileDescriptor)] = []
        for group in groups {
            var path: String?
            for index in group where path == nil { path = place(of: manifest.items[index]) }
            guard let path else { continue }
            do throws(CommandFailure) {
                opened.append((group, path, try FontFile.open(path)))
            } catch {
                failures.append(error)
            }
        }
        guard !opened.isEmpty else { return [] }
        // If a single font has more copies, the service refuses its name and the font stays where it is.
        let replaced = replaced(by: opened.map(\.group)).sorted().prefix(Self.replacedPerCall)
        let results = try await install(opened.map(\.file), replacing: Array(replaced), enabled: enabled)
        var registered: [[Int]] = []
        for (position, item) in opened.enumerated() {
            let record = FontRecord(position < results.count ? results[position] : [:])
            if let failure = record.failure(about: item.path) {
                failures.append(failure)
            } else if record.text("id").isEmpty {
                failures.append(
                    CommandFailure(
                        .failure, code: .registrationFailed, localized("The service returned no result."),
                        item: item.path))
            } else {
                for index in item.group { manifest.items[index].id = record.text("id") }
                registered.append(item.group)
            }
        }
        return registered
    }

    private mutating func install(
        _ fonts: [OwnedFileDescriptor], replacing replaced: [String], enabled: Bool
    ) async throws(CommandFailure) -> [[String: BusVariant]] {
        let options = Self.installOptions.merging(CommandSession.changeOptions) { $1 }
            .merging(["replacing": BusVariant(replaced)]) { $1 }
        do throws(CommandFailure) {
            // The service registers the fonts whether or not this program receives the reply.
            let reply = try await finishing { [session] () async throws(CommandFailure) in
                try await calling { () async throws(BusError) in
                    try await session.management.installFonts(
                        fonts: fonts, scope: RegistrationScope.persistent.rawValue, enabled: enabled,
                        options: options, timeout: CommandSession.changeTimeout)
                }
            } onCancel: { [progress] in
                progress.change(to: ProgressLine.finishing)
            }
            mayHaveRegistered = true
            return reply.results
        } catch {
            // A refused call changed nothing, but a call whose reply was lost may have registered fonts.
            if !error.name.hasPrefix(BusErrorNames.prefix) { mayHaveRegistered = true }
            throw error
        }
    }

    private mutating func move(_ index: Int) {
        let item = manifest.items[index]
        let path = store.storedPath(of: item, in: run)
        do throws(Errno) {
            if isStored(item) { return try complete(item, at: path) }
            guard item.describes(try FileStatus(path: item.path)) else { throw .staleNFSFileHandle }
            try FileMove.move(item.path, to: path)
        } catch {
            let message =
                error == .staleNFSFileHandle || error == .noSuchFileOrDirectory
                ? localized("Not moved: the file was changed in the meantime.")
                : localized("Not moved: %1.", "\(error)")
            failures.append(CommandFailure(.failure, code: .registrationFailed, message, item: item.path))
        }
    }

    /// Removes an original that an earlier attempt had copied but not removed before it was killed.
    private func complete(_ item: AdoptionItem, at path: String) throws(Errno) {
        guard let original = try? FileStatus(path: item.path), item.describes(original) else { return }
        do throws(Errno) {
            try FileMove.complete(item.path, to: path)
        } catch {
            // The original stays, so the copy is removed.
            unlink(path.fileSystemRepresentation)
            throw error
        }
    }

    private mutating func sync(_ items: [AdoptionItem]) {
        for directory in Set(items.map { UserPlaces.parent(of: $0.path) } + [store.path(of: run)]) {
            do throws(Errno) {
                try FileMove.sync(directory: directory)
            } catch {
                failures.append(
                    CommandFailure(
                        .failure, code: .readOnly, localized("Cannot be synced: %1.", "\(error)"), item: directory))
            }
        }
    }

    private func unregister(_ ids: [String]) async throws(CommandFailure) {
        for batch in ids.batches(of: 100) {
            _ = try await finishing { [session] () async throws(CommandFailure) in
                try await calling { () async throws(BusError) in
                    try await session.management.uninstall(
                        ids: Array(batch), options: CommandSession.changeOptions, timeout: CommandSession.changeTimeout)
                }
            } onCancel: { [progress] in
                progress.change(to: ProgressLine.finishing)
            }
        }
    }
}
