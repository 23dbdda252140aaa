package import DBus
internal import LinuxSystem

/// The font manager: registers fonts for this process, for the session or for good, and finds those that there are.
///
/// A call connects to the session bus where there is no connection yet, or none any more; the service is started by the
/// bus. What a call of the font manager was told to do is done, and safe from a power cut, when it returns. A call
/// whose reply is lost as the service is replaced is made once more, but for ``requestRights(_:options:)``, which would
/// ask the user again.
///
/// The fonts that an application registers belong to it: it sees, changes and removes only its own, and they leave with
/// it when it is uninstalled. Registering in the scope ``FontScope/process``, ``FontCache`` and
/// ``Font`` work without the service; lists of fonts of others, matching among them, pictures of text and downloads need it.
///
///     let font = try await FontManager.shared.registerFont(at: "/usr/share/foundry/Foundry-Regular.otf")
///     print(font.faces[0].familyName)
public final class FontManager: Sendable {
    /// The font manager that an application shares.
    public static let shared = FontManager()

    let service: ServiceConnection
    let processScope: ProcessScope
    let downloads: FontDownloads
    let textSizes: TextSizeFollower
    /// Threads for what blocks: files, and fontconfig.
    let files = BlockingThreads(name: "typecase-files", maximumCount: 2)
    /// Threads for handlers, which may block as they please.
    let handlers = BlockingThreads(name: "typecase-calls", maximumCount: 512)

    /// The registrations of the application.
    var own: OwnRegistrations { OwnRegistrations(service: service, processScope: processScope, files: files) }
    /// The search for faces, by the service and in process scope.
    var faceSearch: FaceSearch { FaceSearch(service: service, processScope: processScope, files: files) }

    /// Creates a font manager with a connection of its own to the session bus.
    public convenience init() { self.init(address: .session) }

    /// Creates a font manager for a bus.
    package init(address: BusAddress) {
        service = ServiceConnection(address)
        processScope = .shared
        downloads = FontDownloads(service: service, files: files, handlers: handlers)
        textSizes = TextSizeFollower(service)
    }
}
