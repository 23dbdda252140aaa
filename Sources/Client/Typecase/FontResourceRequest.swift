internal import BusInterface
internal import DBus
internal import FontModel
internal import LinuxSystem
internal import Synchronization

/// A request for fonts and other files of this application, which are downloaded if they are missing.
///
/// The application lists the files in its manifest, with tags and, if a file does not come with the application, with a
/// `url`. A request gives access to the files with certain tags until the access ends, like `NSBundleResourceRequest`:
///
///     let request = FontResourceRequest(tags: ["headlines"])
///     try await request.beginAccessingResources()
///     let bytes = try await request.data(named: "Headline-Regular.otf")
///     await request.endAccessingResources()
///
/// A request can be used for one access only; each further access needs a new request. The access also ends when the
/// request is deallocated or the connection to the service is closed. After the service is restarted, it may remove
/// files that only an access before the restart retained.
public final class FontResourceRequest: Sendable {
    /// The loading priority of files that the user waits for.
    ///
    /// All other downloads wait.
    public static let urgentLoadingPriority = 1.0

    /// The tags whose files the request gives access to.
    public let tags: Set<String>

    private enum State {
        case new, beginning, held, ended
    }

    private let manager: FontManager
    /// The state of the access.
    ///
    /// Each attempt has its own handle, because a cancelled attempt may still have begun an access.
    private let state = Mutex((phase: State.new, priority: 0.5, handle: ""))

    /// Creates a request.
    ///
    /// Nothing is downloaded yet.
    ///
    /// - Parameters:
    ///   - tags: Tags from the application's manifest, at least one.
    ///   - manager: The font manager that calls the service.
    public init(tags: Set<String>, manager: FontManager = .shared) {
        self.tags = tags
        self.manager = manager
    }

    deinit {
        let (phase, _, handle) = state.withLock { $0 }
        if phase == .held { Self.end(handle, over: manager.service) }
    }

    /// Ends an access without waiting for the result.
    private static func end(_ handle: String, over service: ServiceConnection) {
        Task.detached {
            try? await service.call { (session, _) throws(BusError) in
                try await session.resources.endAccess(handle: handle)
            }
        }
    }

    /// The priority of the files, from 0 to 1, if they must be downloaded.
    public var loadingPriority: Double { state.withLock { $0.priority } }

    /// Sets the priority of the files for downloads.
    ///
    /// - Parameter priority: The priority, from 0 to 1. The highest, 1, is ``urgentLoadingPriority``.
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

    /// Begins the access: downloads missing files, and retains all files until the access ends.
    ///
    /// If the call fails or is cancelled, no files are retained, and the call can be repeated.
    ///
    /// - Parameter onProgress: A closure that receives the numbers of downloaded and total bytes. The calls are made
    ///   one after the other, on a thread where the closure may block. The last call may still be running when the
    ///   method returns.
    /// - Throws: ``FontManagerError`` with the code `requestReused` if the request was already used, with
    ///   `assetNotFound` if the manifest does not contain a tag, or with the reason why a file is not available;
    ///   `CancellationError`.
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
            // The access may have begun before the task was cancelled.
            if error is CancellationError { Self.end(handle, over: manager.service) }
            throw error
        }
        state.withLock { $0.phase = .held }
    }

    /// Begins the access if all files are on the machine, and never downloads.
    ///
    /// - Returns: Whether the access has begun. If it has not, ``beginAccessingResources(onProgress:)`` downloads the
    ///   missing files.
    /// - Throws: The same errors as ``beginAccessingResources(onProgress:)``.
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

    /// Ends the access.
    ///
    /// The service may then remove the downloaded files when space is low.
    ///
    /// A second call does nothing.
    public func endAccessingResources() async {
        let handle = state.withLock { state -> String? in
            guard state.phase == .held else { return nil }
            state.phase = .ended
            return state.handle
        }
        guard let handle else { return }
        // If the service was replaced, it does not know the access, which has the same effect.
        try? await manager.service.call { (session, _) throws(BusError) in
            try await session.resources.endAccess(handle: handle)
        }
    }

    /// The bytes of a file that the request gives access to.
    ///
    /// - Parameter name: The path of the file in the manifest, or the name that the manifest gives a font.
    /// - Returns: The bytes of the file. Their SHA-256 is the one in the manifest.
    /// - Throws: ``FontManagerError`` with the code `assetNotFound` if no access of the application includes such a
    ///   file; `CancellationError`.
    public func data(named name: String) async throws -> [UInt8] {
        let file = try await manager.service.call { (session, _) throws(BusError) in
            try await session.resources.openAsset(name: name)
        }
        return try await manager.files.run { try FontBytes.all(of: file) }
    }

    /// Sets the priority for keeping the files with certain tags when space is low, compared with other tags.
    ///
    /// - Parameters:
    ///   - priority: The priority, from 0, which is the default, to 1.
    ///   - tags: Tags from the application's manifest.
    ///   - manager: The font manager that calls the service.
    /// - Throws: ``FontManagerError``; `CancellationError`.
    public static func setPreservationPriority(
        _ priority: Double, forTags tags: Set<String>, manager: FontManager = .shared
    ) async throws {
        try await manager.service.call { (session, _) throws(BusError) in
            try await session.resources.setPreservationPriority(tags: tags.sorted(), priority: priority)
        }
    }

    /// Reserves the request for its only access.
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
