internal import Adwaita
internal import BusInterface
internal import DBus
internal import FontModel
internal import Glibc
internal import LinuxSystem

/// Has the service check files, and install them.
@MainLoop
enum CandidateInstallation {
    /// How many files go in one message.
    static let filesAtOnce = MessageLimits.descriptors

    /// What the command line unpacks.
    private static let archives = [".zip", ".7z", ".tar.gz", ".tgz", ".tar.xz", ".txz"]

    /// Asks what the service would make of files.
    static func preview(_ candidates: [Candidate], _ session: ServiceSession) async {
        var files: [(candidate: Candidate, file: OwnedFileDescriptor)] = []
        for candidate in candidates {
            if isContainer(candidate.path) {
                candidate.state = .container
            } else if let file = open(candidate) {
                files.append((candidate, file))
            }
        }
        guard !files.isEmpty else { return }
        do throws(BusError) {
            let results = try await session.management.previewInstallation(
                fonts: files.map(\.file), options: ["names": BusVariant(files.map(\.candidate.fileName))],
                timeout: ServiceSession.changeTimeout)
            for (entry, result) in zip(files, results) { take(Record(result), for: entry.candidate) }
        } catch {
            for entry in files { entry.candidate.state = .refused(MainWindow.message(error), isOlder: false) }
        }
    }

    /// Asks what an installation of the files that are ready would replace, and which names would stand for other fonts.
    static func plan(_ candidates: [Candidate], _ session: ServiceSession) async {
        let files = candidates.filter { $0.isReady && !$0.isContainer }.compactMap { candidate in
            open(candidate).map { (candidate: candidate, file: $0) }
        }
        // Where the service cannot tell, the installation does, which decides by itself.
        guard !files.isEmpty,
            let results = try? await session.management.planInstallation(
                fonts: files.map(\.file), scope: "persistent", enabled: true,
                options: ["names": BusVariant(files.map(\.candidate.fileName))], timeout: ServiceSession.changeTimeout)
        else { return }
        for (entry, result) in zip(files, results.map(Record.init)) {
            if let failure = result.failure {
                entry.candidate.state = .refused(reason(failure, entry.candidate), isOlder: false)
            } else {
                entry.candidate.plan = PlanText.lines(result)
            }
        }
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
                localized("A file outside of the font service has this font already: %1", holder), isOlder: false)
        } else if !result.id("id").isEmpty {
            candidate.state =
                result.flag("enabled") ? .present : .ready(note: localized("Installed, and enabled by this"))
        } else {
            candidate.state = .ready(note: localized("Passed all checks"))
        }
    }

    /// What is wrong, without the name of the file, which is shown beside it.
    private static func reason(_ failure: BusError, _ candidate: Candidate) -> String {
        let message = ShownText.line(failure.message)
        let prefix = candidate.fileName + ": "
        return message.hasPrefix(prefix) ? String(message.dropFirst(prefix.count)) : message
    }

    private static func isContainer(_ path: String) -> Bool {
        var status = stat()
        if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR { return true }
        return archives.contains { path.lowercased().hasSuffix($0) }
    }

    /// Opens a file; where it cannot be opened, the candidate tells why.
    private static func open(_ candidate: Candidate) -> OwnedFileDescriptor? {
        do throws(FontError) {
            return try OwnedFileDescriptor.openingFont(candidate.path)
        } catch {
            candidate.state = .refused(ShownText.line("\(error)"), isOlder: false)
            return nil
        }
    }

    // MARK: Installing

    /// Which candidates are installed with one call: containers each alone, files of one kind together.
    static func batches(_ candidates: [Candidate]) -> [[Candidate]] {
        let files = candidates.filter { !$0.isContainer }
        let ordinary = files.filter { !$0.allowsDowngrade }.batches(of: filesAtOnce).map(Array.init)
        let older = files.filter(\.allowsDowngrade).batches(of: filesAtOnce).map(Array.init)
        // A container is a change of its own: what is undone is the last one.
        return candidates.filter(\.isContainer).map { [$0] } + ordinary + older
    }

    /// Installs the candidates of one of the ``batches(_:)``.
    ///
    /// - Parameters:
    ///   - candidates: The candidates.
    ///   - operation: What makes the calls of one installation one change of the history.
    ///   - session: The service.
    static func install(_ candidates: [Candidate], as operation: String, _ session: ServiceSession) async {
        if let container = candidates.first, container.isContainer { return await install(container) }
        let files = candidates.compactMap { candidate in open(candidate).map { (candidate: candidate, file: $0) } }
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
                    entry.candidate.state = .installed(
                        ids: result.flag("already_registered") ? [] : [result.id("id")],
                        note: result.records("warnings").map { $0.text("message") }.joined(separator: " "))
                }
            }
        } catch {
            for entry in files { entry.candidate.state = .refused(MainWindow.message(error), isOlder: false) }
        }
    }

    /// Has the command line install what is in a folder or an archive, which it unpacks in a sandbox.
    private static func install(_ container: Candidate) async {
        let outcome = await Program.run([SettingsProgram.commandLine, "install", "--quiet", container.path])
        switch outcome?.code {
        case 0, 2: container.state = .installed(ids: [], note: localized("All fonts in it are installed"))
        case nil:
            container.state = .refused(localized("The command typecase is not installed."), isOlder: false)
        default: container.state = .refused(ShownText.line(outcome?.errors ?? ""), isOlder: false)
        }
    }
}
