package import DBus
internal import LinuxSystem

/// The font manager, which registers fonts for this process, for the session or permanently, and finds available fonts.
///
/// A call connects to the session bus if there is no connection, and the bus starts the service. When a call returns,
/// its changes are complete and safe from a power failure. If the reply to a call is lost because the service is
/// replaced, the call is made again. The exceptions are calls that would ask the user again, such as
/// ``requestRights(_:options:)``.
///
/// The fonts that an application registers belong to it: an application lists, changes and removes only its own
/// registrations, and they are removed when the application is uninstalled. Registrations in the scope
/// ``FontScope/process``, ``FontCache`` and ``Font`` work without the service. Listing and matching fonts of other
/// providers, pictures of text and downloads need the service.
///
///     let font = try await FontManager.shared.registerFont(at: "/usr/share/foundry/Foundry-Regular.otf")
///     print(font.faces[0].familyName)
public final class FontManager: Sendable {
    /// The font manager that the whole application shares.
    public static let shared = FontManager()

    let service: ServiceConnection
    let processScope: ProcessScope
    let downloads: FontDownloads
    let textSizes: TextSizeFollower
    /// Threads for blocking work on files and with fontconfig.
    let files = BlockingThreads(name: "typecase-files", maximumCount: 2)
    /// Threads for handlers, which may block.
    let handlers = BlockingThreads(name: "typecase-calls", maximumCount: 512)

    /// The registrations of the application.
    var own: OwnRegistrations { OwnRegistrations(service: service, processScope: processScope, files: files) }
    /// The search for faces, in the service and in process scope.
    var faceSearch: FaceSearch { FaceSearch(service: service, processScope: processScope, files: files) }

    /// Creates a font manager with its own connection to the session bus.
    public convenience init() { self.init(address: .session) }

    /// Creates a font manager for a bus.
    package init(address: BusAddress) {
        service = ServiceConnection(address)
        processScope = .shared
        downloads = FontDownloads(service: service, files: files, handlers: handlers)
        textSizes = TextSizeFollower(service)
    }
}
