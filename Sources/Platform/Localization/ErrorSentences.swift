/// The most frequent error messages of the service, as templates for translators.
///
/// The message of an error is in English and contains its arguments, which are extracted here.
enum ErrorSentences {
    /// Translates a message.
    ///
    /// - Parameter message: The message of the service.
    /// - Returns: The sentence in the user's language; `nil` if it matches no template or has no translation.
    static func translated(_ message: String) -> String? {
        for template in templates {
            let text = "\(template)"
            guard let arguments = SentencePattern.arguments(of: message, in: text) else { continue }
            let translation = Translations.text(template)
            // The arguments are in the order of their numbers; a translation may use another order.
            return translation == text ? nil : Translations.filled(translation, arguments)
        }
        return nil
    }

    /// Marks a text for `po/extract`.
    private static func translatable(_ text: StaticString) -> StaticString { text }

    // Tests/Checks/translations checks that the service still uses these sentences.
    private static let templates: [StaticString] = [
        // A sentence without arguments is looked up as a whole.
        translatable("You have no changes that can be undone."),
        translatable("'%1' is the name of a system font, which must not be shadowed."),
        translatable("'%1' is the name of a named instance of a system font, which must not be shadowed."),
        translatable("'%1' has the full name '%2' of a system font, which must not be shadowed."),
        translatable("'%1' is the name of another enabled font, provided by %2. Disable or remove that font first."),
        translatable(
            """
            '%1' is the name of a named instance of another enabled font, provided by %2. Disable or remove that font \
            first.
            """),
        translatable(
            """
            '%1' has the full name '%2' of another enabled font, provided by %3. Disable or remove that font first.
            """),
        translatable(
            """
            '%1' has the family and style of another enabled font, provided by %2. Disable or remove that font first.
            """),
        translatable("'%1' is a generic family name, which programs use to request a default system font."),
        translatable("'%1' is already registered as %2, revision %3. The registered font is kept."),
        translatable(
            """
            '%1' is already registered in another build of the same revision, %2. The registered font is kept.
            """),
        translatable(
            """
            '%1' is already registered with the newer revision %2; this font has revision %3. The registered font is \
            kept.
            """),
        translatable(
            """
            '%1' is already registered with the older revision %2; this font has revision %3. The registered font is \
            kept.
            """),
        translatable(
            """
            The registered font with this name also has other faces, such as '%1', which would be lost. Remove the \
            registered font first.
            """),
        translatable("The registered font with this name also belongs to %1. Disable or remove that font first."),
        translatable(
            """
            %1 is registered with the newer revision %2; this font has revision %3. Allow the downgrade, or remove the \
            newer font first.
            """),
        translatable("The user has disabled another font with the name %1 and the same revision."),
        translatable("The font was removed with its provider. To restore it, run 'typecase provider restore %1'."),
        translatable("The font is out of use: %1."),
        translatable("The collection %1 already exists. To add fonts to it, run 'typecase collection add'."),
        translatable(
            """
            A collection needs a name of 1 to %1 bytes, without control characters and without leading or trailing \
            spaces.
            """),
        translatable("You have %1 collections, which is the limit. To remove one, run 'typecase collection remove'."),
        translatable("A collection can contain at most %1 fonts. Create another collection."),
        translatable("The collection %1 has since been removed."),
        translatable("The system has no family %1."),
        translatable("You have not hidden a family %1, and the system has no such family."),
        translatable("No more than %1 families can be hidden."),
        translatable("Programs that ask for %1 get %2. To hide it anyway, use --force."),
        translatable("Only %1 has the letters of your language, %2. To hide it anyway, use --force."),
        translatable(
            """
            Change %1 does not exist, or is older than 30 days. Run 'typecase history' to list the changes that are \
            kept.
            """),
        translatable("Change %1 was undone by change %2. To redo it, run 'typecase undo %3'."),
        translatable(
            """
            All programs together have %1 fonts; the limit is %2. Remove the fonts of programs that you do not need. \
            To list them, run 'typecase provider list'.
            """),
        translatable("A font must be a regular file, not a %1."),
        translatable("The file at %1 is not the requested file: its SHA-256 is %2, but %3 was expected."),
        translatable("There is no room for %1 bytes. Free some space and try again."),
        translatable("The user is already choosing a font for %1. Wait until the dialog is closed."),
        translatable("%1 programs are already using the font, which is the limit. Try again later."),
        translatable("%1 fonts are waiting to be checked. Try again later."),
        translatable("%1 does not allow %2 to change its icon."),
        translatable("The user closed the dialog that asked whether %1 may have %2."),
        translatable("You have made %1 decisions about permissions and fonts, which is the limit. Revoke some first."),
        translatable("More than %1 providers would have permissions. Revoke some first."),
        translatable("You have chosen a text size for %1 programs, which is the limit. Reset some first."),
        translatable("There is no directory for fonts: neither %1 nor HOME is set to an absolute path."),
        translatable("There is no directory for fonts: the home directory %1 is not a directory."),
        translatable(
            """
            The published fonts are missing from %1. Check that the disk is mounted, or restore the fonts. To remove them permanently, create an empty directory there.
            """),
        translatable(
            """
            %1 must be a directory and not a symbolic link, because sandboxes cannot follow links. Move it to another \
            place.
            """),
        translatable("%1 is writable by other users. Remove that permission with 'chmod go-w'."),
        translatable("The font file %1 no longer exists."),
        translatable(
            """
            The home directory is shared with %1, which manages the fonts. Change the fonts there, or stop the font \
            service there: this service then takes over within minutes.
            """),
        translatable(
            """
            The fonts are already managed by %1. Change them there, or stop that process: this service then takes over.
            """),
        translatable("The file cannot be opened: %1."),
        translatable("The process that downloads fonts sent an invalid reply: %1."),
        translatable(
            """
            No manifest of %1 is installed. Install it as share/typecase/providers/%2.json; see \
            typecase-provider(5).
            """),
        translatable("The manifest %1 is not valid. To see why, run 'typecase manifest check %2'."),
    ]
}

/// Extracts the arguments of sentences.
package enum SentencePattern {
    /// The arguments of a sentence.
    ///
    /// - Parameters:
    ///   - sentence: The sentence.
    ///   - pattern: The template, with `%1`, `%2` and so on in this order.
    /// - Returns: The arguments; `nil` if the sentence does not match.
    package static func arguments(of sentence: String, in pattern: String) -> [String]? {
        var words: [Substring] = []
        var (rest, position) = (pattern[...], pattern.startIndex)
        while let mark = pattern[position...].firstIndex(of: "%") {
            position = pattern.index(after: mark)
            guard position < pattern.endIndex, pattern[position].isWholeNumber else { continue }
            words.append(rest[..<mark])
            position = pattern.index(after: position)
            rest = pattern[position...]
        }
        let end = rest
        guard let start = words.first, sentence.hasPrefix(start), sentence.hasSuffix(end) else { return nil }
        var remainder = sentence[sentence.index(sentence.startIndex, offsetBy: start.count)...]
        var arguments: [String] = []
        for word in words.dropFirst() {
            guard let range = remainder.firstRange(of: word) else { return nil }
            arguments.append(String(remainder[..<range.lowerBound]))
            remainder = remainder[range.upperBound...]
        }
        guard remainder.count >= end.count else { return nil }
        arguments.append(String(remainder.dropLast(end.count)))
        return arguments
    }
}
