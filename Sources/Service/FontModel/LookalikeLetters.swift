/// The Greek, Cyrillic and Armenian letters that most fonts draw like a Latin letter.
package enum LookalikeLetters {
    /// The Latin letter that each of them looks like.
    ///
    /// Source: Unicode's confusables.txt, for these blocks.
    package static let latin: [Unicode.Scalar: Unicode.Scalar] = Dictionary(
        uniqueKeysWithValues: zip(
            "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧνορАВЕЅІЈКМНОРСТУХЬаеорсухіјѕԁһԛԝՍՏհոսօ".unicodeScalars,
            "ABEZHIKMNOPTYXvopABESIJKMHOPCTYXbaeopcyxijsdhqwUShnuo".unicodeScalars))
}

extension String {
    /// The keys of the Latin names that a name with letters of other alphabets looks like, as ``fontNameKey``.
    ///
    /// Keys have only small letters, and some alphabets have small letters that do not look like Latin ones though
    /// their capitals do. So the name is compared both as it is and in capitals. Empty for nearly all names.
    package var lookalikeKeys: Set<String> {
        guard !utf8.allSatisfy({ $0 < 0x80 }) else { return [] }
        let keys = [self, uppercased()].map { name in
            var latin = String.UnicodeScalarView()
            for scalar in name.unicodeScalars { latin.append(LookalikeLetters.latin[scalar] ?? scalar) }
            return String(latin).fontNameKey
        }
        return Set(keys).subtracting([fontNameKey, ""])
    }
}
