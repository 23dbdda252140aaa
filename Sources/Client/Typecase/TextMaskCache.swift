internal import ApplicationFonts
internal import BusInterface
internal import DBus
internal import LinuxSystem
internal import Synchronization

/// Keeps what text masks were measured and drawn as, until fonts or the user's category change.
public actor TextMaskCache {
    /// The cache of ``FontManager/shared``.
    public static let shared = TextMaskCache()

    private let manager: FontManager
    private var store: TextMaskStore
    /// Counts changes: what was asked for before one is of no use after it.
    private var epoch: UInt64 = 0
    /// The changes of this process' own that are counted in ``epoch``, by the service and in process scope.
    private var ownChanges = (0, 0)
    private var following: [Task<Void, Never>] = []
    /// Whether the category is followed: each one that comes after that is a change.
    private var knowsCategory = false
    private var awaitingCategory: [CheckedContinuation<Void, Never>] = []
    private var listeners: [UInt64: AsyncStream<Void>.Continuation] = [:]
    private var lastListener: UInt64 = 0

    /// Creates a cache.
    ///
    /// - Parameters:
    ///   - manager: The way to the service.
    ///   - capacity: How many texts are kept, each in one frame.
    ///   - byteLimit: How many bytes their pictures may take together; those used last are kept.
    public init(manager: FontManager = .shared, capacity: Int = 64, byteLimit: Int = 32 << 20) {
        self.manager = manager
        store = TextMaskStore(capacity: capacity, byteLimit: byteLimit)
    }

    deinit {
        for task in following { task.cancel() }
        for listener in listeners.values { listener.finish() }
    }

    /// Tells whenever fonts or the category have changed, so that masks that are shown have to be drawn again.
    ///
    /// - Returns: The changes, for one consumer, until its task is cancelled; one that is busy gets the last one only.
    public func changes() -> AsyncStream<Void> {
        follow()
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        lastListener += 1
        let number = lastListener
        listeners[number] = continuation
        continuation.onTermination = { [weak self] _ in Task { await self?.removeListener(number) } }
        return stream
    }

    /// Forgets everything.
    public func removeAll() {
        epoch += 1
        store.removeAll()
    }

    private func removeListener(_ number: UInt64) { listeners[number] = nil }

    func measures(of mask: TextMask, in frame: TextMask.Frame) async throws -> TextMask.Measures {
        let key = try await key(of: mask, in: frame)
        let started = currentEpoch()
        if let known = store.entry(key)?.measures { return known }
        let attributes = try await manager.attributes(of: mask)
        let dictionary = try await manager.service.call { (session, _) throws(BusError) in
            try await session.rendering.measure(
                text: mask.text, attributes: attributes, frame: frame.dictionary, options: mask.options)
        }
        let measures = TextMask.Measures(dictionary)
        if started == currentEpoch() { store.keep(key) { $0.measures = measures } }
        return measures
    }

    func picture(of mask: TextMask, in frame: TextMask.Frame) async throws -> TextMask.Picture {
        let key = try await key(of: mask, in: frame)
        let started = currentEpoch()
        if let known = store.entry(key)?.picture { return known }
        let attributes = try await manager.attributes(of: mask)
        let drawn = try await manager.service.call { (session, _) throws(BusError) in
            try await session.rendering.mask(
                text: mask.text, attributes: attributes, frame: frame.dictionary, options: mask.options)
        }
        let picture = try TextMask.Picture(drawn.picture, drawn.measures)
        if started == currentEpoch() {
            store.keep(key) { entry in
                entry.picture = picture
                entry.measures = picture.measures
            }
        }
        return picture
    }

    private func key(of mask: TextMask, in frame: TextMask.Frame) async throws -> TextMaskStore.Key {
        await beReady()
        let fonts = mask.includesApplicationFonts ? try await manager.files.run { ApplicationFonts.fingerprint } : 0
        return TextMaskStore.Key(mask: mask, frame: frame, applicationFonts: fonts)
    }

    /// Counts what this process has changed itself.
    ///
    /// A text that is asked for after a registration is drawn with the font, though the change is told later.
    private func currentEpoch() -> UInt64 {
        let changes = (
            manager.service.endedChanges.load(ordering: .acquiring),
            manager.processScope.endedChanges.load(ordering: .acquiring)
        )
        if changes != ownChanges {
            ownChanges = changes
            removeAll()
        }
        return epoch
    }

    /// The number of texts that are kept, for tests.
    var count: Int { store.count }

    private func invalidate() {
        removeAll()
        for listener in listeners.values { listener.yield() }
    }

    /// Waits until the category is followed, lest it changes between the first mask and the first that is told.
    private func beReady() async {
        follow()
        guard !knowsCategory else { return }
        await withCheckedContinuation { awaitingCategory.append($0) }
    }

    private func categoryCame() {
        guard !knowsCategory else { return invalidate() }
        // The first is what there is already.
        knowsCategory = true
        for continuation in awaitingCategory { continuation.resume() }
        awaitingCategory = []
    }

    /// Hears of changes from the first question on.
    private func follow() {
        guard following.isEmpty else { return }
        let manager = manager
        following = [
            Task { [weak self] in
                for await _ in manager.changes() { await self?.invalidate() }
            },
            Task { [weak self] in
                for await _ in manager.contentSizeCategories() { await self?.categoryCame() }
            },
        ]
    }
}
