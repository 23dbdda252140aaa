import Testing

@testable import Commands

@Suite struct `Names that stand for other fonts` {
    static let file = """
        <fontconfig>
          <alias binding="same">
            <family>Carlito</family>
            <default><family>Calibri</family></default>
          </alias>
          <alias><family> Heading </family><prefer><family>carlito</family><family>Lato</family></prefer></alias>
          <alias><family>Other</family><accept><family>Nothing</family></accept></alias>
          <aliases/><alias><family>unfinished
        """

    @Test func `are those that rules lead to a family, each once, and not those that it leads to`() {
        let found = NameOutlook.aliases(
            leadingTo: ["Carlito", "Carlito Medium"], in: [Self.file, Self.file, "", "<alias"])
        #expect(found == ["Heading"])
        #expect(NameOutlook.aliases(leadingTo: ["Calibri"], in: [Self.file]) == ["Carlito", "Heading"])
        #expect(NameOutlook.aliases(leadingTo: [], in: [Self.file]).isEmpty)
    }

    @Test func `lead on by way of other names but not of generic ones, also where they are cycles`() {
        let file = """
            <alias><family>Old</family><default><family>Older</family></default></alias>
            <alias><family>Older</family><accept><family>New</family></accept></alias>
            <alias><family>Older</family><default><family>Old</family></default></alias>
            <alias><family>serif</family><prefer><family>New</family></prefer></alias>
            <alias><family>Any</family><default><family>serif</family></default></alias>
            """
        #expect(NameOutlook.aliases(leadingTo: ["New"], in: [file]) == ["Older", "Old"])
    }
}
