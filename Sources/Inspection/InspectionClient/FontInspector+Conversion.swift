package import FontModel
internal import InspectionProtocol
package import LinuxSystem
internal import WorkerClient

extension FontInspector {
    /// Has a web font expanded.
    ///
    /// - Parameters:
    ///   - font: The bytes.
    ///   - provider: Whose turn it uses up.
    /// - Returns: The font that it holds, of which nothing else is known.
    /// - Throws: ``FontModel/FontError/Code/unrecognizedFormat`` for what is no web font,
    ///   ``FontModel/FontError/Code/exceededResourceLimit`` for one that would be too large,
    ///   ``FontModel/FontError/Code/invalidFontData`` for one that is damaged or that the worker did not survive,
    ///   ``FontModel/FontError/Code/registrationFailed`` where no worker can be reached.
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
