internal import Adwaita
internal import BusInterface
internal import DBus
internal import FontModel
internal import LinuxSystem
internal import Localization
internal import SystemPackage

/// Lets the service check files and install them.
@MainLoop
enum CandidateInstallation {
    /// The maximum number of files in a message.
    static let filesAtOnce = MessageLimits.descriptors

    /// The extensions of the archives that the command line unpacks.
    private static let archives = [".zip", ".7z", ".tar.gz", ".tgz", ".tar.xz", ".txz"]

    /// Replaces folders and archives with the font files in them.
    ///
    /// - Parameter candidates: Files, folders and archives.
    /// - Returns: The files, the refused entries of archives, and the folders and archives without fonts.
    static func expanded(_ candidates: [Candidate]) async -> [Candidate] {
        var result: [Candidate] = []
        for candidate in candidates {
            guard !Task.isCancelled else { return result }
            guard await CandidateFile.isFolder(candidate.path) else {
                result += isArchive(candidate.path) ? await unpacked(candidate) : [candidate]
                continue
            }
            let files = await FolderSearch.files(in: candidate.path)
            if let files, !files.isEmpty {
                result += files.map(Candidate.init(path:))
            } else {
                let reason =
                    files == nil
                    ? localized("The folder cannot be read.") : localized("There are no font files in the folder.")
                candidate.state = .refused(reason, isOlder: false)
                result.append(candidate)
            }
        }
        return result
    }

    /// Asks the service whether it would accept files.
    static func preview(_ candidates: [Candidate], _ session: ServiceSession) async {
        var files: [(candidate: Candidate, file: OwnedFileDescriptor)] = []
        for candidate in candidates {
            guard case .waiting = candidate.state, !Task.isCancelled else { continue }
            if let file = await open(candidate) { files.append((candidate, file)) }
        }
        guard !files.isEmpty else { return }
        do throws(BusError) {
            let results = try await session.management.previewInstallation(
                fonts: files.map(\.file), options: ["names": BusVariant(files.map(\.candidate.fileName))],
                timeout: ServiceSession.changeTimeout)
            for (entry, result) in zip(files, results) { take(Record(result), for: entry.candidate) }
        } catch {
            // If the user cancelled, the files are dropped.
            guard !Task.isCancelled else { return }
            for entry in files { entry.candidate.state = .refused(MainWindow.message(error), isOlder: false) }
        }
    }

    /// Asks what an installation of files would replace, and which names would select other fonts.
    static func plan(_ candidates: [Candidate], _ session: ServiceSession) async {
        await plan(candidates.filter(\.isReady), allowsDowngrade: false, session)
        // A font that is older than the installed one is compared with it, so that the user can choose.
        await plan(candidates.filter(\.canReplaceNewer), allowsDowngrade: true, session)
    }

    private static func plan(_ candidates: [Candidate], allowsDowngrade: Bool, _ session: ServiceSession) async {
        let files = await open(candidates)
        // If there is no plan, the installation decides.
        guard !files.isEmpty,
            let results = try? await session.management.planInstallation(
                fonts: files.map(\.file), scope: "persistent", enabled: true,
                options: [
                    "names": BusVariant(files.map(\.candidate.fileName)),
                    "allow_downgrade": BusVariant(allowsDowngrade),
                ], timeout: ServiceSession.changeTimeout)
        else { return }
        for (entry, result) in zip(files, results.map(Record.init)) {
            if let failure = result.failure {
                guard !allowsDowngrade else { continue }
                entry.candidate.state = .refused(reason(failure, entry.candidate), isOlder: false)
            } else {
                entry.candidate.plan = PlanText.lines(result)
                entry.candidate.conflict = await conflict(
                    result, entry.candidate, newIsNewer: !allowsDowngrade, session)
            }
        }
    }

    /// The installed font that a file would replace; `nil` if there is none.
    private static func conflict(
        _ plan: Record, _ candidate: Candidate, newIsNewer: Bool, _ session: ServiceSession
    ) async -> FontConflict? {
        guard let old = plan.records("replaces").first, !old.id("id").isEmpty else { return nil }
        let fonts = try? await session.management.listFonts(filter: ["id": BusVariant(old.id("id"))]).fonts
        let installed = fonts?.first.map(Record.init)
        let size = await CandidateFile.size(candidate.path)
        return FontConflict(
            installed: FontConflict.Side(
                name: old.text("postscript_name"), version: old.text("version"), size: installed?.size("size") ?? 0,
                sample: SampleFont(.face(id: old.id("id"), index: 0)), isNewer: !newIsNewer),
            new: FontConflict.Side(
                name: candidate.title, version: plan.text("version"), size: size,
                sample: SampleFont(.file(candidate.path)), isNewer: newIsNewer))
    }

    private static func take(_ result: Record, for candidate: Candidate) {
        candidate.names = result.records("faces").map { $0.text("full_name") }.filter { !$0.isEmpty }
        if let failure = result.failure {
            let isOlder = failure.name.hasSuffix(".Downgrade")
            candidate.state = .refused(reason(failure, candidate), isOlder: isOlder)
            return
        }
        let holders = result.texts("holders")
        if let holder = holders.first {
            candidate.state = .refused(
                localized("This font is already installed outside the font service: %1", holder), isOlder: false)
        } else if !result.id("id").isEmpty {
            candidate.state =
                result.flag("enabled")
                ? .present : .ready(note: localized("Installed, but disabled; it will be enabled"))
        } else {
            candidate.state = .ready(note: localized("Passed all checks"))
        }
    }

