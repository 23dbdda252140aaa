package import ArgumentParser
internal import BusInterface
internal import DBus
internal import FontModel

/// `typecase history`: what was changed, when and by whom.
package struct HistoryCommand: PagedCommand {
    package static let configuration = CommandConfiguration(
        commandName: "history", abstract: "List the changes of the last 30 days.",
        discussion: """
            The last change comes first. With the number of a change the command shows all fonts that it changed, who made it \
            and how, and whether typecase undo can take it back.
            """)

    @Argument(help: "The number of one change, to show all of it.")
    package var change: UInt64?

    @Option(name: .shortAndLong, help: ArgumentHelp("The most changes to list.", valueName: "count"))
    package var count = 20

    @Flag(help: "List all changes that are kept.")
    package var all = false

    @Flag(help: "Leave out what programs and the service did by themselves.")
    package var mine = false

    @OptionGroup package var pagerOptions: PagerOptions

    @OptionGroup package var outputOptions: OutputOptions

    package init() {}

    package func validate() throws {
        if count < 1 { throw ValidationError("--count: a number from 1 on is needed.") }
    }

    package func perform(in environment: CommandEnvironment) async throws(CommandFailure) -> CommandExit {
        let changes = try await CommandSession.run(on: environment.address) { session throws(CommandFailure) in
            try await fetch(over: session)
        }
        if let change, changes.isEmpty {
            throw CommandFailure(
                .notFound, code: .notRegistered,
                "There is no change \(change), or it is older than 30 days. typecase history lists those that are kept."
            )
        }
        if outputOptions.json {
            environment.output.line(JSONText(changes.map(\.record.entries)).lines)
        } else if change != nil {
            for found in changes { environment.output.write(found.details) }
        } else if changes.isEmpty {
            environment.output.line("Nothing was changed in the last 30 days.")
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
}
