import DBus
import Testing

@testable import Commands

@Suite struct `What info tells of a font` {
    private let face: [String: BusVariant] = [
        "full_name": BusVariant("Lato Bold"), "display_name": BusVariant("Lato Bold"),
        "family": BusVariant("Lato"), "style": BusVariant("Bold"), "weight": BusVariant(700.0),
        "width": BusVariant(87.5), "slant": BusVariant("upright"), "postscript_name": BusVariant("Lato-Bold"),
        "names": BusVariant(["de": "Lato", "ar": "لاتو"]), "version": BusVariant("Version 2.015"),
        "embedding": BusVariant("restricted"), "monospace": BusVariant(false), "glyph_count": BusVariant(UInt32(8)),
        "languages": BusVariant(["de", "en", "fr"]),
        "axes": BusVariant(
            BusValue.dictionary(
                key: "s", value: "(ddd)",
                [.init(.string("wght"), .structure([.double(100), .double(400), .double(900.5)]))])),
        "named_instances": BusVariant([["name": BusVariant("Thin")], ["name": BusVariant("Bold")]]),
        "new_thing": BusVariant("from a newer service"),
    ]

    private func font(_ entries: [String: BusVariant] = [:], faces: Int = 1) -> FontRecord {
        FontRecord(
            [
                "id": BusVariant("0123"), "provider": BusVariant("user"), "scope": BusVariant("persistent"),
                "enabled": BusVariant(true), "visibility": BusVariant("session"), "format": BusVariant("truetype"),
                "size": BusVariant(UInt64(1032)), "path": BusVariant("/a.ttf"),
                "faces": BusVariant(Array(repeating: face, count: faces)),
            ].merging(entries) { $1 })
    }

    @Test func `is in words, what matters most first`() {
        #expect(
            FontInfoText(font()).text == """
                Lato Bold
                State            enabled, for all programs
                Provider         user (installed by hand)
                Stays            until it is removed
                File             /a.ttf
                Format           TrueType, 1.0 kB
                ID               0123
                Full name        Lato Bold
                Family           Lato
                Family (ar)      لاتو
                Style            Bold: weight 700, width 87.5 %, upright
                PostScript name  Lato-Bold
                Version          2.015
                Embedding        not allowed
                Glyphs           8
                Monospace        no
                Axis wght        100 to 900.5, 400 by default
                Named styles     Thin, Bold
                Languages        de en fr
                New thing        from a newer service

                """)
    }

    @Test(arguments: [
        (["enabled": BusVariant(false)], "State            disabled\n"),
        (["visibility": BusVariant("granted")], "enabled, only for programs that have the right to use it\n"),
        (
            [
                "quarantined": BusVariant(true), "quarantine": BusVariant("denied"),
                "quarantine_reason": BusVariant("It is unsafe."),
            ], "quarantined because it is banned\nReason           It is unsafe.\n"
        ),
        (["collision": BusVariant("/usr/a.ttf")], "has the same name\nConflicts with   /usr/a.ttf\n"),
        (["scope": BusVariant("session")], "Stays            until you log out\n"),
        (["user_info": BusVariant("https://example.org/a.ttf")], "Fetched from     https://example.org/a.ttf\n"),
        (["user_info": BusVariant("found")], "Note             found\n"),
        (["provider": BusVariant("org.example.A")], "Provider         org.example.A\n"),
    ])
    func `has the words for each state`(entries: [String: BusVariant], expected: String) {
        let text = FontInfoText(font(entries)).text
        #expect(text.contains(expected), "\(text)")
    }

    @Test func `stays within the terminal, tells faces apart and cannot steer the terminal`() {
        let odd = ["path": BusVariant("/\u{1B}[2J"), "user_info": BusVariant(String(repeating: "word ", count: 30))]
        let text = FontInfoText(font(odd, faces: 2), columns: 40, bold: true).text
        #expect(text.contains("/\\u{1B}[2J"))
        #expect(text.hasPrefix("\u{1B}[1mLato Bold and 1 more\u{1B}[0m\n"))
        #expect(text.ranges(of: "\u{1B}[1mLato Bold\u{1B}[0m\n").count == 2)
        for line in text.split(separator: "\n") where !line.contains("\u{1B}") {
            #expect(TerminalText.width(String(line)) <= 40, "\(line)")
        }
    }

    @Test func `has licences of several lines in one`() {
        let text = FontInfoText(font(["user_info": BusVariant("This Font\r\nis licensed\n\nunder OFL\n")])).text
        #expect(text.contains("  This Font is licensed under OFL\n"), "\(text)")
    }

    @Test func `is one block for a system font`() {
        let system = face.merging([
            "id": BusVariant("system-1"), "source": BusVariant("system"), "enabled": BusVariant(true),
            "path": BusVariant("/usr/a.ttf"), "format": BusVariant("cff"),
        ]) { $1 }
        let text = FontInfoText(FontRecord(system)).text
        #expect(text.contains("Provider         the system\n") && text.contains("Format           OpenType (CFF)\n"))
        #expect(text.contains("Style            Bold") && !text.contains("Stays"))
    }
}
