package import ArgumentParser
internal import BusInterface
internal import DBus
internal import FontModel
internal import Localization

/// `typecase history`: lists what was changed, when and by whom.
package struct HistoryCommand: PagedCommand {
    package static let configuration = CommandConfiguration(
        commandName: "history", abstract: localized("List the changes of the last 30 days."),
        discussion: localized(
            """
            The most recent change comes first. With the number of a change, the command shows all fonts that were \
            changed, who made the change and how, and whether 'typecase undo' can undo it. With a name, it lists the \
            changes to fonts with this name, whether they are installed or removed.
            """))

    @Argument(
        help: .localized(
            "The number of a change, to show its details; or a PostScript name, a full name or a family.",
            valueName: "change-or-name"), completion: ServiceCompletion.allFonts.kind)
    package var subject: String?

    @Option(name: .shortAndLong, help: .localized("The maximum number of changes to list.", valueName: "count"))
    package var count = 20

    @Flag(help: .localized("List all changes that are kept."))
    package var all = false

    @Flag(help: .localized("Omit changes that programs and the service made by themselves."))
    package var mine = false

    @OptionGroup package var pagerOptions: PagerOptions

    @OptionGroup package var outputOptions: OutputOptions

    package init() {}

    /// The change to show; `nil` if several changes are listed.
    private var change: UInt64? { subject.flatMap { UInt64($0) } }

    package func validate() throws {
        if count < 1 { throw ValidationError(localized("--count must be at least 1.")) }
    }

    package func perform(in environment: CommandEnvironment) async throws(CommandFailure) -> CommandExit {
        let changes = try await CommandSession.run(on: environment.address) { session throws(CommandFailure) in
            try await fetch(over: session)
        }
        if let change, changes.isEmpty {
            throw CommandFailure(
                .notFound, code: .notRegistered,
                localized(
                    """
                    Change %1 does not exist, or is older than 30 days. Run 'typecase history' to list the changes \
                    that are kept.
                    """, change)
            )
        }
        if let subject, changes.isEmpty {
            throw CommandFailure(
                .notFound, code: .notRegistered,
                localized(
                    """
                    No font with this name was changed in the last 30 days. Run 'typecase history' to list all \
                    changes.
                    """
                ),
                item: subject)
        }
        if outputOptions.json {
            environment.output.line(JSONText(changes.map(\.record.entries)).lines)
        } else if change != nil {
            let places = try? UserPlaces(environment.variables)
            for found in changes { environment.output.write(found.details(in: places)) }
        } else if changes.isEmpty {
            environment.output.line(localized("Nothing was changed in the last 30 days."))
        } else {
            environment.output.write(
                TextTable.text(
                    header: ["ID", "CHANGE", "WHEN", "BY"],
                    rows: changes.map { ["\($0.id)", $0.summary, $0.time, $0.author] },
                    bold: environment.output.usesColor, columns: environment.output.columns(),
                    expendable: ["WHEN"]))
        }
        return .success
    }

    private func fetch(over session: CommandSession) async throws(CommandFailure) -> [HistoryChange] {
        var filter: [String: BusVariant] = [:]
        if let change { filter["id"] = BusVariant(change) }
        if mine { filter["cause"] = BusVariant("user") }
        if let subject, change == nil { return try await fetch(about: subject, filter, over: session) }
        var changes: [HistoryChange] = []
        let most = all ? Int.max : change == nil ? count : 1
        repeat {
            filter["limit"] = BusVariant(UInt32(clamping: min(most - changes.count, 1000)))
            let page = filter
            let reply = try await calling { () async throws(BusError) in
                try await session.management.listHistory(filter: page)
            }
            changes += reply.changes.map { HistoryChange(FontRecord($0)) }
            if reply.cursor.isEmpty { break }
            filter["cursor"] = BusVariant(reply.cursor)
        } while changes.count < most
        return changes
    }

    /// The changes of the fonts with a name, whatever these fonts are called in the history.
    private func fetch(
        about name: String, _ filter: [String: BusVariant], over session: CommandSession
    ) async throws(CommandFailure) -> [HistoryChange] {
        let registered = try await FontSelection(session).named(name).flatMap(\.faces)
        let removed = RemovedFontList.fonts(named: name, among: try await RemovedFontList.all(over: session))
        let faces = registered + removed.flatMap { $0.faces.isEmpty ? [$0] : $0.faces }
        let names = Set(([name] + faces.map { $0.text("postscript_name") }).map(\.fontNameKey)).subtracting([""])
        var changes: [HistoryChange] = []
        var filter = filter.merging(["limit": BusVariant(UInt32(1000))]) { $1 }
        repeat {
            let page = filter
            let reply = try await calling { () async throws(BusError) in
                try await session.management.listHistory(filter: page)
            }
            for record in reply.changes.map(FontRecord.init) where all || changes.count < count {
                var change = HistoryChange(record)
                // A list contains only a few items of a large change.
                if change.isCut, !change.isAbout(names) { change = try await whole(change, over: session) }
                if change.isAbout(names) { changes.append(change) }
            }
            if reply.cursor.isEmpty { break }
            filter["cursor"] = BusVariant(reply.cursor)
        } while all || changes.count < count
        return changes
    }

    /// A change with all of its items.
    private func whole(
        _ change: HistoryChange, over session: CommandSession
    ) async throws(CommandFailure) -> HistoryChange {
        let reply = try await calling { () async throws(BusError) in
            try await session.management.listHistory(filter: ["id": BusVariant(change.id)])
        }
        return reply.changes.first.map { HistoryChange(FontRecord($0)) } ?? change
    }
}
