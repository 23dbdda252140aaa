/// Why a font operation failed, for one item or for a whole call.
///
/// Most codes are Core Text's font manager errors under the same names; a few exist only in Typecase. Over D-Bus, a
/// code is `org.typecase.Error.` followed by its raw value.
package struct FontError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What went wrong.
    ///
    /// The raw value is the last part of the D-Bus error name. Core Text's codes come first, followed by those of
    /// Typecase.
    package enum Code: String, Sendable, CaseIterable {
        /// 101: the file does not exist.
        case fileNotFound = "FileNotFound"
        /// 102: the file cannot be read, or is not of a kind that can contain a font (directory, FIFO, device).
        case insufficientPermissions = "InsufficientPermissions"
        /// 103: the bytes are not a TrueType, OpenType or collection file.
        case unrecognizedFormat = "UnrecognizedFormat"
        /// 104: the bytes look like a font but would harm programs that use it.
        case invalidFontData = "InvalidFontData"
        /// 105: the same bytes are registered already.
        case alreadyRegistered = "AlreadyRegistered"
        /// 106: a limit on size, count or quota is exceeded.
        case exceededResourceLimit = "ExceededResourceLimit"
        /// 107: the asset does not exist.
        case assetNotFound = "AssetNotFound"
        /// 201: the caller has no font registered under this id.
        case notRegistered = "NotRegistered"
        /// 203: programs need the font.
        case systemRequired = "SystemRequired"
        /// 301: registration failed for a reason without a code of its own.
        case registrationFailed = "RegistrationFailed"
        /// 302: the caller does not have the required right.
        case missingEntitlement = "MissingEntitlement"
        /// 303: the descriptor does not name a font.
        case insufficientInfo = "InsufficientInfo"
        /// 304: the user refused.
        case cancelledByUser = "CancelledByUser"
        /// 305: another enabled font has the same PostScript name, or another provider's the same family and style.
        case duplicatedName = "DuplicatedName"
        /// 306: the caller may not register fonts from the location of the file.
        case invalidFilePath = "InvalidFilePath"
        /// 307: the scope is not supported here.
        case unsupportedScope = "UnsupportedScope"
        /// The font's revision is lower than that of the registered one.
        case downgrade = "Downgrade"
        /// A system font has the same name.
        case shadowed = "Shadowed"
        /// The font is denied: it is on a list of the machine's administrator or of the system.
        case denied = "Denied"
        /// The batch was committed or cancelled, and accepts no more changes.
        case batchClosed = "BatchClosed"
        /// The name of the call was used for a different call before.
        case requestReused = "RequestReused"
        /// Too much work is waiting; try again later.
        case busy = "Busy"
        /// The disk or the user's quota is full.
        case storageFull = "StorageFull"
        /// The fonts cannot be changed from here: the file system is read-only, or another session or machine has
        /// locked them.
        case readOnly = "ReadOnly"
        /// A file or the registry is damaged.
        case corrupt = "Corrupt"
        /// The font could not be fetched from the web; another attempt may succeed.
        case downloadFailed = "DownloadFailed"
        /// The cursor does not belong to this list: list from the start.
        case invalidCursor = "InvalidCursor"
        /// The change cannot be undone, or was undone before.
        case notUndoable = "NotUndoable"
    }

    /// What went wrong.
    package let code: Code

    /// What went wrong and what to do about it, for developers.
    package let message: String

    /// The owner of the conflicting font: a provider, or ``systemOwner``; `nil` if there is no such font.
    package let owner: String?

    /// The value of ``owner`` for system fonts.
    package static let systemOwner = "system"

    /// The option of the call that would allow the operation, by its name on the bus; `nil` if no option would.
    package let option: String?

    /// The registration of the same font that is kept instead of the refused one; `nil` if the error is not about that.
    package let kept: FontIdentifier?

    /// The format of ``kept``, if the two fonts have different formats.
    package let keptFormat: FontFormat?

    /// The obstacle to a download, if more is known than ``code`` says; `nil` for other errors.
    package let obstacle: DownloadObstacle?

    /// An obstacle to a download.
    package enum DownloadObstacle: Sendable, Hashable {
        /// The server refuses access to the file.
        case refusal
        /// The file does not exist on the server.
        case absence
        /// This machine is not connected to a network.
        case noNetwork
        /// The server has sent different bytes than were declared.
        case otherBytes
    }

    /// The value of ``option`` if the caller's own font could be replaced.
    package static let downgradeOption = "allow_downgrade"

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: What went wrong.
    ///   - message: What went wrong and what to do about it, for developers.
    ///   - owner: The owner of the conflicting font, if there is one.
    ///   - option: The option of the call that would allow the operation, if there is one.
    ///   - kept: The registration that is kept instead of the refused font, if there is one.
    ///   - keptFormat: The format of `kept`, if the refused font has a different format.
    ///   - obstacle: The obstacle to a download, if it is known.
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
