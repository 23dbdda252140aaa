package import ArgumentParser
internal import BusInterface
internal import DBus
internal import FontModel
internal import Localization
internal import Synchronization

/// `typecase collection create`: creates a collection.
package struct CollectionCreateCommand: ServiceCommand {
    package static let configuration = CommandConfiguration(
        commandName: "create", abstract: localized("Create a collection, empty or with fonts."),
        discussion: localized(
            "Collections contain fonts, not other collections. An updated font stays in its collections.")
    )

    @Argument(help: .localized("The name of the new collection."))
    package var name: String

    @Argument(
        help: .localized("Font ids, font names or font files to add.", valueName: "font"),
        completion: ServiceCompletion.registeredFonts.kind)
    package var fonts: [String] = []

    @OptionGroup package var confirmation: ConfirmationOptions

    @Flag(help: .localized("Only show what the collection would contain."))
    package var dryRun = false

    @OptionGroup package var outputOptions: OutputOptions

    package init() {}

    package func perform(in environment: CommandEnvironment) async throws(CommandFailure) -> CommandExit {
        // A collection that cannot be created is refused before the user is asked which fonts are meant.
        try await change(in: environment) { management throws(BusError) in
            _ = try await management.planChange(change: "create-collection", ids: [name], options: [:])
        }
        if fonts.isEmpty {
            if !dryRun { try await change(in: environment, create) }
            environment.output.line(
                outputOptions.json
                    ? JSONText.object([("name", .string(name))]).lines
                    : dryRun
                        ? localized("Would create the collection %1", TerminalText.escaped(name))
                        : localized("Created the collection %1", TerminalText.escaped(name)))
            return .success
        }
        return try await FontChangeAction(
            arguments: GivenFonts(fonts: fonts, isConfirmed: confirmation.isConfirmed, isDryRun: dryRun),
            status: localized("Adding fonts"), changed: FontChangeAction.added(dryRun: dryRun),
            unchanged: { localized("Already in the collection: %1", $0) }, asJSON: outputOptions.json
        ).changeCollection(name, adding: true, isNew: true, in: environment)
    }

    private func create(_ management: Management1Client) async throws(BusError) {
        try await management.createCollection(name: name, options: CommandSession.changeOptions)
    }

    private func change(
        in environment: CommandEnvironment, _ change: (Management1Client) async throws(BusError) -> Void
    ) async throws(CommandFailure) {
        try await CommandSession.run(on: environment.address) { session throws(CommandFailure) in
            try await calling(about: name) { () async throws(BusError) in try await change(session.management) }
        }
    }
}

/// `typecase collection add`: adds fonts to a collection.
package struct CollectionAddCommand: ServiceCommand {
    package static let configuration = CommandConfiguration(
        commandName: "add", abstract: localized("Add fonts to a collection."), discussion: FontArguments.discussion)

    @Argument(help: .localized("The collection."), completion: ServiceCompletion.collections.kind)
    package var name: String

    @OptionGroup package var arguments: FontArguments

    @Flag(help: .localized("Only show what would be added."))
    package var dryRun = false

    @OptionGroup package var outputOptions: OutputOptions

    package init() {}

    package func perform(in environment: CommandEnvironment) async throws(CommandFailure) -> CommandExit {
        try await FontChangeAction(
            arguments: arguments.given(dryRun: dryRun), status: localized("Adding fonts"),
            changed: FontChangeAction.added(dryRun: dryRun),
            unchanged: { localized("Already in the collection: %1", $0) }, asJSON: outputOptions.json
        ).changeCollection(name, adding: true, in: environment)
    }
}

