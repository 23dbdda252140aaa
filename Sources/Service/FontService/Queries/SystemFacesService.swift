package import FontModel
package import InspectionClient
internal import InspectionProtocol
package import Logging
package import Registry
internal import Synchronization

/// Keeps the registry's record of the system's fonts up to date with the directories that fontconfig scans.
///
/// The worker describes a directory from fontconfig's cache only if the directory's modification time differs from the
/// one in the registry. If nothing has changed, a refresh costs one `stat` per directory.
package actor SystemFacesService {
    private let registry: Registry
    private let inspector: FontInspector
    private let excludedDirectories: [String]
    private let work: WorkInProgress
    private let isFollowing: Bool
    private let log: Logger
    private let onDirectories: @Sendable ([String]) -> Void
    private var refreshing: Task<Void, Never>?
    private var wantsAnother = false
    /// Whether the first refresh has ended; stays set from then on.
    ///
    /// It is not part of the actor's state, so that later queries need no switch of threads.
    private nonisolated let isReady = Atomic(false)
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// The failure of the last refresh, if it failed.
    package private(set) var lastFailure: FontError?

    /// Creates the service; nothing is read before ``refresh()``.
    ///
    /// - Parameters:
    ///   - registry: Stores the faces.
    ///   - inspector: Reads fontconfig's caches.
    ///   - excludedDirectories: Absolute paths of trees that are not the system's: those of this service.
    ///   - isFollowing: Whether another process keeps the registry's record up to date.
    ///   - work: Records that a refresh is running.
    ///   - log: The log for failures.
    ///   - onDirectories: Receives the directories found by each refresh, to be watched for changes.
    package init(
        registry: Registry, inspector: FontInspector, excludedDirectories: [String],
        isFollowing: Bool = false, work: WorkInProgress, log: Logger,
        onDirectories: @escaping @Sendable ([String]) -> Void
    ) {
        self.registry = registry
        self.inspector = inspector
        self.excludedDirectories = excludedDirectories
        self.work = work
        self.isFollowing = isFollowing
        self.log = log
        self.onDirectories = onDirectories
        if isFollowing { isReady.store(true, ordering: .releasing) }
    }

    /// Updates the registry; a call during a refresh makes it run once more.
    package func refresh() async {
        if isFollowing { return }
        wantsAnother = true
        if let refreshing {
            await refreshing.value
            return
        }
        let task = Task {
            await work.during(.systemFonts) {
                while wantsAnother {
                    wantsAnother = false
                    await refreshOnce()
                }
            }
            refreshing = nil
        }
        refreshing = task
        await task.value
    }

    /// Waits until the first refresh has ended, successfully or not.
    ///
    /// Before that, an answer would lack the system's fonts.
    package nonisolated func ready() async {
        if !isAtHand { await firstRefresh() }
    }

    /// Whether the first refresh has ended, so that ``ready()`` would not wait.
    package nonisolated var isAtHand: Bool { isReady.load(ordering: .acquiring) }

    private func firstRefresh() async {
        // It may have ended before this call.
        if isAtHand { return }
        await withCheckedContinuation { waiting.append($0) }
    }

    private func refreshOnce() async {
        do throws(FontError) {
            let directories = try await inspector.systemDirectories(excluding: excludedDirectories)
            onDirectories(directories.map(\.path))
            try await update(to: directories)
            lastFailure = nil
        } catch {
            lastFailure = error
            log.error("The system's fonts could not be read", metadata: ["error": "\(error)"])
        }
        isReady.store(true, ordering: .releasing)
        for continuation in waiting { continuation.resume() }
        waiting = []
    }

    private func update(to directories: [SystemFontDirectory]) async throws(FontError) {
        let known = try await FontError.mapping { () throws(RegistryError) in try await registry.systemDirectories.all()
        }
        let times = Dictionary(
            known.map { ($0.path, $0.modificationNanoseconds) }, uniquingKeysWith: { first, _ in first })
        var failure: FontError?
        for directory in directories where times[directory.path] != directory.modificationNanoseconds {
            let faces: [SystemFontFace]
            do throws(FontError) {
                faces = try await inspector.systemFaces(in: directory.path)
            } catch {
                // Programs may find the names in this directory, so these must stay taken. The other directories are
                // read all the same.
                failure = FontError(error.code, "\(directory.path): \(error.message)")
                continue
            }
            try await FontError.mapping { () throws(RegistryError) in
                try await registry.systemDirectories.replace(
                    directory.path, modificationNanoseconds: directory.modificationNanoseconds,
                    faces: faces.map { (path: $0.path, format: $0.format, face: $0.face) })
            }
        }
        let found = Set(directories.map(\.path))
        let gone = known.map(\.path).filter { !found.contains($0) }
        if !gone.isEmpty {
            try await FontError.mapping { () throws(RegistryError) in try await registry.systemDirectories.remove(gone)
            }
        }
        if let failure { throw failure }
    }
}
