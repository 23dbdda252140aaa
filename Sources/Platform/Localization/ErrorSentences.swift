/// The service's messages of errors that people meet most, as translators have them: the message of an error is English, with
/// its arguments in it, and is taken apart here.
enum ErrorSentences {
    /// Translates a message.
    ///
    /// - Parameter message: What the service wrote.
    /// - Returns: The sentence in the user's language; `nil` where it is none of these, or has no translation.
    static func translated(_ message: String) -> String? {
        for template in templates {
            let text = "\(template)"
            guard let arguments = SentencePattern.arguments(of: message, in: text) else { continue }
            let translation = Translations.text(template)
            // The order is that of the numbers; a translation may have another.
            return translation == text ? nil : Translations.filled(translation, arguments)
        }
        return nil
    }

    /// Marks a text for `po/extract`.
    private static func translatable(_ text: StaticString) -> StaticString { text }

    // Tests/Checks/translations looks whether the service still says so.
    private static let templates: [StaticString] = [
        // Without a place, it is found as a whole.
        translatable("There is no change of yours that could be undone."),
        translatable("'%1' is the name of a font of the system, which must not be shadowed."),
        translatable("'%1' is the name of a named instance of a font of the system, which must not be shadowed."),
        translatable("'%1' has the full name '%2' of a font of the system, which must not be shadowed."),
        translatable("'%1' is the name of another enabled font, of %2. Disable or remove that one first."),
        translatable(
            """
            '%1' is the name of a named instance of another enabled font, of %2. Disable or remove that one \
            first.
            """),
        translatable("'%1' has the full name '%2' of another enabled font, of %3. Disable or remove that one first."),
        translatable("'%1' has the family and style of another enabled font, of %2. Disable or remove that one first."),
        translatable("'%1' has a family name that programs use for the system's default font of a kind."),
        translatable("'%1' is registered already as %2, revision %3, which is kept."),
        translatable("'%1' is registered already in another build of the same revision, %2, which is kept."),
        translatable("'%1' is registered already in a newer revision, %2, which is kept; this is %3."),
        translatable("'%1' is registered already in an older revision, %2, which is kept; this is %3."),
        translatable(
            """
            The registered font of this name has other faces too, such as '%1', which would be lost. Remove it \
            first.
            """),
        translatable("The registered font of this name belongs to %1 too. Disable or remove that one first."),
        translatable(
            """
            %1 is registered in a newer revision, %2; this is %3. Allow the downgrade, or remove the newer one \
            first.
            """),
        translatable("The user has disabled another font of the name %1 and revision."),
        translatable("The font has left with its provider. typecase provider restore %1 brings it back."),
        translatable("The font is out of use: %1."),
        translatable("There is a collection %1 already. typecase collection add adds fonts to it."),
        translatable(
            """
            A collection needs a name of 1 to %1 bytes, without control characters and without spaces around it.
            """),
        translatable("You have %1 collections, as many as can be. Remove one first: typecase collection remove."),
        translatable("A collection has at most %1 fonts. Make a second one."),
        translatable("The collection %1 was removed since."),
        translatable("The system has no family %1."),
        translatable("You hide no family %1, and the system has none."),
        translatable("No more than %1 families are hidden."),
        translatable("Programs that ask for %1 get %2; --force hides it."),
        translatable("No other font than %1 has the letters of your language, %2; --force hides it."),
        translatable("There is no change %1, or it is older than 30 days. typecase history lists those that are kept."),
        translatable("Change %1 was undone by change %2. typecase undo %3 makes it again."),
        translatable(
            """
            All programs together have %1 fonts; the limit is %2. Remove those of programs that you do not \
            need: typecase provider list.
            """),
        translatable("A font must be a regular file, not a %1."),
        translatable("The file at %1 is not the one that was asked for: its SHA-256 is %2, and %3 was expected."),
        translatable("There is no room for %1 bytes. Free some space and try again."),
        translatable("The user is picking a font for %1 already. Wait until that has ended."),
        translatable("%1 programs hold the font already. Try again later."),
        translatable("%1 fonts wait to be examined. Try again later."),
        translatable("%1 does not allow %2 to change its icon."),
        translatable("The user closed the question whether %1 may have %2."),
        translatable("You have decided of %1 rights and fonts. Revoke some first."),
        translatable("More than %1 providers have rights. Revoke some first."),
        translatable("You have chosen a text size for %1 programs. Reset some first."),
        translatable("There is no place for fonts: neither %1 nor HOME is set to an absolute path."),
        translatable("There is no place for fonts: the home %1 is not a directory."),
        translatable(
            """
            The published fonts are gone from %1. Bring them back (is a disk not mounted?), or make the \
            directory anew, empty, to remove them for good.
            """),
        translatable("%1 must be a directory and no symbolic link. Move it away; sandboxes cannot follow links."),
        translatable("%1 can be written by others. Remove that permission: chmod go-w."),
        translatable("The font file %1 is not there any more."),
        translatable(
            """
            The home is shared with %1, which manages the fonts. Change them there, or end the service there: \
            this one takes over within minutes.
            """),
        translatable(
            """
            The fonts are managed by %1 already. Change them from there, or end it: this service takes over \
            then.
            """),
        translatable("Cannot be opened: %1."),
        translatable("The process that fetches fonts does not answer as it should: %1."),
        translatable(
            """
            No manifest of %1 is installed. Install it as share/typecase/providers/%2.json; see \
            typecase-provider(5).
            """),
        translatable("The manifest %1 cannot be understood: typecase manifest check %2 tells why."),
    ]
}

/// Takes sentences apart.
package enum SentencePattern {
    /// What stands in the places of a pattern.
    ///
    /// - Parameters:
    ///   - sentence: The sentence.
    ///   - pattern: The sentence with `%1`, `%2` and so on, in this order, in the places.
    /// - Returns: What stands there; `nil` where the sentence is another.
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
