import DBus
import FontModel
import Testing

@testable import Commands

@Suite struct `Lists that come as files` {
    static let list = #"""
        {"id":"a1","enabled":true,"size":12,"weight":62.5,"faces":[{"face_index":0,"full_name":"A \"B\" \\ \u00e9\ud83d\ude00\n","style":"Bold"},{"face_index":1,"full_name":"阿"}],"more":{"x":[1,[{"full_name":"no"}]]}}
        {"id":"b2","enabled":false,"faces":[]}

        """#

    @Test func `are read as far as it is asked for`() throws {
        let records = try RecordLines(["id", "enabled", "size", "weight", "faces", "full_name", "more"])
            .records(in: Array(Self.list.utf8))
        #expect(records.count == 2)
        #expect(records[0].text("id") == "a1")
        #expect(records[0].value("enabled") == true)
        #expect(records[0].value("size") == UInt64(12))
        #expect(records[0].value("weight") == 62.5)
        #expect(records[0].faces.map { $0.text("full_name") } == ["A \"B\" \\ é😀\n", "阿"])
        #expect(records[0].faces[0].entries["style"] == nil, "nobody asked for it")
        #expect(records[1].faces.isEmpty && records[1].value("enabled") == false)
        #expect(try RecordLines(["id"]).records(in: []).isEmpty)
    }

    @Test(arguments: [
        "{", "{\"id\":\"a\"", "{\"id\":\"a\"}", "{\"id\" \"a\"}\n", "{\"id\":\"a}\n", "[1]\n", "{\"id\":\"\\u00", "x\n",
        "{\"id\":,}\n", "{\"faces\":[\"a\"]}\n", "{\"id\":\"\\ux000\"}\n", "{\"a\":[}\n",
    ])
    func `that are cut or none at all are refused`(_ text: String) {
        #expect(throws: RecordLines.Fault.self) { try RecordLines(["id", "faces"]).records(in: Array(text.utf8)) }
    }

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
