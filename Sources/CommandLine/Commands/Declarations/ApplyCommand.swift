package import ArgumentParser
internal import BusInterface
internal import DBus
internal import FontModel
internal import Localization

/// `typecase apply`: makes the user's fonts match a declaration.
package struct ApplyCommand: ServiceCommand {
    package static let configuration = CommandConfiguration(
        commandName: "apply", abstract: localized("Install and enable fonts as specified in a declaration."),
        discussion: localized(
            """
            Installs the declared fonts that are missing, enables or disables those that are installed, and grants or \
            denies rights. Everything that is already as declared stays untouched, so applying a declaration twice \
            changes nothing and exits with 2. A file or download whose SHA-256 differs from the declared one is \
            refused. Fonts that are not declared stay installed. With --prune, those that you installed are listed \
            and, after you confirm, removed; they are kept for 30 days. Fonts of applications and of the system are \
            never touched.

            A declaration is a JSON object with the keys version (which is 1), fonts and grants. Each font has the \
            keys name, sha256 and, as needed, file (relative to the declaration), url (the https address of a font, a \
            web font or an archive that contains the font; it is fetched if there is no such file) and enabled. Each \
            grant has the keys provider, right, decision and, if it applies to a single font, font. 'typecase export' \
            writes a declaration.
            """))

    @Argument(
        help: .localized("The declaration; - reads it from standard input.", valueName: "file"),
        completion: .file(extensions: ["json"]))
    package var path: String

    @Flag(name: .customLong("dry-run"), help: .localized("Only show what would change."))
    package var isDryRun = false

    @Flag(help: .localized("Only show what would change, and exit with 1 if anything would."))
    package var check = false

    @Flag(help: .localized("Remove fonts that you installed and that are not declared."))
    package var prune = false

    @OptionGroup package var confirmation: ConfirmationOptions

    @OptionGroup package var outputOptions: OutputOptions

    package init() {}

    package func perform(in environment: CommandEnvironment) async throws(CommandFailure) -> CommandExit {
        let file = try await DeclarationFile.read(path, environment)
        return try await CommandSession.run(on: environment.address) { session throws(CommandFailure) in
            let plan = DeclarationPlan(
                file.declaration, from: try await FontState.current(over: session), prunes: prune)
            if isDryRun || check {
                plan.tell(asJSON: outputOptions.json, on: environment.output)
                return check && !plan.steps.isEmpty ? .failure : .success
            }
            if plan.steps.isEmpty {
                plan.tell(asJSON: outputOptions.json, on: environment.output)
                return .nothingToDo
            }
            if !plan.removals.isEmpty, !confirmation.isConfirmed {
                for font in plan.removals { environment.output.line("- \(TerminalText.escaped(font.name))") }
                let question = localized("Remove 1 font?", "Remove %1 fonts?", count: plan.removals.count)
                guard let answer = try await environment.ask(question) else { throw CommandFailure.nobodyToAsk }
                if !answer { return .nothingToDo }
            }
            return try await DeclarationRun(
                plan: plan, directory: file.directory, session: session, environment: environment,
                asJSON: outputOptions.json
            ).run()
        }
    }
}

/// `typecase diff`: shows how the user's fonts differ from a declaration.
package struct DiffCommand: PagedCommand {
    package static let configuration = CommandConfiguration(
        commandName: "diff", abstract: localized("Compare your fonts with a declaration."),
        discussion: localized(
            """
            Lists what 'typecase apply --prune' would install (+), remove (-) and change (~), and fonts that it \
            could not get (!). Exits with 1 if there is any difference, as diff does.
            """))

    @Argument(
        help: .localized("The declaration; - reads it from standard input.", valueName: "file"),
        completion: .file(extensions: ["json"]))
    package var path: String

    @Flag(help: .localized("Show the number of differences of each kind, rather than each difference."))
    package var brief = false

    @OptionGroup package var pagerOptions: PagerOptions

    @OptionGroup package var outputOptions: OutputOptions

    package init() {}

    package func validate() throws {
        if brief, outputOptions.json {
            throw ValidationError(
                localized("--brief and --json cannot be used together; --json always lists each difference."))
        }
    }

    package func perform(in environment: CommandEnvironment) async throws(CommandFailure) -> CommandExit {
        let file = try await DeclarationFile.read(path, environment)
        let state = try await CommandSession.run(on: environment.address) { session throws(CommandFailure) in
            try await FontState.current(over: session)
        }
        let plan = DeclarationPlan(file.declaration, from: state, prunes: true)
        if brief {
            for line in plan.counts { environment.output.line(line) }
            return plan.steps.isEmpty ? .success : .failure
        }
        plan.tell(asJSON: outputOptions.json, on: environment.output)
        return plan.steps.isEmpty ? .success : .failure
    }
}

extension DeclarationPlan {
    /// Writes the plan.
    fileprivate func tell(asJSON: Bool, on output: CommandOutput) {
        if asJSON {
            output.line(JSONText.array(steps.map(\.json)).lines)
        } else {
            for line in lines { output.line(TerminalText.escaped(line)) }
        }
    }
}
