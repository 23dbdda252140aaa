internal import PositionedJSON

/// What `typecase why --json` writes.
enum FontExplanationText {
    /// Reads the explanation.
    ///
    /// - Parameter output: What the command wrote.
    /// - Returns: Its sentences, fit to be shown; `nil` where it wrote something else.
    static func lines(_ output: String) -> [String]? {
        let reading = JSONReading(Array(output.utf8), maximumDepth: 8)
        guard let root = reading.root?.node, case .object(let members) = root.value,
            let member = members.first(where: { $0.name == "explanation" }), case .array(let lines) = member.node.value
        else { return nil }
        return lines.compactMap { if case .string(let text) = $0.value { ShownText.line(text) } else { nil } }
    }
}
