internal import Synchronization
internal import Typecase

/// The font caches of a process, one for each application id.
final class FontCaches: Sendable {
    private let caches = Mutex<[String: FontCache]>([:])

    /// Makes the next cache of an application a new one.
    func forget(_ applicationID: String) { caches.withLock { $0[applicationID] = nil } }

    /// The cache of an application, whose launch fonts are registered once.
    subscript(applicationID: String) -> FontCache {
        caches.withLock { caches in
            if let cache = caches[applicationID] { return cache }
            var configuration = FontCache.Configuration()
            configuration.applicationID = applicationID
            // Text sizes are the toolkit's here.
            configuration.followsTextSize = false
            let cache = FontCache(configuration)
            caches[applicationID] = cache
            return cache
        }
    }
}
