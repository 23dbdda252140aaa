package import ArgumentParser
internal import BusInterface
internal import DBus
package import DynamicType
internal import FontModel
internal import Localization

/// `typecase text-styles`: shows all text styles with their current sizes.
package struct TextStylesCommand: PagedCommand {
    package static let configuration = CommandConfiguration(
        commandName: "text-styles", abstract: localized("Show the text styles with their current sizes."),
        discussion: localized(
            """
            Sizes, leading and tracking are in points; tracking is for fonts whose design is close to San Francisco's. \
            With --watch, the command keeps running, and shows the styles again whenever the text size changes. On a \
            terminal, they replace the previous ones; with --json, each line is an object. To end the command, \
            interrupt it.
            """))

    @Option(
        name: .customLong("app"),
        help: .localized(
            "Show the sizes for the program with this id, which may have its own text size.", valueName: "id"),
        completion: ServiceCompletion.providers.kind)
    package var application: String?

    @Option(
        help: .localized(
            "Show the sizes of this category, such as AX5, instead of those of the current category.",
            valueName: "category"),
        completion: ContentSizeCategory.completion, transform: ContentSizeCategory.argument)
    package var category: ContentSizeCategory?

    @Flag(
        name: .shortAndLong,
        help: .localized("Keep running, and show the styles whenever the text size changes, until interrupted."))
    package var watch = false

    @OptionGroup package var pagerOptions: PagerOptions

    @OptionGroup package var outputOptions: OutputOptions

    package var isPaged: Bool { !watch }

    package init() {}

    /// The sequence that clears a terminal and moves the cursor to its first line.
    private static let clear = "\u{1B}[H\u{1B}[2J"

    package func validate() throws {
        if watch, category != nil {
            throw ValidationError(
                localized("The sizes of a category do not change. Give --watch or --category, not both."))
        }
    }

    package func perform(in environment: CommandEnvironment) async throws(CommandFailure) -> CommandExit {
        let (application, output, asJSON) = (application ?? "", environment.output, outputOptions.json)
        try await CommandSession.run(on: environment.address) { session throws(CommandFailure) in
            let management = session.management
            guard watch else {
                let record = try await calling { () async throws(BusError) in
                    FontRecord(try await management.textSize(application: application, options: [:]))
                }
                output.write(text(of: record, isWatching: false, environment))
                return
            }
            try await untilInterrupted { () async throws(BusError) in
                // Listens before it asks for the current state, so that no change is missed.
                let changes = try await session.textSizeHints()
                var shown = ""
                func show() async throws(BusError) {
                    let record = FontRecord(try await management.textSize(application: application, options: [:]))
                    let text = text(of: record, isWatching: true, environment)
                    if text != shown { output.write((output.isTerminal && !asJSON ? Self.clear : "") + text) }
                    shown = text
                }
                try await show()
                for await _ in changes {
                    do throws(BusError) {
                        try await show()
                    } catch {
                        // The service exited between its signal and the answer; its return is the next hint.
                        if !error.isUnreachable { throw error }
                    }
                }
            }
        }
        return .success
    }

    private func text(of record: FontRecord, isWatching: Bool, _ environment: CommandEnvironment) -> String {
        // A later service may know more categories than this command.
        let category = category ?? ContentSizeCategory(rawValue: record.text("category")) ?? .default
        if outputOptions.json {
            let object = JSONText.object([
                ("category", .string(category.rawValue)),
                ("styles", .array(TextStyle.allCases.map { json($0, category) })),
            ])
            return (isWatching ? object.line : object.lines) + "\n"
        }
        let reason = self.category == nil ? ": " + TextSizeCommand.reason(record) : ""
        let rows = TextStyle.allCases.map { style in
            let metrics = style.metrics(for: category)
            return [
                style.rawValue, Self.number(metrics.pointSize), Self.number(metrics.leading),
                Self.number(metrics.weight), Self.number(metrics.emphasizedWeight),
                metrics.trackingPoints.map(Self.hundredths) ?? "-",
            ]
        }
        return "\(category)\(reason)\n"
            + TextTable.text(
                header: ["STYLE", "SIZE", "LEADING", "WEIGHT", "EMPHASIZED", "TRACKING"], rows: rows,
                bold: environment.output.usesColor, columns: environment.output.columns())
    }

    private func json(_ style: TextStyle, _ category: ContentSizeCategory) -> JSONText {
        let metrics = style.metrics(for: category)
        var members: [(String, JSONText)] = [
            ("style", .string(style.rawValue)), ("size", .double(metrics.pointSize)),
            ("leading", .double(metrics.leading)), ("weight", .double(metrics.weight)),
            ("emphasized_weight", .double(metrics.emphasizedWeight)),
        ]
        if let tracking = metrics.trackingPoints { members.append(("tracking", .double(tracking))) }
        return .object(members)
    }

    /// A whole number of points, without decimal places.
    private static func number(_ value: Double) -> String { String(Int(value)) }

    /// A number with two decimal places.
    private static func hundredths(_ value: Double) -> String {
        let rounded = Int((value * 100).rounded())
        let digits = String(100 + abs(rounded) % 100).dropFirst()
        return "\(rounded < 0 ? "-" : "")\(abs(rounded) / 100).\(digits)"
    }
}

extension CommandSession {
    /// Reports whenever text sizes may have changed: at each change, and when the service comes back.
    ///
    /// - Returns: The hints until the connection ends; several in a row are combined into one.
    /// - Throws: An error if a subscription cannot be made.
    func textSizeHints() async throws(BusError) -> AsyncStream<Void> {
        let changes = try await management.textSizesChanged()
        let owners = try await connection.ownerChanges(of: Management1Names.busName)
        let connection = connection
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let listening = Task {
            await withTaskGroup(of: Void.self) { group in
                group.addTask { for await _ in changes { continuation.yield() } }
                group.addTask { for await change in owners where change.newOwner != nil { continuation.yield() } }
                group.addTask { _ = await connection.waitUntilClosed() }
                await group.next()
                group.cancelAll()
            }
            continuation.finish()
        }
        continuation.onTermination = { _ in listening.cancel() }
        return stream
    }
}
