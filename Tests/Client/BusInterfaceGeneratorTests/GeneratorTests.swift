internal import Testing

@testable internal import BusInterfaceGenerator

@Suite struct GeneratorTests {
    private static let header = """
        <!--
          org.example.Things1:
          @short_description: Things

          Things to have. More of them.
        -->
        """

    private func read(_ members: String, header: String = header) throws -> InterfaceDescription {
        let xml = "<node>\(header)<interface name=\"org.example.Things1\">\(members)</interface></node>"
        return try #require(try InterfaceReader.read(xml, source: "dbus/test.xml").first)
    }

    private static let method = """
        <!--
          Take:
          @thing_id: Which thing.
          @taken: Whether it was there.

          Takes a thing. It is gone then.

          - ``a`` (s): first
          - ``b`` (s): second
        -->
        <method name="Take">
          <arg name="thing_id" type="s" direction="in"/>
          <arg name="taken" type="b" direction="out"/>
        </method>
        """

    @Test func `A documented interface is read with its members`() throws {
        let interface = try read(Self.method)
        #expect(interface.shortName == "Things1")
        #expect(interface.path == "/org/example/Things1")
        let method = try #require(interface.methods.first)
        #expect(method.documentation.summary == "Takes a thing.")
        #expect(method.documentation.discussion == ["It is gone then.", "- ``a`` (s): first\n- ``b`` (s): second"])
        #expect(method.inputs.map(\.swiftName) == ["thingId"])
        #expect(method.outputs.map(\.type.swiftType) == ["Bool"])
    }

    @Test func `The service protocol has the documentation and the signature`() throws {
        let text = try #require(ServiceWriter(try read(Self.method)).files["Things1Service.swift"])
        #expect(text.hasPrefix("// Generated from dbus/test.xml by Tools/BusInterfaceGenerator; do not edit.\n"))
        #expect(text.contains("    /// Takes a thing.\n    ///\n    /// It is gone then.\n"))
        #expect(text.contains("    /// - `a` (s): first\n    /// - `b` (s): second\n"))
        #expect(text.contains("    ///   - thingId: Which thing.\n"))
        #expect(text.contains("    func take(_ call: BusMethodCall, thingId: String) async throws -> Bool\n"))
    }

