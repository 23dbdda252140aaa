internal import FontModel
internal import Synchronization

/// The limits on batches, which wait on the disk as long as their owners like.
package enum BatchLimits {
    /// Open batches of one connection.
    package static let perOwner = 4
    /// Open batches of one provider, which may have several connections.
    package static let perProvider = 8
    /// Fonts of one batch, including refused ones.
    ///
    /// This is the maximum number of a user's fonts, so no batch that could be registered is refused because of its
    /// size. The results of so many fonts fit into the reply to Commit.
    package static let fonts = FontLimits.fontsOfUser
    /// Bytes of the face descriptions in the open batches of one provider, and of its names for the fonts.
    ///
    /// Unlike the fonts themselves, this data is kept in memory: about 3 KB for a typical face.
    package static let descriptionBytesPerProvider = 128 << 20
    /// Bytes of the fonts in the open batches of one provider; the user's are limited only by the disk.
    package static let bytesPerProvider = FontLimits.bytesPerProvider
}

/// The space that fonts of a batch occupy while they wait.
struct BatchSize: Sendable, Hashable {
    /// Bytes on the disk.
    var bytes = 0
    /// Bytes in memory of the face descriptions and of the owner's names for the fonts.
    var descriptionBytes = 0

    /// Creates the size of one font.
    init(_ candidate: FontCandidate) {
        bytes = candidate.size
        descriptionBytes = candidate.faces.reduce(0) { $0 + $1.approximateSize }
    }

    /// Creates the size of an owner's names for fonts; an empty name occupies nothing.
    init(names: [String]) {
        // Each name is stored with its index, in a table that may be half empty.
        let entry = 2 * MemoryLayout<(Int, String)>.stride
        descriptionBytes = names.reduce(0) { $0 + ($1.isEmpty ? 0 : entry + $1.utf8.count) }
    }

    /// Creates the size zero.
    init() {}

    static func + (left: BatchSize, right: BatchSize) -> BatchSize {
        var sum = left
        sum.bytes += right.bytes
        sum.descriptionBytes += right.descriptionBytes
        return sum
    }

    static func - (left: BatchSize, right: BatchSize) -> BatchSize {
        var difference = left
        difference.bytes -= right.bytes
        difference.descriptionBytes -= right.descriptionBytes
        return difference
    }
}

/// Counts the contents of the open batches of all providers.
final class BatchLedger: Sendable {
    private struct Share {
        var batches = 0
        var size = BatchSize()
    }

    private struct State {
        var owners: [String: Int] = [:]
        var providers: [ProviderIdentifier: Share] = [:]
    }

    private let work: WorkInProgress
    private let state = Mutex(State())

    /// Creates a ledger without batches.
    ///
    /// - Parameter work: The record of running work; open batches are recorded there.
    init(work: WorkInProgress) { self.work = work }

    /// Counts a new batch.
    ///
    /// - Throws: `ExceededResourceLimit` if the owner or the provider has too many batches.
    func open(owner: String, provider: ProviderIdentifier) throws(FontError) {
        let refusal = state.withLock { state -> FontError? in
            guard state.owners[owner, default: 0] < BatchLimits.perOwner else {
                return FontError(
                    .exceededResourceLimit,
                    "The caller has \(BatchLimits.perOwner) open batches. Commit or cancel one of them.")
            }
            guard state.providers[provider, default: Share()].batches < BatchLimits.perProvider else {
                return FontError(
                    .exceededResourceLimit,
                    "\(provider) has \(BatchLimits.perProvider) open batches. Commit or cancel one of them.")
            }
            state.owners[owner, default: 0] += 1
            state.providers[provider, default: Share()].batches += 1
            return nil
        }
        if let refusal { throw refusal }
        work.begin(.batches)
    }

    /// Counts a new font.
    ///
    /// - Throws: `ExceededResourceLimit` if the provider would exceed its limit for waiting fonts; the font is then not
    ///   counted.
    func take(_ font: BatchSize, provider: ProviderIdentifier) throws(FontError) {
        let refusal = state.withLock { state -> FontError? in
            let size = state.providers[provider, default: Share()].size + font
            guard provider == .user || size.bytes <= BatchLimits.bytesPerProvider else {
                return FontError(
                    .exceededResourceLimit,
                    "The open batches of \(provider) may hold \(BatchLimits.bytesPerProvider >> 20) MiB. Commit them, "
                        + "and add the font to another one.")
            }
            guard size.descriptionBytes <= BatchLimits.descriptionBytesPerProvider else {
                return FontError(
                    .exceededResourceLimit,
                    "The names and characters of the fonts in the open batches of \(provider) take up "
                        + "\(BatchLimits.descriptionBytesPerProvider >> 20) MiB. Commit them, and add the font to "
                        + "another one.")
            }
            state.providers[provider, default: Share()].size = size
            return nil
        }
        if let refusal { throw refusal }
    }

    /// Removes a batch, with all its fonts, from the counts.
    ///
    /// - Returns: Whether it was the last open batch.
    @discardableResult
    func close(owner: String, provider: ProviderIdentifier, size: BatchSize) -> Bool {
        defer { work.end(.batches) }
        return state.withLock { state in
            let count = state.owners[owner, default: 0] - 1
            state.owners[owner] = count > 0 ? count : nil
            var share = state.providers[provider, default: Share()]
            share.batches -= 1
            share.size = share.size - size
            state.providers[provider] = share.batches > 0 ? share : nil
            return state.owners.isEmpty
        }
    }
}

extension FaceDescription {
    /// The number of bytes of memory that the description occupies, within a factor of two.
    fileprivate var approximateSize: Int {
        /// The overhead of an array or a text in addition to its elements.
        let overhead = 32
        func size(_ text: String) -> Int { MemoryLayout<String>.size + (text.utf8.count > 15 ? text.utf8.count : 0) }
        func size(_ texts: [String]) -> Int { overhead + texts.reduce(0) { $0 + size($1) } }
        return MemoryLayout<FaceDescription>.size
            + size([postscriptName, family, typographicFamily ?? "", style, fullName, version, foundry, licence])
            + names.reduce(overhead) { $0 + MemoryLayout<LocalizedName>.stride + size($1.value) }
            + size(languages) + size(scripts) + size(colorTables)
            + coverage.pages.count * (MemoryLayout<CharacterCoverage.Page>.stride + overhead + 4 * 8)
            + axes.reduce(overhead) { $0 + MemoryLayout<VariationAxis>.stride + size($1.name) }
            + namedInstances.reduce(overhead) {
                $0 + MemoryLayout<NamedInstance>.stride + size($1.name) + overhead + $1.coordinates.count * 8
            }
    }
}
