internal import PositionedJSON

/// The output of `typecase doctor --json`.
enum DoctorFindings {
    struct Finding: Sendable {
        var id = ""
        var severity = ""
        var seen = ""
        var items: [String] = []
        var reason = ""
        var remedy = ""
        var isFixable = false
    }

    /// Reads the findings.
    ///
    /// - Parameter output: The output of the command.
    /// - Returns: The findings; `nil` if the output has another form.
    static func read(_ output: String) -> [Finding]? {
        let reading = JSONReading(Array(output.utf8), maximumDepth: 8)
        guard let root = reading.root?.node, case .array(let entries) = root.value else { return nil }
        return entries.compactMap { entry in
            guard case .object(let members) = entry.value else { return nil }
            var finding = Finding()
            for member in members {
                switch (member.name, member.node.value) {
                case ("id", .string(let text)): finding.id = text
                case ("severity", .string(let text)): finding.severity = text
                case ("seen", .string(let text)): finding.seen = text
                case ("reason", .string(let text)): finding.reason = text
                case ("remedy", .string(let text)): finding.remedy = text
                case ("fixable", .boolean(let flag)): finding.isFixable = flag
                case ("items", .array(let items)):
                    finding.items = items.compactMap { if case .string(let text) = $0.value { text } else { nil } }
                default: break
                }
            }
            return finding
        }
    }
}