    @Test func `Introspection data has no comments and escapes its attributes`() throws {
        let interface = try read(
            """
            <!--
              Put:
              Puts something down.
            -->
            <method name="Put"><!-- aside -->
              <annotation name="org.qtproject.QtDBus.QtTypeName.In0" value="QList&lt;QVariantMap&gt;"/>
            </method>
            """)
        #expect(
            interface.introspection == """
                <interface name="org.example.Things1">
                  <method name="Put">
                    <annotation name="org.qtproject.QtDBus.QtTypeName.In0" value="QList&lt;QVariantMap&gt;"/>
                  </method>
                </interface>
                """)
    }

    @Test(arguments: [
        ("<method name=\"Take\"/>", "dbus/test.xml: org.example.Things1.Take is not documented"),
        (
            "<!-- Other:\nDoes it. --><method name=\"Take\"/>",
            "dbus/test.xml: org.example.Things1.Take is not documented"
        ),
        ("<!--\nTake:\n--><method name=\"Take\"/>", "dbus/test.xml: org.example.Things1.Take is not documented"),
        ("<signal name=\"Took\"/>", "dbus/test.xml: org.example.Things1.Took is not documented"),
        (
            "<property name=\"Count\" type=\"u\" access=\"read\"/>",
            "dbus/test.xml: org.example.Things1.Count is not documented"
        ),
        (
            "<!--\nTake:\nTakes.\n--><method name=\"Take\"><arg name=\"id\" type=\"s\"/></method>",
            "dbus/test.xml: org.example.Things1.Take: the argument id is not documented"
        ),
        (
            "<!--\nTake:\n@id: An id.\nTakes.\n--><method name=\"Take\"/>",
            "dbus/test.xml: org.example.Things1.Take: id is documented but is no argument"
        ),
        (
            "<!--\nTake:\n@since: An id.\nTakes.\n--><method name=\"Take\"><arg name=\"since\" type=\"s\"/></method>",
            "dbus/test.xml: org.example.Things1.Take: gdbus-codegen takes the argument name since for a tag"
        ),
        (
            "<!--\nTake:\n@id: An id.\nTakes.\n--><method name=\"Take\"><arg name=\"id\" type=\"a{us}\"/></method>",
            "dbus/test.xml: org.example.Things1.Take: no Swift type for a dictionary by UInt32 in a{us}"
        ),
    ])
    func `What is not documented, or has no Swift type, is an error that names the place`(
        members: String, message: String
    ) throws {
        #expect(throws: GeneratorError(message)) { try read(members) }
    }

    @Test func `A transient interface has no path of its own, and its client is told one`() throws {
        let transient = "<annotation name=\"org.typecase.Transient\" value=\"true\"/>"
        let interface = try read(transient + Self.method)
        #expect(!(try NamesWriter(interface).text().contains("path")))
        #expect(
            ClientWriter(interface).files["Things1Client.swift"]?.contains(
                "package init(_ connection: BusConnection, busName: String, path: ObjectPath) {\n") == true)
    }

    @Test func `An interface may say what it is called in Swift and where its object is`() throws {
        let annotations =
            "<annotation name=\"org.typecase.SwiftName\" value=\"Stuff\"/>"
            + "<annotation name=\"org.typecase.ObjectPath\" value=\"/stuff/here\"/>"
        let interface = try read(annotations + Self.method)
        let names = try NamesWriter(interface).text()
        #expect(names.contains("package enum StuffNames {"))
        #expect(names.contains("static let interface = \"org.example.Things1\""))
        #expect(names.contains("static let path: ObjectPath = \"/stuff/here\""))
        #expect(ClientWriter(interface).files["StuffClient.swift"] != nil)
        #expect(!interface.introspection.contains("org.typecase"))
    }

    @Test func `A signal of a transient interface comes from an object and goes to its owner`() throws {
        let transient = "<annotation name=\"org.typecase.Transient\" value=\"true\"/>"
        let interface = try read(transient + "<!--\nTook:\nIt was taken.\n--><signal name=\"Took\"/>")
        let text = try #require(ClientWriter(interface).files["BusConnection+Things1.swift"])
        #expect(text.contains("package func emitTook(of path: ObjectPath, to owner: String) throws(BusError) {"))
        #expect(text.contains("interface: Things1Names.interface, path: path,"))
        #expect(text.contains("arguments: [], destination: owner)"))
    }

    @Test func `A signal may have no arguments`() throws {
        let files = ClientWriter(try read("<!--\nTook:\nIt was taken.\n--><signal name=\"Took\"/>")).files
        #expect(
            files["Things1Client.swift"]?.contains(
                "func took() async throws(BusError) -> some AsyncSequence<Void, Never> & Sendable {") == true)
        #expect(files["BusConnection+Things1.swift"]?.contains("func emitTook() throws(BusError) {") == true)
    }

    @Test func `The methods of a topic go to files of their own, and introspection does not tell of it`() throws {
        let topic = "<annotation name=\"org.typecase.Topic\" value=\"Taking\"/>"
        let members =
            Self.method.replacing("<method name=\"Take\">", with: "<method name=\"Take\">\(topic)")
            + "<!--\nDrop:\nDrops everything.\n--><method name=\"Drop\"/>"
            + "<!--\nTook:\n@count: How many.\nIt was taken.\n-->"
            + "<signal name=\"Took\"><arg name=\"count\" type=\"u\"/></signal>"
        let interface = try read(members)
        #expect(!interface.introspection.contains("Topic"))
        let files = ServiceWriter(interface).files.merging(ClientWriter(interface).files) { $1 }
        #expect(
            files.keys.sorted() == [
                "BusConnection+Things1.swift", "Things1Client+Taking.swift", "Things1Client.swift",
                "Things1Service+Taking.swift", "Things1Service.swift",
            ])
        let contents = files.mapValues { text in
            ["func take(", "func drop(", "func took(", "func emitTook("].filter { text.contains($0) }
        }
        #expect(contents["Things1Client+Taking.swift"] == ["func take("])
        #expect(contents["Things1Client.swift"] == ["func drop(", "func took("])
        #expect(contents["BusConnection+Things1.swift"] == ["func emitTook("])
        #expect(contents["Things1Service+Taking.swift"] == ["func take("])
        #expect(contents["Things1Service.swift"] == ["func drop("])
        #expect(
            files["Things1Service.swift"]?.contains(
                "package protocol Things1Service: Things1TakingService, Sendable {\n") == true)
        #expect(
            files["Things1Service+Taking.swift"]?.contains(
                "package protocol Things1TakingService: Sendable {\n") == true)
    }

    /// A property whose value is in the description.
    private static func constant(_ value: String, type: String = "u", documentation: String) -> String {
        """
        <!--
          version:
          \(documentation)
        -->
        <property name="version" type="\(type)" access="read">
          <annotation name="org.typecase.Value" value="\(value)"/>
        </property>
        """
    }

    @Test func `A refusing server throws for every method and property, and tells constants`() throws {
        let interface = try read(
            Self.method + Self.constant("2", documentation: "The version. This is version 2.")
                + "<!--\nSize:\nHow many there are.\n--><property name=\"Size\" type=\"u\" access=\"read\"/>")
        let text = RefusalWriter(interface).text
        #expect(text.contains("package protocol RefusingThings1Service: Things1Service {\n"))
        #expect(
            text.contains("func take(_ call: BusMethodCall, thingId: String) async throws -> Bool { throw refusal }\n"))
        #expect(text.contains("var size: UInt32 { get async throws { throw refusal } }\n"))
        #expect(!text.contains("version"))
    }

    @Test func `A property that never changes has its value from the description, which callers do not see`() throws {
        let interface = try read(Self.constant("2", documentation: "The version. This is version 2."))
        let text = try #require(ServiceWriter(interface).files["Things1Service.swift"])
        #expect(text.contains("    var version: UInt32 { get async throws }\n"))
        #expect(text.hasSuffix("extension Things1Service {\n    package var version: UInt32 { 2 }\n}\n"))
        #expect(!interface.introspection.contains("org.typecase.Value"))
    }

    @Test(arguments: [
        (constant("2", documentation: "This is version 12."), "the documentation does not name the value 2"),
        (constant("two", documentation: "This is version two."), "only a number of 32 bits can be a value"),
        (constant("2", type: "s", documentation: "This is version 2."), "only a number of 32 bits can be a value"),
    ])
    func `A value that the documentation does not name, or that is no number, is an error`(
        property: String, message: String
    ) {
        #expect(throws: GeneratorError("dbus/test.xml: org.example.Things1.version: \(message)")) { try read(property) }
    }

    @Test func `An interface without documentation is an error`() {
        #expect(throws: GeneratorError("dbus/test.xml: org.example.Things1 is not documented")) {
            try read("", header: "")
        }
    }

    @Test(arguments: [
        ("s", "String"), ("ah", "[OwnedFileDescriptor]"), ("a{sv}", "[String: BusVariant]"),
        ("aa{sv}", "[[String: BusVariant]]"), ("as", "[String]"), ("t", "UInt64"), ("o", "ObjectPath"),
        ("a{ss}", "[String: String]"),
    ])
    func `Every type of the interfaces has its Swift type`(signature: String, type: String) throws {
        #expect(try BusType(signature: signature).swiftType == type)
    }

    @Test func `Long lines of documentation and long signatures are wrapped at 120 columns`() throws {
        let words = (0..<60).map { "word\($0)" }.joined(separator: " ")
        let arguments = (0..<5).map { "argument_\($0)" }
        let documentation = arguments.map { "@\($0): \(words)." }.joined(separator: "\n")
        let elements = arguments.map { "<arg name=\"\($0)\" type=\"aa{sv}\" direction=\"in\"/>" }.joined()
        let interface = try read(
            "<!--\nTake:\n\(documentation)\n\nTakes \(words).\n--><method name=\"Take\">\(elements)</method>")
        let files = ServiceWriter(interface).files.merging(ClientWriter(interface).files) { $1 }
        #expect(files.count == 2)
        for text in try files.values + [ExportWriter(interface).text(), RefusalWriter(interface).text] {
            let introspection = text.firstRange(of: "static let introspection")?.lowerBound ?? text.endIndex
            for line in text[..<introspection].split(separator: "\n") { #expect(line.count <= 120) }
        }
    }
}
