package import ArgumentParser
internal import BusInterface
internal import DBus
package import DynamicType
internal import FontModel

extension ContentSizeCategory {
    /// How a command line gives a category: by any of its names, such as `extra-large`, `XL` or UIKit's.
    static let argument: @Sendable (String) throws -> ContentSizeCategory = { name in
        do throws(DynamicTypeError) {
            return try ContentSizeCategory(name: name)
        } catch {
            let names = allCases.map { "\($0.rawValue) (\($0.abbreviation))" }.joined(separator: ", ")
            throw ValidationError("'\(TerminalText.escaped(name))' is no text size; there are \(names).")
        }
    }

    /// What shells complete a category with.
    static var completion: CompletionKind { .list(allCases.map(\.rawValue)) }
}

/// `typecase text-size`: how large text is, and how large the user wants it.
package struct TextSizeCommand: ServiceCommand {
    package static let configuration = CommandConfiguration(
        commandName: "text-size", abstract: "Show or choose how large text is.",
        discussion: """
            Without a category it shows which one holds and why, and what you have chosen for single programs. With one it \
            chooses it, for all programs or with --app for one; programs that follow the text size change at once.

            The categories, from the smallest: extra-small (XS), small (S), medium (M), large (L), extra-large (XL), \
            extra-extra-large (XXL), extra-extra-extra-large (XXXL), and for people who need larger text \
            accessibility-medium (AX1), accessibility-large (AX2), accessibility-extra-large (AX3), \
            accessibility-extra-extra-large (AX4), accessibility-extra-extra-extra-large (AX5). While you have chosen none, \
            the text size of the desktop is followed.
            """)

    @Argument(
        help: ArgumentHelp("The category to choose, such as extra-large or XL.", valueName: "category"),
        completion: ContentSizeCategory.completion, transform: ContentSizeCategory.argument)
    package var category: ContentSizeCategory?

    @Option(
        name: .customLong("app"),
        help: ArgumentHelp("The id of a program, such as org.example.Reader: only for this one.", valueName: "id"),
        completion: ServiceCompletion.providers.kind)
    package var application: String?

    @Flag(help: "Forget what was chosen.")
    package var reset = false

    @Flag(help: "Tell what would be chosen or forgotten, and change nothing.")
    package var dryRun = false

    @OptionGroup package var outputOptions: OutputOptions

    package init() {}

    package func validate() throws {
        if dryRun, category == nil, !reset { throw ValidationError("Give --dry-run with a category or with --reset.") }
        if reset, category != nil { throw ValidationError("Give a category or --reset, not both.") }
    }

    package func perform(in environment: CommandEnvironment) async throws(CommandFailure) -> CommandExit {
        if dryRun { return try await tellPlan(in: environment) }
        let (application, category, reset) = (application ?? "", category, reset)
        let found = try await CommandSession.run(on: environment.address) { session throws(CommandFailure) in
            try await calling { () async throws(BusError) in
                let management = session.management
                var hasChanged = true
                if let category {
                    try await management.setTextSize(
                        application: application, category: category.rawValue, options: [:])
                } else if reset {
                    hasChanged = try await management.resetTextSize(application: application, options: [:])
                }
                return Findings(
                    hasChanged: hasChanged,
                    textSize: try await management.textSize(application: application, options: [:]),
                    choices: try await management.listTextSizes(filter: [:]))
            }
        }
        if outputOptions.json {
            environment.output.line(json(found).lines)
        } else {
            environment.output.write(text(found))
        }
        return found.hasChanged ? .success : .nothingToDo
    }

    /// Tells what would be another.
    private func tellPlan(in environment: CommandEnvironment) async throws(CommandFailure) -> CommandExit {
        let choices = try await CommandSession.run(on: environment.address) { session throws(CommandFailure) in
            try await calling { () async throws(BusError) in
                try await session.management.listTextSizes(filter: [:])
            }
        }
        let chosen = choices.map(FontRecord.init).first { $0.text("application") == application ?? "" }?.text(
            "category")
        let isChange = chosen != category?.rawValue
        let whom = application.map { " for \(TerminalText.escaped($0))" } ?? ""
        if outputOptions.json {
            environment.output.line(
                JSONText.object([
                    ("application", .string(application ?? "")), ("before", chosen.map { .string($0) } ?? .null),
                    ("category", category.map { .string($0.rawValue) } ?? .null), ("changed", .boolean(isChange)),
                ]).lines)
        } else if !isChange {
            environment.output.line(
                category.map { "\($0.rawValue) is chosen\(whom) already." } ?? "Nothing is chosen\(whom).")
        } else {
            let before = chosen.map { "; now it is \($0)" } ?? ""
            environment.output.line(
                category.map { "Would be chosen\(whom): \($0.rawValue)\(before)" }
                    ?? "Would be forgotten\(whom): \(chosen ?? "")")
        }
        return isChange ? .success : .nothingToDo
    }

    /// What there is to show.
    private struct Findings: Sendable {
        var hasChanged: Bool
        var textSize: [String: BusVariant]
        var choices: [[String: BusVariant]]

        /// What was chosen for single programs.
        var applications: [FontRecord] {
            choices.map { FontRecord($0) }.filter { !$0.text("application").isEmpty }
        }
    }

    private func json(_ found: Findings) -> JSONText {
        var members = found.textSize.map { ($0.key, JSONText($0.value.value)) }
        if let application {
            members.append(("application", .string(application)))
        } else {
            let choices = found.applications.map { JSONText($0.entries) }
            members.append(("applications", .array(choices)))
        }
        return .object(members.sorted { $0.0 < $1.0 })
    }

    private func text(_ found: Findings) -> String {
        let record = FontRecord(found.textSize)
        var lines = ["\(TerminalText.escaped(record.text("category"))): \(Self.reason(record))"]
        if application == nil {
            lines += found.applications.map {
                "\(TerminalText.escaped($0.text("application"))): \(TerminalText.escaped($0.text("category")))"
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Why a category holds.
    static func reason(_ record: FontRecord) -> String {
        switch record.text("source") {
        case "application": "chosen for this program"
        case "user": "chosen for all programs"
        case "desktop":
            "the desktop enlarges text by \(record.value("text_scale") ?? 1.0) "
                + "(\(TerminalText.escaped(record.text("text_scale_source"))))"
        default: "the default, as nothing is chosen and the desktop leaves text as it is"
        }
    }
}
