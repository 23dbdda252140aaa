import FontModel
import InspectionProtocol
import TestSupport
import Testing

/// What becomes of names that are made to mislead people, terminals or programs.
struct NameHygieneTests {
    enum Verdict: Sendable { case passes, warns, refused }

    static let names: [(String, Verdict)] = [
        // Honest names, of many scripts.
        ("DejaVu Sans", .passes), ("Größe", .passes), ("Ελληνικά", .passes), ("Русский шрифт", .passes),
        ("ՀԱՅԵՐԷՆ", .passes), ("字体", .passes), ("العربية", .passes), ("می\u{200C}خواهم", .passes),
        ("क्\u{200D}ष", .passes), ("葛\u{E0100}", .passes), ("❤\u{FE0F}", .passes), ("Font & Co. (1)", .passes),
        // Letters of two alphabets in one word.
        ("Dej\u{430}Vu", .warns), ("\u{410}rial", .warns), ("Helvetic\u{3B1}", .warns), ("Ti\u{57D}es", .warns),
        ("\u{FF21}rial", .warns), ("\u{1D400}rial", .warns), ("\u{13AA}rial", .warns),
        // All letters of another alphabet, and all of them alike.
        ("\u{421}\u{41E}\u{421}\u{410}", .warns), ("\u{41D}\u{41E}\u{422}\u{415} 2", .warns),
        ("\u{39A}\u{391}\u{3A4}\u{395}", .warns), ("a/b", .warns),
        // The same of a word alone, beside words in Latin letters; and words that nobody takes for Latin ones.
        ("\u{420}\u{422} Sans", .warns), ("Noto-\u{39F}", .warns), ("Arial \u{421}\u{41E} Bold", .warns),
        ("\u{420}\u{422} Шрифт", .passes), ("Noto Сербский", .passes), ("Größe Sans", .passes), ("豊 Sans", .passes),
        // Nobody sees that these are not the names they look like.
        ("Deja\u{200D}Vu", .refused), ("DejaVu\u{FE0F}", .refused), ("Deja\u{200B}Vu", .refused),
        ("Deja\u{AD}Vu", .refused), ("Deja\u{34F}Vu", .refused), ("DejaVu\u{3164}", .refused),
        ("\u{202E}uVajeD", .refused), ("\u{2066}DejaVu", .refused), ("\u{61C}DejaVu", .refused),
        ("DejaVu\u{E0041}", .refused), ("Deja\nVu", .refused), ("DejaVu\u{0}", .warns), ("\u{1B}[1mDejaVu", .refused),
    ]

    @Test(arguments: names)
    func `a name passes, is worth a warning, or is refused`(name: String, verdict: Verdict) {
        var font = FontBuilder(family: name)
        font.postscriptName = "Plain"
        let inspection = inspect(font.build())
        verify(inspection, verdict)
    }

    private func verify(_ inspection: FontInspection, _ verdict: Verdict) {
        switch verdict {
        case .passes: #expect(inspection.findings == [])
        case .warns:
            #expect(inspection.refusal == nil)
            #expect(inspection.findings.contains { $0.rule == "'name' table usability" && $0.code == .warning })
        case .refused:
            #expect(inspection.refusal?.rule == "'name' table usability")
            #expect(inspection.findings.allSatisfy { $0.message.unicodeScalars.allSatisfy { !$0.couldMislead } })
        }
    }

    /// A font with an axis and an instance, and a record of another name that only others than we may show.
    private static func font(with name: FontBuilder.Name) -> FontBuilder {
        var font = FontBuilder.variable(instances: 2)
        font.extraNames = [name]
        return font
    }

    /// An axis has id 256, the instances 257 and 259.
    static let others: [(UInt16, String, Verdict)] = [
        (256, "Gewicht", .passes), (256, "Ge\nwicht", .refused), (257, "Größe", .passes), (257, "Gr\nöße", .refused),
        (259, "\u{1B}[2J", .refused), (259, "\u{202E}fett", .refused),
        (259, String(repeating: "x", count: 256), .refused), (21, "Fa\nmilie", .refused),
        (22, "St\u{202E}il", .refused), (21, "Familie", .passes), (22, "Stil", .passes),
        // Nobody shows it.
        (300, "Nie\nmand", .passes),
    ]

    @Test(arguments: others)
    func `names of instances and axes are checked in all their languages`(
        identifier: UInt16, name: String, verdict: Verdict
    ) {
        for (platform, language) in [(3, 0x407), (0, 0)] as [(UInt16, UInt16)] {
            let record = FontBuilder.Name(id: identifier, language: language, value: name, platform: platform)
            verify(inspect(Self.font(with: record).build()), verdict)
        }
    }

    /// Texts in encodings that programs decode: Latin-1, Shift JIS on the Macintosh and on Windows, GB, Big5, Wansung.
    @Test(arguments: [(2, 0), (2, 2), (1, 1), (3, 2), (3, 3), (3, 4), (3, 5)] as [(UInt16, UInt16)])
    func `names in other encodings are checked as well`(platform: UInt16, encoding: UInt16) {
        for identifier: UInt16 in [1, 4, 17, 22, 257] {
            func inspection(of text: [UInt8]) -> FontInspection {
                inspect(FontBuilder.variable(instances: 1).naming(identifier, (platform, encoding), text).build())
            }
            verify(inspection(of: Array("Name".utf8) + [0xC3, 0xA5]), .passes)
            verify(inspection(of: Array("Na\nme".utf8)), .refused)
            verify(inspection(of: Array("\u{1B}[2J".utf8)), .refused)
            verify(inspection(of: Array(repeating: 0x61, count: 256)), .refused)
        }
    }
}
