package import ArgumentParser
internal import BusInterface
internal import DBus
internal import FontModel
internal import Localization
internal import Policy
internal import ProviderManifests

/// `typecase policy explain`: what holds for a provider, and which rule says so.
package struct PolicyExplainCommand: PagedCommand {
    package static let configuration = CommandConfiguration(
        commandName: "explain", abstract: localized("Tell what holds for programs, and which rule says so."),
        discussion: localized(
            """
            Each right, limit and kind of font has a line of its own with what is decided and why: a rule of the \
            policy, with its file and line, or what you said. A program that no rule is about and that you said \
            nothing of is asked about where it is sandboxed, and has the right where it is not. A Flatpak that an \
            administrator installed has the rights that its manifest asks for.
            """))

    @Argument(
        help: .localized("The ids of the programs, as typecase providers lists them.", valueName: "provider"),
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
                localized("This is not the id of a program; typecase providers lists some."),
                item: provider)
            // The others are explained all the same.
            guard providers.count > 1 else { throw failure }
            environment.output.report(failure, asJSON: outputOptions.json)
            exit = failure.exit
        }
        var grants: [ProviderIdentifier: [Right: String]] = [:]
        do throws(CommandFailure) {
            grants = try await Self.grants(in: environment, of: identifiers.count == 1 ? identifiers[0] : nil)
        } catch {
            // What the policy says is told all the same.
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

    /// The manifest of a Flatpak that an administrator installed; one that cannot be read gives no rights.
    private static func manifest(
        of provider: ProviderIdentifier, _ variables: [String: String]
    ) -> (path: String, rights: Set<Right>)? {
        guard let found = try? ManifestSearch(environment: variables).manifest(of: provider, from: .flatpak),
            found.isAdministrators, let content = found.reading.manifest
        else { return nil }
        return (found.path, content.rights)
    }

    /// What the user said of the rights of programs, by program and right.
    ///
    /// - Parameters:
    ///   - environment: Where the service is.
    ///   - provider: Only of this program; `nil` for all.
    /// - Returns: `allow` or `deny`.
    /// - Throws: What kept them from being read.
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
