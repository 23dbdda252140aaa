internal import FetchProtocol
internal import FontModel
package import PositionedJSON

extension RightsPolicy {
    /// The supported version of the file format.
    private static let version: Int64 = 1
    /// The maximum number of bytes of a file.
    package static let maximumFileSize = 1 << 20
    /// The maximum number of rules in a file, and of patterns in a rule.
    private static let maximumCount = 1000
    /// The maximum number of characters of a reason: one or two sentences.
    private static let reasonLength = 400

    /// The maximum number of bytes that a rule can allow: a pebibyte, which is practically unlimited.
    private static let maximumBytes: Int64 = 1 << 50
    /// The maximum number of fonts that a rule can allow: many times the number with which the registry is measured.
    private static let maximumFonts: Int64 = 1_000_000

    /// Reads the rules of one file.
    ///
    /// - Parameter bytes: The file's text.
    /// - Returns: The rules and all faults. If there is any fault, the rules must not be used.
    package static func rules(in bytes: [UInt8]) -> (policy: RightsPolicy, faults: [JSONFault]) {
        var reading = JSONReading(bytes, maximumDepth: 8)
        var policy = RightsPolicy()
        if let root = reading.root,
            let members = reading.object(
                root, known: ["$schema", "version", "rules", "resources", "packages"],
                required: ["version", "rules"])
        {
            if let field = members["$schema"] { _ = reading.string(field) }
            if let field = members["version"] { _ = reading.integer(field, in: version...version) }
            let elements = members["rules"].flatMap { reading.array($0, maximum: maximumCount) }
            for element in elements ?? [] { policy.addRule(element, in: &reading) }
            if let field = members["resources"] { policy.resourceSpace = resourceSpace(field, in: &reading) }
            if let field = members["packages"] { policy.packages = packageRule(field, in: &reading) }
        }
        return (policy, reading.faults)
    }

    private mutating func addRule(_ field: JSONField, in reading: inout JSONReading) {
        let known = [
            "providers", "rights", "formats", "sources", "browser-safe", "quota", "downloads", "alternate-icons",
            "decision", "reason",
        ]
        guard let members = reading.object(field, known: known, required: ["providers"]) else { return }
        let providers = members["providers"].map {
            reading.set($0, maximum: Self.maximumCount) { reading, field in
                reading.string(
                    field, rule: "the id of a provider, or its beginning with * after it", ProviderPattern.init)
            }
        }
        let rights = members["rights"].map {
            reading.set($0, maximum: Right.allCases.count) { $0.choice($1, of: Right.self) }
        }
        let formats = members["formats"].map {
            Set(reading.set($0, maximum: FontFormat.allCases.count) { $0.choice($1, of: FontFormat.self) })
        }
        let sources = members["sources"].map {
            Set(reading.set($0, maximum: FontOrigin.allCases.count) { $0.choice($1, of: FontOrigin.self) })
        }
        let isBrowserSafe = members["browser-safe"].flatMap { reading.boolean($0) }
        let decision = members["decision"].flatMap { reading.choice($0, of: Decision.self) }
        let reason = Self.reason(members["reason"], in: &reading) ?? ""
        let quota = members["quota"].map { Self.quota($0, in: &reading) }
        let terms = members["downloads"].map { Self.downloadTerms($0, in: &reading) }
        let icons = members["alternate-icons"].map { Self.iconRule($0, in: &reading) }
        // The members determine the subject of a rule. A rule with two subjects is rejected.
        if let alone = ["quota", "downloads", "alternate-icons"].first(where: { members[$0] != nil }) {
            for name in known where name != "providers" && name != alone {
                guard let other = members[name] else { continue }
                reading.note(other, "A rule with \(alone) says nothing else: put it into a rule of its own.")
            }
        } else if members["decision"] == nil {
            reading.note(field, "One of the members decision, quota, downloads and alternate-icons is missing.")
        }
        let isAboutFonts = formats != nil || sources != nil || members["browser-safe"] != nil
        if isAboutFonts, let other = members["rights"] {
            reading.note(
                other, "A rule with formats, sources or browser-safe is about no right: put it into a rule of its own.")
        }
        if isAboutFonts, decision == .ask, let other = members["decision"] {
            reading.note(
                other, "The user is not asked about formats, sources and browser-safe: allow and deny can be decided.")
        }
        guard let providers else { return }
        let origin = RuleOrigin(line: field.node.position.line)
        if let quota {
            quotaRules.append(QuotaRule(providers: providers, quota: quota, origin: origin))
        } else if let terms {
            downloadRules.append(DownloadRule(providers: providers, terms: terms, origin: origin))
        } else if var icons {
            (icons.providers, icons.origin) = (providers, origin)
            iconRules.append(icons)
        } else if let decision, isAboutFonts {
            fontRules.append(
                FontRule(
                    providers: providers, formats: formats, sources: sources, isBrowserSafe: isBrowserSafe,
                    isAllowed: decision == .allow, reason: reason, origin: origin))
        } else if let decision {
            rules.append(
                Rule(
                    providers: providers, rights: Set(rights ?? Right.allCases), decision: decision, reason: reason,
                    origin: origin))
        }
    }

