package import ArgumentParser
internal import DBus
internal import FontModel
internal import LinuxSystem
internal import Localization

/// The program `typecase`.
package struct RootCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "typecase",
        abstract: localized("Manage the fonts of this session."),
        discussion: localized(
            """
            The font service of the session finds and changes fonts. The session bus starts it when it is needed.

            Exit codes:
            %1

            Output is meant for people and may change, except with --json, where the keys are those of the D-Bus \
            interfaces org.typecase.FontManager1(5) and org.typecase.Management1(5). With --json, errors are JSON as \
            well, one object per line on standard error. Colour is used on terminals unless NO_COLOR is set.
            """, CommandExit.table),
        version: "typecase \(TypecaseVersion.current)",
        subcommands: [
            InstallCommand.self, TryCommand.self, UnpackCommand.self, PlanCommand.self, ExportCommand.self,
            ApplyCommand.self, DiffCommand.self, UninstallCommand.self,
            RestoreCommand.self, HistoryCommand.self, UndoCommand.self, CollectionCommand.self, EnableCommand.self,
            DisableCommand.self,
            ListCommand.self, SearchCommand.self,
            InfoCommand.self, MatchCommand.self, CoverCommand.self, WhyCommand.self, RequestCommand.self,
            PickCommand.self, OpenCommand.self, CopyCommand.self, ProvidersCommand.self, ProviderCommand.self,
            StatusCommand.self,
            MonitorCommand.self, AdoptCommand.self, DoctorCommand.self, ValidateCommand.self, RevalidateCommand.self,
            ManifestCommand.self, ResourcesCommand.self, GrantsCommand.self, PolicyCommand.self, ConsentCommand.self,
            TextSizeCommand.self, TextStylesCommand.self, PreviewCommand.self, MaskCommand.self, IconsCommand.self,
        ])

    package init() {}

    /// Runs the program with the arguments of this process, and exits.
    package static func start() -> Never {
        // Output for scripts is in English, and so is output from which other files are generated.
        let isForPeople =
            (!wantsJSON(ProcessArguments.all) || ProcessArguments.all.contains("--\(localizedFlag)"))
            && !ProcessArguments.all.contains { $0.hasPrefix("--experimental-") || $0.hasPrefix("--generate-") }
        if isForPeople { Translations.begin() }
        MainThread.run(blocking: Interruption.signals) {
            await run(ProcessArguments.all, output: .standard)
        }
    }

    /// Runs a command line.
    ///
    /// - Parameters:
    ///   - arguments: The arguments after the program's name.
    ///   - output: Where to write help and errors of the command line.
    /// - Returns: The exit code.
    package static func run(_ arguments: [String], output: CommandOutput) async -> Int32 {
        do {
            var command = try await asyncParseAsRoot(arguments)
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
            return CommandExit.success.rawValue
        } catch {
            let exit = exitCode(for: error).rawValue
            let text = fullMessage(for: error)
            if exit == CommandExit.success.rawValue {
                if !text.isEmpty { output.line(ParserWords.translated(text)) }
            } else if !text.isEmpty {
                reportUsage(error, text, arguments, on: output)
            }
            // The exit codes of validate are those of Apple's validator, also for a wrong command line.
            return exit == CommandExit.usage.rawValue && arguments.first == "validate"
                ? ValidateCommand.Exit.usage.rawValue : exit
        }
    }

    /// Reports what is wrong with a command line, with its correct usage.
    private static func reportUsage(
        _ error: any Error, _ text: String, _ arguments: [String], on output: CommandOutput
    ) {
        // The parser repeats unknown arguments.
        func excerpted(_ text: String) -> String {
            arguments.filter { $0.utf8.count > TerminalText.mostRepeated }
                .reduce(text) { $0.replacing($1, with: TerminalText.excerpt($1)) }
        }
        let text = excerpted(text)
        if wantsJSON(arguments) {
            let name = BusError.Code.invalidArguments.rawValue
            output.report(CommandFailure(.usage, name: name, message: excerpted(message(for: error))), asJSON: true)
        } else {
            let prefix = "Error: "
            if let mistyped = mistypedCommand(arguments) {
                let suggestion = NameSuggestions.sentence(
                    NameSuggestions.names(like: mistyped.word, among: mistyped.commands))
                let usage = ParserWords.translated(text.split(separator: "\n").dropFirst().joined(separator: "\n"))
                let word = TerminalText.escaped(TerminalText.excerpt(mistyped.word))
                return output.writeError(
                    "typecase: " + localized("There is no command '%1'.", word) + "\(suggestion)\n\(usage)\n")
            }
            let fault = text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : text
            output.writeError("typecase: \(ParserWords.translated(fault))\n")
        }
    }

    /// The word that stands in place of a command but is not one, with the existing commands.
    private static func mistypedCommand(_ arguments: [String]) -> (word: String, commands: [String])? {
        var configuration = configuration
        for word in arguments {
            let subcommands = configuration.subcommands.map { (name: $0.configuration.commandName, type: $0) }
            guard !subcommands.isEmpty, !word.hasPrefix("-") else { return nil }
            guard let next = subcommands.first(where: { $0.name == word }) else {
                // A group with a default command accepts other arguments.
                return configuration.defaultSubcommand == nil ? (word, subcommands.compactMap(\.name)) : nil
            }
            configuration = next.type.configuration
        }
        return nil
    }

    /// The flag of commands whose JSON can contain texts in the user's language.
    static let localizedFlag = "localized"

    /// Whether the arguments ask for JSON, even if the command line is invalid.
    private static func wantsJSON(_ arguments: [String]) -> Bool {
        arguments.prefix { $0 != "--" }.contains("--json")
    }
}
