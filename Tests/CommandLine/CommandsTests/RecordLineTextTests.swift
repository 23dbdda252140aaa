import FontModel
import Testing

@testable import Commands

@Suite struct `Lists that come as files` {
    @Test func `are passed on as JSON of the same values, safe on a terminal`() throws {
        let lines = #"{"id":"a","list":[],"faces":[{"n":"x\u001b[31m‮y","w":62.5,"t":true}]}"# + "\n"
        var array = RecordLineText()
        let text = try array.text(of: Array(lines.utf8)) + array.text(of: [.integer(1)]) + array.end
        let face = JSONText.object([
            ("n", .string("x\u{1B}[31m\u{202E}y")), ("w", .double(62.5)), ("t", .boolean(true)),
        ])
        let font = JSONText.object([("id", .string("a")), ("list", .array([])), ("faces", .array([face]))])
        #expect(text == JSONText.array([font, .integer(1)]).lines + "\n")
        #expect(RecordLineText().end == JSONText.array([]).lines + "\n")
    }

    @Test func `of faces become fonts with one face each`() throws {
        let lines = #"{"id":"s","n":"x","enabled":true}"# + "\n"
        var array = RecordLineText()
        let text = try array.text(of: Array(lines.utf8), asFacesBeside: ["id", "enabled"]) + array.end
        let face = JSONText.object([("id", .string("s")), ("n", .string("x")), ("enabled", .boolean(true))])
        let font = JSONText.object([("id", .string("s")), ("enabled", .boolean(true)), ("faces", .array([face]))])
        #expect(text == JSONText.array([font]).lines + "\n")
    }
}
