package import ArgumentParser
internal import FontModel
internal import LinuxSystem
internal import Localization

/// `typecase adopt`: registers the user's loose fonts and moves the originals aside; a run can be undone.
package struct AdoptCommand: ServiceCommand {
    package static let configuration = CommandConfiguration(
        commandName: "adopt", abstract: localized("Register loose fonts and move the originals aside."),
        discussion: localized(
            """
            Loose fonts are files that were copied to ~/.local/share/fonts or ~/.fonts by hand. Adopting registers \
            them for you, checks and publishes them like fonts that were installed with 'typecase install', and moves \
            the originals aside. Without arguments, these two directories are searched. Symbolic links are not \
            followed.

            The command shows what it is about to do and asks for confirmation. If several files have the same bytes, \
            only one is registered. If different fonts have the same name, the newest version is registered, and the \
            others are registered but disabled. A font stays where it is if the service refuses it, or if a system \
            font or another font that you have installed has the same name: a loose font never replaces an installed \
            font.

            Originals are moved to $XDG_DATA_HOME/typecase/adopted and never deleted. --undo moves them back, keeps \
            their modification times, and removes the fonts that were registered for them; it does not overwrite a \
            file that has since taken the place of an original. If you press Ctrl-C, the command finishes the fonts \
            that it is registering, stops, and reports what was done. If a run was interrupted, the next run finishes \
            it; the interrupted run can also be undone.
            """))

    @Argument(
        help: .localized("Font files, and directories that contain them.", valueName: "file-or-directory"),
        completion: AdoptionCompletion.kind)
    package var paths: [String] = []

    @Flag(name: .customLong("dry-run"), help: .localized("Only show what would be done."))
    package var isDryRun = false

    @OptionGroup package var confirmation: ConfirmationOptions

    @Flag(
        help: .localized(
            """
            Undo a run and move its originals back; the argument is the name of the run. Without an argument, \
            undo the run whose undo was interrupted, or else the last run.
            """))
    package var undo = false

    @Flag(help: .localized("List the runs that can be undone."))
    package var list = false

    @OptionGroup package var outputOptions: OutputOptions

    package init() {}

    package var reportsJSON: Bool { outputOptions.json }

    package func validate() throws {
        if undo, list { throw ValidationError(localized("--undo and --list cannot be used together.")) }
        if undo, paths.count > 1 { throw ValidationError(localized("--undo accepts only one run.")) }
        if list, !paths.isEmpty { throw ValidationError(localized("--list takes no arguments.")) }
        if isDryRun, undo || list {
            throw ValidationError(localized("--dry-run cannot be used with --undo or --list."))
        }
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
        var candidates = try await survey(search.candidates, over: session, in: environment)
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
        if !confirmation.isConfirmed {
            report.question(plan, others: search.others, interrupted: interrupted)
            guard
                let answer = try await environment.ask(
                    localized("Adopt 1 file?", "Adopt %1 files?", count: plan.moving.count))
            else {
                throw CommandFailure.nobodyToAsk
            }
            if !answer { return .nothingToDo }
        }
        let store = try AdoptionStore(places.adopted)
        var failures = search.failures
        for run in interrupted {
            let manifest = try AdoptionStore.manifest(of: run, in: places.adopted)
            failures += try await finish(manifest, run, isNew: false, store, session, environment).failures
        }
        // The files of interrupted runs are part of the plan as well; they have already been moved.
        let items = Self.items(of: plan, search)
        guard !items.isEmpty else {
            report.adopted([], plan, run: nil)
            return failures.isEmpty ? .success : .failure
        }
        if Task.isCancelled { throw CommandFailure(interrupted: localized("Interrupted; nothing else was adopted.")) }
        let manifest = AdoptionManifest(state: .adopting, items: items)
        let run = try store.begin(manifest)
        let finished = try await finish(manifest, run, isNew: true, store, session, environment) { moved in
            report.adopted(moved, plan, run: nil)
        }
        failures += finished.failures
        report.adopted(finished.manifest.items, plan, run: run)
        return failures.isEmpty ? .success : .failure
    }

    private func survey(
        _ files: [LooseFontSearch.Candidate], over session: CommandSession, in environment: CommandEnvironment
    ) async throws(CommandFailure) -> [AdoptionPlan.Candidate] {
        let progress = ProgressLine(localized("Checking fonts"), of: files.count, on: environment.output)
        defer { progress.clear() }
        do throws(CommandFailure) {
            return try await AdoptionSurvey(session: session).candidates(files) { progress.advance(by: $0) }
        } catch {
            if error.exit == .interrupted {
                throw CommandFailure(interrupted: localized("Interrupted; nothing was changed."))
            }
            throw error
        }
    }

    /// Finishes a run, and passes the items that were moved to `onInterruption` if it is interrupted.
    ///
    /// - Returns: The run.
    /// - Throws: The failure that ended the run early, such as an interruption.
    private func finish(
        _ manifest: AdoptionManifest, _ name: String, isNew: Bool, _ store: AdoptionStore, _ session: CommandSession,
        _ environment: CommandEnvironment, onInterruption: ([AdoptionItem]) -> Void = { _ in }
    ) async throws(CommandFailure) -> AdoptionRun {
        let report = AdoptionReport(environment, asJSON: outputOptions.json)
        let progress = ProgressLine(localized("Adopting fonts"), of: manifest.items.count, on: environment.output)
        var run = AdoptionRun(manifest, named: name, isNew: isNew, in: store, over: session, telling: progress)
        do throws(CommandFailure) {
            defer { progress.clear() }
            progress.advance(by: 0)
            try await run.finish()
            // An interruption waits for this as well, because the files have already been moved.
            try await finishing { () async throws(CommandFailure) in
                await CacheWarming(workers: .besideThisProgram()).warm(
                    directoriesOf: manifest.items.map(\.path), warning: environment.output)
            } onCancel: {
                progress.change(to: ProgressLine.finishing)
            }
        } catch {
            report.failures(run.failures)
            throw error
        }
        report.failures(run.failures)
        if let moved = run.interruptedAfter {
            onInterruption(moved)
            guard !moved.isEmpty else {
                throw CommandFailure(interrupted: localized("Interrupted; nothing was adopted."))
            }
            throw CommandFailure(
                interrupted: localized(
                    """
                    Interrupted; %2 of 1 file was adopted. To continue, run 'typecase adopt'; to undo, run \
                    'typecase adopt --undo %3'.
                    """,
                    """
                    Interrupted; %2 of %1 files were adopted. To continue, run 'typecase adopt'; to undo, run \
                    'typecase adopt --undo %3'.
                    """, count: manifest.items.count, moved.count, name))
        }
        return run
    }

    private func undoRun(
        _ places: UserPlaces, in environment: CommandEnvironment
    ) async throws(CommandFailure) -> CommandExit {
        guard let name = paths.first ?? AdoptionStore.runToUndo(in: places.adopted) else { return .nothingToDo }
        let manifest = try AdoptionStore.manifest(of: name, in: places.adopted)
        if !confirmation.isConfirmed {
            guard
                let answer = try await environment.ask(
                    AdoptionReport.question(manifest.items.count, of: name))
            else {
                throw CommandFailure.nobodyToAsk
            }
            if !answer { return .nothingToDo }
        }
        let asJSON = outputOptions.json
        let outcome = try await AdoptionReturn(environment: environment, asJSON: asJSON).takeBack(name, in: places)
        AdoptionReport(environment, asJSON: asJSON).undone(outcome, run: name)
        return outcome.failures.isEmpty ? .success : .failure
    }

    /// The candidate for a symbolic link, which stays where it is.
    private static func link(_ path: String) -> AdoptionPlan.Candidate {
        AdoptionPlan.Candidate(
            path: path, digest: "",
            refusal: CommandFailure(
                .failure, code: .insufficientPermissions, localized("a symbolic link; install its target instead"),
                item: path))
    }

    /// The manifest's items for the files that move.
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

    /// A unique name that shows people which file it is.
    private static func storedName(_ number: Int, _ path: String) -> String {
        // A name may have 255 bytes. The end of a longer name is kept, because it contains the extension.
        var name = path.split(separator: "/").last.map(String.init) ?? ""
        while name.utf8.count > 200 { name.removeFirst() }
        return "\(number + 1)-\(name)"
    }
}
