internal import PositionedJSON

/// The output of `typecase why --json`.
enum FontExplanationText {
    /// Reads the explanation.
    ///
    /// - Parameter output: The output of the command.
    /// - Returns: Its sentences, safe to show; `nil` if the output has another form.
    static func lines(_ output: String) -> [String]? {
        let reading = JSONReading(Array(output.utf8), maximumDepth: 8)
        guard let root = reading.root?.node, case .object(let members) = root.value,
            let member = members.first(where: { $0.name == "explanation" }), case .array(let lines) = member.node.value
        else { return nil }
        return lines.compactMap { if case .string(let text) = $0.value { ShownText.line(text) } else { nil } }
    }
}
