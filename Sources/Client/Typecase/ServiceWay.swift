internal import BusInterface
internal import DBus
internal import Glibc

/// By which name of the bus the service is reached.
enum ServiceWay: Sendable, Hashable {
    /// By its own name, which has all of it.
    case service
    /// By the name that every sandbox reaches, which has what an application in one needs: it registers fonts, finds
    /// them, opens them, follows the text size, and asks for rights.
    case portal

    var isPortal: Bool { self == .portal }

    var busName: String { isPortal ? TypecasePortalNames.busName : FontManager1Names.busName }

    /// Below which the service has the caller's jobs.
    var path: ObjectPath { isPortal ? TypecasePortalNames.path : FontManager1Names.path }

    /// Finds the way over a connection.
    ///
    /// Outside of sandboxes it is known without a question.
    ///
    /// - Returns: The way; `nil` where nobody serves either name, nor could be started.
    /// - Throws: Where the bus does not answer.
    static func find(over connection: BusConnection) async throws(BusError) -> ServiceWay? {
        // Flatpak makes it for each application, and no application can make it or take it away.
        guard access("/.flatpak-info", F_OK) == 0 else { return .service }
        for way in [ServiceWay.service, .portal] where try await connection.hasOwner(way.busName) { return way }
        let names = try await connection.activatableNames()
        return [ServiceWay.service, .portal].first { names.contains($0.busName) }
    }

    /// What an error of a call is told as.
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
