package import ArgumentParser
internal import FontModel
internal import LinuxSystem

/// `typecase adopt`: takes the user's loose fonts under management, in a way that can be undone.
package struct AdoptCommand: ServiceCommand {
    package static let configuration = CommandConfiguration(
        commandName: "adopt", abstract: "Take loose fonts under management.",
        discussion: """
            Loose fonts are files that somebody put into ~/.local/share/fonts or ~/.fonts. Adopting registers them for \
            you, checked and published like fonts that were installed with 'typecase install', and moves the originals \
            aside. Without arguments it looks into these two directories. Symbolic links are not followed.

            It tells what it is about to do and asks first. Of files with the same bytes one is registered. Of \
            different fonts with the same name the newest version is registered, and the others as well, but disabled. \
            What the service refuses stays where it is, as does what has the name of a font of the system.

            Originals are moved to $XDG_DATA_HOME/typecase/adopted and never deleted: --undo moves them back, with \
            their times, and removes what was registered for them; a file that has come to an original's place \
            meanwhile is not touched. A run that was interrupted is finished by the next one, or undone.
            """)

    @Argument(
        help: ArgumentHelp("Font files and directories of them.", valueName: "file-or-directory"), completion: .file())
    package var paths: [String] = []

    @Flag(name: .customLong("dry-run"), help: "Only tell what would be done.")
    package var isDryRun = false

    @Flag(name: .customLong("yes"), help: "Do not ask.")
    package var isConfirmed = false

    @Flag(help: "Put the originals of a run back; the argument is the run, the last one where it is left out.")
    package var undo = false

    @Flag(help: "List the runs that can be undone.")
    package var list = false

    @OptionGroup package var outputOptions: OutputOptions

    package init() {}

    package var reportsJSON: Bool { outputOptions.json }

    package func validate() throws {
        if undo, list { throw ValidationError("--undo and --list exclude each other.") }
        if undo, paths.count > 1 { throw ValidationError("--undo takes one run.") }
        if list, !paths.isEmpty { throw ValidationError("--list takes no arguments.") }
        if isDryRun, undo || list { throw ValidationError("--dry-run is for adopting.") }
    }

    package func perform(in environment: CommandEnvironment) async throws(CommandFailure) -> CommandExit {
        let places = try UserPlaces(environment.variables)
        if list { return AdoptionReport(environment, asJSON: outputOptions.json).list(places) }
        if undo { return try await undoRun(places, in: environment) }
        return try await CommandSession.run(on: environment.address) { session throws(CommandFailure) in
            try await adopt(places, over: session, in: environment)
        }
    }

    private func adopt(
        _ places: UserPlaces, over session: CommandSession, in environment: CommandEnvironment
    ) async throws(CommandFailure) -> CommandExit {
        let report = AdoptionReport(environment, asJSON: outputOptions.json)
        let arguments = paths.isEmpty ? [places.fonts, places.oldFonts].filter(UserPlaces.isDirectory) : paths
        let search = LooseFontSearch(arguments, excluding: places.publishedRoots + [places.adopted])
        var candidates = try await AdoptionSurvey(session: session).candidates(search.candidates)
        candidates += search.links.map(Self.link)
        let plan = AdoptionPlan(candidates)
        var interrupted: [String] = []
        for run in AdoptionStore.runs(in: places.adopted)
        where try AdoptionStore.manifest(of: run, in: places.adopted).state == .adopting {
            interrupted.append(run)
        }
        for failure in search.failures { environment.output.report(failure, asJSON: outputOptions.json) }
        let hasFailures = !search.failures.isEmpty
        let nothing: CommandExit =
            hasFailures ? (search.failures.allSatisfy { $0.exit == .notFound } ? .notFound : .failure) : .nothingToDo
        let isIdle = plan.moving.isEmpty && interrupted.isEmpty
        if isDryRun || isIdle {
            report.plan(plan, others: search.others, interrupted: interrupted)
            return isIdle ? nothing : (hasFailures ? .failure : .success)
        }
        if !isConfirmed {
            report.question(plan, others: search.others, interrupted: interrupted)
            guard let answer = environment.ask("Adopt \(plan.moving.count) files?") else {
                throw CommandFailure(
                    .usage, code: "CancelledByUser", "Nobody can be asked here; --yes does it without asking.")
            }
            if !answer { return .nothingToDo }
        }
        let store = try AdoptionStore(places.adopted)
        var failures = search.failures
        for run in interrupted {
            let manifest = try AdoptionStore.manifest(of: run, in: places.adopted)
            failures += try await finish(manifest, run, store, session, report).failures
        }
        // What an interrupted run was about is part of the plan as well, and has moved by now.
        let items = Self.items(of: plan, search)
        if !items.isEmpty {
            let manifest = AdoptionManifest(state: .adopting, items: items)
            let run = try store.begin(manifest)
            let finished = try await finish(manifest, run, store, session, report)
            failures += finished.failures
            report.adopted(finished.manifest.items, plan, run: run)
        } else {
            report.adopted([], plan, run: nil)
        }
        return failures.isEmpty ? .success : .failure
    }

    private func finish(
        _ manifest: AdoptionManifest, _ name: String, _ store: AdoptionStore, _ session: CommandSession,
        _ report: AdoptionReport
    ) async throws(CommandFailure) -> AdoptionRun {
        var run = AdoptionRun(manifest, named: name, in: store, over: session)
        do throws(CommandFailure) {
            try await run.finish()
        } catch {
            report.failures(run.failures)
            throw error
        }
        report.failures(run.failures)
        return run
    }

    private func undoRun(
        _ places: UserPlaces, in environment: CommandEnvironment
    ) async throws(CommandFailure) -> CommandExit {
        guard let name = paths.first ?? AdoptionStore.runs(in: places.adopted).last else { return .nothingToDo }
        let manifest = try AdoptionStore.manifest(of: name, in: places.adopted)
        if !isConfirmed {
            guard let answer = environment.ask("Put \(manifest.items.count) files of \(name) back?") else {
                throw CommandFailure(
                    .usage, code: "CancelledByUser", "Nobody can be asked here; --yes does it without asking.")
            }
            if !answer { return .nothingToDo }
        }
        let store = try AdoptionStore(places.adopted)
        let outcome = try await CommandSession.run(on: environment.address) { session throws(CommandFailure) in
            try await AdoptionUndo(session: session, store: store, run: name).perform()
        }
        let report = AdoptionReport(environment, asJSON: outputOptions.json)
        report.failures(outcome.failures)
        report.undone(outcome, run: name)
        return outcome.failures.isEmpty ? .success : .failure
    }

    /// A link, which stays where it is.
    private static func link(_ path: String) -> AdoptionPlan.Candidate {
        AdoptionPlan.Candidate(
            path: path, digest: "",
            refusal: CommandFailure(
                .failure, code: "InsufficientPermissions", "a symbolic link; install what it leads to", item: path))
    }

    /// What the manifest has of the files that move.
    private static func items(of plan: AdoptionPlan, _ search: LooseFontSearch) -> [AdoptionItem] {
        let statuses = Dictionary(
            search.candidates.map { ($0.path, $0.status) }, uniquingKeysWith: { first, _ in first })
        var items: [AdoptionItem] = []
        let disabled = Set(
            plan.files.compactMap { file in
                if case .adoptDisabled = file.action { file.candidate.digest } else { nil }
            })
        for (candidate, _) in plan.moving {
            guard let status = statuses[candidate.path], let now = try? FileStatus(path: candidate.path), now == status
            else { continue }
            items.append(
                AdoptionItem(
                    path: candidate.path, storedName: storedName(items.count, candidate.path), digest: candidate.digest,
                    size: status.stamp.size, mode: status.mode, modification: status.stamp.modificationNanoseconds,
                    inode: status.stamp.inode, isEnabled: !disabled.contains(candidate.digest),
                    wasRegistered: candidate.id != nil, replaces: candidate.holders, id: candidate.id))
        }
        return items
    }

    /// A name that tells people which file it is, and is no other file's.
    private static func storedName(_ number: Int, _ path: String) -> String {
        // A name may have 255 bytes; of a longer one the end is kept, as it has the extension.
        var name = path.split(separator: "/").last.map(String.init) ?? ""
        while name.utf8.count > 200 { name.removeFirst() }
        return "\(number + 1)-\(name)"
    }
}