    private static func reason(_ field: JSONField?, in reading: inout JSONReading) -> String? {
        field.flatMap {
            reading.string($0, rule: "of at most \(reasonLength) characters, all of which can be seen") { text in
                let isSeen = !text.unicodeScalars.contains(where: \.couldMislead)
                return isSeen && text.unicodeScalars.count <= reasonLength ? text : nil
            }
        }
    }

    private static func downloadTerms(_ field: JSONField, in reading: inout JSONReading) -> DownloadTerms {
        var terms = DownloadTerms()
        guard let members = reading.object(field, known: ["schemes", "local-network"]) else { return terms }
        if members.isEmpty { reading.note(field, "One of the members schemes and local-network is missing.") }
        if let schemes = members["schemes"] {
            let faults = reading.faults.count
            terms.schemes = Set(
                reading.set(schemes, maximum: RemoteScheme.allCases.count) { $0.choice($1, of: RemoteScheme.self) })
            if terms.schemes.isEmpty, reading.faults.count == faults {
                reading.note(schemes, "At least one of https and http has to be there.")
            }
        }
        if let field = members["local-network"] { terms.allowsLocalNetwork = reading.boolean(field) ?? false }
        return terms
    }

    private static func resourceSpace(
        _ field: JSONField, in reading: inout JSONReading
    ) -> ResourceSpaceRule {
        guard let members = reading.object(field, known: ["bytes", "free-bytes"]) else { return ResourceSpaceRule() }
        if members.isEmpty { reading.note(field, "One of the members bytes and free-bytes is missing.") }
        func bytes(_ name: String) -> Int? {
            members[name].flatMap { reading.integer($0, in: 0...maximumBytes) }.map { Int($0) }
        }
        return ResourceSpaceRule(bytes: bytes("bytes"), freeBytes: bytes("free-bytes"))
    }

    private static func packageRule(_ field: JSONField, in reading: inout JSONReading) -> PackageRule? {
        guard let members = reading.object(field, known: ["install"], required: ["install"]),
            let isAllowed = members["install"].flatMap({ reading.boolean($0) })
        else { return nil }
        return PackageRule(isAllowed: isAllowed, origin: RuleOrigin(line: field.node.position.line))
    }

    private static func iconRule(_ field: JSONField, in reading: inout JSONReading) -> IconRule {
        var rule = IconRule(providers: [])
        guard let members = reading.object(field, known: ["allowed", "notify"]) else { return rule }
        if members.isEmpty { reading.note(field, "One of the members allowed and notify is missing.") }
        rule.isAllowed = members["allowed"].flatMap { reading.boolean($0) }
        rule.notifies = members["notify"].flatMap { reading.boolean($0) }
        return rule
    }

    private static func quota(_ field: JSONField, in reading: inout JSONReading) -> FontQuota {
        let known = ["fonts", "bytes", "file-size", "faces"]
        guard let members = reading.object(field, known: known) else { return FontQuota() }
        if members.isEmpty { reading.note(field, "One of the members fonts, bytes, file-size and faces is missing.") }
        return FontQuota(
            fonts: members["fonts"].flatMap { reading.integer($0, in: 0...maximumFonts) }.map { Int($0) },
            bytes: members["bytes"].flatMap { reading.integer($0, in: 0...maximumBytes) }.map { Int($0) },
            fileSize: members["file-size"].flatMap { reading.integer($0, in: 0...Int64(FontLimits.fileSize)) }
                .map { Int($0) },
            faces: members["faces"].flatMap { reading.integer($0, in: 0...Int64(FontLimits.faces)) }.map { Int($0) })
    }
}
