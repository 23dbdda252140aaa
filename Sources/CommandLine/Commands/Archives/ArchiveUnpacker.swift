internal import FontModel
internal import Glibc
internal import InspectionClient
internal import InspectionProtocol
internal import LinuxSystem
internal import Localization
internal import SystemPackage

/// The result of unpacking the archives among the files of a command.
struct UnpackedArchives: Sendable {
    /// An entry of an archive that is ignored.
    struct PassedOver: Sendable {
        var archive: String
        var entry: String
        var reason: ArchiveSelection.Reason
    }

    /// An archive, or an entry of an archive, that is refused.
    struct Refused: Sendable {
        var path: String
        var error: FontError
    }

    /// The files of the command, in which each archive is replaced with its fonts.
    var paths: [String] = []
    /// The fonts from archives, by their paths.
    var members: [String: ArchiveMember] = [:]
    /// The archives and entries that are refused.
    var refused: [Refused] = []
    /// The entries that are ignored.
    var passedOver: [PassedOver] = []
    /// The number of files in archives that are not fonts.
    var otherFiles = 0
    /// The archives without any font.
    var empty: [String] = []
}

/// Unpacks the archives among files in sandboxed workers of this command.
struct ArchiveUnpacker: Sendable {
    /// The purpose for which archives are unpacked.
    enum Purpose: Sendable {
        /// Installing the fonts: one form of each font is enough, and web fonts are expanded if requested.
        case installation(expandsWebFonts: Bool)
        /// Checking all fonts.
        case validation
    }

    /// The interval at which the progress is updated.
    private static let interval = Duration.milliseconds(200)

    private let pool: FontInspector
    private let purpose: Purpose
    private let directories: [String]

    /// Creates an unpacker; workers are started when there is an archive.
    ///
    /// - Parameters:
    ///   - workers: The configuration for starting the programs that unpack archives.
    ///   - purpose: The purpose for which archives are unpacked.
    ///   - variables: The environment, which determines the directories for large files.
    init(workers: WorkerConfiguration, for purpose: Purpose, variables: [String: String]) {
        pool = FontInspector(
            configuration: workers, threads: BlockingThreads(name: "typecase-unpack", maximumCount: 2))
        self.purpose = purpose
        // The directory for temporary files comes last, because on many systems it is in memory.
        let own = (try? UserPlaces(variables)).map { [$0.stateHome + "/typecase"] } ?? []
        directories = own + ["/var/tmp", BaseDirectories.directory(variables["TMPDIR"]) ?? "/tmp"]
    }

    /// Unpacks archives.
    ///
    /// - Parameters:
    ///   - paths: The files of the command, archives and others.
    ///   - opened: The opened files for those that are not paths, such as addresses.
    ///   - progress: The progress line.
    /// - Returns: The other files and the fonts from the archives.
    /// - Throws: An error if the command was interrupted.
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
            throw CommandFailure(
                interrupted: localized("Interrupted while archives were being unpacked; nothing was done."))
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
                    "The archive contains only web fonts, which desktop programs cannot use. To expand and install "
                        + "them, run 'typecase install --convert'.")
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
            // Unpacking a large archive may take long, so the workers are stopped.
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

    /// Adds the fonts of an archive and its refused entries.
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
            // If several entries have the same path, the last one is used, as when the archive is unpacked to files.
            if archives.members.updateValue(member, forKey: member.path) == nil { archives.paths.append(member.path) }
        }
    }

    /// Shows the worker's progress in reading the archive until the task is cancelled; `nil` if it is not visible.
    private func watch(_ file: OwnedFileDescriptor, _ path: String, _ progress: ProgressLine) -> Task<Void, Never>? {
        guard progress.isVisible, let status = try? FileStatus(of: file) else { return nil }
        let name = TerminalText.escaped(path.split(separator: "/").last.map(String.init) ?? path)
        let size = max(Double(status.stamp.size), 1)
        return Task {
            while !Task.isCancelled {
                // The worker uses the same open file, so its offset is the progress.
                let offset = Double(max(lseek(file.rawValue, 0, SEEK_CUR), 0))
                progress.advance(to: offset / size, of: localized("Unpacking %1", name))
                do { try await Task.sleep(for: Self.interval) } catch { return }
            }
        }
    }
}
