internal import CLinux
package import FontModel
internal import Fontconfig
internal import Glibc
internal import HarfBuzz
package import InspectionProtocol
internal import LinuxSystem
internal import SFNT

/// The real work of a worker.
package struct FontJobs: JobPerformer {
    private let mode: InspectionMode
    private let freeType: FreeTypeLibrary?
    private var rehearsalFont: MappedFont?
    private var configuration: FontconfigConfiguration?
    private var configurationSeconds = 0

    /// Seconds after which the configuration is loaded again without a visible change: a file that it includes if there
    /// is one may have appeared.
    private static let configurationLifetime = 60

    /// Creates the work of a mode.
    package init(mode: InspectionMode) {
        self.mode = mode
        freeType = FreeTypeLibrary()
    }

    package mutating func warmUp() {
        // The first font pays for tables that Swift's runtime and the libraries build when first used; here each
        // forked process would pay again.
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

    /// A directory of caches and the one above it, in which it is made again once somebody has cleared it away; where it
    /// is missing, the first one above that is there.
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
        // Whatever comes of it: looking for the cache is what every job of these modes begins and ends with.
        _ = configuration?.hasValidCache(of: "/")
        typecase_prepare_heap(Self.preparedMemory)
    }

    private func examineRehearsalFont() {
        guard let rehearsalFont else { return }
        let record = record(of: .inspection(FontExamination(freeType).examine(rehearsalFont)))
        _ = try? InspectionWire.decodeReply(record)
    }

    /// Bytes of the C library's heap that a process which waits for its job has in memory already.
    ///
    /// Most fonts are examined with less, and getting it page by page takes a font longer than to be checked for most of
    /// the rules.
    private static let preparedMemory = 256 << 10

    package func perform(_ job: InspectionJob, with descriptors: JobDescriptors) -> [UInt8] {
        switch job {
        case .inspect: record(of: .inspection(inspect(descriptors.font)))
        case .trial:
            record(of: .trial(failure: descriptors.font.flatMap { FontExamination(freeType).failureInPrograms($0) }))
        case .warm(let directories): record(of: warm(directories))
        case .systemDirectories(let excluded): record(of: systemDirectories(excluding: excluded))
        case .systemFaces(let directory, let offset, let limit):
            record(of: systemFaces(in: directory, offset: offset, limit: limit))
        case .defaultFamilies:
            record(of: withConfiguration { .defaultFamilies($0.families(standingFor: InspectionJob.genericFamilies)) })
        // Done by others.
        case .selfTest, .secondOpinion, .convert, .unpack, .draw, .icon: []
        }
    }

    package var opinions: [Opinion] { FontExamination(freeType).opinions(silencing: []) }

    package func files(for job: InspectionJob) -> JobFiles {
        guard mode != .inspect, let configuration else { return JobFiles() }
        // As fontconfig does it, but while the directory above can still be written.
        let kept = configuration.makeCacheDirectory().map { [$0] } ?? []
        let fonts =
            switch job {
            case .warm(let directories): directories.flatMap(Self.readable)
            case .systemFaces(let directory, _, _): Self.readable(directory)
            // What directories there are shows on the way.
            case .systemDirectories, .defaultFamilies: ["/"]
            case .inspect, .trial, .selfTest, .secondOpinion, .convert, .unpack, .draw, .icon: [String]()
            }
        return JobFiles(read: fonts + configuration.cacheDirectories, kept: kept)
    }

    /// A directory and what the links in it lead to.
    ///
    /// A font that could not be read would be missing from a cache that all programs take for complete.
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

    /// The record of a reply, or of the reason why it has none.
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
        return FontExamination(freeType, isOnly: true).examine(font)
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
                // What fontconfig cannot read, no program finds a font in.
                guard case .unreadable = error else { throw error }
                return .systemFaces([], total: 0)
            }
            // By the face's first pattern, so that no face is cut in two or told twice.
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

    /// A reason that may hold the path of a directory, fit for a reply.
    private static func printable(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.prefix(250).map { $0.value < 0x20 ? "\u{FFFD}" : $0 }))
    }
}

extension FontInspection {
    /// The verdict on a font that is refused for one reason.
    static func refused(_ finding: Finding, format: FontFormat? = nil) -> FontInspection {
        FontInspection(format: format, faces: [], findings: [finding], scanCost: 0)
    }
}
