import SFNT
import Testing

/// The markup of drawings in SVG.
struct DrawingMarkupTests {
    private func markup(_ text: String) throws(DrawingMarkup.Excess) -> DrawingMarkup {
        let bytes = Array(text.utf8)
        return try DrawingMarkup(bytes.span.bytes)
    }

    private func excess(_ text: String) -> DrawingMarkup.Excess? {
        do throws(DrawingMarkup.Excess) {
            _ = try markup(text)
            return nil
        } catch {
            return error
        }
    }

    private static let opening = "<svg xmlns='http://www.w3.org/2000/svg' xmlns:x='http://www.w3.org/1999/xlink'>"

    /// Drawings as fonts have them.
    static let sound = [
        opening + "<g id='glyph1'><path d='M0 0h9'/></g></svg>",
        "<?xml version='1.0' encoding='UTF-8'?>\n" + opening + "<!-- <script> --><path id=\"a\" d=''/></svg>\n",
        // As Illustrator writes them.
        "<!DOCTYPE svg PUBLIC '-//W3C//DTD SVG 1.1//EN' 'http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd' [\n"
            + "<!ENTITY ns_svg \"http://www.w3.org/2000/svg\"> ]>\n<svg xmlns='&ns_svg;'/>",
        opening + "<defs><linearGradient id='b' x:href='#a'/><path id='p'/></defs><g id='glyph1' fill='url(#b)'>"
            + "<use x:href='#p'/><use x:href='#p'/></g><g id='glyph2'><use x:href='#p'/></g></svg>",
        opening
            + "<style><![CDATA[.a{fill:url(#b)}]]></style><image href='data:image/png;base64,AA'/><a href='http://a'/></svg>",
        "\u{FEFF}<svg title='a > b'></svg>",
    ]

    @Test(arguments: sound)
    func `a drawing as fonts have them is fine`(text: String) throws {
        let markup = try markup(text)
        #expect(!markup.hasScripts && !markup.hasAddresses && !markup.isDamaged)
    }

    @Test(arguments: [
        "<script>1</script>", "<svg:script/>", "<g onclick='1'/>", "<handler/>", "<g><g ONLOAD = \"1\"/></g>",
    ])
    func `scripts are told of`(part: String) throws {
        let markup = try markup(Self.opening + part + "</svg>")
        #expect(markup.hasScripts && !markup.hasAddresses && !markup.isDamaged)
    }

    @Test(arguments: [
        "<image x:href='http://example.org/a.png'/>", "<use href='other.svg#a'/>",
        "<image href=' file:///etc/passwd'/>",
        "<g fill='url(http://a/b)'/>", "<g style='fill: URL( \"b.svg#c\" )'/>", "<style>@import 'a.css';</style>",
        "<style>a{b:url(a)}</style>", "<feImage href='&#104;ttp://a'/>",
    ])
    func `addresses are told of`(part: String) throws {
        let markup = try markup(Self.opening + part + "</svg>")
        #expect(markup.hasAddresses && !markup.hasScripts && !markup.isDamaged)
    }

    @Test func `an entity or a style sheet from elsewhere is an address`() throws {
        #expect(try markup("<!DOCTYPE svg [<!ENTITY a SYSTEM 'file:///etc/passwd'>]><svg>&a;</svg>").hasAddresses)
        #expect(try markup("<?xml-stylesheet href='a.css'?><svg/>").hasAddresses)
    }

    @Test(arguments: [
        "", "text", "<svg>", "<svg", "<svg a", "<svg a='", "<svg><g></svg>", "<!-- ", "<![CDATA[", "<svg/></svg>",
        "<?xml",
        "<!DOCTYPE svg [", "<svg a=b/>", "<svg =''/>",
    ])
    func `what is no complete XML is told of`(text: String) throws {
        #expect(try markup(text).isDamaged)
    }

    @Test func `elements may be nested as deep as libraries read them`() {
        func nested(_ depth: Int) -> String {
            String(repeating: "<g>", count: depth) + String(repeating: "</g>", count: depth)
        }
        #expect(excess(nested(256)) == nil)
        #expect(excess(nested(257)) == .depth)
    }

