package import ArgumentParser
internal import BusInterface
internal import DBus
internal import FontModel
internal import Localization
internal import Policy
internal import ProviderManifests

/// `typecase policy explain`: shows the decisions about a provider, and the rules that made them.
package struct PolicyExplainCommand: PagedCommand {
    package static let configuration = CommandConfiguration(
        commandName: "explain", abstract: localized("Show the decisions about programs, and the rules behind them."),
        discussion: localized(
            """
            Each right, limit and kind of font has a line of its own with the decision and its reason: a rule of the \
            policy, with its file and line, or your own decision. If neither a rule nor you have decided, you are \
            asked if the program is sandboxed; any other program has the right. A Flatpak that an administrator \
            installed has the rights that its manifest asks for.
            """))

    @Argument(
        help: .localized("The ids of the programs, as 'typecase providers' lists them.", valueName: "provider"),
        completion: ServiceCompletion.providers.kind)
    package var providers: [String]

    @OptionGroup package var pagerOptions: PagerOptions

    @OptionGroup package var outputOptions: OutputOptions

    package init() {}

    package func perform(in environment: CommandEnvironment) async throws(CommandFailure) -> CommandExit {
        let policy = RightsPolicyFiles(directories: RightsPolicyFiles.directories(in: environment.variables)).read()
        for failure in policy.failures {
            environment.output.report(CommandFailure(failed: failure), asJSON: outputOptions.json)
        }
        var exit = policy.failures.isEmpty ? CommandExit.success : .failure
        var identifiers: [ProviderIdentifier] = []
        for provider in providers {
            if let identifier = ProviderIdentifier(rawValue: provider) {
                identifiers.append(identifier)
                continue
            }
            let failure = CommandFailure(
                .notFound, code: .notRegistered,
                localized("This is not the id of a program. To list ids, run 'typecase providers'."),
                item: provider)
            // The other programs are still explained.
            guard providers.count > 1 else { throw failure }
            environment.output.report(failure, asJSON: outputOptions.json)
            exit = failure.exit
        }
        var grants: [ProviderIdentifier: [Right: String]] = [:]
        do throws(CommandFailure) {
            grants = try await Self.grants(in: environment, of: identifiers.count == 1 ? identifiers[0] : nil)
        } catch {
            // The decisions of the policy are still shown.
            environment.output.report(error, asJSON: outputOptions.json)
            exit = error.exit
        }
        let lines = identifiers.flatMap { identifier in
            PolicyExplanation(
                policy: policy, provider: identifier, grants: grants[identifier] ?? [:],
                manifest: Self.manifest(of: identifier, environment.variables)
            ).lines.map { (provider: identifier.rawValue, line: $0) }
        }
        write(lines, to: environment.output)
        return exit
    }

    private func write(_ lines: [(provider: String, line: PolicyExplanation.Line)], to output: CommandOutput) {
        if outputOptions.json {
            output.line(
                JSONText.array(
                    lines.map { provider, line in
                        .object([
                            ("provider", .string(provider)), ("subject", .string(line.subject)),
                            ("decision", .string(line.decision)), ("reason", .string(line.reason)),
                            ("rule", .string(line.rule)), ("decided_by", .string(line.decider.rawValue)),
                        ])
                    }
                ).lines)
            return
        }
        let names = providers.count > 1
        output.write(
            TextTable.text(
                header: (names ? ["PROVIDER"] : []) + ["SUBJECT", "DECISION", "WHY"],
                rows: lines.map { provider, line in
                    (names ? [provider] : []) + [
                        line.subject, line.decision, line.rule.isEmpty ? line.reason : "\(line.rule): \(line.reason)",
                    ]
                },
                bold: output.usesColor, columns: output.columns()))
    }

    /// The manifest of a Flatpak that an administrator installed; a manifest that cannot be read gives no rights.
    private static func manifest(
        of provider: ProviderIdentifier, _ variables: [String: String]
    ) -> (path: String, rights: Set<Right>)? {
        guard let found = try? ManifestSearch(environment: variables).manifest(of: provider, from: .flatpak),
            found.isAdministrators, let content = found.reading.manifest
        else { return nil }
        return (found.path, content.rights)
    }

    /// The user's decisions about the rights of programs, by program and right.
    ///
    /// - Parameters:
    ///   - environment: Where the service is.
    ///   - provider: The program; `nil` for all programs.
    /// - Returns: `allow` or `deny`.
    /// - Throws: An error if they cannot be read.
    private static func grants(
        in environment: CommandEnvironment, of provider: ProviderIdentifier?
    ) async throws(CommandFailure) -> [ProviderIdentifier: [Right: String]] {
        let grants = try await CommandSession.run(on: environment.address) { session throws(CommandFailure) in
            try await calling { () async throws(BusError) in
                try await session.management.listGrants(
                    filter: provider.map { ["provider": BusVariant($0.rawValue)] } ?? [:])
            }
        }
        var decisions: [ProviderIdentifier: [Right: String]] = [:]
        for grant in grants.map({ FontRecord($0) }) where grant.text("font").isEmpty {
            guard let provider = ProviderIdentifier(rawValue: grant.text("provider")),
                let right = Right(rawValue: grant.text("right"))
            else { continue }
            decisions[provider, default: [:]][right] = grant.text("decision")
        }
        return decisions
    }
}
