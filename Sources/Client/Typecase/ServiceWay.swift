internal import BusInterface
internal import DBus
internal import Glibc

/// The bus name by which the service is reached.
enum ServiceWay: Sendable, Hashable {
    /// The service's own name, which offers all of its interfaces.
    case service
    /// The name that every sandbox reaches.
    ///
    /// It offers what an application in a sandbox needs: it registers fonts, finds them, opens them, follows the text
    /// size, and requests rights.
    case portal

    var isPortal: Bool { self == .portal }

    var busName: String { isPortal ? TypecasePortalNames.busName : FontManager1Names.busName }

    /// The path below which the service exports the caller's jobs.
    var path: ObjectPath { isPortal ? TypecasePortalNames.path : FontManager1Names.path }

    /// Finds the name by which a connection reaches the service.
    ///
    /// Outside of sandboxes, the result is always ``service``, without a call.
    ///
    /// - Returns: The way; `nil` if no process serves either name, and none can be started to serve it.
    /// - Throws: An error if the bus does not answer.
    static func find(over connection: BusConnection) async throws(BusError) -> ServiceWay? {
        // Flatpak creates this file for each application, and no application can create or remove it.
        guard access("/.flatpak-info", F_OK) == 0 else { return .service }
        for way in [ServiceWay.service, .portal] where try await connection.hasOwner(way.busName) { return way }
        let names = try await connection.activatableNames()
        return [ServiceWay.service, .portal].first { names.contains($0.busName) }
    }

    /// Returns the error to throw for an error of a call.
    func thrown(_ error: BusError) -> any Error {
        if error.code == .cancelled { return CancellationError() }
        if isPortal, error.code == .unknownMethod || error.code == .unknownProperty {
            return FontManagerError(
                .unsupported,
                """
                An application in a sandbox needs a permission for this: to talk to \(FontManager1Names.busName), \
                which Flatpak's option --talk-name gives. Without it, it registers fonts, finds and opens them, \
                follows the text size, and requests rights.
                """)
        }
        return FontManagerError(error)
    }
}
