/// Why a font operation failed, for one item or for a whole call.
///
/// The codes are Core Text's font manager errors under the same names, and a few that only Typecase has. Over D-Bus a
/// code is `org.typecase.Error.` followed by its ``Code/name``.
package struct FontError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What went wrong, as a value that programs can compare.
    package struct Code: Sendable, Hashable, CustomStringConvertible {
        private enum Case: String, CaseIterable {
            case fileNotFound = "FileNotFound"
            case insufficientPermissions = "InsufficientPermissions"
            case unrecognizedFormat = "UnrecognizedFormat"
            case invalidFontData = "InvalidFontData"
            case alreadyRegistered = "AlreadyRegistered"
            case exceededResourceLimit = "ExceededResourceLimit"
            case assetNotFound = "AssetNotFound"
            case notRegistered = "NotRegistered"
            case inUse = "InUse"
            case systemRequired = "SystemRequired"
            case registrationFailed = "RegistrationFailed"
            case missingEntitlement = "MissingEntitlement"
            case insufficientInfo = "InsufficientInfo"
            case cancelledByUser = "CancelledByUser"
            case duplicatedName = "DuplicatedName"
            case invalidFilePath = "InvalidFilePath"
            case unsupportedScope = "UnsupportedScope"
            case downgrade = "Downgrade"
            case shadowed = "Shadowed"
            case denied = "Denied"
            case batchClosed = "BatchClosed"
            case requestReused = "RequestReused"
            case busy = "Busy"
            case storageFull = "StorageFull"
            case readOnly = "ReadOnly"
            case corrupt = "Corrupt"
            case downloadFailed = "DownloadFailed"
            case invalidCursor = "InvalidCursor"
        }

        private let value: Case

        private init(_ value: Case) { self.value = value }

        /// The code with this D-Bus name (without `org.typecase.Error.`), if there is one.
        package init?(name: String) {
            guard let value = Case(rawValue: name) else { return nil }
            self.value = value
        }

        /// The last part of the D-Bus error name.
        package var name: String { value.rawValue }

        package var description: String { name }

        /// Every code, in the order of Core Text's numbers, ours last.
        package static var all: [Code] { Case.allCases.map(Code.init) }

        /// 101: there is no such file.
        package static let fileNotFound = Code(.fileNotFound)
        /// 102: the file cannot be read, or is not something a font can be read from (directory, fifo, device).
        package static let insufficientPermissions = Code(.insufficientPermissions)
        /// 103: the bytes are not a TrueType, OpenType or collection file.
        package static let unrecognizedFormat = Code(.unrecognizedFormat)
        /// 104: the bytes claim to be a font but would harm programs that use it.
        package static let invalidFontData = Code(.invalidFontData)
        /// 105: the same bytes are registered already.
        package static let alreadyRegistered = Code(.alreadyRegistered)
        /// 106: a limit on size, count or quota is exceeded.
        package static let exceededResourceLimit = Code(.exceededResourceLimit)
        /// 107: there is no such asset.
        package static let assetNotFound = Code(.assetNotFound)
        /// 201: the caller has no font registered under this id.
        package static let notRegistered = Code(.notRegistered)
        /// 202: the font is in use and cannot be removed; answered by nobody, as one that is in use can be here.
        package static let inUse = Code(.inUse)
        /// 203: the system needs this font.
        package static let systemRequired = Code(.systemRequired)
        /// 301: registration failed in a way that has no code of its own.
        package static let registrationFailed = Code(.registrationFailed)
        /// 302: the caller lacks the right.
        package static let missingEntitlement = Code(.missingEntitlement)
        /// 303: the descriptor does not name a font.
        package static let insufficientInfo = Code(.insufficientInfo)
        /// 304: the user said no.
        package static let cancelledByUser = Code(.cancelledByUser)
        /// 305: another enabled font has the same PostScript name, or another provider's the same family and style.
        package static let duplicatedName = Code(.duplicatedName)
        /// 306: the file is not where the caller may register fonts from.
        package static let invalidFilePath = Code(.invalidFilePath)
        /// 307: the scope is not supported here.
        package static let unsupportedScope = Code(.unsupportedScope)
        /// The font's revision is lower than that of the registered one.
        package static let downgrade = Code(.downgrade)
        /// A font of the system has the same name.
        package static let shadowed = Code(.shadowed)
        /// Nobody is to have the font: it is on a list of the machine's administrator or of the system.
        package static let denied = Code(.denied)
        /// The batch was committed or cancelled, and takes no more changes.
        package static let batchClosed = Code(.batchClosed)
        /// The name of the call was that of another one.
        package static let requestReused = Code(.requestReused)
        /// Too much work is waiting; try again later.
        package static let busy = Code(.busy)
        /// The disk or the user's quota is full.
        package static let storageFull = Code(.storageFull)
        /// The fonts cannot be changed from here: read-only file system, or another session or machine holds them.
        package static let readOnly = Code(.readOnly)
        /// A file or the registry is damaged.
        package static let corrupt = Code(.corrupt)
        /// The font could not be fetched from the web; asked again, it may be.
        package static let downloadFailed = Code(.downloadFailed)
        /// The cursor is not one of this list: list from the start.
        package static let invalidCursor = Code(.invalidCursor)
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
    package init(
        _ code: Code, _ message: String, owner: String? = nil, option: String? = nil, kept: FontIdentifier? = nil,
        keptFormat: FontFormat? = nil
    ) {
        self.code = code
        self.message = message
        self.owner = owner
        self.option = option
        self.kept = kept
        self.keptFormat = keptFormat
    }

    package var description: String { "\(code.name): \(message)" }
}
