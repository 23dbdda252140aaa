internal import BusInterface
internal import DBus
internal import LinuxSystem

extension FontManager {
    /// Whether programs find a font, or this process one of its own.
    ///
    /// - Parameter id: The id of a registration or of a face.
    /// - Returns: Whether it is found.
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
            // Without a permission for more, a sandbox hears of its own fonts, and opens those of others.
            if let own = try await registeredFonts().first(where: { $0.id == id }) {
                return own.isEnabled && own.quarantineReason == nil
            }
            return (try? await data(ofFont: id)) != nil
        }
    }
}
