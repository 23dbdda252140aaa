package import FontModel

/// What people are told of errors in their language.
///
/// The service has one language, English. In another one, what kind of error it is comes before the service's words, which
/// tell more.
package enum ErrorKind {
    /// What to tell of an error.
    ///
    /// - Parameters:
    ///   - code: Its code; `nil` for one that is not known here.
    ///   - words: Its words in English; nothing where they are told elsewhere.
    /// - Returns: The words, after the kind of the error where texts are in another language than they.
    package static func line(_ code: FontError.Code?, _ words: String) -> String { line(code.map(text), words) }

    /// What to tell of an error.
    ///
    /// - Parameters:
    ///   - kind: The kind of the error in the user's language; `nil` where it has none.
    ///   - words: Its words in English.
    /// - Returns: The words, translated where they are a sentence that the catalogs have, and else after the kind.
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
        // Translators: This and the following sentences tell why something with a font or file failed. Details in English follow.
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
