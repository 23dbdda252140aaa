package import ArgumentParser
internal import BusInterface
internal import DBus
package import FontModel
internal import Localization

/// `typecase grants set`: allows or denies a program a right.
package struct GrantsSetCommand: ServiceCommand {
    /// The user's decision.
    package enum Decision: String, ExpressibleByArgument, CaseIterable, Sendable {
        case allow, deny
    }

    package static let configuration = CommandConfiguration(
        commandName: "set", abstract: localized("Grant or deny a right to a program."),
        discussion: localized(
            """
            The rights are install-fonts, to register fonts; install-undeclared-fonts, to also register fonts that its \
            manifest does not declare; use-installed-fonts, to find and use fonts of other providers that are not \
            available to all programs; request-fonts, to activate fonts of other providers; set-alternate-icons, to \
            change its icon to another one that its manifest declares; and set-undeclared-icons, to change its icon to \
            any other. The decision applies from the program's next call. Fonts that the program has registered stay. \
            If the machine's policy allows or denies the right, the policy takes precedence.
            """))

    @Argument(
        help: .localized("The id of the program, such as org.example.Foundry.", valueName: "provider"),
        completion: ServiceCompletion.providers.kind)
    package var provider: String

    @Argument(
        help: .localized(
            "%1 or %2.", Right.allCases.dropLast().map(\.rawValue).joined(separator: ", "),
            Right.setUndeclaredIcons.rawValue, valueName: "right"))
    package var right: Right

    @Argument(help: .localized("allow or deny.", valueName: "decision"))
    package var decision: Decision

    @Option(
        help: .localized(
            "Apply the decision only to the font with this SHA-256, which 'typecase info' shows.", valueName: "sha256"))
    package var font: String?

    @Flag(help: .localized("Only show whether the decision would change anything."))
    package var dryRun = false

    @OptionGroup package var outputOptions: OutputOptions

    package init() {}

    package func perform(in environment: CommandEnvironment) async throws(CommandFailure) -> CommandExit {
        let (provider, right, decision) = (provider, right.rawValue, decision.rawValue)
        let options = CommandSession.changeOptions.merging(font.map { ["font": BusVariant($0)] } ?? [:]) { $1 }
        let isChange = try await CommandSession.run(on: environment.address) { session throws(CommandFailure) in
            try await calling { () async throws(BusError) -> Bool in
                guard dryRun else {
                    try await session.management.setGrant(
                        provider: provider, right: right, decision: decision, options: options)
                    return true
                }
                let said = ["right": BusVariant(right), "decision": BusVariant(decision)].merging(options) { $1 }
                return try await session.management.planChange(change: "grant", ids: [provider], options: said)
                    .contains { FontRecord($0).value("changed") == true }
            }
        }
        if outputOptions.json {
            environment.output.line(
                JSONText.object([
                    ("provider", .string(provider)), ("right", .string(right)), ("decision", .string(decision)),
                ]).lines)
        } else {
            let said = "\(TerminalText.escaped(provider)): \(right): \(decision)"
            environment.output.line(
                !dryRun ? said : isChange ? localized("Would be changed: %1", said) : localized("Unchanged: %1", said))
        }
        return .success
    }
}
