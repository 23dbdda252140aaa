package import FontModel
package import Registry
internal import Synchronization

/// The fonts that are currently denied; each new font is checked against them.
package final class FontDenials: Sendable {
    private let reasons = Mutex<[FontDigest: String]>([:])

    /// Creates an empty set of denied fonts.
    package init() {}

    /// The number of denied fonts.
    package var count: Int { reasons.withLock { $0.count } }

    /// Why a font is denied; `nil` for a font that is not denied.
    package func refusal(of digest: FontDigest) -> ContentRefusal? {
        guard let reason = reasons.withLock({ $0[digest] }) else { return nil }
        return ContentRefusal(
            .denied, reason: "It is denied on this machine" + (reason.isEmpty ? "." : ": \(reason)"))
    }

    /// The digests of all denied fonts.
    var digests: Set<FontDigest> { reasons.withLock { Set($0.keys) } }

    /// Replaces the denied fonts.
    func replace(with denials: [DenialRecord]) {
        let known = Dictionary(denials.map { ($0.digest, $0.reason) }, uniquingKeysWith: { first, _ in first })
        reasons.withLock { $0 = known }
    }
}
