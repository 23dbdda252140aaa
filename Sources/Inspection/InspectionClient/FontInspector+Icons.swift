package import FontModel
package import InspectionProtocol
package import LinuxSystem
internal import WorkerClient

extension FontInspector {
    /// Has pictures of an icon theme made of a picture.
    ///
    /// - Parameters:
    ///   - picture: The bytes of a PNG or SVG.
    ///   - provider: Whose turn it uses up.
    /// - Returns: Each size with its PNG.
    /// - Throws: ``FontModel/FontError/Code/unrecognizedFormat`` for what is neither PNG nor SVG,
    ///   ``FontModel/FontError/Code/exceededResourceLimit`` for one that is too large,
    ///   ``FontModel/FontError/Code/invalidFontData`` for one that is no icon or that the worker did not survive,
    ///   ``FontModel/FontError/Code/registrationFailed`` where no worker can be reached.
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
    /// Checks what became of a picture of an icon.
    ///
    /// - Parameter outcome: What the worker said.
    /// - Returns: The same.
    /// - Throws: What is impossible about it.
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

    /// What a PNG of a size begins with: the signature, and the first chunk up to the height.
    private static func header(of size: Int) -> [UInt8] {
        let side = [0, 0, UInt8(size >> 8 & 0xFF), UInt8(size & 0xFF)]
        let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        return signature + [0, 0, 0, 13] + Array("IHDR".utf8) + side + side
    }
}
