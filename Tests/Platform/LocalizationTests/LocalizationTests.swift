internal import FontModel
internal import Localization
internal import TestSupport
internal import Testing

/// Texts, numbers and dates in other languages, each in a process of its own: a process has one locale.
@Suite struct LocalizationTests {
    /// A catalog with the plural rule of no language whose locale it is used in.
    private static let catalog = #"""
        msgid ""
        msgstr ""
        "Content-Type: text/plain; charset=ISO-8859-1\n"
        "Plural-Forms: nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 ? 1 : 2);\n"

        msgid "%1 of %2"
        msgstr "%2: %1, für %2"

        msgid "1 font of %2"
        msgid_plural "%1 fonts of %2"
        msgstr[0] "%2 hat %1 (eins)"
        msgstr[1] "%2 hat %1 (wenige)"
        msgstr[2] "%2 hat %1 (viele)"

        msgid "The disk is full."
        msgstr "Voll."

        msgid "Programs that ask for %1 get %2. To hide it anyway, use --force."
        msgstr "Statt %2 kommt %1."

        msgid "1 file is damaged."
        msgid_plural "%1 files are damaged."
        msgstr[0] "%1 Datei ist kaputt."
        msgstr[1] "%1 Dateien sind kaputt."
        msgstr[2] "%1 Dateien sind kaputt."

