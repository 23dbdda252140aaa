internal import Adwaita
internal import BusInterface
internal import PositionedJSON

/// What `typecase policy explain --json` writes of the rights of a program.
struct PolicyText: Sendable {
    /// What a rule of the policy decides of a right.
    struct Rule: Sendable, Equatable {
        let isAllowed: Bool
        /// Why; empty where the rule does not say so.
        let reason: String
        /// The file and line of the rule.
        let place: String
    }

    private(set) var rules: [String: Rule] = [:]
    /// The rights that the program has by a manifest which an administrator installed.
    private(set) var manifestRights: Set<String> = []

    /// Reads the rules that decide.
    ///
    /// - Parameter output: What the command wrote.
    /// - Returns: What is decided of each program that it tells of; nothing where it wrote something else.
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
        // Where a rule only asks, or there is none, the user decides.
        guard let right = values["subject"], let decision = values["decision"], let place = values["rule"],
            !place.isEmpty, decision == "allow" || decision == "deny"
        else { return }
        rules[right] = Rule(
            isAllowed: decision == "allow", reason: ShownText.line(values["reason"] ?? ""), place: ShownText.line(place)
        )
    }

    /// Asks the command line what the policy decides of programs.
    ///
    /// - Parameter providers: The programs.
    /// - Returns: What it decides of each that it could tell of.
    @MainLoop
    static func read(_ providers: [String]) async -> [String: PolicyText] {
        var texts: [String: PolicyText] = [:]
        for batch in providers.batches(of: atOnce) {
            // An id that begins like an option is none.
            let outcome = await Program.run(
                [SettingsProgram.commandLine, "policy", "explain", "--json", "--"] + batch,
                limit: ProgramLimits.reading)
            texts.merge(read(outcome?.output ?? "")) { $1 }
        }
        return texts
    }

    /// The programs that are asked about at once: a command line has an end.
    private static let atOnce = 500
}
