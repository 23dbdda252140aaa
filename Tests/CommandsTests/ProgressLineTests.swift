internal import Commands
internal import Testing

@Suite struct ProgressLineTests {
    @Test func `The line has status, bar, percentage and count, and fits the terminal`() {
        #expect(
            ProgressLine.text("Installing", 5, of: 20, columns: 60)
                == "Installing  [#######                        ]   25 %   5/20")
        #expect(
            ProgressLine.text("Installing", 20, of: 20, columns: 60)
                == "Installing  [###############################]  100 %  20/20")
        #expect(ProgressLine.text("Installing", 5, of: 20, columns: 32) == "Installing   25 %   5/20")
        for columns in 0...200 {
            for done in [0, 1, 999, 1000] {
                let text = ProgressLine.text("Installing", done, of: 1000, columns: columns)
                #expect(TerminalText.width(text) <= max(columns - 1, 0))
            }
        }
        #expect(ProgressLine.text("Nothing", 0, of: 0, columns: 25) == "Nothing  100 %  0/0")
    }

    @Test func `The line is drawn over and over, and leaves nothing behind`() {
        let captured = CapturedOutput()
        let line = ProgressLine("Working", of: 4, on: captured.output(isTerminal: true))
        line.advance(by: 1)
        line.advance(by: 1)
        line.advance(to: 2)
        line.change(to: "Ending")
        line.clear()
        line.clear()
        let expected = ["Working", "Working", "Ending"].enumerated().map { index, status in
            "\r" + ProgressLine.text(status, min(index + 1, 2), of: 4, columns: 60) + "\u{1B}[K"
        }
        #expect(captured.errorText == expected.joined() + "\r\u{1B}[K")
        #expect(captured.text == "")
    }

    @Test func `Nothing is drawn where nobody looks, nor for short work`() {
        let captured = CapturedOutput()
        let plain = ProgressLine("Working", of: 4, on: captured.output())
        plain.advance(by: 4)
        plain.clear()
        var output = captured.output()
        output.progress = ProgressStyle(delay: .seconds(3600)) { 80 }
        let short = ProgressLine("Working", of: 4, on: output)
        short.advance(by: 4)
        short.change(to: "Ending")
        short.clear()
        #expect(captured.errorText == "")
    }
}