        msgid "100 %"
        msgstr "100 v.H."
        """#

    /// Makes locales and the catalog, which is German.
    private func prepare(_ locales: String...) async throws -> TestLocales {
        let made = try await locales.count == 1 ? TestLocales(locales[0]) : TestLocales(locales[0], locales[1])
        // In another encoding than the texts are to have.
        try await made.compile(
            Self.catalog.unicodeScalars.map { UInt8(exactly: $0.value) ?? UInt8(ascii: "?") }, to: "de")
        return made
    }

    /// What a program does at its start, in a process that has no locale yet.
    private static func begin(_ path: String, _ locale: String, language: String = "") {
        let catalogs = TestLocales.begin(path, locale, language: language)
        Translations.begin()
        Translations.bind(to: catalogs)
    }

    @Test("Arguments change places, the plural is that of the language, and what has no translation is English")
    func texts() async throws {
        let locales = try await prepare("de_DE")
        await #expect(processExitsWith: .success) { [path = locales.path as String] in
            Self.begin(path, "de_DE.UTF-8")
            #expect(localized("%1 of %2", "Sans", "Foundry") == "Foundry: Sans, für Foundry")
            let counts = [1, 3, 5, 21, 5_000].map { localized("1 font of %2", "%1 fonts of %2", count: $0, "A%1") }
            #expect(
                counts == [
                    "A%1 hat 1 (eins)", "A%1 hat 3 (wenige)", "A%1 hat 5 (viele)", "A%1 hat 21 (eins)",
                    "A%1 hat 5.000 (viele)",
                ])
            #expect(localized("100 %") == "100 v.H.")
            #expect(localized("%1 styles of %2", "3", "Sans") == "3 styles of Sans")
            #expect(localized("1 style", "%1 styles", count: 1) == "1 style")
            #expect(localized("1 style", "%1 styles", count: 0) == "0 styles")
        }
    }

    @Test("LANGUAGE chooses the translation, and the locale C has none")
    func languages() async throws {
        let locales = try await prepare("de_DE", "en_US")
        await #expect(processExitsWith: .success) { [path = locales.path as String] in
            Self.begin(path, "en_US.UTF-8", language: "fr:de")
            #expect(localized("%1 of %2", "Sans", "Foundry") == "Foundry: Sans, für Foundry")
            // The numbers stay those of the locale.
            #expect(LocalNumber.text(1_234_567) == "1,234,567")
        }
        await #expect(processExitsWith: .success) { [path = locales.path as String] in
            Self.begin(path, "C", language: "de")
            #expect(localized("%1 of %2", "Sans", "Foundry") == "Sans of Foundry")
            #expect(!Translations.areThere)
        }
    }

    @Test("What kind of error it is comes before its words where these are in another language")
    func errors() async throws {
        let locales = try await prepare("de_DE")
        await #expect(processExitsWith: .success) { [path = locales.path as String] in
            Self.begin(path, "de_DE.UTF-8")
            #expect(ErrorKind.line(.storageFull, "No space left.") == "Voll. No space left.")
            #expect(ErrorKind.line(.storageFull, "") == "Voll.")
            #expect(ErrorKind.line(.storageFull, "100 %") == "100 v.H.")
            #expect(ErrorKind.line(nil as FontError.Code?, "No space left.") == "No space left.")
            // A sentence of the service is taken apart, and its arguments take the places of the translation.
            #expect(
                ErrorKind.line(
                    .exceededResourceLimit,
                    "Programs that ask for a; b get Sans. To hide it anyway, use --force.")
                    == "Statt Sans kommt a; b.")
            // A text about one thing has a place for the number in its translation.
            #expect(ErrorKind.line(.invalidFontData, "1 file is damaged.") == "1 Datei ist kaputt.")
        }
        await #expect(processExitsWith: .success) { [path = locales.path as String] in
            Self.begin(path, "C", language: "de")
            #expect(ErrorKind.line(.storageFull, "No space left.") == "No space left.")
        }
    }

    @Test(
        "A sentence is taken apart by its pattern, and only if it is the same sentence",
        arguments: [
            ("%1 is %2.", "Sans is bold.", ["Sans", "bold"]), ("%1 is %2.", "Sans is bold", nil),
            ("%1 is %2.", "Sans.", nil),
            ("Cannot read %1", "Cannot read ", [""]), ("100 % of %1", "100 % of it", ["it"]),
            ("Nothing", "Nothing", nil),
            ("a%1a", "a", nil),
        ] as [(String, String, [String]?)])
    func patterns(pattern: String, sentence: String, arguments: [String]?) {
        #expect(SentencePattern.arguments(of: sentence, in: pattern) == arguments)
    }

    @Test("Numbers, sizes and dates are those of the locale")
    func formats() async throws {
        let locales = try await prepare("de_DE", "en_US")
        await #expect(processExitsWith: .success) { [path = locales.path as String] in
            Self.begin(path, "de_DE.UTF-8")
            #expect(LocalNumber.text(1_234_567) == "1.234.567")
            #expect(ByteCount.unbreakableText(2_345_678) == "2,3\u{A0}MB")
            let time = LocalTime(1_700_000_000)
            #expect(time.day == "14.11.2023" && time.time == "22:13")
            #expect(LocalTime.minute(1_700_000_000) == "14.11.2023 22:13")
            #expect(LocalTime.second(1_700_000_000) == "22:13:20")
            #expect(ByteCount.text(2_345_678) == "2,3 MB")
            #expect(ByteCount.text(23_456_789) == "23 MB")
        }
        await #expect(processExitsWith: .success) { [path = locales.path as String] in
            Self.begin(path, "en_US.UTF-8")
            #expect(ByteCount.unbreakableText(2_345_678) == "2.3\u{A0}MB")
            let time = LocalTime(1_700_000_000)
            #expect(time.day == "11/14/2023" && time.time == "10:13 PM")
            #expect(LocalTime.minute(1_700_000_000) == "11/14/2023 10:13 PM")
            #expect(LocalTime.second(1_700_000_000) == "10:13:20 PM")
        }
    }

    @Test(
        "A program without a locale has the formats that scripts know, whatever the encoding",
        arguments: ["C", "C.UTF-8"])
    func unset(locale: String) async throws {
        let locales = try await prepare("de_DE")
        await #expect(processExitsWith: .success) { [path = locales.path as String, locale = locale as String] in
            Self.begin(path, locale, language: "de")
            #expect(LocalTime.minute(1_700_000_000) == "2023-11-14 22:13")
            #expect(LocalTime.second(1_700_000_000) == "22:13:20")
            #expect(LocalNumber.text(1_234_567) == "1234567")
            #expect(ByteCount.text(2_345_678) == "2.3 MB")
        }
    }
}
