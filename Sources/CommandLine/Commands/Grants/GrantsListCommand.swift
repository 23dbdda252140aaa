package import ArgumentParser
internal import BusInterface
internal import DBus
internal import FontModel
internal import Localization

/// `typecase grants list`: lists the user's decisions about rights.
package struct GrantsListCommand: PagedCommand {
    package static let configuration = CommandConfiguration(
        commandName: "list", abstract: localized("List the rights that you granted or denied to programs."),
        discussion: localized(
            """
            If a line names a package of the distribution, or a font by its SHA-256, the decision applies only to that \
            package or font.

            Decisions that the machine's policy makes are not listed. They take precedence; see typecase-policy(5) and \
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
                orElse: localized("You have not granted or denied any rights."))
        }
        return .success
    }
}
