import CLinux
import FoundationEssentials
import Glibc
import InspectionProtocol
import LinuxSystem
import TestSupport
import Testing
import WorkerProtocol

/// Jobs that go wrong, in workers that are the real ones but for what such jobs do.
@Suite(.timeLimit(.minutes(10)))
struct FaultTests {
    private func makeWorker(_ mode: InspectionMode = .warm, milliseconds: Int = 60_000) throws -> Worker {
        try Worker(mode, environment: ["XDG_FAULTY_MILLISECONDS": "\(milliseconds)"], executable: "FaultyInspector")
    }

    private func reply(to fault: String, _ worker: Worker, _ mode: InspectionMode) throws -> InspectionReply {
        let (job, font) = request(for: fault, mode)
        return try worker.connection.perform(job, font: font)
    }

    private static let unpacking = InspectionJob.unpack(
        ArchiveRequest(unpacked: [".ttf"], listed: [], describesFaces: true))

    private static let drawing = InspectionJob.draw(request: [1, 2, 3], fileCount: 1)

    /// The job, and the font that goes with it, for which a worker of a mode goes wrong.
    private func request(for fault: String, _ mode: InspectionMode) -> (job: InspectionJob, font: [UInt8]?) {
        switch mode {
        case .warm: return (.warm(directories: ["/\(fault)"]), nil)
        case .systemFaces: return (.systemFaces(directory: "/\(fault)", offset: 0, limit: 1), nil)
        case .inspect, .secondOpinion, .convert, .archive, .render, .icon:
            let jobs: [InspectionMode: InspectionJob] = [
                .inspect: .inspect, .convert: .convert, .archive: Self.unpacking,
                .render: Self.drawing, .icon: .icon,
            ]
            var font = FontBuilder()
            font.tableOverrides["TEST"] = Array("/\(fault);".utf8)
            return (jobs[mode] ?? .secondOpinion, font.build())
        }
    }

