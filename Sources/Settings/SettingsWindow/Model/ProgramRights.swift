internal import BusInterface
internal import DBus
internal import FontModel

/// What holds for a program.
struct ProgramRights: Sendable {
    /// What holds for a right.
    struct Standing: Sendable {
        let right: String
        /// What the user said of the right as a whole; `nil` where nothing.
        let isAllowed: Bool?
        /// What the user said of single fonts and packages.
        let single: [Record]
        /// What the policy of the machine says, which comes first.
        let rule: PolicyText.Rule?
        /// Whether the program has it by a manifest that an administrator installed.
        let isOfManifest: Bool

        /// Whether it is other than where nobody has said anything.
        var isChanged: Bool { isAllowed != nil || !single.isEmpty || rule != nil || isOfManifest }
    }

    let provider: String
    let standings: [Standing]
    /// Whether the program is asked about where nothing is said; `nil` where it is not known how it runs.
    let isSandboxed: Bool?
    /// Whether it is known what the policy says: where it is not, the program may be allowed or denied more.
    let isPolicyKnown: Bool

    /// The rights in the order in which they are shown.
    static let rights = Right.allCases.map(\.rawValue)

    /// Takes together what is known of programs.
    ///
    /// - Parameters:
    ///   - grants: What the user said.
    ///   - providers: The programs with fonts.
    ///   - policies: What the policy says, by program.
    /// - Returns: The programs: first those that something is said of.
    static func all(_ grants: [Record], _ providers: [Record], _ policies: [String: PolicyText]) -> [ProgramRights] {
        let kinds = Dictionary(providers.map { ($0.id("id"), $0.id("kind")) }) { first, _ in first }
        var order: [String] = []
        for provider in grants.map({ $0.id("provider") }) + providers.map({ $0.id("id") })
        where !order.contains(provider) && !people.contains(kinds[provider] ?? "") { order.append(provider) }
        return order.map { provider in
            let said = grants.filter { $0.id("provider") == provider }
            // A later version of the service may have other rights.
            let others = said.map { $0.id("right") }.filter { !rights.contains($0) }
            return ProgramRights(
                provider: provider,
                standings: (rights + Set(others).sorted()).map { right in
                    let ofRight = said.filter { $0.id("right") == right }
                    return Standing(
                        right: right,
                        isAllowed: ofRight.first { $0.id("font").isEmpty }.map { $0.id("decision") == "allow" },
                        single: ofRight.filter { !$0.id("font").isEmpty },
                        rule: policies[provider]?.rules[right],
                        isOfManifest: policies[provider]?.manifestRights.contains(right) ?? false)
                }, isSandboxed: kinds[provider].map(sandboxes.contains), isPolicyKnown: policies[provider] != nil)
        }
    }

    /// Kinds of providers that are no programs.
    private static let people: Set<String> = ["user", "recovered"]
    private static let sandboxes: Set<String> = ["flatpak", "snap"]
}

extension ServiceSession {
    /// What the user said of a right of a program.
    func decisions(_ provider: String, _ right: String) async throws(BusError) -> [Record] {
        try await management.listGrants(filter: ["provider": BusVariant(provider)]).map(Record.init)
            .filter { $0.id("right") == right }
    }

    /// Forgets what the user said of a right of a program for one font.
    func forgetDecision(_ provider: String, _ right: String, font: String) async throws(BusError) {
        _ = try await management.revokeGrant(
            provider: provider, right: right, options: ["font": BusVariant(font)])
    }

    /// Makes the user's word on a right of a program what it is to be, as one change of the history.
    ///
    /// - Parameters:
    ///   - provider: The program.
    ///   - right: The right.
    ///   - decisions: All that is to be said of it, of single fonts as well.
    /// - Throws: The error of a call.
    func setDecisions(_ provider: String, _ right: String, _ decisions: [Record]) async throws(BusError) {
        let operation = ["operation": BusVariant(FontIdentifier.random().rawValue)]
        _ = try await management.revokeGrant(provider: provider, right: right, options: operation)
        // What is said of all is in place of what is said of single fonts.
        let ordered = decisions.filter { $0.id("font").isEmpty } + decisions.filter { !$0.id("font").isEmpty }
        for decision in ordered {
            let font = decision.id("font")
            try await management.setGrant(
                provider: provider, right: right, decision: decision.id("decision"),
                options: font.isEmpty ? operation : operation.merging(["font": BusVariant(font)]) { $1 })
        }
    }
}
