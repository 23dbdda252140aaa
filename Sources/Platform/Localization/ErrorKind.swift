package import FontModel

/// The texts of errors in the user's language.
///
/// The messages of the service are in English. If a message has no translation, it follows a sentence about the kind of
/// the error.
package enum ErrorKind {
    /// The text of an error.
    ///
    /// - Parameters:
    ///   - code: Its code; `nil` if the code is unknown.
    ///   - words: Its message in English; empty if the message is shown elsewhere.
    /// - Returns: The message, after the kind of the error if the user's language is not English.
    package static func line(_ code: FontError.Code?, _ words: String) -> String { line(code.map(text), words) }

    /// The text of an error.
    ///
    /// - Parameters:
    ///   - kind: The kind of the error in the user's language; `nil` if it has none.
    ///   - words: Its message in English.
    /// - Returns: The translated message if the catalogs contain it; otherwise, the message after the kind.
    package static func line(_ kind: String?, _ words: String) -> String {
        if words.isEmpty { return kind ?? words }
        guard Translations.areThere else { return words }
        if let translation = Translations.text(ofWords: words) ?? ErrorSentences.translated(words) {
            return translation
        }
        return kind.map { "\($0) \(words)" } ?? words
    }

    /// The kind of an error, as a sentence.
    package static func text(_ code: FontError.Code) -> String {
        switch code {
        // Translators: This and the following sentences tell why something with a font or file failed. Details in
        // English follow.
        case .fileNotFound: localized("There is no such file.")
        case .insufficientPermissions: localized("The file cannot be read or written.")
        case .unrecognizedFormat: localized("This is not a font file.")
        case .invalidFontData: localized("The font is damaged or could harm programs.")
        case .alreadyRegistered: localized("It already exists.")
        case .exceededResourceLimit: localized("A limit is exceeded.")
        case .assetNotFound: localized("The program has no such font.")
        case .notRegistered: localized("It no longer exists.")
        case .systemRequired: localized("Programs need this font.")
        case .registrationFailed: localized("The font service could not do that.")
        case .missingEntitlement: localized("The program is not allowed to do that.")
        case .insufficientInfo: localized("Required information is missing, such as a valid name.")
        case .cancelledByUser: localized("You declined the request.")
        case .duplicatedName: localized("Another font in use has the same name.")
        case .invalidFilePath: localized("The file is in the wrong place.")
        case .unsupportedScope: localized("That is not possible in this session.")
        case .downgrade: localized("A newer version is installed.")
        case .shadowed: localized("A system font has the same name.")
        case .denied: localized("This font is banned on this computer.")
        case .batchClosed, .requestReused, .invalidCursor: localized("The font service could not do that. Try again.")
        case .busy: localized("The font service is busy. Try again later.")
        case .storageFull: localized("The disk is full.")
        case .readOnly: localized("Fonts cannot be changed at the moment.")
        case .corrupt: localized("A file or the list of fonts is damaged.")
        case .downloadFailed: localized("The font could not be downloaded.")
        case .notUndoable: localized("The change cannot be undone.")
        }
    }
}
