internal import BusInterface
internal import DBus
internal import FontModel

/// The rights of a program.
struct ProgramRights: Sendable {
    /// The state of a right.
    struct Standing: Sendable {
        let right: String
        /// The user's decision about the right as a whole; `nil` if there is none.
        let isAllowed: Bool?
        /// The user's decisions about single fonts and packages.
        let single: [Record]
        /// The decision of the machine's policy, which takes precedence.
        let rule: PolicyText.Rule?
        /// Whether the program has it because of a manifest that an administrator installed.
        let isOfManifest: Bool
        /// The change by an update of the program that the user has not reset; `nil` if there is none.
        let update: Update?

        /// Whether it differs from the default, or an update has changed it.
        var isChanged: Bool {
            isAllowed != nil || !single.isEmpty || rule != nil || isOfManifest || update != nil
        }
    }

    /// A change of a right by an update of the program.
    struct Update: Sendable, Equatable {
        /// Whether the program has gained the right rather than lost it.
        let isGain: Bool
        /// The time in seconds since 1970.
        let time: UInt64

        /// Reads the change of a right from the dictionary of a program; `nil` if there is none.
        init?(of right: String, _ program: Record?) {
            let gained: [String: UInt64]? = program?.value("gained_rights")
            let lost: [String: UInt64]? = program?.value("lost_rights")
            guard let time = gained?[right] ?? lost?[right] else { return nil }
            self.time = time
            isGain = gained?[right] != nil
        }
    }

    let provider: String
    let standings: [Standing]
    /// Whether the program runs in a sandbox, so that the user is asked by default; `nil` if this is not known.
    let isSandboxed: Bool?
    /// Whether the policy's decisions are known; otherwise, it may allow or deny more.
    let isPolicyKnown: Bool

    /// The rights in the order in which they are shown.
    static let rights = Right.allCases.map(\.rawValue)

    /// Combines the known facts about programs.
    ///
    /// - Parameters:
    ///   - grants: The user's decisions.
    ///   - providers: The programs with fonts.
    ///   - policies: The policy's decisions, by program.
    /// - Returns: The programs; those with decisions come first.
    static func all(_ grants: [Record], _ providers: [Record], _ policies: [String: PolicyText]) -> [ProgramRights] {
        let kinds = Dictionary(providers.map { ($0.id("id"), $0.id("kind")) }) { first, _ in first }
        var order: [String] = []
        for provider in grants.map({ $0.id("provider") }) + providers.map({ $0.id("id") })
        where !order.contains(provider) && !people.contains(kinds[provider] ?? "") { order.append(provider) }
        return order.map { provider in
            let program = providers.first { $0.id("id") == provider }
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
                        isOfManifest: policies[provider]?.manifestRights.contains(right) ?? false,
                        update: Update(of: right, program))
                }, isSandboxed: kinds[provider].map(sandboxes.contains), isPolicyKnown: policies[provider] != nil)
        }
    }

    /// The kinds of providers that are not programs.
    private static let people: Set<String> = ["user", "recovered"]
    private static let sandboxes: Set<String> = ["flatpak", "snap"]
}

extension ServiceSession {
    /// The user's decisions about a right of a program.
    func decisions(_ provider: String, _ right: String) async throws(BusError) -> [Record] {
        try await management.listGrants(filter: ["provider": BusVariant(provider)]).map(Record.init)
            .filter { $0.id("right") == right }
    }

    /// Removes the user's decision about a right of a program for one font.
    func forgetDecision(_ provider: String, _ right: String, font: String) async throws(BusError) {
        _ = try await management.revokeGrant(
            provider: provider, right: right, options: ["font": BusVariant(font)])
    }

    /// Sets the user's decisions about a right of a program, as one change of the history.
    ///
    /// - Parameters:
    ///   - provider: The program.
    ///   - right: The right.
    ///   - decisions: All decisions, including those about single fonts.
    /// - Throws: The error of a call.
    func setDecisions(_ provider: String, _ right: String, _ decisions: [Record]) async throws(BusError) {
        let operation = ["operation": BusVariant(FontIdentifier.random().rawValue)]
        _ = try await management.revokeGrant(provider: provider, right: right, options: operation)
        // A decision about all fonts replaces decisions about single fonts.
        let ordered = decisions.filter { $0.id("font").isEmpty } + decisions.filter { !$0.id("font").isEmpty }
        for decision in ordered {
            let font = decision.id("font")
            try await management.setGrant(
                provider: provider, right: right, decision: decision.id("decision"),
                options: font.isEmpty ? operation : operation.merging(["font": BusVariant(font)]) { $1 })
        }
    }
}
