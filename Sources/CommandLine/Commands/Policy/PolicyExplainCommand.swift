package import ArgumentParser
internal import BusInterface
internal import DBus
internal import FontModel
internal import Policy
internal import ProviderManifests

/// `typecase policy explain`: what holds for a provider, and which rule says so.
package struct PolicyExplainCommand: PagedCommand {
    package static let configuration = CommandConfiguration(
        commandName: "explain", abstract: "Tell what holds for a program, and which rule says so.",
        discussion: """
            Each right, limit and kind of font has a line of its own with what is decided and why: a rule of the policy, \
            with its file and line, or what you said. A program that no rule is about and that you said nothing of is \
            asked about where it is sandboxed, and has the right where it is not. A Flatpak that an administrator installed \
            has the rights that its manifest asks for.
            """)

    @Argument(
        help: ArgumentHelp("The id of the program, as typecase providers lists it.", valueName: "provider"),
        completion: ServiceCompletion.providers.kind)
    package var provider: String

    @OptionGroup package var pagerOptions: PagerOptions

    @OptionGroup package var outputOptions: OutputOptions

    package init() {}

    package func perform(in environment: CommandEnvironment) async throws(CommandFailure) -> CommandExit {
        guard let identifier = ProviderIdentifier(rawValue: provider) else {
            throw CommandFailure(
                .notFound, code: .notRegistered, "This is not the id of a program; typecase providers lists some.",
                item: provider)
        }
        let policy = RightsPolicyFiles(directories: RightsPolicyFiles.directories(in: environment.variables)).read()
        for failure in policy.failures {
            environment.output.report(CommandFailure(failed: failure), asJSON: outputOptions.json)
        }
        var exit = policy.failures.isEmpty ? CommandExit.success : .failure
        var grants: [Right: String] = [:]
        do throws(CommandFailure) {
            grants = try await Self.grants(of: identifier, in: environment)
        } catch {
            // What the policy says is told all the same.
            environment.output.report(error, asJSON: outputOptions.json)
            exit = error.exit
        }
        let lines = PolicyExplanation(
            policy: policy, provider: identifier, grants: grants,
            manifest: Self.manifest(of: identifier, environment.variables)
        ).lines
        if outputOptions.json {
            environment.output.line(
                JSONText.array(
                    lines.map { line in
                        .object([
                            ("subject", .string(line.subject)), ("decision", .string(line.decision)),
                            ("reason", .string(line.reason)), ("rule", .string(line.rule)),
                            ("decided_by", .string(line.decider.rawValue)),
                        ])
                    }
                ).lines)
        } else {
            environment.output.write(
                TextTable.text(
                    header: ["SUBJECT", "DECISION", "WHY"],
                    rows: lines.map {
                        [$0.subject, $0.decision, $0.rule.isEmpty ? $0.reason : "\($0.rule): \($0.reason)"]
                    },
                    bold: environment.output.usesColor, columns: environment.output.columns()))
        }
        return exit
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

    /// What the user said of a provider's rights, by right.
    private static func grants(
        of provider: ProviderIdentifier, in environment: CommandEnvironment
    ) async throws(CommandFailure) -> [Right: String] {
        let grants = try await CommandSession.run(on: environment.address) { session throws(CommandFailure) in
            try await calling { () async throws(BusError) in
                try await session.management.listGrants(filter: ["provider": BusVariant(provider.rawValue)])
            }
        }
        let whole = grants.map { FontRecord($0) }.filter { $0.text("font").isEmpty }
        return Dictionary(
            whole.compactMap { grant in Right(rawValue: grant.text("right")).map { ($0, grant.text("decision")) } },
            uniquingKeysWith: { $1 })
    }
}
