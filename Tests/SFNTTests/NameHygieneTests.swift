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
        // Nobody sees that these are not the names they look like.
        ("Deja\u{200D}Vu", .refused), ("DejaVu\u{FE0F}", .refused), ("Deja\u{200B}Vu", .refused),
        ("Deja\u{AD}Vu", .refused), ("Deja\u{34F}Vu", .refused), ("DejaVu\u{3164}", .refused),
        ("\u{202E}uVajeD", .refused), ("\u{2066}DejaVu", .refused), ("\u{61C}DejaVu", .refused),
        ("DejaVu\u{E0041}", .refused), ("Deja\nVu", .refused), ("DejaVu\u{0}", .refused), ("\u{1B}[1mDejaVu", .refused),
    ]

    @Test(arguments: names)
    func `a name passes, is worth a warning, or is refused`(name: String, verdict: Verdict) {
        var font = FontBuilder(family: name)
        font.postscriptName = "Plain"
        let inspection = inspect(font.build())
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
}
