internal import DBus
package import FontModel
package import PositionedJSON

/// The fonts that a user wants to have, with their states and the rights of programs.
///
/// `typecase export` writes a declaration, and `typecase apply` applies it.
package struct FontDeclaration: Sendable, Equatable {
    /// A font.
    package struct Font: Sendable, Equatable {
        /// The PostScript name, by which people and errors refer to it.
        package var name: String
        /// The SHA-256 of its file.
        package var digest: FontDigest
        /// The file; relative to the declaration unless it begins with a slash.
        package var file: String?
        /// The address from which it can be fetched.
        package var address: String?
        /// Whether programs find it.
        package var isEnabled: Bool

        /// Creates a font.
        package init(
            name: String, digest: FontDigest, file: String? = nil, address: String? = nil, isEnabled: Bool = true
        ) {
            self.name = name
            self.digest = digest
            self.file = file
            self.address = address
            self.isEnabled = isEnabled
        }
    }

    /// A right that the user granted or denied a program.
    package struct Grant: Sendable, Hashable {
        /// The program.
        package var provider: String
        /// The right.
        package var right: String
        /// The SHA-256 of the font to which it applies; `nil` for all fonts.
        package var font: String?
        /// `allow` or `deny`.
        package var decision: String

        /// Creates a grant.
        package init(provider: String, right: String, font: String? = nil, decision: String) {
            self.provider = provider
            self.right = right
            self.font = font
            self.decision = decision
        }
    }

    /// A group of fonts.
    package struct Collection: Sendable, Equatable {
        /// The name.
        package var name: String
        /// The SHA-256 of its fonts' files.
        package var fonts: [FontDigest]

        /// Creates a collection.
        package init(name: String, fonts: [FontDigest]) {
            self.name = name
            self.fonts = fonts
        }
    }

    /// The version of the format that is written, and the only one that is read.
    private static let version: Int64 = 1
    /// The maximum size of a file in bytes: enough for every font that a user can have, with long names.
    package static let maximumSize = 16 << 20
    /// The maximum number of grants.
    private static let maximumGrants = 10_000
    /// The maximum number of collections, which is the same in the service.
    private static let maximumCollections = 1000

    /// The fonts.
    package var fonts: [Font] = []
    /// The rights.
    package var grants: [Grant] = []

    /// The groups of fonts.
    package var collections: [Collection] = []

    /// Creates a declaration.
    package init(fonts: [Font] = [], grants: [Grant] = [], collections: [Collection] = []) {
        self.collections = collections
        self.fonts = fonts
        self.grants = grants
    }

    /// Reads a declaration.
    ///
    /// - Parameter bytes: The text of its file.
    /// - Returns: The declaration and all its faults; if there are any, the declaration must not be used.
    package static func read(_ bytes: [UInt8]) -> (declaration: FontDeclaration, faults: [JSONFault]) {
        var reading = JSONReading(bytes, maximumDepth: 8)
        var declaration = FontDeclaration()
        if let root = reading.root,
            let members = reading.object(
                root, known: ["version", "fonts", "grants", "collections"], required: ["version"])
        {
            if let field = members["version"] { _ = reading.integer(field, in: version...version) }
            var digests: Set<FontDigest> = []
            for field in members["fonts"].flatMap({ reading.array($0, maximum: FontLimits.fontsOfUser) }) ?? [] {
                guard let font = Self.font(field, &reading) else { continue }
                if digests.insert(font.digest).inserted {
                    declaration.fonts.append(font)
                } else {
                    reading.note(field, "The font is declared twice.")
                }
            }
            for field in members["grants"].flatMap({ reading.array($0, maximum: maximumGrants) }) ?? [] {
                if let grant = Self.grant(field, &reading) { declaration.grants.append(grant) }
            }
            var names: Set<String> = []
            for field in members["collections"].flatMap({ reading.array($0, maximum: maximumCollections) }) ?? [] {
                guard let collection = Self.collection(field, &reading) else { continue }
                if names.insert(collection.name).inserted {
                    declaration.collections.append(collection)
                } else {
                    reading.note(field, "The collection is declared twice.")
                }
            }
        }
        return (declaration, reading.faults)
    }

    private static func font(_ field: JSONField, _ reading: inout JSONReading) -> Font? {
        let known = ["name", "sha256", "file", "url", "enabled"]
        guard let members = reading.object(field, known: known, required: ["name", "sha256"]) else { return nil }
        let name = members["name"].flatMap { reading.string($0) }
        let digest = members["sha256"].flatMap {
            reading.string($0, rule: "a SHA-256 of 64 hexadecimal digits") { FontDigest(hexadecimal: $0) }
        }
        let file = members["file"].flatMap { reading.string($0, rule: "a path") { $0.isEmpty ? nil : $0 } }
        let address = members["url"].flatMap {
            reading.string($0, rule: "an https address") { $0.hasPrefix("https://") ? $0 : nil }
        }
        let isEnabled = members["enabled"].flatMap { reading.boolean($0) } ?? true
        guard let name, let digest else { return nil }
        return Font(name: name, digest: digest, file: file, address: address, isEnabled: isEnabled)
    }

    private static func collection(_ field: JSONField, _ reading: inout JSONReading) -> Collection? {
        let known = ["name", "fonts"]
        guard let members = reading.object(field, known: known, required: known) else { return nil }
        let name = members["name"].flatMap { reading.string($0, rule: "a name") { $0.isEmpty ? nil : $0 } }
        let fonts = members["fonts"].flatMap { reading.array($0, maximum: FontLimits.fontsOfUser) }
        guard let name, let fonts else { return nil }
        return Collection(
            name: name,
            fonts: fonts.compactMap {
                reading.string($0, rule: "a SHA-256 of 64 hexadecimal digits") { FontDigest(hexadecimal: $0) }
            })
    }

    private static func grant(_ field: JSONField, _ reading: inout JSONReading) -> Grant? {
        let required = ["provider", "right", "decision"]
        guard let members = reading.object(field, known: required + ["font"], required: required) else { return nil }
        let provider = members["provider"].flatMap {
            reading.string($0, rule: "the id of a program") { ProviderIdentifier(rawValue: $0)?.rawValue }
        }
        let right = members["right"].flatMap { reading.choice($0, of: Right.self) }
        let decision = members["decision"].flatMap { reading.choice($0, of: GrantsSetCommand.Decision.self) }
        let font = members["font"].flatMap {
            reading.string($0, rule: "a SHA-256 of 64 hexadecimal digits") { FontDigest(hexadecimal: $0)?.hexadecimal }
        }
        guard let provider, let right, let decision else { return nil }
        return Grant(provider: provider, right: right.rawValue, font: font, decision: decision.rawValue)
    }

    /// The text of its file.
    package var json: JSONText {
        let groups = collections.map { collection in
            JSONText.object([
                ("name", .string(collection.name)),
                ("fonts", .array(collection.fonts.map { .string($0.hexadecimal) })),
            ])
        }
        return .object(
            [
                ("version", .integer(Self.version)), ("fonts", .array(fonts.map(\.json))),
                ("grants", .array(grants.map(\.json))),
            ] + (groups.isEmpty ? [] : [("collections", .array(groups))]))
    }
}

extension FontDeclaration.Font {
    fileprivate var json: JSONText {
        var members: [(String, JSONText)] = [("name", .string(name)), ("sha256", .string(digest.hexadecimal))]
        if let file { members.append(("file", .string(file))) }
        if let address { members.append(("url", .string(address))) }
        if !isEnabled { members.append(("enabled", .boolean(false))) }
        return .object(members)
    }
}

extension FontDeclaration.Grant {
    fileprivate var json: JSONText {
        var members: [(String, JSONText)] = [("provider", .string(provider)), ("right", .string(right))]
        if let font { members.append(("font", .string(font))) }
        return .object(members + [("decision", .string(decision))])
    }
}
