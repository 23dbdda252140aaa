internal import BusInterface
public import Foundation
internal import Localization
// Re-exported so that applications import only one module. The attribute has an underscore, because no Swift release
// has a public name for it.
@_exported public import Typecase

extension FontManagerError: LocalizedError {
    /// A description of what went wrong, with which item, and what to do about it, for `localizedDescription`.
    ///
    /// If Typecase is installed with translations into the language that the program has chosen with `setlocale`, the
    /// text begins with a sentence in this language. The details in English follow.
    public var errorDescription: String? { itemized(ErrorKind.line(BusErrorNames.kind(of: code.name), message)) }

    /// A suggestion of what to do now, in English, for developers; `nil` if only ``FontManagerError/message`` has one.
    public var recoverySuggestion: String? { code.recoverySuggestion }
}

extension FontManagerError.Code {
    /// The suggestion from the table in the article on errors.
    fileprivate var recoverySuggestion: String? {
        switch self {
        case .fileNotFound: "Correct the path or the address."
        case .insufficientPermissions:
            "Make the file readable. `typecase doctor` tells of a home that cannot be written."
        case .unrecognizedFormat: "Use a TrueType or OpenType font, or a collection."
        case .invalidFontData: "Have the font repaired: `typecase validate` lists its faults."
        case .exceededResourceLimit: "Register fewer or smaller fonts."
        case .assetNotFound: "Correct the name, or install the manifest of the application."
        case .notRegistered: "Check the scope, and whether the font is this application's."
        case .systemRequired: "Leave the font: the system needs it."
        case .missingEntitlement: "Request the right from the user."
        case .insufficientInfo: "Say what the font is called."
        case .duplicatedName: "Disable the other font, or register this one disabled."
        case .invalidFilePath: "Declare the font in the manifest of the application."
        case .unsupportedScope: "Use another scope."
        case .downgrade: "Allow the downgrade in the options of the registration."
        case .shadowed: "Use the font of the system."
        case .denied: "Use another font."
        case .busy, .downloadFailed: "Try again later."
        case .batchClosed: "Register the fonts again."
        case .invalidCursor: "List them again."
        case .cancelled: "Ask what is registered, and begin again what is still wanted."
        case .storageFull: "Free some space, or remove fonts."
        case .readOnly: "Wait until the other service has ended: `typecase status` tells which one has the home."
        case .requestReused: "Create a new request for each access."
        case .corrupt: "Install the font again."
        case .invalidArgument: "Correct the value."
        case .serviceUnavailable: "Install Typecase, or use fonts of process scope and of the system."
        case .unsupported: "Do without, or ask for the permission that the message names."
        default: nil
        }
    }
}

extension FontCacheError: LocalizedError {
    /// A description of what went wrong and what to do about it, for `localizedDescription`.
    public var errorDescription: String? { message }

    /// A suggestion of what to do now, in English, for developers.
    public var recoverySuggestion: String? {
        switch code {
        case .fileNotFound: "Install the file into one of the resource directories, or correct the descriptor."
        case .nameMismatch: "Give the descriptor the PostScript name inside the file."
        case .invalidDescriptor: "Give the descriptor a font name and the plain name of a file."
        case .fontUnavailable: "Set a fallback in the configuration of the cache."
        default: underlyingError?.recoverySuggestion
        }
    }
}

extension DynamicTypeError: LocalizedError {
    /// A description of what was wrong and what to do about it, for `localizedDescription`.
    public var errorDescription: String? { message }

    /// A suggestion of what to do now, in English, for developers.
    public var recoverySuggestion: String? {
        switch code {
        case .invalidPointSize: "Use a positive size in points."
        case .invalidMaximum: "Use a positive maximum."
        case .alreadyScaled: "Scale the size that the font has in the category large, once."
        case .unknownTextStyle: "Use the name of a text style, such as `body`."
        case .unknownContentSizeCategory: "Use the name of a category, such as `large`."
        default: nil
        }
    }
}

extension FontRequestResult.Unresolved: LocalizedError {
    /// The reason why the font is not available and what to do about it, for `localizedDescription`.
    public var errorDescription: String? { message }

    /// A suggestion of what to do now, in English, for developers; `nil` if only the message has one.
    public var recoverySuggestion: String? {
        switch reason {
        case .notFound: "Use another font, or offer the user to install this one."
        case .deniedByUser, .deniedByPolicy, .deniedByServer: "Use another font."
        case .noNetwork, .downloadFailed: "Try again later."
        case .checksumMismatch: "Correct the SHA-256 in the manifest, or have the file corrected."
        case .invalidFont: "Have the font repaired: `typecase validate` lists its faults."
        case .packageAvailable: "Offer the user to install the package."
        case .storageFull: "Free some space, or remove fonts."
        case .limitsExceeded: "Request fewer or smaller fonts."
        case .consentUnavailable: "Request it again while the user is logged in to a desktop."
        case .cancelled: "Request it again if it is still wanted."
        case .outOfDate: "Look for the font again."
        default: nil
        }
    }
}
