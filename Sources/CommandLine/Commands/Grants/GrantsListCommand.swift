package import ArgumentParser
internal import BusInterface
internal import DBus
internal import FontModel
internal import Localization

/// `typecase grants list`: what the user said of rights.
package struct GrantsListCommand: PagedCommand {
    package static let configuration = CommandConfiguration(
        commandName: "list", abstract: localized("List what you have allowed programs, and what not."),
        discussion: localized(
            """
            A font, given by its SHA-256, or a package of the distribution is what alone a line is about.

            What the policy of the machine decides is not among it: see typecase-policy(5), which comes first, and \
            typecase-provider(5).
            """))

    @OptionGroup package var pagerOptions: PagerOptions

    @OptionGroup package var outputOptions: OutputOptions

    package init() {}

    package func perform(in environment: CommandEnvironment) async throws(CommandFailure) -> CommandExit {
        let grants = try await CommandSession.run(on: environment.address) { session throws(CommandFailure) in
            try await calling { () async throws(BusError) in try await session.management.listGrants(filter: [:]) }
        }
        if outputOptions.json {
            environment.output.line(JSONText(grants).lines)
        } else {
            environment.output.write(
                grants.map { FontRecord($0) }.map {
                    let package = $0.text("package")
                    let font = package.isEmpty ? $0.text("font") : localized("package %1", package)
                    return [$0.text("provider"), $0.text("right"), $0.text("decision"), font]
                }, header: ["PROVIDER", "RIGHT", "DECISION", "FONT"], expendable: ["FONT"],
                orElse: localized("You have allowed and denied nothing."))
        }
        return .success
    }
}