/// `typecase collection remove`: takes fonts out of a collection, or removes the collection.
package struct CollectionRemoveCommand: ServiceCommand {
    package static let configuration = CommandConfiguration(
        commandName: "remove", abstract: localized("Take fonts out of a collection, or remove the collection."),
        discussion: localized(
            "If no fonts are given, the command removes the collection itself. The fonts stay installed either way."))

    @Argument(help: .localized("The collection."), completion: ServiceCompletion.collections.kind)
    package var name: String

    @Argument(
        help: .localized("Font ids, font names or font files to take out.", valueName: "font"),
        completion: ServiceCompletion.registeredFonts.kind)
    package var fonts: [String] = []

    @OptionGroup package var confirmation: ConfirmationOptions

    @Flag(help: .localized("Only show what would be taken out or removed."))
    package var dryRun = false

    @OptionGroup package var outputOptions: OutputOptions

    package init() {}

    package func perform(in environment: CommandEnvironment) async throws(CommandFailure) -> CommandExit {
        guard fonts.isEmpty else {
            return try await FontChangeAction(
                arguments: GivenFonts(fonts: fonts, isConfirmed: confirmation.isConfirmed, isDryRun: dryRun),
                status: localized("Taking fonts out"),
                changed: { [dryRun] in dryRun ? localized("Would be taken out: %1", $0) : localized("Took out %1", $0)
                },
                unchanged: { localized("Not in the collection: %1", $0) }, asJSON: outputOptions.json
            ).changeCollection(name, adding: false, in: environment)
        }
        try await CommandSession.run(on: environment.address) { session throws(CommandFailure) in
            _ = try await CollectionRecordList.one(name, over: session)
            if dryRun { return }
            try await calling(about: name) { () async throws(BusError) in
                try await session.management.deleteCollection(name: name, options: CommandSession.changeOptions)
            }
        }
        environment.output.line(
            outputOptions.json
                ? JSONText.object([("name", .string(name))]).lines
                : dryRun
                    ? localized("Would remove the collection %1; its fonts stay", TerminalText.escaped(name))
                    : localized("Removed the collection %1; its fonts stay", TerminalText.escaped(name)))
        return .success
    }
}

/// `typecase collection enable`: lets programs find the fonts of a collection.
package struct CollectionEnableCommand: ServiceCommand {
    package static let configuration = CommandConfiguration(
        commandName: "enable", abstract: localized("Let programs find the fonts of a collection."),
        discussion: localized("If a font has several versions, the newest is enabled."))

    @Argument(help: .localized("The collection."), completion: ServiceCompletion.collections.kind)
    package var name: String

    @Flag(help: .localized("Only show what would be enabled."))
    package var dryRun = false

    @OptionGroup package var outputOptions: OutputOptions

    package init() {}

    package func perform(in environment: CommandEnvironment) async throws(CommandFailure) -> CommandExit {
        try await CollectionState(name: name, isEnabled: true, isDryRun: dryRun, asJSON: outputOptions.json)
            .perform(in: environment)
    }
}

/// `typecase collection disable`: hides the fonts of a collection from programs.
package struct CollectionDisableCommand: ServiceCommand {
    package static let configuration = CommandConfiguration(
        commandName: "disable",
        abstract: localized("Keep the fonts of a collection without letting programs find them."),
        discussion: localized("Fonts that are also in other collections are disabled too."))

    @Argument(help: .localized("The collection."), completion: ServiceCompletion.collections.kind)
    package var name: String

    @Flag(help: .localized("Only show what would be disabled."))
    package var dryRun = false

    @OptionGroup package var outputOptions: OutputOptions

    package init() {}

    package func perform(in environment: CommandEnvironment) async throws(CommandFailure) -> CommandExit {
        try await CollectionState(name: name, isEnabled: false, isDryRun: dryRun, asJSON: outputOptions.json)
            .perform(in: environment)
    }
}

/// The common part of `collection enable` and `collection disable`.
private struct CollectionState: Sendable {
    let name: String
    let isEnabled: Bool
    let isDryRun: Bool
    let asJSON: Bool

