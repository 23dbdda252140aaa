package import ArgumentParser
internal import BusInterface
internal import DBus
package import FontModel
internal import Localization

/// `typecase grants revoke`: forgets decisions of the user.
package struct GrantsRevokeCommand: ServiceCommand {
    package static let configuration = CommandConfiguration(
        commandName: "revoke", abstract: localized("Forget which rights you granted or denied to a program."),
        discussion: localized(
            """
            The program then has the rights that the machine's policy and the program's manifest give it, as if you \
            had never been asked. The fonts that it has registered stay. To remove them, run 'typecase uninstall'.
            """))

    @Argument(
        help: .localized("The id of the program.", valueName: "provider"),
        completion: ServiceCompletion.providers.kind)
    package var provider: String

    @Argument(help: .localized("The right; without it, all rights of the program.", valueName: "right"))
    package var right: Right?

    @Flag(help: .localized("Only show how many decisions would be forgotten."))
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
                    ? localized("There is no decision to forget.")
                    : dryRun ? localized("Would be forgotten: %1", count) : localized("Forgotten: %1", count))
        }
        return count == 0 ? .nothingToDo : .success
    }
}
