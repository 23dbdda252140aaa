package import ArgumentParser
internal import BusInterface
internal import DBus
internal import Localization

/// `typecase uninstall`: removes registrations, regardless of their provider.
package struct UninstallCommand: ServiceCommand {
    package static let configuration = CommandConfiguration(
        commandName: "uninstall", abstract: localized("Remove fonts."),
        discussion: FontArguments.discussion + " "
            + localized(
                """
                Removed fonts are kept for 30 days; during this time, 'typecase restore' brings them back. With \
                --purge, they are deleted immediately, together with all kept copies of earlier fonts with the same \
                names. This also works with names of fonts that are no longer installed.
                """))

    @OptionGroup package var arguments: FontArguments

    @Flag(
        help: .localized(
            "Delete the fonts immediately and permanently, including kept copies of earlier fonts with the same names.")
    )
    package var purge = false

    @Flag(help: .localized("Only show what would be removed."))
    package var dryRun = false

    @OptionGroup package var outputOptions: OutputOptions

    package init() {}

    package func validate() throws {
        if purge, dryRun { throw ValidationError(localized("--purge and --dry-run cannot be used together.")) }
    }

    package func perform(in environment: CommandEnvironment) async throws(CommandFailure) -> CommandExit {
        let options = CommandSession.changeOptions.merging(purge ? ["purge": BusVariant(true)] : [:]) { $1 }
        let arguments = purge ? try await purgeRemoved(in: environment) : self.arguments
        // All matching fonts had been removed before and have now been deleted.
        if arguments.fonts.isEmpty, arguments.families.isEmpty { return .success }
        return try await FontChangeAction(
            arguments: arguments.given(dryRun: dryRun), status: localized("Removing fonts"),
            changed: { localized("Removed %1", $0) }, unchanged: { localized("Already removed: %1", $0) },
            plan: ChangePlan(change: "uninstall", planned: { localized("Would be removed: %1", $0) }),
            asJSON: outputOptions.json
        ).run(in: environment) { session, ids throws(BusError) in
            try await session.management.uninstall(ids: ids, options: options, timeout: CommandSession.changeTimeout)
                .results
        }
    }

    /// Deletes the removed fonts of the arguments that match no registered font.
    ///
    /// - Returns: The other arguments.
    private func purgeRemoved(in environment: CommandEnvironment) async throws(CommandFailure) -> FontArguments {
        try await CommandSession.run(on: environment.address) { session throws(CommandFailure) in
            let removed = try await RemovedFontList.all(over: session)
            let selection = FontSelection(session)
            var others = arguments
            others.fonts = []
            others.families = []
            var purged: [FontRecord] = []
            for name in arguments.fonts {
                let fonts = RemovedFontList.fonts(named: name, among: removed)
                if fonts.isEmpty {
                    others.fonts.append(name)
                } else if try await selection.isRegistered(name) {
                    others.fonts.append(name)
                } else {
                    purged += fonts
                }
            }
            for family in arguments.families {
                let fonts = RemovedFontList.fonts(ofFamily: family, among: removed)
                if fonts.isEmpty {
                    others.families.append(family)
                } else if try await selection.isRegistered(family) {
                    others.families.append(family)
                } else {
                    purged += fonts
                }
            }
            for batch in purged.batches(of: Self.idsPerCall) {
                _ = try await calling { () async throws(BusError) in
                    try await session.management.purgeRemoved(ids: batch.map { $0.text("id") }, options: [:])
                }
                if outputOptions.json { continue }
                for font in batch {
                    environment.output.line(localized("Deleted for good: %1", TerminalText.escaped(font.removedTitle)))
                }
            }
            return others
        }
    }

    private static let idsPerCall = 100
}
