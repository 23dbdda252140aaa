internal import FontModel
internal import LinuxSystem
internal import Localization

/// Reports what `adopt` is about to do, and what it did.
struct AdoptionReport: Sendable {
    private let environment: CommandEnvironment
    private let asJSON: Bool

    init(_ environment: CommandEnvironment, asJSON: Bool) {
        self.environment = environment
        self.asJSON = asJSON
    }

    /// Reports a plan that is not carried out.
    func plan(_ plan: AdoptionPlan, others: Int, interrupted: [String]) {
        if asJSON {
            let files = plan.files.map { file in json(file.candidate, file.action) }
            environment.output.line(
                JSONText.object([
                    ("run", .null), ("files", .array(files)), ("other_files", .integer(Int64(others))),
                    ("interrupted_runs", .array(interrupted.map { .string($0) })),
                ]).lines)
        } else {
            environment.output.write(text(plan, others: others, interrupted: interrupted))
        }
    }

    /// Shows a plan before the user is asked to confirm it.
    func question(_ plan: AdoptionPlan, others: Int, interrupted: [String]) {
        environment.output.writeError(text(plan, others: others, interrupted: interrupted))
    }

    /// Reports what a run did.
    func adopted(_ items: [AdoptionItem], _ plan: AdoptionPlan, run: String?) {
        let moved = Dictionary(items.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
        if asJSON {
            let files = plan.files.map { file in json(file.candidate, file.action, moved[file.candidate.path]) }
            environment.output.line(
                JSONText.object([("run", run.map { .string($0) } ?? .null), ("files", .array(files))]).lines)
            return
        }
        for file in plan.files {
            guard let item = moved[file.candidate.path] else { continue }
            let (path, id) = (TerminalText.escaped(item.path), item.id ?? "")
            let line =
                switch file.action {
                case .adopt: localized("Adopted %1 as %2", path, id)
                case .adoptDisabled: localized("Adopted %1 as %2, disabled", path, id)
                case .duplicate, .installed, .leave: localized("Moved %1 aside; it is installed as %2", path, id)
                }
            environment.output.line(line)
        }
        for case (let candidate, .leave(let failure)) in plan.files where moved[candidate.path] == nil {
            environment.output.line(
                localized(
                    "Left %1 in place: %2", TerminalText.escaped(candidate.path),
                    TerminalText.escaped(failure.message)))
        }
        if let run, !items.isEmpty {
            environment.output.line(localized("To undo this, run: typecase adopt --undo %1", run))
        }
    }

    /// The question whether to move the files of runs back to where they were.
    static func question(_ count: Int, of runs: String) -> String {
        localized("Put 1 file of %2 back?", "Put %1 files of %2 back?", count: count, runs)
    }

    /// Reports what undoing a run did.
    func undone(_ outcome: AdoptionUndo.Outcome, run: String) {
        if asJSON { return environment.output.line(Self.json(outcome, run).lines) }
        for path in outcome.restored { environment.output.line(localized("Put back %1", TerminalText.escaped(path))) }
        environment.output.line(Self.removed(outcome))
    }

    /// Reports what undoing the runs of a change did: one array in JSON, as for any other change.
    ///
    /// - Parameters:
    ///   - outcomes: The outcome of each run.
    ///   - isBrief: Whether to count files rather than name them.
    func undone(_ outcomes: [(run: String, outcome: AdoptionUndo.Outcome)], isBrief: Bool) {
        if asJSON {
            return environment.output.line(JSONText.array(outcomes.map { Self.json($0.outcome, $0.run) }).lines)
        }
        for (run, outcome) in outcomes {
            guard isBrief else {
                undone(outcome, run: run)
                continue
            }
            environment.output.line(localized("Put back 1 file.", "Put back %1 files.", count: outcome.restored.count))
            environment.output.line(Self.removed(outcome))
        }
    }

    private static func removed(_ outcome: AdoptionUndo.Outcome) -> String {
        localized("Removed 1 font.", "Removed %1 fonts.", count: outcome.removed.count)
    }

    private static func json(_ outcome: AdoptionUndo.Outcome, _ run: String) -> JSONText {
        .object([
            ("run", .string(run)), ("restored", .array(outcome.restored.map { .string($0) })),
            ("removed", .array(outcome.removed.map { .string($0) })),
        ])
    }

    /// Reports failures.
    func failures(_ failures: [CommandFailure]) {
        for failure in failures { environment.output.report(failure, asJSON: asJSON) }
    }

    /// Lists the runs that can be undone.
    func list(_ places: UserPlaces) -> CommandExit {
        var runs: [(name: String, manifest: AdoptionManifest, moved: Int)] = []
        var hasFailed = false
        for name in AdoptionStore.runs(in: places.adopted) {
            do throws(CommandFailure) {
                let manifest = try AdoptionStore.manifest(of: name, in: places.adopted)
                let directory = UserPlaces.joined(places.adopted, name)
                let moved = manifest.items.count {
                    (try? FileStatus(path: UserPlaces.joined(directory, $0.storedName))) != nil
                }
                runs.append((name, manifest, moved))
            } catch {
                hasFailed = true
                failures([error])
            }
        }
        if asJSON {
            environment.output.line(
                JSONText.array(
                    runs.map { run in
                        .object([
                            ("run", .string(run.name)), ("state", .string(run.manifest.state.rawValue)),
                            ("moved", .integer(Int64(run.moved))),
                            ("files", .array(run.manifest.items.map { .string($0.path) })),
                        ])
                    }
                ).lines)
        } else {
            environment.output.write(
                TextTable.text(
                    header: ["RUN", "FILES", "STATE"],
                    rows: runs.map { run in
                        let count = run.manifest.items.count
                        return [
                            run.name, run.moved == count ? "\(count)" : localized("%1 of %2", run.moved, count),
                            run.manifest.state.rawValue,
                        ]
                    },
                    bold: environment.output.usesColor, columns: environment.output.columns()))
        }
        return hasFailed ? .failure : .success
    }

    private func text(_ plan: AdoptionPlan, others: Int, interrupted: [String]) -> String {
        var lines = plan.files.map { file in
            TerminalText.escaped("\(file.candidate.path): \(file.action.text)")
        }
        if others > 0 {
            lines.append(
                localized(
                    "1 other file is not a font and stays where it is.",
                    "%1 other files are not fonts and stay where they are.", count: others))
        }
        for run in interrupted { lines.append(localized("The interrupted run %1 will be finished.", run)) }
        if lines.isEmpty { lines.append(localized("There are no loose fonts.")) }
        return lines.map { $0 + "\n" }.joined()
    }

    private func json(
        _ candidate: AdoptionPlan.Candidate, _ action: AdoptionPlan.Action, _ item: AdoptionItem? = nil
    ) -> JSONText {
        var members: [(String, JSONText)] = [("file", .string(candidate.path)), ("action", .string(action.word))]
        if let id = item?.id ?? candidate.id { members.append(("id", .string(id))) }
        if let item { members.append(("moved_to", .string(item.storedName))) }
        switch action {
        case .adoptDisabled(let path): members.append(("preferred", .string(path)))
        case .duplicate(let path): members.append(("same_as", .string(path)))
        case .leave(let failure):
            members.append(("error", .string(failure.name)))
            members.append(("message", .string(failure.message)))
        case .adopt, .installed: break
        }
        return .object(members)
    }
}
