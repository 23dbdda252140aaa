internal import BusInterface
internal import DBus
internal import Testing

@Suite struct `Lists that come as files` {
    static let list = #"""
        {"id":"a1","enabled":true,"size":12,"weight":62.5,"faces":[{"face_index":0,"full_name":"A \"B\" \\ \u00e9\ud83d\ude00\n","style":"Bold"},{"face_index":1,"full_name":"阿"}],"more":{"x":[1,[{"full_name":"no"}]]}}
        {"id":"b2","enabled":false,"faces":[]}

        """#

    @Test func `are read as far as it is asked for`() throws {
        let records = try RecordLines(["id", "enabled", "size", "weight", "faces", "full_name", "more"])
            .records(in: Array(Self.list.utf8))
        #expect(records.count == 2)
        #expect(try records[0].entries["id"]?.converted(to: String.self) == "a1")
        #expect(try records[0].entries["enabled"]?.converted(to: Bool.self) == true)
        #expect(try records[0].entries["size"]?.converted(to: UInt64.self) == 12)
        #expect(try records[0].entries["weight"]?.converted(to: Double.self) == 62.5)
        #expect(
            try records[0].faces.map { try $0.entries["full_name"]?.converted(to: String.self) } == [
                "A \"B\" \\ é😀\n", "阿",
            ])
        #expect(records[0].faces[0].entries["style"] == nil, "nobody asked for it")
        #expect(records[1].faces.isEmpty)
        #expect(try records[1].entries["enabled"]?.converted(to: Bool.self) == false)
        #expect(try RecordLines(["id"]).records(in: []).isEmpty)
    }

    @Test(arguments: [
        "{", "{\"id\":\"a\"", "{\"id\":\"a\"}", "{\"id\" \"a\"}\n", "{\"id\":\"a}\n", "[1]\n", "{\"id\":\"\\u00", "x\n",
        "{\"id\":,}\n", "{\"faces\":[\"a\"]}\n", "{\"id\":\"\\ux000\"}\n", "{\"a\":[}\n", "{\"a\":[\n",
        "{\"a\":[1\n]}\n", "{\"a\":}}\n",
    ])
    func `that are cut or none at all are refused`(_ text: String) {
        #expect(throws: RecordLines.Fault.self) { try RecordLines(["id", "faces"]).records(in: Array(text.utf8)) }
    }
}