    @Test(arguments: [
        // What makes a billion laughs: an entity of entities.
        "<!ENTITY a 'ha'><!ENTITY b '&a;&a;'>", "<!ENTITY a \"<use href='#b'/>\">", "<!ENTITY a '&#60;g/>'>",
        "<!ENTITY % a '<!ENTITY b \"c\">'> %a;", "%a;",
    ])
    func `entities that hold markup, declarations or others are refused`(declarations: String) {
        #expect(excess("<!DOCTYPE svg [\(declarations)]><svg/>") == .entities)
    }

    @Test func `entities that make a text many times as long are refused`() {
        func text(_ count: Int) -> String {
            let entity = String(repeating: "a", count: 10_000)
            return "<!DOCTYPE svg [<!ENTITY a '\(entity)'>]><svg a='&a;'>" + String(repeating: "&a;", count: count)
                + "</svg>"
        }
        #expect(excess(text(5)) == nil)
        #expect(excess(text(50)) == .entities)
    }

    @Test func `elements that are drawn again and again are refused by how often that is`() {
        func text(_ depth: Int, id: String) -> String {
            let groups = (1...depth).map {
                "<g id='a\($0)'><use x:href='#a\($0 - 1)'/><use href='&#35;a\($0 - 1)'/></g>"
            }
            return Self.opening
                + "<defs><path id='a0'/>\(groups.joined())</defs><g id='\(id)'><use href='#a\(depth)'/></g></svg>"
        }
        for id in ["glyph1", "b"] {
            #expect(excess(text(12, id: id)) == nil)
            #expect(excess(text(40, id: id)) == .repetition)
        }
        // The same by patterns.
        let patterns = (1...40).map {
            "<pattern id='a\($0)'><g fill='url(#a\($0 - 1))'/><g fill='url(#a\($0 - 1))'/></pattern>"
        }
        #expect(excess(Self.opening + "<pattern id='a0'/>" + patterns.joined() + "</svg>") == .repetition)
    }

    @Test func `references are nested no deeper than elements`() {
        func chain(_ length: Int) -> String {
            let links = (1...length).map { "<g id='a\($0)'><use href='#a\($0 - 1)'/></g>" }
            return Self.opening + "<path id='a0'/>" + links.joined() + "</svg>"
        }
        #expect(excess(chain(200)) == nil)
        #expect(excess(chain(300)) == .depth)
    }

    @Test(arguments: [
        "<g id='a'><use href='#a'/></g>", "<use id='a' x:href='#a'/>",
        "<g id='a'><use href='#b'/></g><g id='b'><g><use href='#a'/></g></g>",
        "<mask id='m'><g mask='url(#m)'/></mask>",
    ])
    func `an element that draws itself is refused`(part: String) {
        #expect(excess(Self.opening + part + "</svg>") == .cycle)
    }

    @Test func `text in an encoding that hides markup is refused`() throws {
        #expect(excess("<?xml version='1.0' encoding='UTF-7'?><svg/>") == .encoding)
        #expect(excess("<?xml version='1.0' encoding='iso-8859-1'?><svg/>") == nil)
        for start in [[0xFE, 0xFF, 0, 0x3C], [0xFF, 0xFE, 0x3C, 0], [0x3C, 0, 0x73, 0]] as [[UInt8]] {
            #expect(throws: DrawingMarkup.Excess.encoding) { try DrawingMarkup(start.span.bytes) }
        }
    }

    @Test(.timeLimit(.minutes(1)))
    func `a long text takes time in proportion, whatever it is made of`() throws {
        let count = 2_000_000
        for part in ["<", "&", "<a ", "<!", "<![CDATA[", "<!--", "url(", "'", "<!ENTITY", "<a b='c", "-", "</a>", "&a"]
        {
            let text = String(repeating: part, count: count / part.utf8.count)
            _ = excess("<svg a='" + text)
            _ = excess("<svg>" + text)
            _ = excess("<!DOCTYPE a [<!ENTITY a 'b'> \(text)")
            _ = excess("<!DOCTYPE a [<!ENTITY a 'b'>]><svg>\(text)&")
        }
    }
}
