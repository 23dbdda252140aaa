internal import FontModel
internal import PositionedJSON

extension ManifestReading {
    /// Icon keys of iOS property lists that no longer have a meaning.
    ///
    /// Source: Information Property List Key Reference, "CFBundleIcons".
    static let obsoleteMembers = [
        "UIPrerenderedIcon", "UINewsstandIcon", "UINewsstandBindingType", "UINewsstandBindingEdge",
    ]

    /// Reads the alternate icons.
    ///
    /// - Parameters:
    ///   - field: The array.
    ///   - id: The provider; `nil` if its id is invalid.
    ///   - version: The version of the manifest.
    ///   - reading: Records faults.
    /// - Returns: The valid icons.
    static func icons(
        _ field: JSONField, of id: ProviderIdentifier?, version: Int64, in reading: inout JSONReading
    ) -> [AlternateIcon] {
        var names: Set<String> = []
        var icons: [AlternateIcon] = []
        let later = ["files", "url", "sha256"]
        let known = ["name", "icon"] + (version > 1 ? later : [])
        for element in reading.array(field, maximum: ManifestLimits.alternateIcons) ?? [] {
            let required = version > 1 ? ["name"] : ["name", "icon"]
            guard
                let members = reading.object(
                    element, known: known, required: required, obsolete: version > 1 ? obsoleteMembers : [],
                    later: later)
            else { continue }
            let name = members["name"].flatMap { word(&reading, $0) }
            guard let source = source(members, of: element, id, version: version, in: &reading), let name else {
                continue
            }
            if !names.insert(name).inserted, let field = members["name"] {
                reading.note(field, "The name is there twice.")
            }
            icons.append(AlternateIcon(name: name, source: source))
        }
        return icons
    }

    /// Reads where the images of an icon are.
    private static func source(
        _ members: [String: JSONField], of element: JSONField, _ id: ProviderIdentifier?, version: Int64,
        in reading: inout JSONReading
    ) -> AlternateIcon.Source? {
        let ways = ["icon", "files", "url"].filter { members[$0] != nil }
        guard ways.count <= 1 else {
            reading.note(
                element, "An icon has one of icon, files and url, and this one has \(ways.joined(separator: " and ")).")
            return nil
        }
        if let field = members["icon"] {
            if let digest = members["sha256"] { reading.note(digest, "A name in the icon theme has no SHA-256.") }
            return themeName(field, of: id, in: &reading).map { .theme($0) }
        }
        guard ways.count == 1 else {
            // Version 1 supports only one kind of source, and the missing member has already been reported.
            if version > 1 { reading.note(element, "One of the members icon, files and url is needed.") }
            return nil
        }
        guard let digests = members["sha256"] else {
            reading.note(element, "The member sha256 is missing.")
            return nil
        }
        if let field = members["url"] {
            let address = address(field, in: &reading)
            let digest = digest(digests, in: &reading)
            guard let address, let digest else { return nil }
            return .address(address, digest)
        }
        return members["files"].flatMap { files($0, digests, in: &reading) }.map { .files($0) }
    }

    private static func themeName(
        _ field: JSONField, of id: ProviderIdentifier?, in reading: inout JSONReading
    ) -> String? {
        // No application may use the icon of another application.
        let prefixes = id.map { ["\($0).", "\($0)-"] } ?? [""]
        return reading.string(
            field, rule: "the name of an icon that begins with \(prefixes.joined(separator: " or "))"
        ) { text in isWord(text, maximum: 255) && prefixes.contains(where: text.hasPrefix) ? text : nil }
    }

    static func address(_ field: JSONField, in reading: inout JSONReading) -> String? {
        let maximum = ManifestLimits.addressLength
        return reading.string(field, rule: "an address that begins with https://, of at most \(maximum) bytes") {
            text in
            let isSeen = !text.unicodeScalars.contains { $0.couldMislead || $0 == " " }
            return text.hasPrefix("https://") && text.utf8.count <= maximum && isSeen ? text : nil
        }
    }

    static func digest(_ field: JSONField, in reading: inout JSONReading) -> FontDigest? {
        reading.string(field, rule: "a SHA-256 of 64 hexadecimal digits", FontDigest.init(hexadecimal:))
    }

    // MARK: Files

    /// Reads the files of an icon: their names, and the checksums, which determine the files that exist.
    private static func files(
        _ field: JSONField, _ digests: JSONField, in reading: inout JSONReading
    ) -> [AlternateIcon.File]? {
        var names: [AssetPath]
        if case .array = field.node.value {
            names = reading.set(field, maximum: ManifestLimits.iconFiles, path)
        } else {
            names = path(&reading, field).map { [$0] } ?? []
        }
        guard !names.isEmpty else {
            if case .array(let elements) = field.node.value, elements.isEmpty {
                reading.note(field, "At least one file is needed.")
            }
            return nil
        }
        if case .string = digests.node.value {
            guard names.count == 1, hasExtension(names[0].text) else {
                reading.note(
                    digests, "One SHA-256 stands for one file with its extension; others are an object of files.")
                return nil
            }
            return digest(digests, in: &reading).map { [AlternateIcon.File(path: names[0], sha256: $0)] }
        }
        guard case .object(let members) = digests.node.value else {
            reading.note(digests, "A SHA-256, or an object with the SHA-256 of each file, is expected.")
            return nil
        }
        guard members.count <= ManifestLimits.iconFiles else {
            reading.note(
                digests, "There are \(members.count) files, and at most \(ManifestLimits.iconFiles) are allowed.")
            return nil
        }
        let faults = reading.faults.count
        var files: [AlternateIcon.File] = []
        for member in members {
            let field = JSONField(
                node: member.node, pointer: digests.pointer + JSONPointer.text([member.name]))
            guard let file = AssetPath(member.name), hasExtension(member.name) else {
                reading.note(field, "The file has to be \(AssetPath.rule), which ends with .png or .svg.")
                continue
            }
            guard names.contains(where: { stands($0.text, for: file.text) }) else {
                reading.note(field, "The file is none of those in files.")
                continue
            }
            if let digest = digest(field, in: &reading) {
                files.append(AlternateIcon.File(path: file, sha256: digest))
            }
        }
        for name in names where !members.contains(where: { stands(name.text, for: $0.name) }) {
            reading.note(field, "\(name) has no SHA-256.")
        }
        return reading.faults.count == faults && !files.isEmpty ? files : nil
    }

    private static func hasExtension(_ text: String) -> Bool { text.hasSuffix(".png") || text.hasSuffix(".svg") }

    /// Whether a name in `files` refers to a file: it is the file's path, or the path without extension and size.
    ///
    /// The size suffixes are those of icon files on other systems: `-64`, `-64x64`, `@2x`, or a combination.
    private static func stands(_ name: String, for file: String) -> Bool {
        if file == name { return true }
        guard !hasExtension(name), hasExtension(file), file.hasPrefix(name) else { return false }
        let parts = file.dropFirst(name.count).dropLast(4).split(separator: "@", omittingEmptySubsequences: false)
        guard let size = parts.first, parts.count <= 2 else { return false }
        if parts.count == 2, !["1x", "2x", "3x", "4x"].contains(parts[1]) { return false }
        if size.isEmpty { return true }
        let numbers = size.dropFirst().split(separator: "x", omittingEmptySubsequences: false)
        return size.first == "-" && numbers.count <= 2 && numbers.allSatisfy { UInt16($0) != nil }
    }
}
