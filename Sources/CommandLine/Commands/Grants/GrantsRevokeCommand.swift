package import ArgumentParser
internal import BusInterface
internal import DBus
package import FontModel
internal import Localization

/// `typecase grants revoke`: forgets what the user said.
package struct GrantsRevokeCommand: ServiceCommand {
    package static let configuration = CommandConfiguration(
        commandName: "revoke", abstract: localized("Forget what you have allowed or denied a program."),
        discussion: localized(
            """
            The program has then what the policy of the machine and its manifest give it, as if you had never been \
            asked. What it has registered stays: typecase uninstall removes it.
            """))

    @Argument(
        help: .localized("The id of the program.", valueName: "provider"),
        completion: ServiceCompletion.providers.kind)
    package var provider: String

    @Argument(help: .localized("One right; all where none is given.", valueName: "right"))
    package var right: Right?

    @Flag(help: .localized("Tell how much would be forgotten, and change nothing."))
    package var dryRun = false

    @OptionGroup package var outputOptions: OutputOptions

    package init() {}

    package func perform(in environment: CommandEnvironment) async throws(CommandFailure) -> CommandExit {
        let (provider, right) = (provider, right?.rawValue ?? "")
        let count = try await CommandSession.run(on: environment.address) { session throws(CommandFailure) in
            try await calling { () async throws(BusError) in
                if dryRun {
                    return UInt32(
                        clamping: try await session.management.planChange(
                            change: "revoke", ids: [provider],
                            options: right.isEmpty ? [:] : ["right": BusVariant(right)]
                        ).count)
                }
                return try await session.management.revokeGrant(
                    provider: provider, right: right, options: CommandSession.changeOptions)
            }
        }
        if outputOptions.json {
            environment.output.line(JSONText.object([("revoked", .unsigned(UInt64(count)))]).lines)
        } else {
            environment.output.line(
                count == 0
                    ? localized("Nothing was said of it.")
                    : dryRun ? localized("Would be forgotten: %1", count) : localized("Forgotten: %1", count))
        }
        return count == 0 ? .nothingToDo : .success
    }
}
