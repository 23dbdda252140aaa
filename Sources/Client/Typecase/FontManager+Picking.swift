internal import BusInterface
internal import DBus
internal import FontModel
internal import LinuxSystem

/// A font that the user has picked for the application.
public struct PickedFont: Sendable, Hashable {
    /// The face.
    public let face: FontFace
    /// The bytes of the font file.
    ///
    /// The application may need them if it has no right to open the font itself.
    public let data: [UInt8]
}

extension FontManager {
    /// Lets the user pick a font, in a dialog of the service's settings window.
    ///
    ///     if let picked = try await FontManager.shared.pickFont() {
    ///         document.font = FontDescriptor(postscriptName: picked.face.postscriptName)
    ///     }
    ///
    /// The application needs no right for this and receives none: it receives only the font that the user picks. The
    /// dialog stays open until the user picks a font or closes it, or until the task is cancelled.
    ///
    /// - Parameter options: Where the dialog is shown.
    /// - Returns: The font; `nil` if the user closed the dialog.
    /// - Throws: ``FontManagerError`` with the code `missingEntitlement` if no program can show the dialog, or `busy`
    ///   if the application already has such a dialog open; `CancellationError`, which closes the dialog.
    public func pickFont(options: RightsRequestOptions = RightsRequestOptions()) async throws -> PickedFont? {
        let entries = options.entries
        // Not repeated, because the user would be asked again.
        let result = try await service.call(isRepeatable: false) { [entries] (session, _) throws(BusError) in
            try await session.runJob(entries) { options throws(BusError) in
                _ = try await session.fonts.pickFont(options: options)
            }
        }
        if let error = result.error(about: nil) {
            if error.code == .cancelledByUser { return nil }
            throw error
        }
        guard let file: OwnedFileDescriptor = result.value("font") else {
            throw FontManagerError(.registrationFailed, "The service gave no font.")
        }
        return PickedFont(
            face: FontFace(BusRecord(result.value("face") ?? [:])),
            data: try await files.run { try FontBytes.all(of: file) })
    }
}
