package import ArgumentParser
internal import BusInterface
internal import DBus
internal import FontModel

/// `typecase collection create`: makes a collection.
package struct CollectionCreateCommand: ServiceCommand {
    package static let configuration = CommandConfiguration(
        commandName: "create", abstract: "Make a collection, empty or of fonts.",
        discussion: "Collections hold fonts, not other collections. A newer version of a font stays in its collections."
    )

    @Argument(help: "The name of the new collection.")
    package var name: String

    @Argument(
        help: ArgumentHelp("Ids, names or files of fonts to add.", valueName: "font"),
        completion: ServiceCompletion.registeredFonts.kind)
    package var fonts: [String] = []

    @OptionGroup package var confirmation: ConfirmationOptions

    @OptionGroup package var outputOptions: OutputOptions

    package init() {}

    package func perform(in environment: CommandEnvironment) async throws(CommandFailure) -> CommandExit {
        try await CommandSession.run(on: environment.address) { session throws(CommandFailure) in
            try await calling(about: name) { () async throws(BusError) in
                try await session.management.createCollection(name: name, options: [:])
            }
        }
        if fonts.isEmpty {
            environment.output.line(
                outputOptions.json
                    ? JSONText.object([("name", .string(name))]).lines
                    : "Created the collection \(TerminalText.escaped(name))")
            return .success
        }
        return try await FontChangeAction(
            arguments: GivenFonts(fonts: fonts, isConfirmed: confirmation.isConfirmed), status: "Adding fonts",
            verb: "Added",
            unchangedVerb: "In the collection before:", asJSON: outputOptions.json
        ).changeCollection(name, adding: true, in: environment)
    }
}

/// `typecase collection add`: adds fonts to a collection.
package struct CollectionAddCommand: ServiceCommand {
    package static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add fonts to a collection.", discussion: FontArguments.discussion)

    @Argument(help: "The collection.", completion: ServiceCompletion.collections.kind)
    package var name: String

    @OptionGroup package var arguments: FontArguments

    @OptionGroup package var outputOptions: OutputOptions

    package init() {}

    package func perform(in environment: CommandEnvironment) async throws(CommandFailure) -> CommandExit {
        try await FontChangeAction(
            arguments: arguments.given, status: "Adding fonts", verb: "Added",
            unchangedVerb: "In the collection before:",
            asJSON: outputOptions.json
        ).changeCollection(name, adding: true, in: environment)
    }
}

/// `typecase collection remove`: takes fonts out of a collection, or removes the collection.
package struct CollectionRemoveCommand: ServiceCommand {
    package static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Take fonts out of a collection, or remove the collection.",
        discussion: "Without fonts the command removes the collection itself. The fonts stay installed either way.")

    @Argument(help: "The collection.", completion: ServiceCompletion.collections.kind)
    package var name: String

    @Argument(
        help: ArgumentHelp("Ids, names or files of fonts to take out.", valueName: "font"),
        completion: ServiceCompletion.registeredFonts.kind)
    package var fonts: [String] = []

    @OptionGroup package var confirmation: ConfirmationOptions

    @OptionGroup package var outputOptions: OutputOptions

    package init() {}

    package func perform(in environment: CommandEnvironment) async throws(CommandFailure) -> CommandExit {
        guard fonts.isEmpty else {
            return try await FontChangeAction(
                arguments: GivenFonts(fonts: fonts, isConfirmed: confirmation.isConfirmed), status: "Taking fonts out",
                verb: "Took out",
                unchangedVerb: "Not in the collection:", asJSON: outputOptions.json
            ).changeCollection(name, adding: false, in: environment)
        }
        try await CommandSession.run(on: environment.address) { session throws(CommandFailure) in
            _ = try await CollectionRecordList.one(name, over: session)
            try await calling(about: name) { () async throws(BusError) in
                try await session.management.deleteCollection(name: name, options: [:])
            }
        }
        environment.output.line(
            outputOptions.json
                ? JSONText.object([("name", .string(name))]).lines
                : "Removed the collection \(TerminalText.escaped(name)); its fonts stay")
        return .success
    }
}

/// `typecase collection enable`: lets programs find the fonts of a collection.
package struct CollectionEnableCommand: ServiceCommand {
    package static let configuration = CommandConfiguration(
        commandName: "enable", abstract: "Let programs find the fonts of a collection.",
        discussion: "Of a font with several versions the newest is enabled.")

    @Argument(help: "The collection.", completion: ServiceCompletion.collections.kind)
    package var name: String

    @OptionGroup package var outputOptions: OutputOptions

    package init() {}

    package func perform(in environment: CommandEnvironment) async throws(CommandFailure) -> CommandExit {
        try await CollectionState(name: name, isEnabled: true, asJSON: outputOptions.json).perform(in: environment)
    }
}

/// `typecase collection disable`: hides the fonts of a collection from programs.
package struct CollectionDisableCommand: ServiceCommand {
    package static let configuration = CommandConfiguration(
        commandName: "disable", abstract: "Keep the fonts of a collection without letting programs find them.",
        discussion: "Fonts that are in other collections as well are disabled too.")

    @Argument(help: "The collection.", completion: ServiceCompletion.collections.kind)
    package var name: String

    @OptionGroup package var outputOptions: OutputOptions

    package init() {}

    package func perform(in environment: CommandEnvironment) async throws(CommandFailure) -> CommandExit {
        try await CollectionState(name: name, isEnabled: false, asJSON: outputOptions.json).perform(in: environment)
    }
}

/// What `collection enable` and `collection disable` have in common.
private struct CollectionState: Sendable {
    let name: String
    let isEnabled: Bool
    let asJSON: Bool

    func perform(in environment: CommandEnvironment) async throws(CommandFailure) -> CommandExit {
        let (results, names) = try await CommandSession.run(on: environment.address) { session throws(CommandFailure) in
            let collection = try await CollectionRecordList.one(name, over: session)
            let names = Dictionary(
                collection.collectedFonts.map { ($0.text("id"), $0.text("postscript_name")) },
                uniquingKeysWith: { first, _ in first })
            let reply = try await finishing { () async throws(CommandFailure) in
                try await calling(about: name) { () async throws(BusError) in
                    try await session.management.setCollectionEnabled(
                        name: name, enabled: isEnabled, options: CommandSession.changeOptions,
                        timeout: CommandSession.changeTimeout)
                }
            } onCancel: {
            }
            return (reply.results, names)
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
            let verb = isEnabled ? "Enabled" : "Disabled"
            let before = report.unchanged > 0 ? "; \(counted(report.unchanged, "other")) were so before" : ""
            environment.output.line(
                "\(verb) \(counted(report.changed, "font")) of \(TerminalText.escaped(name))\(before)")
        }
        return report.exit
    }
}

extension FontChangeAction {
    /// Adds fonts to a collection, or takes them out of it.
    fileprivate func changeCollection(
        _ name: String, adding: Bool, in environment: CommandEnvironment
    ) async throws(CommandFailure) -> CommandExit {
        try await run(in: environment) { session, ids throws(BusError) in
            try await session.management.changeCollection(name: name, ids: ids, add: adding, options: [:])
        }
    }
}