    /// The reason for a refusal, without the name of the file, which is shown beside it.
    private static func reason(_ failure: BusError, _ candidate: Candidate) -> String {
        let prefix = candidate.fileName + ": "
        let message = failure.message
        return ErrorText.line(
            failure.name, message.hasPrefix(prefix) ? String(message.dropFirst(prefix.count)) : message)
    }

    private static func isArchive(_ path: String) -> Bool { archives.contains { path.lowercased().hasSuffix($0) } }

    /// Lets the command line unpack an archive in a sandbox.
    ///
    /// - Parameter archive: The archive.
    /// - Returns: Its fonts and what is refused in it; the archive itself if it has neither, with the reason.
    private static func unpacked(_ archive: Candidate) async -> [Candidate] {
        let files: TemporaryFiles
        do throws(Errno) {
            files = try TemporaryFiles()
        } catch {
            archive.state = .refused(localized("The archive cannot be unpacked: %1.", "\(error)"), isOlder: false)
            return [archive]
        }
        let outcome = await Program.run(
            [SettingsProgram.commandLine, "unpack", "--json", "--", archive.path, files.directory],
            limit: ProgramLimits.change)
        // If the user cancelled, the files are dropped.
        guard !Task.isCancelled else { return [archive] }
        guard let outcome else {
            archive.state = .refused(localized("The command 'typecase' is not installed."), isOlder: false)
            return [archive]
        }
        guard !outcome.wasStopped else {
            archive.state = .refused(localized("The operation took too long."), isOlder: false)
            return [archive]
        }
        let contents = UnpackedArchive(outcome.output, errors: outcome.errors, of: archive.path)
        if let failure = contents.refusals.first(where: { $0.entry.isEmpty }) {
            archive.state = .refused(failure.message, isOlder: false)
            return [archive]
        }
        let refused = contents.refusals.map { refusal in
            let candidate = Candidate(entry: refusal.entry, path: "", of: archive.path)
            candidate.state = .refused(refusal.message, isOlder: false)
            return candidate
        }
        let fonts = contents.fonts.map { Candidate(entry: $0.entry, path: $0.file, of: archive.path, files) }
        if refused.isEmpty, fonts.isEmpty {
            archive.state = .refused(localized("There are no font files in the archive."), isOlder: false)
            return [archive]
        }
        return refused + fonts
    }

    /// Opens files; if a file cannot be opened, its candidate shows why.
    private static func open(_ candidates: [Candidate]) async -> [(candidate: Candidate, file: OwnedFileDescriptor)] {
        var files: [(candidate: Candidate, file: OwnedFileDescriptor)] = []
        for candidate in candidates { if let file = await open(candidate) { files.append((candidate, file)) } }
        return files
    }

    private static func open(_ candidate: Candidate) async -> OwnedFileDescriptor? {
        do throws(FontError) {
            return try await CandidateFile.open(candidate.path)
        } catch {
            candidate.state = .refused(ErrorText.line(error), isOlder: false)
            return nil
        }
    }

    // MARK: Installing

    /// Groups candidates for one call each; those that may replace a newer font are in groups of their own.
    static func batches(_ candidates: [Candidate]) -> [[Candidate]] {
        let ordinary = candidates.filter { !$0.allowsDowngrade }.batches(of: filesAtOnce).map(Array.init)
        return ordinary + candidates.filter(\.allowsDowngrade).batches(of: filesAtOnce).map(Array.init)
    }

    /// Installs one of the groups of ``batches(_:)``.
    ///
    /// - Parameters:
    ///   - candidates: The candidates.
    ///   - operation: The id that makes several calls one change of the history.
    ///   - session: The service.
    static func install(_ candidates: [Candidate], as operation: String, _ session: ServiceSession) async {
        // The service installs the files that it received, even if the user cancels the rest.
        await Task { await installFiles(candidates, as: operation, session) }.value
    }

    private static func installFiles(
        _ candidates: [Candidate], as operation: String, _ session: ServiceSession
    ) async {
        let files = await open(candidates)
        guard !files.isEmpty else { return }
        do throws(BusError) {
            let results = try await session.management.installFonts(
                fonts: files.map(\.file), scope: "persistent", enabled: true,
                options: [
                    "names": BusVariant(files.map(\.candidate.fileName)),
                    "allow_downgrade": BusVariant(files[0].candidate.allowsDowngrade),
                    "operation": BusVariant(operation),
                ], timeout: ServiceSession.changeTimeout
            ).results.map(Record.init)
            for (entry, result) in zip(files, results) {
                if let failure = result.failure {
                    entry.candidate.state = .refused(reason(failure, entry.candidate), isOlder: false)
                    entry.candidate.allowsDowngrade = false
                } else {
                    // If nothing changed, there is nothing to undo.
                    let isChange = !result.flag("already_registered") || !result.id("state_change").isEmpty
                    entry.candidate.state = .installed(
                        ids: isChange ? [result.id("id")] : [],
                        note: FindingText.lines(result.records("warnings")).joined(separator: " "))
                }
            }
        } catch {
            for entry in files { entry.candidate.state = .refused(MainWindow.message(error), isOlder: false) }
        }
    }
}
