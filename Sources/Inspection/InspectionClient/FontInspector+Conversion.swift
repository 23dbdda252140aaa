package import FontModel
internal import InspectionProtocol
package import LinuxSystem
internal import WorkerClient

extension FontInspector {
    /// Expands a web font.
    ///
    /// - Parameters:
    ///   - font: The bytes.
    ///   - provider: The provider whose turn the job uses.
    /// - Returns: The expanded font, about which nothing else is known.
    /// - Throws: ``FontModel/FontError/Code/unrecognizedFormat`` if the file is not a web font,
    ///   ``FontModel/FontError/Code/exceededResourceLimit`` if the font would be too large,
    ///   ``FontModel/FontError/Code/invalidFontData`` if it is damaged or the worker did not survive it,
    ///   ``FontModel/FontError/Code/registrationFailed`` if no worker can be reached.
    package func expand(
        _ font: SealedMemory, for provider: ProviderIdentifier
    ) async throws(FontError) -> SealedMemory {
        let conversion: FontConversion = try await workers.perform(
            .convert, in: .convert, with: MessageDescriptors(font.descriptor), for: provider.rawValue
        ) { reply throws(ImplausibleReply) in
            guard case .conversion(let conversion) = reply else { return nil }
            return try ReplyCheck.check(conversion)
        }
        switch conversion {
        case .refused(.unrecognizedFormat, let message): throw FontError(.unrecognizedFormat, message)
        case .refused(.limit, let message): throw FontError(.exceededResourceLimit, message)
        case .refused(_, let message): throw FontError(.invalidFontData, message)
        case .font(let bytes):
            do throws(SealedMemory.Failure) {
                return try SealedMemory(bytes: bytes)
            } catch {
                throw FontError(.registrationFailed, "The expanded font cannot be kept in memory: \(error).")
            }
        }
    }
}
