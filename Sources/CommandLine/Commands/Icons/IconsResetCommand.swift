internal import AlternateIcons
package import ArgumentParser
internal import BusInterface
internal import DBus
internal import Localization
internal import struct FontLibrary.FontLocations
internal import FontModel
internal import ProviderInstallations
internal import ProviderManifests

/// `typecase icons reset`: restores the usual icons of applications.
package struct IconsResetCommand: ServiceCommand {
    package static let configuration = CommandConfiguration(
        commandName: "reset", abstract: localized("Restore the usual icon of an application, or of all applications."),
        discussion: localized(
            """
            Removes only the desktop entry and the pictures that Typecase wrote for the other icon. If the service \
            cannot be reached, for example while Typecase is being removed, the command removes them itself. With \
            --deny, the application keeps its usual icon permanently. To let it change its icon again, run 'typecase \
            grants set APPLICATION set-alternate-icons allow'.
            """))

    @Argument(
        help: .localized("The id of the application.", valueName: "application"),
        completion: ServiceCompletion.providers.kind)
    package var application: String?

    @Flag(help: .localized("Reset the icons of all applications."))
    package var all = false

    @Flag(help: .localized("Do not let the application change its icon again."))
    package var deny = false

    @Flag(help: .localized("Only show which icons would be reset."))
    package var dryRun = false

    @OptionGroup package var outputOptions: OutputOptions

    package init() {}

    package var reportsJSON: Bool { outputOptions.json }

    package func validate() throws {
        if all == (application != nil) {
            throw ValidationError(localized("Give either the id of an application or --all."))
        }
        if all, deny { throw ValidationError(localized("Give the id of one application with --deny.")) }
        if let application, ProviderIdentifier(rawValue: application) == nil {
            throw ValidationError(localized("'%1' is not the id of an application.", application))
        }
    }

    package func perform(in environment: CommandEnvironment) async throws(CommandFailure) -> CommandExit {
        if dryRun { return try await tellPlan(in: environment) }
        let application = application ?? ""
        let count: Int
        do throws(CommandFailure) {
            count = try await CommandSession.run(on: environment.address) { session throws(CommandFailure) in
                try await calling(about: application) { () async throws(BusError) in
                    // First, so that the application does not change its icon again in between.
                    if deny {
                        try await session.management.setGrant(
                            provider: application, right: Right.setAlternateIcons.rawValue, decision: "deny",
                            options: CommandSession.changeOptions)
                    }
                    return Int(try await session.management.resetAlternateIcons(application: application, options: [:]))
                }
            }
        } catch {
            guard error.exit == .unreachable, !deny,
                let locations = try? FontLocations(environment: environment.variables)
            else { throw error }
            count = try resetAlone(in: locations, environment.variables)
        }
        if outputOptions.json {
            environment.output.line(
                JSONText.object([("reset", .unsigned(UInt64(count))), ("denied", .boolean(deny))]).lines)
        } else {
            environment.output.line(
                count == 0 ? localized("There is no icon to reset.") : localized("Reset: %1", count))
            if deny {
                let name = TerminalText.escaped(application)
                environment.output.line(localized("%1 can no longer change its icon.", name))
            }
        }
        return count == 0 && !deny ? .nothingToDo : .success
    }

    /// Reports which applications would show their usual icons again.
    private func tellPlan(in environment: CommandEnvironment) async throws(CommandFailure) -> CommandExit {
        let icons = try await CommandSession.run(on: environment.address) { session throws(CommandFailure) in
            try await calling { () async throws(BusError) in
                try await session.management.listAlternateIcons(filter: [:])
            }
        }
        let concerned = icons.map(FontRecord.init).filter { all || $0.text("application") == application }
        if outputOptions.json {
            environment.output.line(JSONText(concerned.map(\.entries)).lines)
        } else if concerned.isEmpty {
            environment.output.line(localized("There is no icon to reset."))
        } else {
            for icon in concerned {
                environment.output.line(
                    TerminalText.escaped(
                        localized("Would be reset: %1, which shows %2", icon.text("application"), icon.text("name"))))
            }
        }
        if deny, !outputOptions.json {
            environment.output.line(
                localized("%1 would no longer be able to change its icon.", TerminalText.escaped(application ?? "")))
        }
        return concerned.isEmpty && !deny ? .nothingToDo : .success
    }

    /// Resets icons in the same way as the service, but without it.
    private func resetAlone(
        in locations: FontLocations, _ variables: [String: String]
    ) throws(CommandFailure) -> Int {
        do throws(FontError) {
            let overrides = IconOverrides(
                entries: IconEntries(
                    dataHome: locations.dataHome, environment: variables,
                    flatpakInstallations: ManifestSearch(environment: variables).installations,
                    snapMounts: InstallationSearch.usualSnapDirectories),
                dataHome: locations.dataHome, stateDirectory: locations.stateDirectory)
            overrides.settle()
            var count = 0
            for setting in overrides.settings() where all || setting.mark.application == application {
                if try overrides.reset(setting.fileName) { count += 1 }
            }
            return count
        } catch {
            throw CommandFailure(error, item: application ?? "")
        }
    }
}
