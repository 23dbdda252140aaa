internal import CLinux
package import FontModel
internal import Fontconfig
internal import Glibc
internal import HarfBuzz
package import InspectionProtocol
internal import LinuxSystem
internal import SFNT
package import SandboxedWorker

/// The work of a worker that inspects fonts or uses fontconfig.
package struct FontJobs: JobPerformer {
    private let mode: InspectionMode
    private let freeType: FreeTypeLibrary?
    private var rehearsalFont: MappedFont?
    private var configuration: FontconfigConfiguration?
    private var configurationSeconds = 0

    /// The seconds after which the configuration is loaded again without a visible change.
    ///
    /// An optional file that the configuration includes may have appeared.
    private static let configurationLifetime = 60

    /// Creates the work for a mode.
    package init(mode: InspectionMode) {
        self.mode = mode
        freeType = FreeTypeLibrary()
    }

    package mutating func warmUp() {
        // The first font pays for tables that Swift's runtime and the libraries build on first use. Without this
        // warm-up, each forked process would pay again.
        typecase_keep_heap()
        rehearsalFont = (try? SealedMemory(bytes: WarmUpFont.bytes)).flatMap { try? MappedFont($0.descriptor) }
        examineRehearsalFont()
        if mode != .inspect { loadConfiguration() }
    }

    package mutating func refresh(for job: InspectionJob) -> Bool {
        guard mode != .inspect, job != .selfTest else { return false }
        if let configuration, configuration.isUpToDate,
            Self.seconds - configurationSeconds < Self.configurationLifetime
        {
            return false
        }
        loadConfiguration()
        return true
    }

    package var keptDirectories: [String] {
        guard mode != .inspect, let configuration else { return [] }
        return configuration.cacheDirectories.flatMap(Self.keptDirectories)
    }

    /// Returns a cache directory and its parent, in which the directory is created again if it was deleted.
    ///
    /// If the cache directory itself is missing, the result is the closest existing directory above it.
    private static func keptDirectories(_ directory: String) -> [String] {
        func can(_ what: Int32, _ path: String) -> Bool { access(path.fileSystemRepresentation, what) == 0 }
        func parent(_ path: String) -> String {
            path.lastIndex(of: "/").map { $0 > path.startIndex ? String(path[..<$0]) : "/" } ?? "/"
        }
        var path = directory
        while !can(F_OK, path), path != "/" { path = parent(path) }
        guard can(W_OK, path) else { return [] }
        return path == directory ? [path, parent(path)].filter { can(W_OK, $0) } : [path]
    }

    package func rehearse() {
        examineRehearsalFont()
        // The result does not matter: this check of the cache is the first and last step of every job of these modes.
        _ = configuration?.hasValidCache(of: "/")
        typecase_prepare_heap(Self.preparedMemory)
    }

    private func examineRehearsalFont() {
        guard let rehearsalFont else { return }
        let record = record(of: .inspection(FontExamination(freeType).examine(rehearsalFont)))
        _ = try? InspectionWire.decodeReply(record)
    }

    /// The bytes of the C library's heap that a process has in memory before its job arrives.
    ///
    /// Most fonts need less. To allocate this memory page by page takes longer than to check a font against most of the
    /// rules.
    private static let preparedMemory = 256 << 10

    package func perform(_ job: InspectionJob, with descriptors: JobDescriptors) -> [UInt8] {
        switch job {
        case .inspect, .inspectNext: record(of: .inspection(inspect(descriptors.font)))
        case .trial:
            record(of: .trial(failure: descriptors.font.flatMap { FontExamination(freeType).failureInPrograms($0) }))
        case .warm(let directories): record(of: warm(directories))
        case .systemDirectories(let excluded): record(of: systemDirectories(excluding: excluded))
        case .systemFaces(let directory, let offset, let limit):
            record(of: systemFaces(in: directory, offset: offset, limit: limit))
        case .defaultFamilies:
            record(of: withConfiguration { .defaultFamilies($0.families(standingFor: InspectionJob.genericFamilies)) })
        // Other types do these jobs.
        case .selfTest, .secondOpinion, .convert, .unpack, .draw, .icon: []
        }
    }

    package var opinions: [Opinion] { FontExamination(freeType).opinions(silencing: []) }

    package func files(for job: InspectionJob) -> JobFiles {
        guard mode != .inspect, let configuration else { return JobFiles() }
        // Create the cache directory as fontconfig does, but while its parent can still be written.
        let kept = configuration.makeCacheDirectory().map { [$0] } ?? []
        let fonts =
            switch job {
            case .warm(let directories): directories.flatMap(Self.readable)
            case .systemFaces(let directory, _, _): Self.readable(directory)
            // The job discovers the directories as it runs.
            case .systemDirectories, .defaultFamilies: ["/"]
            case .inspect, .inspectNext, .trial, .selfTest, .secondOpinion, .convert, .unpack, .draw, .icon: [String]()
            }
        return JobFiles(read: fonts + configuration.cacheDirectories, kept: kept)
    }

    /// Returns a directory and the targets of the links in it.
    ///
    /// If a font could not be read, it would be missing from a cache that all programs consider complete.
    private static func readable(_ directory: String) -> [String] {
        var paths = [directory]
        guard let stream = opendir(directory.fileSystemRepresentation) else { return paths }
        defer { closedir(stream) }
        while let entry = readdir(stream) {
            guard [DT_LNK, DT_UNKNOWN].contains(Int(entry.pointee.d_type)) else { continue }
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { PathText.text(of: $0.prefix { $0 != 0 }) }
            if name != "." && name != ".." { paths.append("\(directory)/\(name)") }
        }
        return paths
    }

    private mutating func loadConfiguration() {
        configuration = try? FontconfigConfiguration()
        configurationSeconds = Self.seconds
    }

    private static var seconds: Int {
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        return time.tv_sec
    }

    /// Encodes a reply or, if that fails, the reason for the failure.
    private func record(of reply: InspectionReply) -> [UInt8] {
        if let record = try? InspectionWire.encode(reply) { return record }
        let substitute: InspectionReply
        if case .inspection(let inspection) = reply {
            substitute = .inspection(
                .refused(
                    .init(
                        kind: .limit, rule: "Size of the description",
                        message: "The names, instances and characters of the faces are too many to describe."),
                    format: inspection.format))
        } else {
            substitute = .failed(.refused("The answer is too long; ask for less at a time."))
        }
        return (try? InspectionWire.encode(substitute)) ?? []
    }

    private func inspect(_ font: OwnedFileDescriptor?) -> FontInspection {
        guard let font, SealedMemory.isFixed(font) else {
            return .refused(
                .init(kind: .invalid, rule: "Sealed memory", message: "The font did not come in sealed memory."))
        }
        return FontExamination(freeType).examine(font)
    }

    private func warm(_ directories: [String]) -> InspectionReply {
        withConfiguration { configuration throws(FontconfigError) in
            var counts: [Int] = []
            for directory in directories { counts.append(try configuration.warm(directory)) }
            return .warmed(patternCounts: counts)
        }
    }

    private func systemDirectories(excluding excluded: [String]) -> InspectionReply {
        withConfiguration { configuration throws(FontconfigError) in
            .systemDirectories(
                configuration.directories(excluding: excluded).compactMap { path in
                    var status = stat()
                    guard stat(path.fileSystemRepresentation, &status) == 0 else { return nil }
                    let time = status.st_mtim
                    return SystemFontDirectory(
                        path: path,
                        modificationNanoseconds: Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec))
                })
        }
    }

    private func systemFaces(in directory: String, offset: Int, limit: Int) -> InspectionReply {
        withConfiguration { configuration throws(FontconfigError) in
            let content: DirectoryFaces
            do throws(FontconfigError) {
                content = try configuration.faces(in: directory)
            } catch {
                // If fontconfig cannot read a directory, no program finds a font in it.
                guard case .unreadable = error else { throw error }
                return .systemFaces([], total: 0)
            }
            // A face belongs to the page of its first pattern, so that no face is split or listed twice.
            let page = content.faces.filter { $0.position >= offset && $0.position - offset < limit }
            return .systemFaces(
                page.map { SystemFontFace(path: $0.path, format: $0.format, face: $0.face) },
                total: content.patternCount)
        }
    }

    private func withConfiguration(
        _ body: (FontconfigConfiguration) throws(FontconfigError) -> InspectionReply
    ) -> InspectionReply {
        do throws(FontconfigError) {
            guard let configuration else { throw .noConfiguration }
            return try body(configuration)
        } catch {
            if case .cacheNotWritten(_, let errno?) = error { return .failed(.notWritten(errno: errno)) }
            return .failed(.refused(Self.printable(error.description)))
        }
    }

    /// Makes a reason, which may contain the path of a directory, suitable for a reply.
    private static func printable(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.prefix(250).map { $0.value < 0x20 ? "\u{FFFD}" : $0 }))
    }
}

extension FontInspection {
    /// Returns the verdict on a font that is refused for a single reason.
    static func refused(_ finding: Finding, format: FontFormat? = nil) -> FontInspection {
        FontInspection(format: format, faces: [], findings: [finding], scanCost: 0)
    }
}
