package import ArgumentParser
internal import BusInterface
internal import DBus
package import DynamicType
internal import FontModel
internal import Localization

extension ContentSizeCategory {
    /// Reads a category from a command line, by any of its names, such as `extra-large`, `XL` or UIKit's.
    static let argument: @Sendable (String) throws -> ContentSizeCategory = { name in
        do throws(DynamicTypeError) {
            return try ContentSizeCategory(name: name)
        } catch {
            let names = allCases.map { "\($0.rawValue) (\($0.abbreviation))" }.joined(separator: ", ")
            throw ValidationError(
                localized("'%1' is not a text size. The text sizes are %2.", TerminalText.escaped(name), names))
        }
    }

    /// The candidates with which shells complete a category.
    static var completion: CompletionKind { .list(allCases.map(\.rawValue)) }
}

/// `typecase text-size`: shows how large text is, and lets the user choose it.
package struct TextSizeCommand: ServiceCommand {
    package static let configuration = CommandConfiguration(
        commandName: "text-size", abstract: localized("Show or choose the text size."),
        discussion: localized(
            """
            Without a category, the command shows the current category and why it applies, and your choices for \
            individual programs. With a category, it chooses this category for all programs or, with --app, for one \
            program. Programs that follow the text size change immediately.

            The categories, from the smallest: extra-small (XS), small (S), medium (M), large (L), extra-large (XL), \
            extra-extra-large (XXL), extra-extra-extra-large (XXXL) and, for people who need larger text, \
            accessibility-medium (AX1), accessibility-large (AX2), accessibility-extra-large (AX3), \
            accessibility-extra-extra-large (AX4), accessibility-extra-extra-extra-large (AX5). If you have not chosen \
            a category, the text size of the desktop applies.
            """))

    @Argument(
        help: .localized("The category to choose, such as extra-large or XL.", valueName: "category"),
        completion: ContentSizeCategory.completion, transform: ContentSizeCategory.argument)
    package var category: ContentSizeCategory?

    @Option(
        name: .customLong("app"),
        help: .localized("Only for the program with this id, such as org.example.Reader.", valueName: "id"),
        completion: ServiceCompletion.providers.kind)
    package var application: String?

    @Flag(help: .localized("Forget the chosen category."))
    package var reset = false

    @Flag(help: .localized("Only show what would be chosen or forgotten."))
    package var dryRun = false

    @OptionGroup package var outputOptions: OutputOptions

    package init() {}

    package func validate() throws {
        if dryRun, category == nil, !reset {
            throw ValidationError(localized("Give --dry-run with a category or with --reset."))
        }
        if reset, category != nil { throw ValidationError(localized("Give a category or --reset, not both.")) }
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

    /// Shows what would change.
    private func tellPlan(in environment: CommandEnvironment) async throws(CommandFailure) -> CommandExit {
        let choices = try await CommandSession.run(on: environment.address) { session throws(CommandFailure) in
            try await calling { () async throws(BusError) in
                try await session.management.listTextSizes(filter: [:])
            }
        }
        let chosen = choices.map(FontRecord.init).first { $0.text("application") == application ?? "" }?.text(
            "category")
        let isChange = chosen != category?.rawValue
        let whom = application.map { TerminalText.escaped($0) }
        if outputOptions.json {
            environment.output.line(
                JSONText.object([
                    ("application", .string(application ?? "")), ("before", chosen.map { .string($0) } ?? .null),
                    ("category", category.map { .string($0.rawValue) } ?? .null), ("changed", .boolean(isChange)),
                ]).lines)
        } else if !isChange {
            environment.output.line(
                Self.unchanged(category?.rawValue, whom))
        } else {
            environment.output.line(Self.plan(category?.rawValue, before: chosen, whom))
        }
        return isChange ? .success : .nothingToDo
    }

    private static func unchanged(_ category: String?, _ program: String?) -> String {
        switch (category, program) {
        case (let category?, let program?): localized("%1 is already chosen for %2.", category, program)
        case (let category?, nil): localized("%1 is already chosen.", category)
        case (nil, let program?): localized("No text size is chosen for %1.", program)
        case (nil, nil): localized("No text size is chosen.")
        }
    }

    private static func plan(_ category: String?, before: String?, _ program: String?) -> String {
        switch (category, before, program) {
        case (let category?, let before?, let program?):
            localized("Would be chosen for %1: %2; now it is %3", program, category, before)
        case (let category?, let before?, nil): localized("Would be chosen: %1; now it is %2", category, before)
        case (let category?, nil, let program?): localized("Would be chosen for %1: %2", program, category)
        case (let category?, nil, nil): localized("Would be chosen: %1", category)
        case (nil, let before, let program?): localized("Would be forgotten for %1: %2", program, before ?? "")
        case (nil, let before, nil): localized("Would be forgotten: %1", before ?? "")
        }
    }

    /// The state to show.
    private struct Findings: Sendable {
        var hasChanged: Bool
        var textSize: [String: BusVariant]
        var choices: [[String: BusVariant]]

        /// The choices for single programs.
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

    /// The reason why a category applies.
    static func reason(_ record: FontRecord) -> String {
        switch record.text("source") {
        case "application": localized("chosen for this program")
        case "user": localized("chosen for all programs")
        case "desktop":
            localized(
                "the desktop scales text by a factor of %1 (%2)", record.value("text_scale") ?? 1.0,
                TerminalText.escaped(record.text("text_scale_source")))
        default: localized("the default, because nothing is chosen and the desktop does not change the text size")
        }
    }
}
