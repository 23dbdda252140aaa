internal import Commands
internal import DBus
internal import Testing

@Suite struct FontExplanationTests {
    private static let dejaVu = "/usr/share/fonts/DejaVuSans.ttf\nDejaVu Sans\nBook\nDejaVu Sans\nDejaVuSans\n"

    private func font(_ entries: [String: BusVariant]) -> FontRecord {
        FontRecord(
            ["id": BusVariant("1"), "faces": BusVariant([["full_name": BusVariant("Lato Regular")]])]
                .merging(entries) { $1 })
    }

    @Test func `What fc-match says is read field by field`() throws {
        let answer = try #require(FontconfigAnswer(Self.dejaVu))
        #expect(answer.path == "/usr/share/fonts/DejaVuSans.ttf")
        #expect([answer.family, answer.style, answer.postscriptName] == ["DejaVu Sans", "Book", "DejaVuSans"])
        #expect(FontconfigAnswer("") == nil)
        #expect(FontconfigAnswer("\n\n\n\n\n") == nil)
    }

    @Test func `A substitute is told from the font itself, with the files that make it one`() {
        var explanation = FontExplanation(name: "Lato")
        explanation.answer = FontconfigAnswer(Self.dejaVu)
        explanation.configurationFiles = ["/etc/fonts/conf.d/60-latin.conf"]
        #expect(!explanation.isHeld && !explanation.isKnown)
        #expect(
            explanation.lines == [
                "Programs see no font named Lato; programs that ask for it get DejaVu Sans, a system font.",
                "File: /usr/share/fonts/DejaVuSans.ttf",
                "fontconfig's rules for this name: /etc/fonts/conf.d/60-latin.conf",
            ])
        explanation.usual = explanation.answer
        #expect(!explanation.isAlias && !explanation.isKnown, "any name would get this font")
        explanation.usual = FontconfigAnswer("/usr/share/fonts/Other.ttf\nOther\nBook\nOther\nOther\n")
        #expect(explanation.isAlias && explanation.isKnown)
        #expect(
            explanation.lines.first == "Lato is an alias in fontconfig's rules: programs that ask for it get "
                + "DejaVu Sans, a system font.")
        explanation.name = "dejavu-sans"
        #expect(!explanation.isAlias)
        #expect(explanation.isHeld)
    }

    @Test func `Caches that were out of date and programs of before are named`() {
        var explanation = FontExplanation(name: "DejaVu Sans")
        explanation.answer = FontconfigAnswer(Self.dejaVu)
        #expect(explanation.lines.count == 2)
        explanation.staleCaches = ["/home/u/fonts"]
        explanation.outdatedPrograms = ["a", "b", "c", "d", "e", "f"]
        #expect(explanation.lines[2].hasPrefix("fontconfig's cache of /home/u/fonts was out of date"))
        #expect(
            explanation.lines[3]
                == "These programs were started before the fonts changed, and may show another font until you restart "
                + "them: a, b, c, d, e and 1 more. Run 'typecase status --apps' for details.")
        explanation.program = "b"
        #expect(
            explanation.lines[3]
                == "b was started before the fonts changed, and may show another font until you restart it.")
        explanation.program = "z"
        #expect(
            explanation.lines[3].hasPrefix("No running program named z was started before the fonts changed"))
    }

    @Test func `A generic name is answered, whatever stands for it`() {
        var explanation = FontExplanation(name: "sans-serif")
        explanation.answer = FontconfigAnswer(Self.dejaVu)
        explanation.usual = explanation.answer
        #expect(explanation.isAlias && explanation.isKnown)
        #expect(
            explanation.lines.first
                == "sans-serif is a generic name: programs that ask for it get DejaVu Sans, a system font.")
    }

    @Test(arguments: [
        (["enabled": BusVariant(false)], "is disabled. Run 'typecase enable 1'"),
        (["quarantined": BusVariant(true), "quarantine_reason": BusVariant("Too old.")], "is quarantined: Too old."),
        (["collision": BusVariant("/usr/share/a.ttf")], "conflicts with a system font"),
        (["visibility": BusVariant("granted")], "is available only to programs that have the right"),
        ([:], "rejects it: /home/*"),
    ])
    func `Each cause has a sentence with the way out`(entries: [String: BusVariant], expected: String) {
        var explanation = FontExplanation(name: "Lato")
        explanation.answer = FontconfigAnswer(Self.dejaVu)
        explanation.registered = [font(entries)]
        explanation.rejection = "/home/*"
        #expect(explanation.lines.contains { $0.hasPrefix("Lato Regular ") && $0.contains(expected) })
        #expect(explanation.isKnown)
    }
}
