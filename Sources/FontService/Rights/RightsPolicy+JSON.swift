internal import FontModel
package import PositionedJSON

extension RightsPolicy {
    /// The version of the form of files that is understood.
    private static let version: Int64 = 1
    /// The most bytes of a file.
    package static let maximumFileSize = 1 << 20
    /// The most rules of a file, and patterns of a rule.
    private static let maximumCount = 1000
    /// The most characters of a reason: a sentence or two.
    private static let reasonLength = 400

    /// Reads the rules of one file.
    ///
    /// - Parameter bytes: The file's text.
    /// - Returns: The rules, and everything that is wrong; where anything is, the rules are not to be used.
    package static func rules(in bytes: [UInt8]) -> (rules: [Rule], faults: [JSONFault]) {
        var reading = JSONReading(bytes, maximumDepth: 8)
        var rules: [Rule] = []
        if let root = reading.root,
            let members = reading.object(root, known: ["$schema", "version", "rules"], required: ["version", "rules"])
        {
            if let field = members["$schema"] { _ = reading.string(field) }
            if let field = members["version"] { _ = reading.integer(field, in: version...version) }
            let elements = members["rules"].flatMap { reading.array($0, maximum: maximumCount) }
            rules = (elements ?? []).compactMap { rule($0, in: &reading) }
        }
        return (rules, reading.faults)
    }

    private static func rule(_ field: JSONField, in reading: inout JSONReading) -> Rule? {
        let known = ["providers", "rights", "decision", "reason"]
        guard let members = reading.object(field, known: known, required: ["providers", "decision"]) else {
            return nil
        }
        let patterns = members["providers"].map {
            reading.set($0, maximum: maximumCount) { reading, field in
                reading.string(
                    field, rule: "the id of a provider, or its beginning with * after it", ProviderPattern.init)
            }
        }
        let rights = members["rights"].map {
            reading.set($0, maximum: Right.allCases.count) { $0.choice($1, of: Right.self) }
        }
        let decision = members["decision"].flatMap { reading.choice($0, of: Decision.self) }
        let reason = members["reason"].flatMap {
            reading.string($0, rule: "of at most \(reasonLength) characters, all of which can be seen") { text in
                let isSeen = !text.unicodeScalars.contains(where: \.couldMislead)
                return isSeen && text.unicodeScalars.count <= reasonLength ? text : nil
            }
        }
        guard let patterns, let decision else { return nil }
        return Rule(
            providers: patterns, rights: Set(rights ?? Right.allCases), decision: decision, reason: reason ?? "")
    }
}
