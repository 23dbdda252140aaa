package import ArgumentParser
internal import BusInterface
internal import DBus
internal import FontModel
internal import Localization

/// `typecase collection list`: lists the collections, or the fonts of one.
package struct CollectionListCommand: PagedCommand {
    package static let configuration = CommandConfiguration(
        commandName: "list", abstract: localized("List your collections, or the fonts of one."))

    @Argument(
        help: .localized("The collection whose fonts are listed; without it, all collections are listed."),
        completion: ServiceCompletion.collections.kind)
    package var name: String?

    @OptionGroup package var pagerOptions: PagerOptions

    @OptionGroup package var outputOptions: OutputOptions

    package init() {}

    package func perform(in environment: CommandEnvironment) async throws(CommandFailure) -> CommandExit {
        let collections = try await CommandSession.run(on: environment.address) { session throws(CommandFailure) in
            if let name { return [try await CollectionRecordList.one(name, over: session)] }
            return try await CollectionRecordList.all(over: session)
        }
        if outputOptions.json {
            environment.output.line(JSONText(collections.map(\.entries)).lines)
            return .success
        }
        if name != nil {
            let fonts = collections.flatMap(\.collectedFonts)
            if fonts.isEmpty { environment.output.line(localized("The collection has no fonts.")) }
            environment.output.write(
                TextTable.text(
                    header: ["FONT", "PROVIDER", "STATE", "ID"],
                    rows: fonts.map { font in
                        let state =
                            font.text("id").isEmpty
                            ? localized("not installed")
                            : FontRecord.word(forState: font.value("enabled") == true ? "enabled" : "disabled")
                        return [font.text("postscript_name"), font.text("provider"), state, font.text("id")]
                    }, bold: environment.output.usesColor, columns: environment.output.columns()))
        } else if collections.isEmpty {
            environment.output.line(
                localized("There are no collections. To create one, run 'typecase collection create'."))
        } else {
            environment.output.write(
                TextTable.text(
                    header: ["NAME", "FONTS", "ENABLED", "NOT INSTALLED"],
                    rows: collections.map { collection in
                        [collection.text("name")]
                            + ["count", "enabled", "missing"].map { "\(collection.value($0) ?? UInt32(0))" }
                    }, bold: environment.output.usesColor, columns: environment.output.columns()))
        }
        return .success
    }
}

/// Asks the service for collections.
enum CollectionRecordList {
    /// All collections, without their fonts.
    static func all(over session: CommandSession) async throws(CommandFailure) -> [FontRecord] {
        try await calling { () async throws(BusError) in
            try await session.management.listCollections(filter: [:])
        }.map(FontRecord.init)
    }

    /// One collection with its fonts.
    ///
    /// - Throws: `NotRegistered` with similar names if there is no collection of this name.
    static func one(_ name: String, over session: CommandSession) async throws(CommandFailure) -> FontRecord {
        let found = try await calling { () async throws(BusError) in
            try await session.management.listCollections(filter: ["name": BusVariant(name)])
        }
        if let collection = found.first { return FontRecord(collection) }
        throw try await notFound(name, over: session)
    }

    /// The failure that there is no collection of a name, with the collections that may have been meant.
    static func notFound(_ name: String, over session: CommandSession) async throws(CommandFailure) -> CommandFailure {
        let known = try await all(over: session).map { $0.text("name") }
        return CommandFailure(
            .notFound, code: .notRegistered,
            localized("There is no collection with this name. To list all collections, run 'typecase collection list'.")
                + NameSuggestions.sentence(NameSuggestions.names(like: name, among: known)), item: name)
    }
}

extension FontRecord {
    /// The fonts of a collection.
    var collectedFonts: [FontRecord] { (value("fonts") ?? [[String: BusVariant]]()).map { FontRecord($0) } }
}
