import PositionedJSON
import Testing

struct JSONReadingTests {
    private func reading(_ text: String, depth: Int = 8) -> JSONReading {
        JSONReading(Array(text.utf8), maximumDepth: depth)
    }

    @Test func `Every kind of value is read, with its place`() throws {
        let text = """
            {"a": [1, -2.5e1, true,
              false, null], "ä/~": "\\u00e4\\ud83d\\ude42\\n\\/",
            "o": {}}
            """
        let reading = reading(text)
        #expect(reading.faults == [])
        guard case .object(let members)? = reading.root?.node.value else {
            Issue.record("no object")
            return
        }
        #expect(members.map(\.name) == ["a", "ä/~", "o"])
        guard case .array(let elements) = members[0].node.value else {
            Issue.record("no array")
            return
        }
        #expect(elements.map(\.value) == [.integer(1), .double(-25), .boolean(true), .boolean(false), .null])
        #expect(elements.map(\.position.description) == ["1:8", "1:11", "1:19", "2:3", "2:10"])
        #expect(members[1].node.value == .string("ä🙂\n/"))
        #expect(members[1].position == TextPosition(line: 2, column: 17))
        // Characters count, not the bytes that they take.
        #expect(members[1].node.position == TextPosition(line: 2, column: 24))
        #expect(members[2].position == TextPosition(line: 3, column: 1))
    }

    struct Damage: Sendable, CustomTestStringConvertible {
        var text: String
        var place: String
        var pointer = ""
        var words: String
        var testDescription: String { text }
    }

    @Test(arguments: [
        Damage(text: "", place: "1:1", words: "ends where a value"),
        Damage(text: "  \n ", place: "2:2", words: "ends where a value"),
        Damage(text: "{} {}", place: "1:4", words: "follows the end"),
        Damage(text: "\u{FEFF}{}", place: "1:1", words: "byte order mark"),
        Damage(text: "nul", place: "1:1", words: "A value is expected"),
        Damage(text: "{'a': 1}", place: "1:2", words: "double quotes"),
        Damage(text: "{\"a\" 1}", place: "1:6", pointer: "/a", words: "colon"),
        Damage(text: "{\"a\": 1,}", place: "1:9", words: "name of a member"),
        Damage(text: "{\"a\": [1, 2,]}", place: "1:13", pointer: "/a/2", words: "A value is expected"),
        Damage(text: "[1 2]", place: "1:4", words: "comma"),
        Damage(text: "[1", place: "1:3", words: "brackets"),
        Damage(text: "[01]", place: "1:2", pointer: "/0", words: "zeros"),
        Damage(text: "[-]", place: "1:3", pointer: "/0", words: "digit"),
        Damage(text: "[1.]", place: "1:4", pointer: "/0", words: "after the point"),
        Damage(text: "[1e]", place: "1:4", pointer: "/0", words: "exponent"),
        Damage(text: "[1e999]", place: "1:2", pointer: "/0", words: "too large"),
        Damage(text: "[\"a\nb\"]", place: "1:4", pointer: "/0", words: "control character"),
        Damage(text: "[\"\\x\"]", place: "1:3", pointer: "/0", words: "no such escape"),
        Damage(text: "[\"\\u12g4\"]", place: "1:3", pointer: "/0", words: "four hexadecimal"),
        Damage(text: "[\"\\ud83d\"]", place: "1:3", pointer: "/0", words: "half of a character"),
        Damage(text: "[\"\\ude42\"]", place: "1:3", pointer: "/0", words: "half of a character"),
        Damage(text: "[\"\\ud83d\\u0041\"]", place: "1:3", pointer: "/0", words: "half of a character"),
        Damage(text: "[\"abc", place: "1:6", pointer: "/0", words: "within a string"),
        Damage(text: "{\"a/b\": {\"c~\": tru}}", place: "1:16", pointer: "/a~1b/c~0", words: "A value is expected"),
    ])
    func `Damaged text is a fault at its place`(_ damage: Damage) throws {
        let reading = reading(damage.text)
        #expect(reading.root == nil)
        let fault = try #require(reading.faults.first)
        #expect(fault.position.description == damage.place)
        #expect(fault.pointer == damage.pointer)
        #expect(fault.message.contains(damage.words), "\(fault.message)")
    }

    @Test func `Bytes that are no UTF-8 are a fault`() {
        let reading = JSONReading(Array("[\"".utf8) + [0xC3, 0x28] + Array("\"]".utf8), maximumDepth: 8)
        #expect(reading.root == nil)
        #expect(reading.faults.first?.message == "The string is not UTF-8.")
    }

    @Test func `Brackets without end are a fault, however many they are`() {
        let reading = JSONReading([UInt8](repeating: UInt8(ascii: "["), count: 1 << 20), maximumDepth: 16)
        #expect(reading.root == nil)
        #expect(reading.faults.first?.position == TextPosition(line: 1, column: 17))
        #expect(reading.faults.first?.message.contains("16 deep") == true)
        #expect(self.reading("[[[]]]", depth: 3).faults == [])
    }

    @Test func `A member that is there twice is a fault, and the rest is read`() {
        let reading = reading("{\"a\": 1,\n \"a\": 2, \"b\": {\"c\": 1, \"c\": 1}}")
        #expect(reading.root != nil)
        #expect(
            reading.faults.map(\.description) == [
                "2:2: /a: The member is there twice.", "2:24: /b/c: The member is there twice.",
            ])
    }

    @Test func `All faults of a text are noted, up to a hundred`() throws {
        var reading = reading("{\"a\": 1, \"b\": \"x\", \"x-mine\": 1, \"more\": null}")
        let root = try #require(reading.root)
        let members = reading.object(root, known: ["a", "b", "c"], required: ["a", "c"]) ?? [:]
        _ = members["a"].flatMap { reading.string($0) }
        _ = members["b"].flatMap { reading.integer($0, in: 1...5) }
        #expect(reading.faults.map(\.pointer) == ["/more", "", "/a", "/b"])
        #expect(reading.faults.map(\.position.column) == [33, 1, 7, 15])
        for _ in 0..<1000 { reading.note(root, "again") }
        #expect(reading.faults.count == JSONReading.maximumFaults)
    }
}
