package import ArgumentParser
internal import BusInterface
internal import DBus
internal import FontModel
internal import FoundationEssentials
internal import LinuxSystem
internal import Localization
internal import SystemPackage

/// `typecase why`: explains which font programs get for a name.
package struct WhyCommand: PagedCommand {
    package static let configuration = CommandConfiguration(
        commandName: "why", abstract: localized("Explain which font a program gets for a name."),
        discussion: localized(
            """
            Asks fontconfig, as programs do, and shows who provides the font, or why programs do not see a font with \
            this name: because it is disabled, quarantined, removed, or rejected by fontconfig's configuration. For a \
            generic name such as sans-serif, and for a name that has a rule in fontconfig's configuration, it shows \
            the font that is used for the name. It also reports caches that were out of date, and running programs \
            that were started before the fonts changed. With --app, it shows what is different for one program: \
            Flatpaks and snaps see only the fonts of some directories. With --json, it writes an object, whose \
            explanation is in English; with --localized, it is in your language, for programs that show it.
            """))

    @Argument(
        help: .localized("A family, a full name or a PostScript name."), completion: ServiceCompletion.families.kind)
    package var name: String

    @Option(
        name: .customLong("app"),
        help: .localized(
            "A program: the id of a Flatpak, the name of a snap, or the name of a running process.",
            valueName: "program"))
    package var program: String?

    @Flag(
        name: .customLong(RootCommand.localizedFlag),
        help: .localized("With --json, write the texts in your language."))
    package var isLocalized = false

    @OptionGroup package var pagerOptions: PagerOptions

    @OptionGroup package var outputOptions: OutputOptions

    package init() {}

    package func validate() throws {
        // fontconfig answers an empty name with its default font.
        if name.fontNameKey.isEmpty { throw ValidationError(localized("Give the name of a font.")) }
    }

    package func perform(in environment: CommandEnvironment) async throws(CommandFailure) -> CommandExit {
        let configuration = ConfigurationReading()
        // Loading takes as long as connecting and all calls to the service.
        async let _: Void = configuration.load()
        let explanation = try await CommandSession.run(on: environment.address) { session throws(CommandFailure) in
            try await explain(over: session, configuration, environment)
        }
        if outputOptions.json {
            environment.output.line(explanation.json.lines)
        } else {
            for line in explanation.lines { environment.output.line(TerminalText.escaped(line)) }
        }
        return explanation.isKnown ? .success : .notFound
    }

    private func explain(
        over session: CommandSession, _ configuration: ConfigurationReading, _ environment: CommandEnvironment
    ) async throws(CommandFailure) -> FontExplanation {
        let selection = FontSelection(session)
        var explanation = FontExplanation(name: name)
        let variables = environment.variables
        let published = try UserPlaces(variables).publishedRoots[0]
        // The calls do not depend on each other, and each waits for the service.
        async let named = Result { () async throws(CommandFailure) in try await selection.named(name) }
        async let removed = Result { () async throws(CommandFailure) in try await RemovedFontList.all(over: session) }
        async let hidden = Result { () async throws(CommandFailure) in try await hiddenFamily(session) }
        let matches = try await matches(session)
        explanation.registered = try await named.get()
        explanation.removed = RemovedFontList.fonts(named: name, among: try await removed.get())
        explanation.hiddenFamily = try await hidden.get()
        let question = question(explanation.registered, matches)
        if let program {
            explanation.sandbox = ProgramSandbox(program, try UserPlaces(variables), variables)
            if explanation.sandbox == nil { explanation.program = program }
        }
        // The system fonts are older than most programs.
        let isLooking = explanation.sandbox == nil && (program != nil || !explanation.registered.isEmpty)
        // This runs while fontconfig is asked, because a desktop has many programs.
        async let outdated = isLooking ? outdatedPrograms(in: published, session) : nil
        let directories = Set(explanation.registered.map { UserPlaces.parent(of: $0.text("path")) }).subtracting(["/"])
        (explanation.answer, explanation.staleCaches) = try await fontconfig { () throws(CommandFailure) in
            // fontconfig's program writes missing caches, so they are checked first.
            let stale = configuration.staleDirectories(among: directories.sorted())
            return (try FontconfigAnswer.ask(for: question, setting: variables), stale)
        }
        if !explanation.isHeld || outputOptions.json {
            let findings = try await fontconfig { [name] () throws(CommandFailure) in
                configuration.findings(for: name, published: published)
            }
            (explanation.configurationFiles, explanation.rejection) = (findings.filesWithName, findings.rejection)
        }
        if !explanation.isKnown {
            let unknown = FontconfigAnswer.Question(family: MatchComparison.unknownFamily)
            explanation.usual = try await fontconfig { () throws(CommandFailure) in
                try FontconfigAnswer.ask(for: unknown, setting: variables)
            }
        }
        if let path = explanation.answer?.path { explanation.given = try? await selection.registered(path) }
        explanation.outdatedPrograms = await outdated
        if !explanation.isKnown {
            explanation.suggestions = NameSuggestions.names(
                like: name, among: try await selection.registeredNames() + session.families())
        }
        return explanation
    }

    private static let surveyThreads = BlockingThreads(name: "typecase-survey", maximumCount: 1)

    /// The running programs that do not see the current fonts, each once; `nil` if they cannot be determined.
    private func outdatedPrograms(in published: String, _ session: CommandSession) async -> [String]? {
        guard let generation = try? await session.fonts.generation() else { return nil }
        let survey = ApplicationSurvey(directory: published, generation: generation)
        let programs = try? await Self.surveyThreads.run { Set(survey.outdatedApplications().map(\.program)) }
        return programs?.sorted()
    }

    /// The family of the name, if the user hides it.
    private func hiddenFamily(_ session: CommandSession) async throws(CommandFailure) -> String? {
        let families = try await calling { () async throws(BusError) in
            try await session.management.listHiddenFamilies(filter: [:])
        }
        return families.map { FontRecord($0).text("family") }.first { $0.fontNameKey == name.fontNameKey }
    }

    /// The faces that the service has for the name.
    private func matches(_ session: CommandSession) async throws(CommandFailure) -> [FontRecord] {
        try await calling { () async throws(BusError) in
            try await session.fonts.match(descriptors: [["name": BusVariant(name)]], options: [:])
        }.map(FontRecord.init)
    }

    /// What programs ask fontconfig for if they are given the name: a family, or the family and the style of a face.
    private func question(_ registered: [FontRecord], _ matches: [FontRecord]) -> FontconfigAnswer.Question {
        let faces = registered.flatMap(\.faces) + matches
        func isCalled(_ face: FontRecord, _ key: String) -> Bool { face.text(key).fontNameKey == name.fontNameKey }
        let isFamily = faces.contains { isCalled($0, "family") || isCalled($0, "typographic_family") }
        let face = faces.first { isCalled($0, "full_name") || isCalled($0, "postscript_name") }
        guard !isFamily, let face else { return .init(family: name) }
        return .init(family: face.text("family"), style: face.text("style"))
    }

    /// Asks fontconfig.
    private func fontconfig<Answer: Sendable>(
        _ ask: @escaping @Sendable () throws(CommandFailure) -> Answer
    ) async throws(CommandFailure) -> Answer {
        do {
            return try await FontconfigProgram.threads.run(ask)
        } catch let error as CommandFailure {
            throw error
        } catch {
            throw CommandFailure(failed: localized("fontconfig cannot be queried: %1.", "\(error)"))
        }
    }
}
