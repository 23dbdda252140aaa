@testable import Commands
import Testing

struct PictureTerminalTests {
    private func terminal(_ answer: String) -> PictureTerminal {
        PictureTerminal(answer: answer, columns: 100, usesColor: true)
    }

    @Test func `what a terminal can is read from its answers, never from its name`() {
        let attributes = "\u{1B}[?62;22c"
        #expect(terminal("\u{1B}_Gi=31;OK\u{1B}\\" + attributes).method == .kitty)
        #expect(terminal("\u{1B}_Gi=31;ENOTSUPPORTED\u{1B}\\" + attributes).method == .blocks(shades: true))
        let behind = terminal("\u{1B}_Gi=32;OK\u{1B}\\" + attributes)
        #expect(behind.method == .kitty && behind.isBehindTmux)
        #expect(terminal("\u{1B}]1337;ReportCellSize=18.0;9.0;2.0\u{1B}\\" + attributes).method == .iTerm2)
        #expect(terminal("\u{1B}[?62;4;22c").method == .sixel)
        // A 4 within another number is none.
        #expect(terminal("\u{1B}[?64;1c").method == .blocks(shades: true))
        #expect(terminal("").method == .blocks(shades: true))
    }

    @Test func `an answer is complete once the attributes have come`() {
        #expect(!PictureTerminal.isComplete("\u{1B}_Gi=31;OK\u{1B}\\"))
        #expect(!PictureTerminal.isComplete("\u{1B}[?62;4"))
        #expect(PictureTerminal.isComplete("\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[?62;4c"))
    }

    @Test func `in tmux the terminal around it answers after tmux, and is waited for`() {
        let own = "\u{1B}[?1;2;4c"
        #expect(!PictureTerminal.isComplete(own, inTmux: true))
        let whole = own + "\u{1B}_Gi=32;OK\u{1B}\\\u{1B}[?62;22c"
        #expect(PictureTerminal.isComplete(whole, inTmux: true))
        #expect(PictureTerminal.isComplete(own + "\u{1B}_Gi=32;OK\u{1B}\\", inTmux: true), "as tmux 3.3 passes it on")
        #expect(terminal(whole).method == .kitty && terminal(whole).isBehindTmux)
        // tmux has to show sixels, whatever the terminal around it can.
        #expect(terminal("\u{1B}[?1;2c\u{1B}[?62;4c").method == .blocks(shades: true))
        let query = PictureTerminal.query(inTmux: true)
        #expect(query.hasSuffix("\u{1B}Ptmux;\u{1B}\u{1B}[c\u{1B}\\"))
        #expect(!PictureTerminal.query(inTmux: false).contains("tmux"))
    }

    @Test func `blocks have the width of the terminal, narrow ones too, and text is drawn smaller on them`() {
        for columns in [20, 63, 80, 200] {
            let page = PictureTerminal(answer: "", columns: columns, usesColor: true).page()
            #expect(page.width * page.scale == Double(columns) && page.scale <= 0.5 && page.width >= 64)
        }
        #expect(terminal("").page(scale: 1) == (100, 1))
        #expect(terminal("\u{1B}[?62;4;22c").page() == (800, 1))
    }

    @Test func `Base64 is that of RFC 4648`() {
        let texts = ["": "", "f": "Zg==", "fo": "Zm8=", "foo": "Zm9v", "foob": "Zm9vYg==", "foobar": "Zm9vYmFy"]
        for (text, encoded) in texts { #expect(Base64.text(Array(text.utf8)) == encoded) }
    }

    @Test func `kitty gets a file in chunks of which all but the last say that more follows`() {
        let chunks = KittyPicture.chunks([UInt8](repeating: 7, count: 7_000))
        #expect(chunks.count == 3)
        #expect(chunks[0].hasPrefix("\u{1B}_Gf=100,a=T,q=2,m=1;") && chunks[1].hasPrefix("\u{1B}_Gm=1;"))
        #expect(chunks[2].hasPrefix("\u{1B}_Gm=0;") && chunks[2].hasSuffix("\u{1B}\\"))
        #expect(chunks.allSatisfy { $0.utf8.count < 4_096 + 40 })
    }

    /// Two columns and two rows: black over white, and white over black.
    private let checks = PixelRows(
        width: 2, height: 2, stride: 8,
        bytes: [0, 0, 0, 255, 255, 255, 255, 255, 255, 255, 255, 255, 0, 0, 0, 255])

    @Test func `blocks stand for two pixels, one above the other`() {
        #expect(BlockPicture.text(checks, shades: false) == "▀▄\n")
        #expect(
            BlockPicture.text(checks, shades: true)
                == "\u{1B}[38;5;232;48;5;255m▀\u{1B}[38;5;255;48;5;232m▀\u{1B}[0m\n")
    }

    @Test func `sixels have a bit for each row of a band, in each shade`() {
        let text = SixelPicture.text(checks)
        #expect(text.hasPrefix("\u{1B}P0;1q\"1;1;2;2#0;2;0;0;0"))
        // Black: the upper pixel of the first column, the lower of the second; white the other way round.
        #expect(text.hasSuffix("#0@A$#15A@-\u{1B}\\"))
    }
}
