internal import FontModel
internal import ProviderManifests
internal import Synchronization

/// The problems of manifests that have already been reported.
///
/// Each problem of a version of a manifest is reported once, however often the manifest is checked.
final class ManifestComplaints: Sendable {
    /// The maximum number of problems remembered for a manifest; further ones are reported every time.
    private static let maximumCount = 1000

    private struct Complaints {
        var stamp: FileStamp
        var said: Set<String> = []
    }

    private let known = Mutex<[ProviderIdentifier: Complaints]>([:])

    /// Records that a problem of a manifest is reported.
    ///
    /// - Returns: Whether it had not been reported for this version before.
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
