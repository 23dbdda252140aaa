internal import Commands
internal import DBus
import FontModel
internal import FoundationEssentials
internal import Localization
internal import Testing

@Suite struct FontVersionTextTests {
    @Test(arguments: [
        ("Version 1.0", "1.000"), ("Version 2.137; ttfautohint (v1.8.3)", "2.137"), ("version 0.20", "0.200"),
        ("1.2345", "1.2345"), ("Version 3", "3"), ("Version 1.2.3 beta", "1.2.3"), ("Release A", "Release"), ("", ""),
        ("Version ", ""), ("Version 1.", "1."), ("Version ٣.٣", "٣.٣"),
    ])
    func `The number of a version is what is told of it`(text: String, short: String) {
        #expect(FontVersionText.short(text) == short)
    }
}

@Suite struct TerminalTextTests {
    @Test(arguments: [
        ("plain Lato", "plain Lato"), ("\u{1B}[31mred", "\\u{1B}[31mred"), ("a\nb\rc\td", "a\\u{A}b\\u{D}c\\u{9}d"),
        ("\u{9B}2J", "\\u{9B}2J"), ("\u{7F}", "\\u{7F}"), ("\u{202E}lacihpargopyt", "\\u{202E}lacihpargopyt"),
        ("\u{2066}x\u{2069}", "\\u{2066}x\\u{2069}"), ("\u{200F}\u{61C}", "\\u{200F}\\u{61C}"),
        ("\u{2028}\u{2029}", "\\u{2028}\\u{2029}"), ("\u{FEFF}\u{200B}", "\\u{FEFF}\\u{200B}"),
        ("\u{E0041}", "\\u{E0041}"), ("می\u{200C}خواهم", "می\u{200C}خواهم"), ("源ノ角ゴシック", "源ノ角ゴシック"),
    ])
    func `Controls and invisible characters come as escapes, letters of every script as they are`(
        text: String, escaped: String
    ) {
        #expect(TerminalText.escaped(text) == escaped)
    }

    @Test(arguments: [("Lato", 4), ("源ノ角", 6), ("e\u{301}", 1), ("한글", 4), ("", 0)])
    func `Width is counted in terminal cells`(text: String, width: Int) {
        #expect(TerminalText.width(text) == width)
    }
}

@Suite struct TextTableTests {
    @Test func `Columns are aligned by cells, and no line ends in spaces`() {
        let rows = [["1", "源", "x"], ["22", "abc", ""]]
        #expect(
            TextTable.text(header: ["A", "NAME", "LAST"], rows: rows, bold: false)
                == "A   NAME  LAST\n1   源    x\n22  abc\n")
    }

    @Test func `On a narrow terminal the widest columns give way, as far as they can, and ids never`() {
        let rows = [["1", "A name that goes on and on", "user"], ["22", "源源源源源源源源", "x"], ["3", "short", "x"]]
        let text = TextTable.text(header: ["ID", "NAME", "WHO"], rows: rows, bold: false, columns: 22)
        #expect(
            text == "ID  NAME          WHO\n1   A name that\u{2026}  user\n22  源源源源源\u{2026}   x\n3   short         x\n"
        )
        for columns in 1...60 {
            let lines = TextTable.text(header: ["ID", "NAME", "WHO"], rows: rows, bold: false, columns: columns)
                .split(separator: "\n")
            #expect(lines.allSatisfy { TerminalText.width(String($0)) <= max(columns, 20) })
            #expect(lines.count == 4)
        }
        let whole = TextTable.text(header: ["ID", "NAME", "WHO"], rows: rows, bold: false)
        #expect(TextTable.text(header: ["ID", "NAME", "WHO"], rows: rows, bold: false, columns: 40) == whole)
        let two = [["a text that is quite long", "another text that is quite long"]]
        let both = TextTable.text(header: ["NAME", "FAMILY"], rows: two, bold: false, columns: 32).split(
            separator: "\n")
        let paths = TextTable.text(header: ["FILE"], rows: [["/a/long/way/to/font.ttf"]], bold: false, columns: 12)
        #expect(paths == "FILE\n\u{2026}to/font.ttf\n", "of a path the end matters")
        #expect(both.last == "a text that is\u{2026}  another text t\u{2026}", "both give way alike")
    }

    @Test func `Columns that matter less are left out where there is no room for them, on all pages`() {
        let row = ["1", "A name that goes on", "a provider", "persistent"]
        func table(_ columns: Int) -> TextTable {
            TextTable(
                header: ["ID", "NAME", "WHO", "SCOPE"], bold: false, columns: columns, expendable: ["SCOPE", "WHO"])
        }
        var wide = table(40)
        #expect(
            wide.text(of: [row]) == "ID  NAME          WHO         SCOPE\n1   A name that…  a provider  persistent\n")
        var narrow = table(30)
        #expect(narrow.text(of: [row]) == "ID  NAME            WHO\n1   A name that g\u{2026}  a provider\n")
        #expect(narrow.text(of: [row]) == "1   A name that g\u{2026}  a provider\n")
        var narrower = table(20)
        #expect(narrower.text(of: [row]) == "ID  NAME\n1   A name that goe\u{2026}\n")
    }

    @Test func `On a terminal ids are as short as tells them apart, elsewhere they are whole`() {
        let ids = [
            "0123456789abcdef0123456789abcdef", "0123456789ffffff0123456789abcdef",
            "system-\(String(repeating: "5", count: 32))",
        ]
        let rows = ids.map { [$0, "x"] }
        let short = TextTable.text(header: ["ID", "NAME"], rows: rows, bold: false, columns: 80)
        #expect(
            short == "ID                  NAME\n0123456789a         x\n0123456789f         x\nsystem-55555555555  x\n")
        let whole = TextTable.text(header: ["ID", "NAME"], rows: rows, bold: false)
        #expect(ids.allSatisfy { whole.contains($0) })
        let other = TextTable.text(
            header: ["ID", "NAME"], rows: [["org.example.Foundry", "x"]], bold: false, columns: 80)
        #expect(other.contains("org.example.Foundry"))
    }

    @Test func `A table without rows is nothing, not even a header`() {
        #expect(TextTable.text(header: ["A"], rows: [], bold: true) == "")
    }

    @Test func `Pages share a header, and columns become wider only`() {
        var table = TextTable(header: ["A", "B"], bold: false)
        #expect(table.text(of: []) == "")
        #expect(table.text(of: [["long", "1"]]) == "A     B\nlong  1\n")
        #expect(table.text(of: [["x", "2"]]) == "x     2\n")
        #expect(table.text(of: [["longer", "3"]]) == "longer  3\n")
    }

    @Test func `Only the header is bold`() {
        #expect(TextTable.text(header: ["A"], rows: [["x"]], bold: true) == "\u{1B}[1mA\u{1B}[0m\nx\n")
    }

    @Test func `A cell cannot break its line or colour the rest`() {
        let text = TextTable.text(header: ["A", "B"], rows: [["x\ny", "\u{1B}[31m"]], bold: false)
        #expect(text.split(separator: "\n").count == 2)
        #expect(!text.contains("\u{1B}"))
    }
}

