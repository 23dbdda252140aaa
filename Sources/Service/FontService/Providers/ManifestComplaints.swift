internal import FontModel
internal import ProviderManifests
internal import Synchronization

/// What was said of manifests that are at fault: what is wrong with a version of one is said once, however often somebody
/// looks whether it is right by then.
final class ManifestComplaints: Sendable {
    /// The most that is remembered of one manifest; what is beyond is said again.
    private static let maximumCount = 1000

    private struct Complaints {
        var stamp: FileStamp
        var said: Set<String> = []
    }

    private let known = Mutex<[ProviderIdentifier: Complaints]>([:])

    /// Notes that something is said of a manifest.
    ///
    /// - Returns: Whether it has not been said of this version before.
    func isNew(_ text: String, of place: ManifestPlace) -> Bool {
        known.withLock { known in
            var complaints = known[place.provider] ?? Complaints(stamp: place.stamp)
            if complaints.stamp != place.stamp { complaints = Complaints(stamp: place.stamp) }
            defer { known[place.provider] = complaints }
            guard complaints.said.count < Self.maximumCount else { return true }
            return complaints.said.insert(text).inserted
        }
    }
}
