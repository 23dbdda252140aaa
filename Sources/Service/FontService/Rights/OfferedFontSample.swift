internal import FontLibrary
internal import FontModel
package import LinuxSystem

/// Copies the bytes of an offered font when the user is asked about it.
///
/// The bytes are not kept in memory before the question is asked. If they changed since they were examined, there is
/// no copy: the user must not decide by another font than the one that is registered.
package final class OfferedFontSample: Sendable, Equatable {
    private let makeCopy: @Sendable () async -> SealedMemory?

    /// Creates a preview.
    ///
    /// - Parameters:
    ///   - digest: The SHA-256 of the examined bytes.
    ///   - makeCopy: Copies the bytes; returns `nil` if they cannot be read any more.
    init(of digest: FontDigest, _ makeCopy: @escaping @Sendable () async -> SealedMemory?) {
        self.makeCopy = {
            guard let memory = await makeCopy(), memory.digest == digest, !memory.isOnDisk else { return nil }
            return memory
        }
    }

    /// Whether both are the same object.
    package static func == (left: OfferedFontSample, right: OfferedFontSample) -> Bool { left === right }

    /// Copies the bytes; returns `nil` if they cannot be read any more or are too many for memory.
    @concurrent package func copy() async -> SealedMemory? { await makeCopy() }
}

extension FontIntake {
    /// Returns the preview of a font that was examined.
    ///
    /// - Parameters:
    ///   - font: The file, which must stay readable while the user is asked.
    ///   - candidate: The examined font.
    ///   - provider: The provider that offers it.
    /// - Returns: The preview.
    func preview(
        of font: OwnedFileDescriptor, for candidate: FontCandidate, by provider: ProviderIdentifier
    ) -> OfferedFontSample {
        OfferedFontSample(of: candidate.digest) { try? await copy(of: font, for: provider) }
    }
}

extension FontBatch.Helpers {
    /// Returns the preview of a font of a batch, which is on the disk.
    func preview(of candidate: FontCandidate, by provider: ProviderIdentifier) -> OfferedFontSample? {
        guard case .staged(let font) = candidate.bytes else { return nil }
        return OfferedFontSample(of: candidate.digest) { [intake, staging] in
            guard let file = await staging.open(font, of: provider) else { return nil }
            return try? await intake.copy(of: file, for: provider)
        }
    }
}
