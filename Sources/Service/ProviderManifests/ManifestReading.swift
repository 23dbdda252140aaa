internal import FontModel
package import PositionedJSON

/// The result of reading a manifest.
package struct ManifestReading: Sendable, Equatable {
    /// The manifest; `nil` if it has any fault, because a part of a manifest must not be used.
    package let manifest: ProviderManifest?
    /// All faults of the manifest.
    package let faults: [JSONFault]
    /// Hints for the author that do not make the manifest invalid, in the order of the text.
    package let notes: [JSONFault]
    /// Whether the manifest has a later version than supported; then only its known members are used.
    package let isNewer: Bool

    /// Reads a manifest.
    ///
    /// - Parameters:
    ///   - bytes: The text of the file.
    ///   - fileName: The name of the file, which must match the provider's id; `nil` to skip this check.
    package init(_ bytes: [UInt8], fileName: String?) {
        guard bytes.count <= ManifestLimits.fileSize else {
            manifest = nil
            faults = [
                JSONFault(
                    at: TextPosition(line: 1, column: 1), "The file has more than \(ManifestLimits.fileSize) bytes.")
            ]
            notes = []
            isNewer = false
            return
        }
        var reading = JSONReading(bytes, maximumDepth: ManifestLimits.depth)
        let version = reading.root.map(Self.version) ?? 1
        let manifest = reading.root.flatMap { Self.manifest($0, ofVersion: version, fileName, in: &reading) }
        self.manifest = reading.faults.isEmpty ? manifest : nil
        faults = reading.faults.sorted { $0.position < $1.position }
        notes = reading.notes.sorted { $0.position < $1.position }
        isNewer = version > ManifestLimits.version
    }

    // MARK: The whole

    /// The known members of a manifest of a version.
    private static func members(ofVersion version: Int64) -> [String] {
        let first = [
            "$schema", "version", "id", "name", "rights", "fonts", "launch-fonts", "alternate-icons", "quota",
        ]
        return first + (version > 1 ? laterMembers : [])
    }

    /// The members that were added in version 2.
    private static let laterMembers = ["icons-at-run-time", "resources"]

    /// The version that a manifest declares; 1 if it does not declare a usable one.
    private static func version(_ root: JSONField) -> Int64 {
        guard case .object(let found) = root.node.value, let version = found.first(where: { $0.name == "version" }),
            case .integer(let number) = version.node.value
        else { return 1 }
        return number
    }

    private static func manifest(
        _ root: JSONField, ofVersion version: Int64, _ fileName: String?, in reading: inout JSONReading
    ) -> ProviderManifest? {
        let isNewer = version > ManifestLimits.version
        reading.isLenient = isNewer
        let obsolete = version > 1 ? obsoleteMembers : []
        guard
            let members = reading.object(
                root, known: members(ofVersion: version), obsolete: obsolete, later: laterMembers)
        else {
            return nil
        }
        // The provider must be known in any version.
        reading.isLenient = false
        reading.require(["version", "id", "name"], in: members, of: root)
        if let schema = members["$schema"] { _ = reading.string(schema) }
        if let field = members["version"], !isNewer { _ = reading.integer(field, in: 1...ManifestLimits.version) }
        let id = members["id"].flatMap { identifier($0, fileName: fileName, in: &reading) }
        let name = members["name"].flatMap { text($0, maximum: ManifestLimits.nameLength, in: &reading) }
        reading.isLenient = isNewer
        if isNewer, let field = members["version"] {
            reading.note(
                field,
                "The version is \(version). This version of Typecase knows up to \(ManifestLimits.version) and uses what "
                    + "it knows.")
        }
        // Members that do not depend on the id are read even if the id is invalid, so that all faults are reported at
        // once.
        var manifest = ProviderManifest(id: id ?? .user, name: name ?? "")
        if let field = members["rights"] {
            manifest.rights = Set(
                reading.set(field, maximum: RequestedRight.allCases.count) { reading, field in
                    reading.choice(field, of: RequestedRight.self)?.right
                })
        }
        if let field = members["fonts"] { manifest.fonts = fonts(field, version: version, in: &reading) }
        if let field = members["resources"] {
            manifest.resources = resources(field, besides: manifest.fonts, in: &reading)
        }
        if let field = members["launch-fonts"] {
            manifest.launchFonts = reading.set(field, maximum: ManifestLimits.launchFonts, path)
        }
        if let field = members["alternate-icons"] {
            manifest.alternateIcons = icons(field, of: id, version: version, in: &reading)
        }
        if let field = members["icons-at-run-time"] {
            manifest.allowsIconsAtRunTime = reading.boolean(field) ?? false
        }
        if let field = members["quota"] { manifest.quota = quota(field, in: &reading) }
        return manifest
    }

    private static func identifier(
        _ field: JSONField, fileName: String?, in reading: inout JSONReading
    ) -> ProviderIdentifier? {
        let rule = "an application id such as org.example.Foundry, of ASCII letters, digits, ., - and _"
        guard let id = reading.string(field, rule: rule, ProviderIdentifier.init(applicationID:)) else { return nil }
        if let fileName, fileName != "\(id).json" {
            reading.note(field, "The file is called \(fileName), and the id says that it has to be \(id).json.")
            return nil
        }
        return id
    }

    // MARK: The parts

    private static func fonts(
        _ field: JSONField, version: Int64, in reading: inout JSONReading
    ) -> [FontAsset] {
        var files: Set<AssetPath> = []
        var fonts: [FontAsset] = []
        for element in reading.array(field, maximum: ManifestLimits.fonts) ?? [] {
            let known =
                ["file", "sha256", "name", "tags", "policy", "register"]
                + (version > 1 ? ["url", "size", "credential"] : [])
            guard let members = reading.object(element, known: known, required: ["file", "sha256"]) else { continue }
            let file = members["file"].flatMap { path(&reading, $0) }
            let digest = members["sha256"].flatMap { Self.digest($0, in: &reading) }
            let source = Self.source(members, in: &reading)
            let name = members["name"].flatMap { text($0, maximum: ManifestLimits.fontNameLength, in: &reading) }
            let tags = members["tags"].map { reading.set($0, maximum: ManifestLimits.tags, word) }
            let policy = members["policy"].flatMap { reading.choice($0, of: FontAsset.Policy.self) }
            let registration = members["register"].flatMap { reading.choice($0, of: FontAsset.Registration.self) }
            guard let file, let digest else { continue }
            if !files.insert(file).inserted, let field = members["file"] {
                reading.note(field, "The file is there twice.")
            }
            var font = FontAsset(file: file, sha256: digest)
            font.name = name
            font.tags = tags ?? []
            font.policy = policy ?? font.policy
            font.registration = registration ?? font.registration
            (font.address, font.size, font.credential) = source
            fonts.append(font)
        }
        return fonts
    }

    private static func quota(_ field: JSONField, in reading: inout JSONReading) -> FontQuota {
        var quota = FontQuota()
        guard let members = reading.object(field, known: ["fonts", "bytes"]) else { return quota }
        quota.fonts = members["fonts"].flatMap { reading.integer($0, in: 1...ManifestLimits.wishedFonts) }
            .map { Int($0) }
        quota.bytes = members["bytes"].flatMap { reading.integer($0, in: 1...ManifestLimits.wishedBytes) }
            .map { Int($0) }
        return quota
    }

    // MARK: Strings

    /// Reads text for people.
    private static func text(_ field: JSONField, maximum: Int, in reading: inout JSONReading) -> String? {
        reading.string(field, rule: "of 1 to \(maximum) characters, all of which can be seen") { text in
            let isSeen = text.contains { !$0.isWhitespace } && !text.unicodeScalars.contains(where: \.couldMislead)
            return isSeen && text.unicodeScalars.count <= maximum ? text : nil
        }
    }

    static func path(_ reading: inout JSONReading, _ field: JSONField) -> AssetPath? {
        reading.string(field, rule: AssetPath.rule, AssetPath.init)
    }

    static func word(_ reading: inout JSONReading, _ field: JSONField) -> String? {
        let maximum = ManifestLimits.wordLength
        return reading.string(field, rule: "of 1 to \(maximum) ASCII letters, digits, ., - and _") { text in
            isWord(text, maximum: maximum) ? text : nil
        }
    }

    /// Whether a text is valid as the name of an icon.
    package static func isIconName(_ text: String) -> Bool { isWord(text, maximum: ManifestLimits.wordLength) }

    static func isWord(_ text: String, maximum: Int) -> Bool {
        (1...maximum).contains(text.utf8.count)
            && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || ".-_".contains($0)) }
    }
}

/// A right that a manifest can request.
///
/// Rights that would make the declarations of the manifest meaningless are excluded.
private enum RequestedRight: String, CaseIterable {
    case installFonts = "install-fonts"
    case useInstalledFonts = "use-installed-fonts"

    var right: Right {
        switch self {
        case .installFonts: .installFonts
        case .useInstalledFonts: .useInstalledFonts
        }
    }
}
