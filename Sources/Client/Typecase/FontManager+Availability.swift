internal import BusInterface
internal import DBus
internal import LinuxSystem

extension FontManager {
    /// Whether a font is available to programs, or, if it is registered in process scope, to this process.
    ///
    /// - Parameter id: The id of a registration or of a face.
    /// - Returns: Whether the font is found.
    /// - Throws: ``FontManagerError``; `CancellationError`.
    public func isAvailable(_ id: String) async throws -> Bool {
        if ProcessScope.isIdentifier(id) {
            return try await files.run { [processScope] in processScope.isAvailable(id) }
        }
        do {
            return try await service.call { (session, _) throws(BusError) in
                try await !session.fonts.listFaces(filter: ["id": BusVariant(id), "limit": BusVariant(UInt32(1))])
                    .faces.isEmpty
            }
        } catch FontManagerError.Code.unsupported {
            // A sandbox without further permission can list only its own fonts, but it can open fonts of others.
            if let own = try await registeredFonts().first(where: { $0.id == id }) {
                return own.isEnabled && own.quarantineReason == nil
            }
            return (try? await data(ofFont: id)) != nil
        }
    }
}
