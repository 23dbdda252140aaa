internal import Commands
internal import Testing

@Suite struct FontSelectionRulesTests {
    private func rules(_ text: String) -> FontSelectionRules {
        var rules = FontSelectionRules()
        rules.add(text)
        return rules
    }

    @Test(arguments: [
        ("/home/u/fonts/*", "/home/u/fonts/a/b.ttf", true),
        ("*.ttf", "/home/u/b.ttf", true),
        ("*.ttf", "/home/u/b.ttf.gz", false),
        ("/a/?.ttf", "/a/b.ttf", true),
        ("/a/?.ttf", "/a/bc.ttf", false),
        ("*a*b*c", "/xaxbxbxc", true),
        ("*a*b*c", "/xaxbxbx", false),
        ("~/fonts/*", "/home/u/fonts/a", false),
        ("", "/a", false),
    ])
    func `Patterns match as fontconfig matches them: stars cross slashes`(
        pattern: String, path: String, isMatch: Bool
    ) {
        let rules = rules("<rejectfont><glob>\(pattern)</glob></rejectfont>")
        #expect((rules.pattern(hiding: path) != nil) == isMatch)
    }

    @Test func `What is accepted is shown although it is rejected, and comments say nothing`() {
        let rules = rules(
            """
            <fontconfig><!-- <rejectfont><glob>*.otf</glob></rejectfont> --><selectfont>
            <rejectfont><glob>/x/*</glob><glob>/a &amp; b/*</glob>
            <pattern><patelt name="family"><string>/y/f.ttf</string></patelt></pattern></rejectfont>
            <acceptfont><glob>/x/good/*</glob></acceptfont></selectfont></fontconfig>
            """)
        #expect(rules.pattern(hiding: "/x/f.ttf") == "/x/*")
        #expect(rules.pattern(hiding: "/x/good/f.ttf") == nil)
        #expect(rules.pattern(hiding: "/a & b/f.ttf") == "/a & b/*")
        #expect(rules.pattern(hiding: "/z/f.otf") == nil)
        #expect(rules.pattern(hiding: "/y/f.ttf") == nil)
    }

    @Test func `A file that ends in the middle of an element says nothing of it`() {
        #expect(rules("<rejectfont><glob>/x/*</glob>") == FontSelectionRules())
        #expect(rules("<rejectfont><glob>/x/*</rejectfont>") == FontSelectionRules())
        #expect(rules("<!-- <rejectfont><glob>/x/*</glob></rejectfont>") == FontSelectionRules())
    }
}
