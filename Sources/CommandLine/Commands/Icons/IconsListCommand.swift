package import ArgumentParser
internal import BusInterface
internal import DBus
internal import FontModel
internal import Localization

/// `typecase icons list`: lists the applications that do not show their usual icon.
package struct IconsListCommand: PagedCommand {
    package static let configuration = CommandConfiguration(
        commandName: "list", abstract: localized("List the applications that do not show their usual icon."),
        discussion: localized("To show the usual icon again, run 'typecase icons reset APPLICATION'."))

    @OptionGroup package var pagerOptions: PagerOptions

    @OptionGroup package var outputOptions: OutputOptions

    package init() {}

    package func perform(in environment: CommandEnvironment) async throws(CommandFailure) -> CommandExit {
        let icons = try await CommandSession.run(on: environment.address) { session throws(CommandFailure) in
            try await calling { () async throws(BusError) in
                try await session.management.listAlternateIcons(filter: [:])
            }
        }
        if outputOptions.json {
            environment.output.line(JSONText(icons).lines)
        } else {
            environment.output.write(
                icons.map { FontRecord($0) }.map {
                    [$0.text("application"), $0.text("display_name"), $0.text("name")]
                }, header: ["APPLICATION", "NAME", "ICON"],
                orElse: localized("All applications show their usual icons."))
        }
        return .success
    }
}
