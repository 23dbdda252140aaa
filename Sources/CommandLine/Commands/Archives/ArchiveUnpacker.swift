internal import FontModel
internal import Glibc
internal import InspectionClient
internal import InspectionProtocol
internal import LinuxSystem
internal import Localization
internal import SystemPackage

/// What came of the archives among the files of a command.
struct UnpackedArchives: Sendable {
    /// An entry of an archive that is not used.
    struct PassedOver: Sendable {
        var archive: String
        var entry: String
        var reason: ArchiveSelection.Reason
    }

    /// An archive, or an entry of one, that is refused.
    struct Refused: Sendable {
        var path: String
        var error: FontError
    }

    /// The files of the command, with the fonts of archives in place of those.
    var paths: [String] = []
    /// The fonts of archives, by their paths.
    var members: [String: ArchiveMember] = [:]
    /// What is refused.
    var refused: [Refused] = []
    /// What is not used.
    var passedOver: [PassedOver] = []
    /// How many files in archives are of no concern.
    var otherFiles = 0
    /// The archives without any font.
    var empty: [String] = []
}

/// Unpacks the archives among files, in sandboxed workers of this command.
struct ArchiveUnpacker: Sendable {
    /// What is done with the fonts.
    enum Purpose: Sendable {
        /// They are installed, so that one form of each font is enough; web fonts are expanded where that is asked for.
        case installation(expandsWebFonts: Bool)
        /// They are examined, all of them.
        case validation
    }

    /// How often the progress is looked at.
    private static let interval = Duration.milliseconds(200)

    private let pool: FontInspector
    private let purpose: Purpose
    private let directories: [String]

    /// Prepares; workers are started when there is an archive.
    ///
    /// - Parameters:
    ///   - workers: How to reach the programs that unpack archives.
    ///   - purpose: What is done with the fonts.
    ///   - variables: The environment, which says where there is room for large files.
    init(workers: WorkerConfiguration, for purpose: Purpose, variables: [String: String]) {
        pool = FontInspector(
            configuration: workers, threads: BlockingThreads(name: "typecase-unpack", maximumCount: 2))
        self.purpose = purpose
        // Not the directory for temporary files first: on many systems that is memory.
        let own = (try? UserPlaces(variables)).map { [$0.stateHome + "/typecase"] } ?? []
        directories = own + ["/var/tmp", BaseDirectories.directory(variables["TMPDIR"]) ?? "/tmp"]
    }

    /// Unpacks archives.
    ///
    /// - Parameters:
    ///   - paths: Files of all kinds.
    ///   - opened: Those of them that are no paths, such as addresses, and have been opened.
    ///   - progress: What tells how far it is.
    /// - Returns: The other files and the fonts of the archives.
    /// - Throws: That the command was interrupted.
    func unpack(
        _ paths: [String], opened: [String: Result<OwnedFileDescriptor, CommandFailure>] = [:], progress: ProgressLine
    ) async throws(CommandFailure) -> UnpackedArchives {
        var archives = UnpackedArchives()
        for path in paths {
            guard Self.isArchive(path, opened[path]) else {
                archives.paths.append(path)
                continue
            }
            do throws(FontError) {
                try await unpack(path, try? opened[path]?.get(), into: &archives, progress)
            } catch {
                if Task.isCancelled { break }
                archives.refused.append(.init(path: path, error: error))
            }
        }
        await pool.shutdown()
        if Task.isCancelled {
            throw CommandFailure(interrupted: localized("Interrupted while archives were unpacked; nothing was done."))
        }
        return archives
    }

    private static func isArchive(_ path: String, _ opened: Result<OwnedFileDescriptor, CommandFailure>?) -> Bool {
        switch opened {
        case .success(let file): ArchiveSignature.isArchive(file)
        case .failure: false
        case nil: ArchiveSignature.isArchive(path)
        }
    }

