internal import Adwaita
internal import BusInterface
internal import PositionedJSON

/// The output of `typecase policy explain --json` about the rights of a program.
struct PolicyText: Sendable {
    /// The decision of a policy rule about a right.
    struct Rule: Sendable, Equatable {
        let isAllowed: Bool
        /// The reason; empty if the rule contains none.
        let reason: String
        /// The file and line of the rule.
        let place: String
    }

    private(set) var rules: [String: Rule] = [:]
    /// The rights that the program has because of a manifest that an administrator installed.
    private(set) var manifestRights: Set<String> = []

    /// Reads the deciding rules.
    ///
    /// - Parameter output: The output of the command.
    /// - Returns: The decisions by program; empty if the output has another form.
    static func read(_ output: String) -> [String: PolicyText] {
        let reading = JSONReading(Array(output.utf8), maximumDepth: 8)
        guard let root = reading.root?.node, case .array(let entries) = root.value else { return [:] }
        var texts: [String: PolicyText] = [:]
        for entry in entries {
            guard case .object(let members) = entry.value else { continue }
            var values: [String: String] = [:]
            for member in members { if case .string(let text) = member.node.value { values[member.name] = text } }
            guard let provider = values["provider"] else { continue }
            texts[provider, default: PolicyText()].take(values)
        }
        return texts
    }

    private mutating func take(_ values: [String: String]) {
        if values["decided_by"] == "manifest", let right = values["subject"] { manifestRights.insert(right) }
        // If a rule only asks, or there is no rule, the user decides.
        guard let right = values["subject"], let decision = values["decision"], let place = values["rule"],
            !place.isEmpty, decision == "allow" || decision == "deny"
        else { return }
        rules[right] = Rule(
            isAllowed: decision == "allow", reason: ShownText.line(values["reason"] ?? ""), place: ShownText.line(place)
        )
    }

    /// Asks the command line for the policy's decisions about programs.
    ///
    /// - Parameter providers: The programs.
    /// - Returns: The decisions for each program that is known.
    @MainLoop
    static func read(_ providers: [String]) async -> [String: PolicyText] {
        var texts: [String: PolicyText] = [:]
        for batch in providers.batches(of: atOnce) {
            // An id cannot begin like an option.
            let outcome = await Program.run(
                [SettingsProgram.commandLine, "policy", "explain", "--json", "--"] + batch,
                limit: ProgramLimits.reading)
            texts.merge(read(outcome?.output ?? "")) { $1 }
        }
        return texts
    }

    /// The maximum number of programs in one call, because the length of a command line is limited.
    private static let atOnce = 500
}
