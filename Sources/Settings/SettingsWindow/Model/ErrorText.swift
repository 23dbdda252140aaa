internal import Adwaita
internal import BusInterface
internal import DBus
internal import FontModel
internal import PositionedJSON

/// What people are told of errors.
///
/// The service and the command line have one language, English. In another one, what kind of error it is comes before their
/// words, which tell more.
enum ErrorText {
    static func line(_ error: BusError) -> String {
        if error.isUnreachable {
            return localized("The font service does not answer: %1", ShownText.line(error.message))
        }
        return line(error.name, error.message)
    }

    static func line(_ error: FontError) -> String { line(BusErrorNames.prefix + error.code.rawValue, error.message) }

    /// What the command line tells of why it failed.
    ///
    /// - Parameter errors: What it wrote on its standard error: objects of JSON, one a line, or text.
    /// - Returns: The first of its errors.
    static func line(ofCommand errors: String) -> String {
        let first = String(errors.split(separator: "\n").first ?? "")
        guard let root = JSONReading(Array(first.utf8), maximumDepth: 16).root?.node,
            case .object(let members) = root.value
        else { return ShownText.line(errors) }
        let texts = Dictionary(
            members.compactMap { member -> (String, String)? in
                if case .string(let text) = member.node.value { (member.name, text) } else { nil }
            }, uniquingKeysWith: { first, _ in first })
        return line(texts["error"] ?? "", texts["message"] ?? errors)
    }

    /// What to tell of an error.
    ///
    /// - Parameters:
    ///   - name: Its name on the bus.
    ///   - message: Its words in English; nothing where they are told elsewhere.
    /// - Returns: The line.
    static func line(_ name: String, _ message: String) -> String {
        let words = ShownText.line(message)
        guard Translations.areThere || words.isEmpty, let kind = kind(name) else { return words }
        return words.isEmpty ? kind : "\(kind) \(words)"
    }

    private static func kind(_ name: String) -> String? {
        if name.hasPrefix(BusErrorNames.prefix) {
            return FontError.Code(rawValue: String(name.dropFirst(BusErrorNames.prefix.count))).map(kind)
        }
        return switch name {
        case "org.freedesktop.DBus.Error.AccessDenied": localized("The font service does not allow that.")
        case "org.freedesktop.DBus.Error.LimitsExceeded": localized("That is more than the font service takes at once.")
        case "org.freedesktop.DBus.Error.UnknownMethod", "org.freedesktop.DBus.Error.InvalidArgs":
            localized("The font service is of another version than this window.")
        default: nil
        }
    }

    private static func kind(_ code: FontError.Code) -> String {
        switch code {
        // Translators: This and the following sentences tell why something with a font or file failed. Details in English follow.
        case .fileNotFound: localized("There is no such file.")
        case .insufficientPermissions: localized("The file cannot be read or written.")
        case .unrecognizedFormat: localized("This is no font file.")
        case .invalidFontData: localized("The font is damaged or could harm programs.")
        case .alreadyRegistered: localized("That is there already.")
        case .exceededResourceLimit: localized("A limit is exceeded.")
        case .assetNotFound: localized("The program has no such font.")
        case .notRegistered: localized("That is not there any more.")
        case .systemRequired: localized("Programs need this font.")
        case .registrationFailed: localized("The font service could not do that.")
        case .missingEntitlement: localized("The program is not allowed to do that.")
        case .insufficientInfo: localized("Something is missing to do that, such as a valid name.")
        case .cancelledByUser: localized("You said no.")
        case .duplicatedName: localized("Another font in use has the same name.")
        case .invalidFilePath: localized("The file is not where it has to be.")
        case .unsupportedScope: localized("That is not possible in this session.")
        case .downgrade: localized("A newer version is installed.")
        case .shadowed: localized("A font of the system has the same name.")
        case .denied: localized("This font is banned on this computer.")
        case .batchClosed, .requestReused, .invalidCursor: localized("The font service could not do that. Try again.")
        case .busy: localized("The font service is busy. Try again later.")
        case .storageFull: localized("The disk is full.")
        case .readOnly: localized("Fonts cannot be changed from here now.")
        case .corrupt: localized("A file or the list of fonts is damaged.")
        case .downloadFailed: localized("The font could not be downloaded.")
        case .notUndoable: localized("The change cannot be undone.")
        }
    }
}
