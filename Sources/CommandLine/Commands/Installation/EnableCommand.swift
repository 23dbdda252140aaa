package import ArgumentParser
internal import BusInterface
internal import DBus
internal import FontModel
internal import Localization

/// `typecase enable`: lets programs find fonts.
package struct EnableCommand: ServiceCommand {
    package static let configuration = CommandConfiguration(
        commandName: "enable", abstract: localized("Let programs find fonts."),
        discussion: FontArguments.discussion + "\n\n"
            + localized("A family of the system that was hidden with typecase disable is shown again."))

    @OptionGroup package var arguments: FontArguments

    @Flag(help: .localized("Have the fonts leave when the last login session ends from now on."))
    package var session = false

    @Flag(help: .localized("Have the fonts stay for good from now on."))
    package var persistent = false

    @Flag(help: .localized("Tell what would be enabled or shown again, and change nothing."))
    package var dryRun = false

    @OptionGroup package var outputOptions: OutputOptions

    package init() {}

    package func validate() throws {
        if session, persistent { throw ValidationError(localized("--session and --persistent exclude each other.")) }
    }

    package func perform(in environment: CommandEnvironment) async throws(CommandFailure) -> CommandExit {
        let scope: RegistrationScope? = session ? .session : persistent ? .persistent : nil
        return try await FontChangeAction(
            arguments: arguments.given(dryRun: dryRun), status: localized("Enabling fonts"),
            changed: { font in
                switch scope {
                case .session: localized("Enabled, until you log out: %1", font)
                case .persistent: localized("Enabled, for good: %1", font)
                case nil: localized("Enabled %1", font)
                }
            },
            unchanged: { font in
                switch scope {
                case .session: localized("Enabled before, until you log out: %1", font)
                case .persistent: localized("Enabled before, for good: %1", font)
                case nil: localized("Enabled before: %1", font)
                }
            },
            plan: ChangePlan(
                change: "enable", options: scope.map { ["scope": BusVariant($0.rawValue)] } ?? [:],
                planned: { font in
                    switch scope {
                    case .session: localized("Would be enabled, until you log out: %1", font)
                    case .persistent: localized("Would be enabled, for good: %1", font)
                    case nil: localized("Would be enabled: %1", font)
                    }
                }), asJSON: outputOptions.json,
            systemFamilies: SystemFamilyChange(isHidden: false)
        ).setEnabled(true, scope: scope, in: environment)
    }
}

/// `typecase disable`: keeps fonts registered without letting programs find them.
package struct DisableCommand: ServiceCommand {
    package static let configuration = CommandConfiguration(
        commandName: "disable", abstract: localized("Keep fonts without letting programs find them."),
        discussion: FontArguments.discussion + "\n\n"
            + localized(
                """
                A family of the system is hidden from programs by a rule in your configuration of fontconfig, with all \
                its fonts, and shown again by typecase enable; typecase list --hidden names those that are. Programs in \
                a sandbox may not know the rule.
                """))

    @OptionGroup package var arguments: FontArguments

    @Flag(help: .localized("Hide a family of the system as well that programs need most."))
    package var force = false

    @Flag(help: .localized("Tell what would be disabled or hidden, and change nothing."))
    package var dryRun = false

    @OptionGroup package var outputOptions: OutputOptions

    package init() {}

    package func perform(in environment: CommandEnvironment) async throws(CommandFailure) -> CommandExit {
        try await FontChangeAction(
            arguments: arguments.given(dryRun: dryRun), status: localized("Disabling fonts"),
            changed: { localized("Disabled %1", $0) }, unchanged: { localized("Disabled before: %1", $0) },
            plan: ChangePlan(change: "disable", planned: { localized("Would be disabled: %1", $0) }),
            asJSON: outputOptions.json,
            systemFamilies: SystemFamilyChange(isHidden: true, isForced: force)
        ).setEnabled(false, in: environment)
    }
}

extension FontChangeAction {
    fileprivate func setEnabled(
        _ enabled: Bool, scope: RegistrationScope? = nil, in environment: CommandEnvironment
    ) async throws(CommandFailure) -> CommandExit {
        let options = CommandSession.changeOptions.merging(scope.map { ["scope": BusVariant($0.rawValue)] } ?? [:]) {
            $1
        }
        return try await run(in: environment) { session, ids throws(BusError) in
            try await session.management.setEnabled(
                ids: ids, enabled: enabled, options: options, timeout: CommandSession.changeTimeout
            ).results
        }
    }
}
