/// Why a font operation failed, for one item or for a whole call.
///
/// The codes are Core Text's font manager errors under the same names, and a few that only Typecase has. Over D-Bus a
/// code is `org.typecase.Error.` followed by its raw value.
package struct FontError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What went wrong.
    ///
    /// The raw value is the last part of the D-Bus error name. Core Text's come first, ours last.
    package enum Code: String, Sendable, CaseIterable {
        /// 101: there is no such file.
        case fileNotFound = "FileNotFound"
        /// 102: the file cannot be read, or is not something a font can be read from (directory, fifo, device).
        case insufficientPermissions = "InsufficientPermissions"
        /// 103: the bytes are not a TrueType, OpenType or collection file.
        case unrecognizedFormat = "UnrecognizedFormat"
        /// 104: the bytes claim to be a font but would harm programs that use it.
        case invalidFontData = "InvalidFontData"
        /// 105: the same bytes are registered already.
        case alreadyRegistered = "AlreadyRegistered"
        /// 106: a limit on size, count or quota is exceeded.
        case exceededResourceLimit = "ExceededResourceLimit"
        /// 107: there is no such asset.
        case assetNotFound = "AssetNotFound"
        /// 201: the caller has no font registered under this id.
        case notRegistered = "NotRegistered"
        /// 203: programs need the font.
        case systemRequired = "SystemRequired"
        /// 301: registration failed in a way that has no code of its own.
        case registrationFailed = "RegistrationFailed"
        /// 302: the caller lacks the right.
        case missingEntitlement = "MissingEntitlement"
        /// 303: the descriptor does not name a font.
        case insufficientInfo = "InsufficientInfo"
        /// 304: the user said no.
        case cancelledByUser = "CancelledByUser"
        /// 305: another enabled font has the same PostScript name, or another provider's the same family and style.
        case duplicatedName = "DuplicatedName"
        /// 306: the file is not where the caller may register fonts from.
        case invalidFilePath = "InvalidFilePath"
        /// 307: the scope is not supported here.
        case unsupportedScope = "UnsupportedScope"
        /// The font's revision is lower than that of the registered one.
        case downgrade = "Downgrade"
        /// A font of the system has the same name.
        case shadowed = "Shadowed"
        /// Nobody is to have the font: it is on a list of the machine's administrator or of the system.
        case denied = "Denied"
        /// The batch was committed or cancelled, and takes no more changes.
        case batchClosed = "BatchClosed"
        /// The name of the call was that of another one.
        case requestReused = "RequestReused"
        /// Too much work is waiting; try again later.
        case busy = "Busy"
        /// The disk or the user's quota is full.
        case storageFull = "StorageFull"
        /// The fonts cannot be changed from here: read-only file system, or another session or machine holds them.
        case readOnly = "ReadOnly"
        /// A file or the registry is damaged.
        case corrupt = "Corrupt"
        /// The font could not be fetched from the web; asked again, it may be.
        case downloadFailed = "DownloadFailed"
        /// The cursor is not one of this list: list from the start.
        case invalidCursor = "InvalidCursor"
        /// The change cannot be undone, or was undone before.
        case notUndoable = "NotUndoable"
    }

    /// What went wrong.
    package let code: Code

    /// What went wrong and what to do about it, for developers.
    package let message: String

    /// Whose font is in the way: a provider, or ``systemOwner``; `nil` where none is.
    package let owner: String?

    /// What ``owner`` is for the fonts of the system.
    package static let systemOwner = "system"

    /// The option of the call that would allow it, as it is called on the bus; `nil` where none would.
    package let option: String?

    /// The registration of the same font that stays in the place of the refused one; `nil` where it is not about that.
    package let kept: FontIdentifier?

    /// The format of ``kept``, where that is what the two differ by.
    package let keptFormat: FontFormat?

    /// The obstacle to a download, where more is known than ``code`` says; `nil` for other errors.
    package let obstacle: DownloadObstacle?

    /// An obstacle to a download.
    package enum DownloadObstacle: Sendable, Hashable {
        /// The server does not give the file away.
        case refusal
        /// The server has no such file.
        case absence
        /// This machine is in no network.
        case noNetwork
        /// The server has sent other bytes than were declared.
        case otherBytes
    }

    /// What ``option`` is where the caller's own font could be replaced.
    package static let downgradeOption = "allow_downgrade"

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: What went wrong.
    ///   - message: What went wrong and what to do about it, for developers.
    ///   - owner: Whose font is in the way, if one is.
    ///   - option: The option of the call that would allow it, if one would.
    ///   - kept: The registration that stays in the place of the refused font, if one does.
    ///   - keptFormat: The format of `kept`, where the refused font has another.
    ///   - obstacle: What kept a file from being downloaded, if that is known.
    package init(
        _ code: Code, _ message: String, owner: String? = nil, option: String? = nil, kept: FontIdentifier? = nil,
        keptFormat: FontFormat? = nil, obstacle: DownloadObstacle? = nil
    ) {
        self.code = code
        self.message = message
        self.owner = owner
        self.option = option
        self.kept = kept
        self.keptFormat = keptFormat
        self.obstacle = obstacle
    }

    package var description: String { "\(code.rawValue): \(message)" }
}