    /// Whatever happened, the next job is done.
    private func expectHealthy(_ worker: Worker, _ mode: InspectionMode) throws {
        let home = worker.home.systemFontDirectory
        let (job, font): (InspectionJob, [UInt8]?) =
            switch mode {
            case .warm: (.warm(directories: [home]), nil)
            case .systemFaces: (.systemFaces(directory: home, offset: 0, limit: 1), nil)
            case .inspect: (.inspect, FontBuilder().build())
            case .secondOpinion: (.secondOpinion, FontBuilder().build())
            case .convert: (.convert, FontBuilder().build())
            case .render: (Self.drawing, FontBuilder().build())
            case .icon: (.icon, Array("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8))
            case .archive: (Self.unpacking, try ArchiveBuilder([.init("a.ttf", FontBuilder().build())]).build(.zip))
            }
        var reply: InspectionReply
        // Where the time is short and the machine busy, it may be over before the job is done.
        repeat { reply = try worker.connection.perform(job, font: font) } while reply == .failed(.timedOut)
        #expect(reply.isSound, "the next job in mode \(mode): \(reply)")
    }

    @Test(arguments: InspectionMode.allCases)
    func `a crash costs its own job only`(mode: InspectionMode) throws {
        let worker = try makeWorker(mode)
        for fault in ["trap", "fault", "memory"] {
            guard case .failed(.crashed(let signal)) = try reply(to: fault, worker, mode) else {
                Issue.record("\(fault) is not reported as a crash")
                continue
            }
            #expect([SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGABRT].contains(signal))
            try expectHealthy(worker, mode)
        }
    }

    @Test(arguments: InspectionMode.allCases)
    func `a job that does not end is ended`(mode: InspectionMode) throws {
        let worker = try makeWorker(mode, milliseconds: 800)
        for fault in ["hang", "close"] {
            #expect(try reply(to: fault, worker, mode) == .failed(.timedOut), "\(fault)")
            try expectHealthy(worker, mode)
        }
    }

    @Test(arguments: InspectionMode.allCases)
    func `a job that computes for all of its time is told from one that gets none`(mode: InspectionMode) throws {
        let worker = try makeWorker(mode, milliseconds: 800)
        // On a busy machine it may get too little itself, and is told to be tried again.
        var failure = InspectionReply.failed(.timedOut)
        repeat { failure = try reply(to: "spin", worker, mode) } while failure == .failed(.timedOut)
        #expect(failure == .failed(.outOfProcessorTime))
        // The same job in a process that does not get to run.
        let (job, font) = request(for: "spin", mode)
        try worker.connection.send(job, font: font)
        repeat { for process in try worker.children() { kill(process, SIGSTOP) } } while !worker.connection.hasAnswer()
        #expect(try worker.connection.receive() == .failed(.timedOut))
        try expectHealthy(worker, mode)
    }

    @Test(arguments: InspectionMode.allCases)
    func `a job that the kernel ends is told from a crash`(mode: InspectionMode) throws {
        let patient = try makeWorker(mode)
        #expect(try reply(to: "spin", patient, mode) == .failed(.outOfProcessorTime))
        #expect(try reply(to: "killed", patient, mode) == .failed(.outOfMemory))
        try expectHealthy(patient, mode)
    }

    @Test func `a job that is done over comes to its end, so that nothing of it stays half written`() throws {
        let worker = try makeWorker()
        let caches = worker.home.fontconfigCacheDirectory
        #expect(
            try worker.connection.perform(.warm(directories: ["/late", caches])) == .warmed(patternCounts: [0, 0]))
        let notes = try FileManager.default.contentsOfDirectory(atPath: caches).filter { $0.hasPrefix("late-") }
        #expect(notes.count == 2, "one of each process")
    }

    @Test(arguments: InspectionMode.allCases)
    func `a job that answers wrongly has no report`(mode: InspectionMode) throws {
        let worker = try makeWorker(mode)
        // The sanitizer makes no report: what it says, whatever that is, is what it complains of.
        let faults = ["exit", "miscount", "other", "forged", "silence", "garbage", "flood"]
        for fault in mode == .secondOpinion ? ["exit"] : faults {
            #expect(try reply(to: fault, worker, mode) == .failed(.noReport), "\(fault)")
            try expectHealthy(worker, mode)
        }
    }

    @Test func `a sanitizer that complains without end or without sense rejects the font, and no more`() throws {
        let worker = try makeWorker(.secondOpinion)
        for fault in ["silence", "garbage", "flood", "forged"] {
            guard case .secondOpinion(let opinion) = try reply(to: fault, worker, .secondOpinion) else {
                Issue.record("\(fault) is no opinion")
                continue
            }
            #expect(opinion.verdict == .rejected(reason: ""), "\(fault)")
            try expectHealthy(worker, .secondOpinion)
        }
    }

    /// The process that did a job.
    private func jobProcess(_ worker: Worker) throws -> Int32 {
        guard case .warmed(let numbers) = try reply(to: "process", worker, .warm), let number = numbers.first else {
            throw WorkerConnection.Closed()
        }
        return Int32(number)
    }

    @Test func `no process does two jobs`() throws {
        let worker = try makeWorker()
        let processes = try (0..<4).map { _ in try jobProcess(worker) }
        #expect(Set(processes).count == 4)
        #expect(!processes.contains(worker.process.processID))
    }

    @Test func `a process that ends while it waits for its job costs no job`() throws {
        let worker = try makeWorker()
        let last = try jobProcess(worker)
        var waiting: [Int32] = []
        while waiting.isEmpty { waiting = try worker.children().filter { $0 != last } }
        for process in waiting {
            let exit = OwnedFileDescriptor(adopting: typecase_pidfd_open(process))
            #expect(kill(process, SIGKILL) == 0)
            #expect(typecase_poll(exit.rawValue, Int16(POLLIN), -1) == 1)
        }
        try expectHealthy(worker, .warm)
    }

    @Test(arguments: InspectionMode.allCases, [SIGTERM, SIGINT, SIGHUP])
    func `a job that somebody ends leaves no verdict`(mode: InspectionMode, signal: Int32) async throws {
        let worker = try makeWorker(mode)
        try expectHealthy(worker, mode)
        let (job, font) = request(for: "hang", mode)
        try worker.connection.send(job, font: font)
        // Whichever process gets the job, and all that still wait for one.
        repeat { for process in try worker.children() { kill(process, signal) } } while !worker.connection.hasAnswer()
        #expect(throws: WorkerConnection.Closed.self) { try worker.connection.receive() }
        #expect(await worker.process.wait().termination == .exited(0))
    }

    @Test func `a job that nobody waits for any more is ended with its worker`() async throws {
        let worker = try makeWorker()
        try worker.connection.send(RecordFrame.bytes(of: InspectionWire.encode(.warm(directories: ["/hang"]))))
        worker.connection.close()
        #expect(await worker.process.wait().termination == .exited(0))
    }
}

extension InspectionReply {
    /// Whether it tells that a job was done with nothing wrong.
    fileprivate var isSound: Bool {
        switch self {
        case .warmed(let counts): counts == [0]
        case .systemFaces(let faces, let total): faces.isEmpty && total == 0
        case .inspection(let inspection): inspection.refusal == nil
        case .secondOpinion(let opinion): opinion.verdict == .accepted
        case .conversion, .drawing: true
        case .icon(let outcome): if case .pictures(let pictures) = outcome { !pictures.isEmpty } else { false }
        case .archive(.unpacked(let contents)): contents.entries.count == 1
        case .trial(let failure): failure == nil
        case .archive(.refused): false
        case .selfTest, .systemDirectories, .defaultFamilies, .failed: false
        }
    }
}
