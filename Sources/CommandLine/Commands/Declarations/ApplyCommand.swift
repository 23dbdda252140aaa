package import ArgumentParser
internal import BusInterface
internal import DBus
internal import FontModel
internal import Localization

/// `typecase apply`: makes the user's fonts as a declaration says.
package struct ApplyCommand: ServiceCommand {
    package static let configuration = CommandConfiguration(
        commandName: "apply", abstract: localized("Install and enable fonts as a declaration says."),
        discussion: localized(
            """
            Installs the declared fonts that are missing, enables or disables those that are there, and grants or \
            denies rights; what is as declared stays untouched, so that applying twice changes nothing and ends with \
            2. A file or download whose SHA-256 differs from the declared one is refused. Fonts that are not \
            declared stay; with --prune those that you installed are removed, after a question that lists them, and \
            are kept for 30 days. Fonts of applications and of the system are never touched.

            The declaration is JSON: version, which is 1; fonts, each with name, sha256, and, as needed, file \
            (relative to the declaration), url (https, of a font, a web font or an archive with the font, which is \
            fetched where there is no such file) and enabled; grants, each with provider, right and decision, and \
            font for a single one. 'typecase export' writes one.
            """))

    @Argument(
        help: .localized("The declaration; - reads it from the standard input.", valueName: "file"),
        completion: .file(extensions: ["json"]))
    package var path: String

    @Flag(name: .customLong("dry-run"), help: .localized("Only tell what would change."))
    package var isDryRun = false

    @Flag(help: .localized("Only tell what would change, and end with 1 if anything would."))
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

/// `typecase diff`: how the user's fonts differ from a declaration.
package struct DiffCommand: PagedCommand {
    package static let configuration = CommandConfiguration(
        commandName: "diff", abstract: localized("Compare your fonts with a declaration."),
        discussion: localized(
            """
            Lists what 'typecase apply --prune' would install (+), remove (-) and change (~), and fonts that it \
            could not get (!). Ends with 1 if there is any difference, as diff does.
            """))

    @Argument(
        help: .localized("The declaration; - reads it from the standard input.", valueName: "file"),
        completion: .file(extensions: ["json"]))
    package var path: String

    @Flag(help: .localized("Tell how many fonts differ, rather than each."))
    package var brief = false

    @OptionGroup package var pagerOptions: PagerOptions

    @OptionGroup package var outputOptions: OutputOptions

    package init() {}

    package func validate() throws {
        if brief, outputOptions.json {
            throw ValidationError(localized("--brief is for people; --json has everything."))
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
