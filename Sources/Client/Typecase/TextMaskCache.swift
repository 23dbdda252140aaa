internal import ApplicationFonts
internal import BusInterface
internal import DBus
internal import LinuxSystem
internal import Synchronization

/// A cache of measured and drawn text masks, which is emptied when fonts or the user's category change.
public actor TextMaskCache {
    /// The cache of ``FontManager/shared``.
    public static let shared = TextMaskCache()

    private let manager: FontManager
    private var store: TextMaskStore
    /// The number of changes.
    ///
    /// A result that was requested before a change is not cached after it.
    private var epoch: UInt64 = 0
    /// The numbers of this process's own changes that are included in ``epoch``: by the service, and in process scope.
    private var ownChanges = (0, 0)
    private var following: [Task<Void, Never>] = []
    /// Whether the first category has arrived: each later one is a change.
    private var knowsCategory = false
    private var awaitingCategory: [CheckedContinuation<Void, Never>] = []
    private var listeners: [UInt64: AsyncStream<Void>.Continuation] = [:]
    private var lastListener: UInt64 = 0

    /// Creates a cache.
    ///
    /// - Parameters:
    ///   - manager: The font manager whose service draws the texts.
    ///   - capacity: The maximum number of texts in the cache; a text in two frames counts twice.
    ///   - byteLimit: The maximum number of bytes of all pictures; the most recently used ones are kept.
    public init(manager: FontManager = .shared, capacity: Int = 64, byteLimit: Int = 32 << 20) {
        self.manager = manager
        store = TextMaskStore(capacity: capacity, byteLimit: byteLimit)
    }

    deinit {
        for task in following { task.cancel() }
        for listener in listeners.values { listener.finish() }
    }

    /// Reports whenever fonts or the category change, so that the caller can redraw visible masks.
    ///
    /// - Returns: The changes, for one consumer, until its task is cancelled. While the consumer is busy, several
    ///   changes become one.
    public func changes() -> AsyncStream<Void> {
        follow()
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        lastListener += 1
        let number = lastListener
        listeners[number] = continuation
        continuation.onTermination = { [weak self] _ in Task { await self?.removeListener(number) } }
        return stream
    }

    /// Removes everything from the cache.
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

    /// Returns the number of changes, including those that this process made itself.
    ///
    /// A text that is requested after a registration is drawn with the new font, although the signal of the change
    /// arrives later.
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

    /// The number of texts in the cache, for tests.
    var count: Int { store.count }

    private func invalidate() {
        removeAll()
        for listener in listeners.values { listener.yield() }
    }

    /// Waits for the first category, so that no change is missed between the first mask and the first notification.
    private func beReady() async {
        follow()
        guard !knowsCategory else { return }
        await withCheckedContinuation { awaitingCategory.append($0) }
    }

    private func categoryCame() {
        guard !knowsCategory else { return invalidate() }
        // The first category is the current one, not a change.
        knowsCategory = true
        for continuation in awaitingCategory { continuation.resume() }
        awaitingCategory = []
    }

    /// Starts following changes at the first request.
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
