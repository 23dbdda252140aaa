import FontModel
import Glibc
import InspectionProtocol

/// A way in which a job goes wrong.
///
/// A job asks for one by its first directory, or by a font that has the name with a slash before it and a semicolon
/// after it somewhere in its bytes.
enum Fault: String, CaseIterable {
    case trap, fault, hang, spin, memory, killed, exit, silence, garbage, flood, close, process, miscount, other, forged
    case lie, fine, late, census, poison

    /// The fault that a job asks for.
    ///
    /// - Parameters:
    ///   - job: The job.
    ///   - font: The bytes that came with it.
    init?(_ job: InspectionJob, _ font: [UInt8]) {
        switch job {
        case .warm(let directories): self.init(rawValue: String(directories.first?.dropFirst() ?? ""))
        case .systemFaces(let directory, _, _): self.init(rawValue: String(directory.dropFirst()))
        case .inspect, .inspectNext, .trial, .secondOpinion, .convert, .unpack, .draw, .icon:
            guard let fault = Self.allCases.first(where: { font.hasPart(Array("/\($0.rawValue);".utf8)) }) else {
                return nil
            }
            self = fault
        case .systemDirectories, .defaultFamilies, .selfTest: return nil
        }
    }

    /// The fault that a job asks for by a font in one of its directories, which has the name with the mode and a hyphen
    /// before it.
    ///
    /// - Parameters:
    ///   - directories: The directories of the job, which it may read.
    ///   - mode: Which worker is to go wrong.
    init?(in directories: [String], _ mode: InspectionMode) {
        for directory in directories {
            guard let stream = opendir(directory) else { continue }
            defer { closedir(stream) }
            while let entry = readdir(stream) {
                let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                    String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
                }
                let font = Self.start(of: "\(directory)/\(name)")
                let fault = Self.allCases.first { font.hasPart(Array("/\(mode.rawValue)-\($0.rawValue);".utf8)) }
                guard let fault else { continue }
                self = fault
                return
            }
        }
        return nil
    }

    private static func start(of path: String) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return [] }
        defer { _ = Glibc.close(descriptor) }
        return [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
            count = max(0, read(descriptor, buffer.baseAddress, buffer.count))
        }
    }

    /// Goes wrong.
    ///
    /// - Parameter job: The job.
    /// - Returns: What the job leaves, where it comes to that.
    func happen(to job: InspectionJob) -> [UInt8] {
        switch self {
        case .trap:
            // An index that the compiler cannot know.
            return [[UInt8(1)]][Int(getpid())]
        case .fault: return [UnsafeRawPointer(bitPattern: 64)?.load(as: UInt8.self) ?? 0]
        case .hang: while true { sleep(1) }
        case .spin: while getpid() > 0 {}
        case .memory:
            // More than the address space may have, in one piece.
            return [UInt8](repeating: 1, count: Int(getpid()) << 30)
        case .killed:
            // As good as any way to die of SIGKILL at once, where no signal can be sent: past the hard limit of
            // processor time.
            while getpid() > 0 { signal(SIGXCPU, SIG_IGN) }
        case .exit: _exit(3)
        case .silence: break
        case .garbage: return [UInt8](repeating: 0xFF, count: 1000)
        case .flood: return [UInt8](repeating: 1, count: InspectionWire.replyLimit + 1)
        case .close:
            for descriptor: Int32 in 0..<64 { _ = Glibc.close(descriptor) }
            while true { sleep(1) }
        case .process: return record(.warmed(patternCounts: [Int(getpid())]))
        case .miscount: return record(.warmed(patternCounts: [1, 2, 3]))
        case .other: return record(.systemDirectories([]))
        case .forged: return record(.failed(.crashed(signal: 9)))
        case .lie: return record(lie(about: job))
        case .fine: return record(.warmed(patternCounts: [7]))
        case .late: return record(leaveNote(of: job))
        case .census: return Self.acceptance
        case .poison:
            setenv("XDG_FAULTY_POISON", "1", 1)
            return Self.acceptance
        }
        return []
    }

    /// An answer that could be one to the job, of which only its reader can see that it is none.
    private func lie(about job: InspectionJob) -> InspectionReply {
        var face = FaceDescription(index: 0)
        face.family = "../../etc"
        face.postscriptName = "Lie"
        switch job {
        case .draw: return .drawing([1, 2, 3])
        case .inspect, .inspectNext, .trial, .selfTest, .systemDirectories, .defaultFamilies, .convert, .unpack, .icon:
            face.index = 7
            return .inspection(FontInspection(format: .truetype, faces: [face], findings: [], scanCost: 0))
        case .secondOpinion:
            return .secondOpinion(SecondOpinion(.accepted, version: "a version that goes on and on\u{80}"))
        case .warm(let directories): return .warmed(patternCounts: directories.map { _ in -1 })
        case .systemFaces:
            return .systemFaces([SystemFontFace(path: "/etc/passwd", format: nil, face: face)], total: 1)
        }
    }

    /// Takes its time, and leaves a file with the number of its process in the second directory of the job.
    private func leaveNote(of job: InspectionJob) -> InspectionReply {
        guard case .warm(let directories) = job, let directory = directories.dropFirst().first else {
            return .warmed(patternCounts: [])
        }
        usleep(100_000)
        _ = Glibc.close(open("\(directory)/late-\(getpid())", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600))
        return .warmed(patternCounts: directories.map { _ in 0 })
    }

    private func record(_ reply: InspectionReply) -> [UInt8] { (try? InspectionWire.encode(reply)) ?? [] }
}

extension [UInt8] {
    fileprivate func hasPart(_ part: [UInt8]) -> Bool {
        indices.contains { $0 + part.count <= count && self[$0] == part[0] && self[$0...].starts(with: part) }
    }
}

extension Fault {
    /// Counts the jobs of this process.
    static func beginJob() { setenv("XDG_FAULTY_JOBS", "\(jobCount + 1)", 1) }

    private static var jobCount: Int { getenv("XDG_FAULTY_JOBS").flatMap { Int(String(cString: $0)) } ?? 0 }

    /// Whether an earlier job of this process has taken it over.
    static var isPoisoned: Bool { getenv("XDG_FAULTY_POISON") != nil }

    /// A verdict that accepts a font, and tells in its cost how many jobs this process has had.
    private static var acceptance: [UInt8] {
        encoded(FontInspection(format: .truetype, faces: [FaceDescription(index: 0)], findings: [], scanCost: jobCount))
    }

    /// A verdict that refuses any font.
    static var refusal: [UInt8] {
        encoded(
            FontInspection(
                format: .truetype, faces: [], findings: [.init(kind: .invalid, rule: "Poison", message: "Taken over.")],
                scanCost: 0))
    }

    private static func encoded(_ inspection: FontInspection) -> [UInt8] {
        (try? InspectionWire.encode(.inspection(inspection))) ?? []
    }
}
