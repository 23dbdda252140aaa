import FontModel
import FoundationEssentials
import PositionedJSON
import ProviderManifests
import Testing

/// The schema for programs says the same as the code.
struct SchemaTests {
    private let schema: JSONNode
    private let first: JSONNode

    init() throws {
        func schema(_ version: Int) throws -> JSONNode {
            let directory = URL(filePath: #filePath).deletingLastPathComponent().path + "/../../../schemas"
            let data = try #require(FileManager.default.contents(atPath: "\(directory)/provider-\(version).json"))
            return try #require(JSONReading([UInt8](data), maximumDepth: 32).root?.node)
        }
        first = try schema(1)
        self.schema = try schema(Int(ManifestLimits.version))
    }

    /// A value in the schema, whose keys have no dots.
    private func value(_ path: String) -> JSONNode.Value? {
        schema.descendant(path.split(separator: ".").map(String.init))?.value
    }

    private func members(_ path: String, of schema: JSONNode? = nil) throws -> [String] {
        let node = (schema ?? self.schema).descendant(path.split(separator: ".").map(String.init))
        guard case .object(let members)? = node?.value else { return [] }
        return members.map(\.name).sorted()
    }

    private func strings(_ path: String) throws -> [String] {
        guard case .array(let elements)? = value(path) else { return [] }
        return elements.compactMap { if case .string(let text) = $0.value { text } else { nil } }.sorted()
    }

    /// What the code says of an object with a member that there is not.
    private func known(_ text: String, _ pointer: String) throws -> [String] {
        let fault = try #require(
            ManifestReading(Array(text.utf8), fileName: nil).faults.first { $0.pointer == "\(pointer)/unheard" })
        let names = fault.message.split(separator: "there are ")[1].dropLast()
        return names.split(separator: ", ").map(String.init).sorted()
    }

    @Test func `The schema has the members that there are, and no others`() throws {
        for (version, schema) in [(1, first), (2, schema)] {
            func known(_ members: String, _ pointer: String) throws -> [String] {
                try self.known("{\"version\": \(version), \(members)}", pointer)
            }
            #expect(try members("properties", of: schema) == known("\"unheard\": 1", ""))
            #expect(
                try members("properties.fonts.items.properties", of: schema)
                    == known("\"fonts\": [{\"unheard\": 1}]", "/fonts/0"))
            #expect(
                try members("properties.alternate-icons.items.properties", of: schema)
                    == known("\"alternate-icons\": [{\"unheard\": 1}]", "/alternate-icons/0"))
            #expect(
                try members("properties.quota.properties", of: schema) == known("\"quota\": {\"unheard\": 1}", "/quota")
            )
        }
        #expect(
            try members("properties.resources.items.properties")
                == known("{\"version\": 2, \"resources\": [{\"unheard\": 1}]}", "/resources/0"))
        for path in [
            "", "properties.fonts.items.", "properties.resources.items.", "properties.alternate-icons.items.",
            "properties.quota.",
        ] {
            #expect(value("\(path)additionalProperties") == .boolean(false))
        }
    }

    @Test func `The schema has the values that there are`() throws {
        // What nobody has declared is the user's to allow, and not for a manifest to ask for.
        let rights = Set(Right.allCases).subtracting([
            .installUndeclaredFonts, .requestFonts, .setAlternateIcons, .setUndeclaredIcons,
        ])
        #expect(try strings("properties.rights.items.enum") == rights.map(\.rawValue).sorted())
        let font = "properties.fonts.items.properties"
        #expect(try strings("\(font).policy.enum") == FontAsset.Policy.allCases.map(\.rawValue).sorted())
        #expect(try strings("\(font).register.enum") == FontAsset.Registration.allCases.map(\.rawValue).sorted())
        let digest = String(repeating: "0", count: 64)
        let text =
            "{\"version\": 1, \"id\": \"a.b\", \"name\": \"A\", "
            + "\"fonts\": [{\"file\": \"a\", \"sha256\": \"\(digest)\"}]}"
        let manifest = try #require(ManifestReading(Array(text.utf8), fileName: nil).manifest)
        let asset = try #require(manifest.fonts.first)
        #expect(value("\(font).policy.default") == .string(asset.policy.rawValue))
        #expect(value("\(font).register.default") == .string(asset.registration.rawValue))
    }

    @Test func `The schema has the limits that there are`() {
        let limits: [(String, Int)] = [
            ("fonts.maxItems", ManifestLimits.fonts), ("launch-fonts.maxItems", ManifestLimits.launchFonts),
            ("alternate-icons.maxItems", ManifestLimits.alternateIcons), ("name.maxLength", ManifestLimits.nameLength),
            ("fonts.items.properties.tags.maxItems", ManifestLimits.tags),
            ("fonts.items.properties.name.maxLength", ManifestLimits.fontNameLength),
            ("fonts.items.properties.file.maxLength", AssetPath.maximumLength),
            ("alternate-icons.items.properties.files.maxItems", ManifestLimits.iconFiles),
            ("alternate-icons.items.properties.sha256.maxProperties", ManifestLimits.iconFiles),
            ("alternate-icons.items.properties.url.maxLength", ManifestLimits.addressLength),
            ("quota.properties.fonts.maximum", Int(ManifestLimits.wishedFonts)),
            ("quota.properties.bytes.maximum", Int(ManifestLimits.wishedBytes)),
            ("version.const", Int(ManifestLimits.version)),
        ]
        for (path, limit) in limits { #expect(value("properties.\(path)") == .integer(Int64(limit)), "\(path)") }
        let word = "^[A-Za-z0-9._-]{1,\(ManifestLimits.wordLength)}$"
        #expect(value("properties.fonts.items.properties.tags.items.pattern") == .string(word))
        #expect(value("properties.alternate-icons.items.properties.name.pattern") == .string(word))
    }
}
