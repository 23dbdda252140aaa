package import FontModel
package import Registry
internal import Synchronization

/// The fonts that nobody is to have, as they are known now; asked for each font that comes.
package final class FontDenials: Sendable {
    private let reasons = Mutex<[FontDigest: String]>([:])

    /// Starts with none.
    package init() {}

    /// How many fonts are denied.
    package var count: Int { reasons.withLock { $0.count } }

    /// Why a font is denied; `nil` for one that is not.
    package func refusal(of digest: FontDigest) -> ContentRefusal? {
        guard let reason = reasons.withLock({ $0[digest] }) else { return nil }
        return ContentRefusal(
            .denied, reason: "It is denied on this machine" + (reason.isEmpty ? "." : ": \(reason)"))
    }

    /// Every font that is denied.
    var digests: Set<FontDigest> { reasons.withLock { Set($0.keys) } }

    /// Takes over what is denied from now on.
    func replace(with denials: [DenialRecord]) {
        let known = Dictionary(denials.map { ($0.digest, $0.reason) }, uniquingKeysWith: { first, _ in first })
        reasons.withLock { $0 = known }
    }
}
