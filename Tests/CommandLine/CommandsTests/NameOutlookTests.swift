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

    @Test func `are those of the rules that name a family, each once`() {
        let found = NameOutlook.aliases(
            leadingTo: ["Carlito", "Carlito Medium"], in: [Self.file, Self.file, "", "<alias"])
        #expect(found == ["Calibri", "Heading", "Lato"])
        #expect(NameOutlook.aliases(leadingTo: [], in: [Self.file]).isEmpty)
    }
}
