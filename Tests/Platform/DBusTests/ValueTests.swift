import LinuxSystem
import Testing

@testable import DBus

@Suite struct ValueTests {
    @Test(
        arguments: [
            "", "y", "a{sv}", "aa{sv}t", "(sddds)", "a{s(ddd)}", "ah", "v", "a(sa{sv})", "aaay", "a{ya{ya{yv}}}",
            String(repeating: "y", count: 255), String(repeating: "a", count: 32) + "y",
            String(repeating: "(", count: 32) + "y" + String(repeating: ")", count: 32),
        ]) func `valid signatures are accepted`(_ text: String) throws
    {
        #expect(try Signature(validating: text).text == text)
    }

    @Test(
        arguments: [
            "a", "(", ")", "()", "a{s}", "a{vs}", "a{(s)s}", "{sv}", "a{svv}", "a{sv", "(s", "z", "a{asv}", "ü", "y\0",
            "a{", "a{s", "({ss})", String(repeating: "y", count: 256), String(repeating: "a", count: 33) + "y",
            String(repeating: "(", count: 33) + "y" + String(repeating: ")", count: 33),
        ]) func `invalid signatures are refused`(_ text: String)
    {
        #expect(throws: BusError.self) { try Signature(validating: text) }
    }

    @Test func `a signature splits into its single types`() {
        let signature: Signature = "sa{sv}(sa(yy))aayah"
        #expect(signature.singleTypes == ["s", "a{sv}", "(sa(yy))", "aay", "ah"])
        #expect(Signature("").singleTypes == [])
        #expect(Signature("aa{sv}").isSingleType)
        #expect(!Signature("ss").isSingleType)
        #expect(!Signature("").isSingleType)
    }

    @Test(arguments: ["/", "/a", "/org/typecase/FontManager1", "/_/0"])
    func `valid object paths are accepted`(_ text: String) throws {
        #expect(try ObjectPath(validating: text).text == text)
    }

    @Test(arguments: ["", "a", "//", "/a/", "/a//b", "/a-b", "/ä", "/a\0", "/a b"])
    func `invalid object paths are refused`(_ text: String) {
        #expect(throws: BusError.self) { try ObjectPath(validating: text) }
    }

    @Test func `paths are put together and compared by element`() throws {
        #expect(try ObjectPath.root.appending("a") == "/a")
        #expect(try ObjectPath("/a").appending("b_1") == "/a/b_1")
        #expect(throws: BusError.self) { try ObjectPath("/a").appending("b/c") }
        #expect(throws: BusError.self) { try ObjectPath("/a").appending("") }
        #expect(ObjectPath("/a/bc/d").childElement(below: "/a") == "bc")
        #expect(ObjectPath("/a/bc").childElement(below: "/a/b") == nil)
        #expect(ObjectPath("/a").childElement(below: "/a") == nil)
        #expect(ObjectPath("/a").childElement(below: .root) == "a")
        #expect(ObjectPath.root.childElement(below: .root) == nil)
    }

    @Test func `Swift values come back from their bus values`() throws {
        func check<Value: BusConvertible & Equatable>(_ value: Value, _ signature: Signature) throws {
            #expect(Value.busSignature == signature)
            #expect(value.busValue.signature == signature)
            #expect(try Value(busValue: value.busValue) == value)
            #expect(throws: BusError.self) { try Value(busValue: .structure([.byte(1)])) }
        }
        try check(true, "b")
        try check(UInt8.max, "y")
        try check(Int16.min, "n")
        try check(UInt16.max, "q")
        try check(Int32.min, "i")
        try check(UInt32.max, "u")
        try check(Int64.min, "x")
        try check(UInt64.max, "t")
        try check(0.1, "d")
        try check("Ähre", "s")
        try check(ObjectPath("/a"), "o")
        try check(Signature("a{sv}"), "g")
        try check(["a", "b"], "as")
        try check([[UInt32]](), "aau")
        try check(["a": 1.5, "b": 2], "a{sd}")
        try check(["a": BusVariant(["x"]), "b": BusVariant(UInt32(1))], "a{sv}")
        try check([["a": BusVariant(true)]], "aa{sv}")
        try check([Int32(1): ["x"]], "a{ias}")
    }

    @Test func `a descriptor comes back as the very same`() throws {
        let descriptor = try OwnedFileDescriptor(duplicating: 0)
        #expect(try OwnedFileDescriptor(busValue: descriptor.busValue) === descriptor)
        #expect(OwnedFileDescriptor.busSignature == "h")
        #expect(throws: BusError.self) { try OwnedFileDescriptor(busValue: .int32(0)) }
    }

    @Test func `an array of another element is not taken for an empty one`() {
        #expect(throws: BusError.self) { try [String](busValue: .array(element: "u", [])) }
        #expect(throws: BusError.self) { try [String: BusVariant](busValue: .dictionary(key: "s", value: "s", [])) }
    }

    @Test func `values are equal by type and content`() {
        #expect(BusValue.array(element: "s", []) != .array(element: "u", []))
        #expect(BusValue.int32(1) != .uint32(1))
        #expect(BusValue.variant(.byte(1)) == .variant(.byte(1)))
        #expect(BusValue.structure([.byte(1)]) != .structure([.byte(2)]))
    }

    @Test func `a match rule quotes what it is given`() {
        let rule = MatchRule(sender: "org.example", path: "/a", member: "M", firstArgument: "it's, 'so'")
        #expect(rule.text == #"type='signal',sender='org.example',path='/a',member='M',arg0='it'\''s, '\''so'\'''"#)
    }
}
