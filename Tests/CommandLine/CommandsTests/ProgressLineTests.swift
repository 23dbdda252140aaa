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
        #expect(ProgressLine.text("Step", 0.5, columns: 36) == "Step  [##########          ]   50 %")
        #expect(ProgressLine.text("Step", 0.999, columns: 14) == "Step   99 %")
    }

    @Test func `The line is drawn over and over, and leaves nothing behind`() {
        let captured = CapturedOutput()
        let line = ProgressLine("Working", of: 4, on: captured.output(isTerminal: true))
        line.advance(by: 1)
        line.advance(by: 1)
        line.advance(to: 2)
        line.advance(to: 0.25, of: "A step")
        line.advance(by: 1)
        line.change(to: "Ending")
        line.advance(to: 0.5, of: "A step")
        line.clear()
        line.clear()
        line.advance(by: 1)
        let expected = [
            ProgressLine.text("Working", 1, of: 4, columns: 60), ProgressLine.text("Working", 2, of: 4, columns: 60),
            ProgressLine.text("A step", 0.25, columns: 60), ProgressLine.text("Working", 3, of: 4, columns: 60),
            ProgressLine.text("Ending", 3, of: 4, columns: 60), ProgressLine.text("Ending", 0.5, columns: 60),
        ]
        #expect(captured.errorText == expected.map { "\r\($0)\u{1B}[K" }.joined() + "\r\u{1B}[K")
        #expect(captured.text == "")
    }

    @Test(.timeLimit(.minutes(10)))
    func `A line is drawn once the work has lasted long enough, though nothing happens then`() async {
        let captured = CapturedOutput()
        var output = captured.output()
        output.progress = ProgressStyle(delay: .milliseconds(50)) { 80 }
        let (drawn, continuation) = AsyncStream.makeStream(of: String.self)
        output.writeError = { continuation.yield($0) }
        let line = ProgressLine("Waiting", of: 2, on: output)
        line.advance(by: 1)
        for await text in drawn.prefix(1) { #expect(text.contains("1/2")) }
        line.clear()
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
