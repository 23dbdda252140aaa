internal import BusInterface
internal import DBus
internal import FontModel
internal import LinuxSystem
internal import Synchronization

/// Fonts and other files of this application that are there when it needs them, and fetched where they are not.
///
/// The application names the files in its manifest, with tags and, where a file does not come with the application, with
/// a `url`. A request gives access to the files of some tags for as long as it is not ended, like `NSBundleResourceRequest`:
///
///     let request = FontResourceRequest(tags: ["headlines"])
///     try await request.beginAccessingResources()
///     let bytes = try await request.data(named: "Headline-Regular.otf")
///     await request.endAccessingResources()
///
/// A request is used for one access; another needs another request. The access ends with the request, too, and with the
/// connection to the service: after the service was restarted, files can be evicted that only an earlier one held.
public final class FontResourceRequest: Sendable {
    /// The loading priority of what the user waits for: everything else waits.
    public static let urgentLoadingPriority = 1.0

    /// The tags whose files the request gives access to.
    public let tags: Set<String>

    private enum State {
        case new, beginning, held, ended
    }

    private let manager: FontManager
    /// With what each access is called: one that was given up may have been begun all the same.
    private let state = Mutex((phase: State.new, priority: 0.5, handle: ""))

    /// Creates a request; nothing is fetched yet.
    ///
    /// - Parameters:
    ///   - tags: Tags of the application's manifest, at least one.
    ///   - manager: Who calls the service.
    public init(tags: Set<String>, manager: FontManager = .shared) {
        self.tags = tags
        self.manager = manager
    }

    deinit {
        let (phase, _, handle) = state.withLock { $0 }
        if phase == .held { Self.end(handle, over: manager.service) }
    }

    /// Ends an access that nobody waits for.
    private static func end(_ handle: String, over service: ServiceConnection) {
        Task.detached {
            try? await service.call { (session, _) throws(BusError) in
                try await session.resources.endAccess(handle: handle)
            }
        }
    }

    /// How urgent the files are, from 0 to 1, when they have to be fetched.
    public var loadingPriority: Double { state.withLock { $0.priority } }

    /// Says how urgent the files are.
    ///
    /// - Parameter priority: From 0 to 1, which is ``urgentLoadingPriority``.
    /// - Throws: ``FontManagerError``; `CancellationError`.
    public func setLoadingPriority(_ priority: Double) async throws {
        let handle = state.withLock { state in
            state.priority = priority
            return state.phase == .beginning ? state.handle : nil
        }
        guard let handle else { return }
        try await manager.service.call { (session, _) throws(BusError) in
            try await session.resources.setLoadingPriority(handle: handle, priority: priority)
        }
    }

    /// Has the files there: fetches what is missing, and keeps all of them until the access ends.
    ///
    /// Where it fails or is cancelled, nothing is kept back, and it can be tried again.
    ///
    /// - Parameter onProgress: Told how many bytes are fetched, of how many: one call after the other, on a thread where it
    ///   may block. The last may still run when the files are there.
    /// - Throws: ``FontManagerError`` with the code `requestReused` for a request that was used, `assetNotFound` for a tag
    ///   that the manifest does not have, and why a file cannot be had; `CancellationError`.
    public func beginAccessingResources(
        onProgress: @escaping @Sendable (FontDownloadProgress) -> Void = { _ in }
    ) async throws {
        let (handle, priority) = try reserve()
        let progress = ProgressTeller(on: manager.handlers, onProgress)
        do {
            let end = try await progress.run {
                try await manager.service.call { [tags] session, _ async throws(BusError) in
                    let token = FontIdentifier.random().rawValue
                    let end = try await Job1Client.run(
                        over: session.connection, named: token, of: session.way.busName, below: session.way.path,
                        onProgress: progress.tell
                    ) { () async throws(BusError) in
                        _ = try await session.resources.beginAccess(
                            handle: handle, tags: tags.sorted(),
                            options: ["handle_token": BusVariant(token), "loading_priority": BusVariant(priority)])
                    }
                    if case .lost = end { throw BusError.disconnected }
                    return end
                }
            }
            try Task.checkCancellation()
            guard case .ended(let state, let result) = end, state != "cancelled" else { throw CancellationError() }
            if let error = BusRecord(result).error(about: .asset(tags.sorted().joined(separator: ", "))) { throw error }
        } catch {
            state.withLock { $0.phase = .new }
            // It may have been begun before the task was cancelled.
            if error is CancellationError { Self.end(handle, over: manager.service) }
            throw error
        }
        state.withLock { $0.phase = .held }
    }

    /// Gives access to the files where all of them are there, and never fetches.
    ///
    /// - Returns: Whether there is access; where there is none, ``beginAccessingResources(onProgress:)`` fetches what is
    ///   missing.
    /// - Throws: As ``beginAccessingResources(onProgress:)``.
    public func conditionallyBeginAccessingResources() async throws -> Bool {
        let (handle, _) = try reserve()
        do {
            let isHeld = try await manager.service.call { [tags] session, _ async throws(BusError) in
                try await session.resources.conditionallyBeginAccess(
                    handle: handle, tags: tags.sorted(), options: [:])
            }
            state.withLock { $0.phase = isHeld ? .held : .new }
            return isHeld
        } catch {
            state.withLock { $0.phase = .new }
            if error is CancellationError { Self.end(handle, over: manager.service) }
            throw error
        }
    }

    /// Ends the access: the service may remove fetched files when space is low.
    ///
    /// Ending it twice does nothing.
    public func endAccessingResources() async {
        let handle = state.withLock { state -> String? in
            guard state.phase == .held else { return nil }
            state.phase = .ended
            return state.handle
        }
        guard let handle else { return }
        // A service that was replaced knows nothing of it, which comes to the same.
        try? await manager.service.call { (session, _) throws(BusError) in
            try await session.resources.endAccess(handle: handle)
        }
    }

    /// The bytes of a file that the request gives access to.
    ///
    /// - Parameter name: The path of the file in the manifest, or the name that the manifest gives a font.
    /// - Returns: The bytes, whose SHA-256 is that of the manifest.
    /// - Throws: ``FontManagerError`` with the code `assetNotFound` where no access of the application has such a file;
    ///   `CancellationError`.
    public func data(named name: String) async throws -> [UInt8] {
        let file = try await manager.service.call { (session, _) throws(BusError) in
            try await session.resources.openAsset(name: name)
        }
        return try await manager.files.run { try FontBytes.all(of: file) }
    }

    /// Says how much the application wants the files of tags kept when space is low, compared with other tags.
    ///
    /// - Parameters:
    ///   - priority: From 0, which is what tags have by themselves, to 1.
    ///   - tags: Tags of the application's manifest.
    ///   - manager: Who calls the service.
    /// - Throws: ``FontManagerError``; `CancellationError`.
    public static func setPreservationPriority(
        _ priority: Double, forTags tags: Set<String>, manager: FontManager = .shared
    ) async throws {
        try await manager.service.call { (session, _) throws(BusError) in
            try await session.resources.setPreservationPriority(tags: tags.sorted(), priority: priority)
        }
    }

    /// Begins the one access of the request.
    private func reserve() throws -> (handle: String, priority: Double) {
        try state.withLock { state in
            guard state.phase == .new else {
                throw FontManagerError(.requestReused, "The request was used. Each access needs a request of its own.")
            }
            state.phase = .beginning
            state.handle = FontIdentifier.random().rawValue
            return (state.handle, state.priority)
        }
    }
}