    func perform(in environment: CommandEnvironment) async throws(CommandFailure) -> CommandExit {
        let (results, names) = try await CommandSession.run(on: environment.address) { session throws(CommandFailure) in
            let collection = try await CollectionRecordList.one(name, over: session)
            let names = Dictionary(
                collection.collectedFonts.map { ($0.text("id"), $0.text("postscript_name")) },
                uniquingKeysWith: { first, _ in first })
            let results = try await finishing { () async throws(CommandFailure) in
                try await calling(about: name) { () async throws(BusError) in
                    if isDryRun {
                        return try await session.management.planChange(
                            change: isEnabled ? "enable-collection" : "disable-collection", ids: [name], options: [:],
                            timeout: CommandSession.changeTimeout)
                    }
                    return try await session.management.setCollectionEnabled(
                        name: name, enabled: isEnabled, options: CommandSession.changeOptions,
                        timeout: CommandSession.changeTimeout
                    ).results
                }
            } onCancel: {
            }
            return (results, names)
        }
        var report = ItemReport()
        var changed: [[String: BusVariant]] = []
        for result in results {
            let record = FontRecord(result)
            if let failure = record.failure(about: names[record.text("id")] ?? record.text("id")) {
                report.failures.append(failure)
                environment.output.report(failure, asJSON: asJSON)
                continue
            }
            if record.value("changed") ?? true { report.changed += 1 } else { report.unchanged += 1 }
            changed.append(result)
        }
        if asJSON {
            environment.output.line(JSONText(changed).lines)
        } else {
            environment.output.line(sentence(report))
        }
        return report.exit
    }

    /// The sentence that says how many fonts were changed, and how many already had the state.
    private func sentence(_ report: ItemReport) -> String {
        let (count, collection) = (report.changed, TerminalText.escaped(name))
        let text =
            switch (isEnabled, isDryRun) {
            case (true, false): localized("Enabled 1 font of %2", "Enabled %1 fonts of %2", count: count, collection)
            case (false, false): localized("Disabled 1 font of %2", "Disabled %1 fonts of %2", count: count, collection)
            case (true, true):
                localized(
                    "Would be enabled: 1 font of %2", "Would be enabled: %1 fonts of %2", count: count, collection)
            case (false, true):
                localized(
                    "Would be disabled: 1 font of %2", "Would be disabled: %1 fonts of %2", count: count, collection)
            }
        if report.unchanged == 0 { return text }
        return localized(
            "%2; 1 font was unchanged", "%2; %1 fonts were unchanged", count: report.unchanged, text)
    }
}

extension FontChangeAction {
    /// The message about a font that is added to a collection.
    fileprivate static func added(dryRun: Bool) -> @Sendable (String) -> String {
        { dryRun ? localized("Would be added: %1", $0) : localized("Added %1", $0) }
    }

    /// Adds fonts to a collection or takes them out of it; a dry run only reports which fonts these would be.
    ///
    /// If `isNew`, the collection does not exist yet, and is created here.
    fileprivate func changeCollection(
        _ name: String, adding: Bool, isNew: Bool = false, in environment: CommandEnvironment
    ) async throws(CommandFailure) -> CommandExit {
        var members: Set<String>?
        if arguments.isDryRun {
            members = []
            if !isNew {
                let collection = try await CommandSession.run(on: environment.address) {
                    session throws(CommandFailure) in try await CollectionRecordList.one(name, over: session)
                }
                members = Set(collection.value("ids") ?? [String]())
            }
        }
        let isMissing = Mutex(isNew)
        return try await run(in: environment) { [members] session, ids throws(BusError) in
            if let members {
                return ids.map { ["id": BusVariant($0), "changed": BusVariant(members.contains($0) != adding)] }
            }
            // The collection is created with its first fonts, so that no empty one is left if none is found.
            if isMissing.withLock({ $0 }) {
                try await session.management.createCollection(name: name, options: CommandSession.changeOptions)
                isMissing.withLock { $0 = false }
            }
            return try await session.management.changeCollection(
                name: name, ids: ids, add: adding, options: CommandSession.changeOptions)
        }
    }
}