    private func unpack(
        _ path: String, _ opened: OwnedFileDescriptor?, into archives: inout UnpackedArchives, _ progress: ProgressLine
    ) async throws(FontError) {
        let file =
            if let opened { opened } else {
                try OwnedFileDescriptor.openingFont(path.fileSystemRepresentation, followsLinks: true)
            }
        let output: OwnedFileDescriptor
        do throws(Errno) {
            output = try UnlinkedFile.make(inFirstOf: directories)
        } catch {
            throw FontError(error, while: "make a file to unpack to in \(directories.joined(separator: " or "))")
        }
        let watching = watch(file, path, progress)
        defer { watching?.cancel() }
        let contents = try await unpack(file, into: output)
        let used: [Int]
        switch purpose {
        case .validation: used = Array(contents.entries.indices)
        case .installation(let expandsWebFonts):
            let selection = ArchiveSelection(contents.entries, expandsWebFonts: expandsWebFonts)
            if selection.hasWebFontsOnly, !expandsWebFonts {
                throw FontError(
                    .unrecognizedFormat,
                    "The archive has web fonts only, which desktop programs cannot use. Expand them with: typecase "
                        + "install --convert")
            }
            used = selection.taken
            archives.passedOver += selection.passedOver.map {
                .init(archive: path, entry: PathText.text(of: $0.path), reason: $0.reason)
            }
        }
        archives.otherFiles += contents.otherFiles
        add(contents, used, of: path, output, to: &archives)
    }

    private func unpack(
        _ file: OwnedFileDescriptor, into output: OwnedFileDescriptor
    ) async throws(FontError) -> ArchiveContents {
        let request = request
        let result = await withTaskCancellationHandler {
            await Result { () async throws(FontError) in try await pool.unpack(file, into: output, request) }
        } onCancel: {
            // Nobody waits for the end of an archive of gigabytes.
            Task { await pool.shutdown() }
        }
        return try result.get()
    }

    private var request: ArchiveRequest {
        func ends(_ extensions: some Sequence<String>) -> [String] { extensions.map { "." + $0 }.sorted() }
        let (web, others) = (FontFileSearch.webFontExtensions, FontFileSearch.otherExtensions)
        switch purpose {
        case .validation:
            return ArchiveRequest(
                unpacked: ends(FontFileSearch.extensions.union(web).union(others)), listed: [], describesFaces: false)
        case .installation(let expandsWebFonts):
            return ArchiveRequest(
                unpacked: ends(FontFileSearch.extensions.union(expandsWebFonts ? web : [])),
                listed: ends(others.union(web).union(ArchiveSignature.extensions)), describesFaces: true)
        }
    }

    /// Adds the fonts of an archive, and what is refused of it.
    private func add(
        _ contents: ArchiveContents, _ used: [Int], of archive: String, _ output: OwnedFileDescriptor,
        to archives: inout UnpackedArchives
    ) {
        let used = Set(used)
        var members: [ArchiveMember] = []
        var refusedCount = 0
        for (index, entry) in contents.entries.enumerated() {
            let name = PathText.text(of: entry.path)
            switch entry.content {
            case .unpacked(let offset, let size, _) where used.contains(index):
                members.append(
                    ArchiveMember(
                        archive: archive, entry: name, output: output, offset: offset, size: size,
                        directories: directories))
            case .refused(let kind, let message):
                refusedCount += 1
                let code: FontError.Code = kind == .limit ? .exceededResourceLimit : .invalidFontData
                archives.refused.append(.init(path: "\(archive)/\(name)", error: FontError(code, message)))
            case .unpacked, .listed: break
            }
        }
        if members.isEmpty, refusedCount == 0 { archives.empty.append(archive) }
        for member in members {
            // As where such an archive is unpacked to files, the last of several entries of one path counts.
            if archives.members.updateValue(member, forKey: member.path) == nil { archives.paths.append(member.path) }
        }
    }

    /// Shows how far the worker has read the archive until the task is cancelled; `nil` where nobody can see it.
    private func watch(_ file: OwnedFileDescriptor, _ path: String, _ progress: ProgressLine) -> Task<Void, Never>? {
        guard progress.isVisible, let status = try? FileStatus(of: file) else { return nil }
        let name = TerminalText.escaped(path.split(separator: "/").last.map(String.init) ?? path)
        let size = max(Double(status.stamp.size), 1)
        return Task {
            while !Task.isCancelled {
                // The worker shares the offset.
                let offset = Double(max(lseek(file.rawValue, 0, SEEK_CUR), 0))
                progress.advance(to: offset / size, of: localized("Unpacking %1", name))
                do { try await Task.sleep(for: Self.interval) } catch { return }
            }
        }
    }
}
