package import ArgumentParser
internal import BusInterface
internal import DBus
internal import FontModel
internal import Localization

/// `typecase enable`: enables fonts, so that programs find them.
package struct EnableCommand: ServiceCommand {
    package static let configuration = CommandConfiguration(
        commandName: "enable", abstract: localized("Let programs find fonts."),
        discussion: FontArguments.discussion + "\n\n"
            + localized("A system font family that was hidden with 'typecase disable' is shown again."))

    @OptionGroup package var arguments: FontArguments

    @Flag(help: .localized("Keep the fonts only until all your login sessions have ended."))
    package var session = false

    @Flag(help: .localized("Keep the fonts permanently."))
    package var persistent = false

    @Flag(help: .localized("Only show what would be enabled or shown again."))
    package var dryRun = false

    @OptionGroup package var outputOptions: OutputOptions

    package init() {}

    package func validate() throws {
        if session, persistent {
            throw ValidationError(localized("--session and --persistent cannot be used together."))
        }
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
                case .session: localized("Already enabled, until you log out: %1", font)
                case .persistent: localized("Already enabled, for good: %1", font)
                case nil: localized("Already enabled: %1", font)
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

/// `typecase disable`: disables fonts; they stay registered, but programs do not find them.
package struct DisableCommand: ServiceCommand {
    package static let configuration = CommandConfiguration(
        commandName: "disable", abstract: localized("Keep fonts without letting programs find them."),
        discussion: FontArguments.discussion + "\n\n"
            + localized(
                """
                If you disable a system font family, a rule in your fontconfig configuration hides the family and all \
                its fonts from programs. 'typecase enable' shows it again, and 'typecase list --hidden' lists the \
                hidden families. Programs in a sandbox may not know the rule.
                """))

    @OptionGroup package var arguments: FontArguments

    @Flag(help: .localized("Also hide the system font families that programs need most."))
    package var force = false

    @Flag(help: .localized("Only show what would be disabled or hidden."))
    package var dryRun = false

    @OptionGroup package var outputOptions: OutputOptions

    package init() {}

    package func perform(in environment: CommandEnvironment) async throws(CommandFailure) -> CommandExit {
        try await FontChangeAction(
            arguments: arguments.given(dryRun: dryRun), status: localized("Disabling fonts"),
            changed: { localized("Disabled %1", $0) }, unchanged: { localized("Already disabled: %1", $0) },
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
