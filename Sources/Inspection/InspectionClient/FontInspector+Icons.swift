package import FontModel
package import InspectionProtocol
package import LinuxSystem
internal import WorkerClient

extension FontInspector {
    /// Makes the pictures for an icon theme from a picture.
    ///
    /// - Parameters:
    ///   - picture: The bytes of a PNG or SVG.
    ///   - provider: The provider whose turn the job uses.
    /// - Returns: Each size with its PNG.
    /// - Throws: ``FontModel/FontError/Code/unrecognizedFormat`` if the picture is neither PNG nor SVG,
    ///   ``FontModel/FontError/Code/exceededResourceLimit`` if it is too large,
    ///   ``FontModel/FontError/Code/invalidFontData`` if it is not an icon or the worker did not survive it,
    ///   ``FontModel/FontError/Code/registrationFailed`` if no worker can be reached.
    package func icon(
        _ picture: SealedMemory, for provider: ProviderIdentifier
    ) async throws(FontError) -> [IconPicture] {
        let outcome: IconOutcome = try await workers.perform(
            .icon, in: .icon, with: MessageDescriptors(picture.descriptor), for: provider.rawValue
        ) { reply throws(ImplausibleReply) in
            guard case .icon(let outcome) = reply else { return nil }
            return try ReplyCheck.check(outcome)
        }
        switch outcome {
        case .refused(.unrecognizedFormat, let message): throw FontError(.unrecognizedFormat, message)
        case .refused(.limit, let message): throw FontError(.exceededResourceLimit, message)
        case .refused(_, let message): throw FontError(.invalidFontData, message)
        case .pictures(let pictures): return pictures
        }
    }
}

extension ReplyCheck {
    /// Checks the result for a picture of an icon.
    ///
    /// - Parameter outcome: The reply of the worker.
    /// - Returns: The same outcome.
    /// - Throws: ``ImplausibleReply`` with what is impossible about the reply.
    static func check(_ outcome: IconOutcome) throws(ImplausibleReply) -> IconOutcome {
        switch outcome {
        case .refused(let kind, let message):
            guard kind != .warning else { throw ImplausibleReply("an icon that is refused with a warning") }
            try checkText(message, limit: 1_024, what: "a message")
        case .pictures(let pictures):
            let sizes = pictures.map(\.size)
            guard !pictures.isEmpty, Set(sizes).count == sizes.count, Set(sizes).isSubset(of: IconPicture.sizes) else {
                throw ImplausibleReply("sizes that icons do not have")
            }
            for picture in pictures {
                guard picture.png.starts(with: header(of: picture.size)) else {
                    throw ImplausibleReply("a picture of another size than it says")
                }
            }
        }
        return outcome
    }

    /// Returns the first bytes of a PNG of a size: the signature, and the first chunk up to the height.
    private static func header(of size: Int) -> [UInt8] {
        let side = [0, 0, UInt8(size >> 8 & 0xFF), UInt8(size & 0xFF)]
        let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        return signature + [0, 0, 0, 13] + Array("IHDR".utf8) + side + side
    }
}