@Suite struct JSONTextTests {
    @Test func `Values of the bus become JSON that a reader gives back`() throws {
        struct Everything: Decodable {
            var text: String
            var yes: Bool
            var count: UInt64
            var negative: Int64
            var weight: Double
            var list: [String]
            var nested: [String: [Double]]
        }
        let text = "quote \" backslash \\ newline \n tab \t escape \u{1B} override \u{202E} tag \u{E0041} 源"
        let json = JSONText([
            "text": BusVariant(text), "yes": BusVariant(true), "count": BusVariant(UInt64.max),
            "negative": BusVariant(Int64.min), "weight": BusVariant(87.5), "list": BusVariant(["a", "b"]),
            "nested": BusVariant(
                .dictionary(
                    key: "s", value: "(ddd)",
                    [BusValue.Entry("wght".busValue, .structure([.double(100), .double(400), .double(900)]))])),
        ])
        for document in [json.line, json.lines] {
            let read = try JSONDecoder().decode(Everything.self, from: Data(document.utf8))
            #expect(read.text == text)
            #expect(read.yes)
            #expect(read.count == .max)
            #expect(read.negative == .min)
            #expect(read.weight == 87.5)
            #expect(read.list == ["a", "b"])
            #expect(read.nested == ["wght": [100, 400, 900]])
            #expect(!document.unicodeScalars.contains { $0 != "\n" && $0.couldMislead })
        }
        #expect(!json.line.contains("\n"))
    }

    @Test func `Keys are sorted, and nothing is in the way of nothing`() {
        #expect(JSONText(["b": BusVariant(true), "a": BusVariant(false)]).line == "{\"a\": false, \"b\": true}")
        #expect(JSONText.array([]).lines == "[]")
        #expect(JSONText([[String: BusVariant]]()).line == "[]")
    }

    @Test func `Numbers that JSON does not have are null`() {
        #expect(JSONText.array([.double(.infinity), .double(.nan), .double(1)]).line == "[null, null, 1]")
    }
}

@Suite struct ColorChoiceTests {
    @Test func `NO_COLOR with any text forbids colour, and so does a terminal that has none`() {
        #expect(ColorChoice.allowsColor(noColor: nil, terminal: "xterm"))
        #expect(ColorChoice.allowsColor(noColor: "", terminal: "xterm"))
        #expect(!ColorChoice.allowsColor(noColor: "1", terminal: "xterm"))
        #expect(!ColorChoice.allowsColor(noColor: nil, terminal: "dumb"))
        #expect(!ColorChoice.allowsColor(noColor: nil, terminal: nil))
    }
}

@Suite struct ByteCountTests {
    @Test(
        arguments: [
            (0, "0 B"), (999, "999 B"), (1000, "1.0 kB"), (1_049, "1.0 kB"), (9_949, "9.9 kB"), (9_950, "10 kB"),
            (999_499, "999 kB"), (999_500, "1.0 MB"), (1_234_567, "1.2 MB"), (2_147_483_648, "2.1 GB"),
        ] as [(UInt64, String)])
    func `Sizes are short, and never more than three digits`(bytes: UInt64, text: String) {
        #expect(ByteCount.text(bytes) == text)
    }
}
