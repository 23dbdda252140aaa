package import ArgumentParser
internal import BusInterface
internal import DBus
internal import FontModel

/// `typecase enable`: lets programs find fonts.
package struct EnableCommand: ServiceCommand {
    package static let configuration = CommandConfiguration(
        commandName: "enable", abstract: "Let programs find fonts.",
        discussion: FontArguments.discussion + """


            A family of the system that was hidden with typecase disable is shown again.
            """)

    @OptionGroup package var arguments: FontArguments

    @Flag(help: "Have the fonts leave when the last login session ends from now on.")
    package var session = false

    @Flag(help: "Have the fonts stay for good from now on.")
    package var persistent = false

    @Flag(help: "Tell what would be enabled or shown again, and change nothing.")
    package var dryRun = false

    @OptionGroup package var outputOptions: OutputOptions

    package init() {}

    package func validate() throws {
        if session, persistent { throw ValidationError("--session and --persistent exclude each other.") }
    }

    package func perform(in environment: CommandEnvironment) async throws(CommandFailure) -> CommandExit {
        let scope: RegistrationScope? = session ? .session : persistent ? .persistent : nil
        let duration =
            switch scope {
            case .session: ", until you log out:"
            case .persistent: ", for good:"
            case nil: ""
            }
        return try await FontChangeAction(
            arguments: arguments.given(dryRun: dryRun), status: "Enabling fonts", verb: "Enabled" + duration,
            unchangedVerb: "Enabled before" + (duration.isEmpty ? ":" : duration),
            plan: ChangePlan(
                change: "enable", options: scope.map { ["scope": BusVariant($0.rawValue)] } ?? [:],
                verb: "Would be enabled" + (duration.isEmpty ? ":" : duration)), asJSON: outputOptions.json,
            systemFamilies: SystemFamilyChange(isHidden: false)
        ).setEnabled(true, scope: scope, in: environment)
    }
}

/// `typecase disable`: keeps fonts registered without letting programs find them.
package struct DisableCommand: ServiceCommand {
    package static let configuration = CommandConfiguration(
        commandName: "disable", abstract: "Keep fonts without letting programs find them.",
        discussion: FontArguments.discussion + """


            A family of the system is hidden from programs by a rule in your configuration of fontconfig, with all its \
            fonts, and shown again by typecase enable; typecase list --hidden names those that are. Programs in a \
            sandbox may not know the rule.
            """)

    @OptionGroup package var arguments: FontArguments

    @Flag(help: "Hide a family of the system as well that programs need most.")
    package var force = false

    @Flag(help: "Tell what would be disabled or hidden, and change nothing.")
    package var dryRun = false

    @OptionGroup package var outputOptions: OutputOptions

    package init() {}

    package func perform(in environment: CommandEnvironment) async throws(CommandFailure) -> CommandExit {
        try await FontChangeAction(
            arguments: arguments.given(dryRun: dryRun), status: "Disabling fonts", verb: "Disabled",
            unchangedVerb: "Disabled before:",
            plan: ChangePlan(change: "disable", verb: "Would be disabled:"), asJSON: outputOptions.json,
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
