internal import Glibc
internal import InspectionProtocol
internal import LinuxSystem
internal import SystemPackage

/// Serves one connection: a process per job, an answer per job.
///
/// The process of the next job is forked as soon as the last reply is sent, so that it is ready and confined when the job
/// comes. It never sees more than that one.
struct Supervisor<Performer: JobPerformer> {
    let connection: JobConnection
    let mode: InspectionMode
    let limits: JobLimits
    let confinement: Confinement
    var performer: Performer

    /// Serves until the connection is closed.
    mutating func run() {
        while true {
            var process = try? fork()
            do throws(JobConnection.End) {
                let (job, font) = try connection.receive()
                guard let record = answer(job, font, &process) else { return }
                try connection.send(record)
            } catch {
                if case .malformed(let reason) = error {
                    try? connection.send(Self.record(.failed(.refused("The job is malformed: \(reason)."))))
                }
                return
            }
            // Only now, when nobody waits for it, the process is ended.
            process = nil
        }
    }

    /// Does a job for the worker itself, whoever else may want one.
    ///
    /// - Returns: The reply; `nil` where there is none.
    func attempt(_ job: InspectionJob, _ font: OwnedFileDescriptor? = nil) -> InspectionReply? {
        guard var process = try? fork(), let record = try? InspectionWire.encode(job) else { return nil }
        process.start(record, font)
        return switch process.wait(limits.milliseconds, watching: -1) {
        case .record(let record): try? InspectionWire.decodeReply(record)
        case .exited(let code): performer.reply(toExit: code)
        case .failed, .abandoned: nil
        }
    }

    /// Has a job done.
    ///
    /// - Parameters:
    ///   - job: The job.
    ///   - font: The descriptor that came with it.
    ///   - process: The process that waits for the job; becomes another where that one is of no use any more.
    /// - Returns: The record of the reply; `nil` where nobody waits for it.
    private mutating func answer(
        _ job: InspectionJob, _ font: OwnedFileDescriptor?, _ process: inout JobProcess?
    ) -> [UInt8]? {
        guard job.isFit(for: mode), let jobRecord = try? InspectionWire.encode(job) else {
            return Self.record(.failed(.refused("A worker in mode \(mode.rawValue) does not do this job.")))
        }
        let outcome: JobProcess.Outcome
        do throws(Errno) {
            if process?.isWaiting != true { process = try fork() }
            process?.start(jobRecord, font)
            // The process is at it while we look whether it knew everything; if not, another does it over.
            if performer.refresh(for: job) {
                process = nil
                process = try fork()
                process?.start(jobRecord, font)
            }
            outcome = process?.wait(limits.milliseconds, watching: connection.descriptor.rawValue) ?? .abandoned
        } catch {
            return Self.record(.failed(.refused("No process could be started: \(error).")))
        }
        switch outcome {
        case .abandoned: return nil
        case .failed(let failure): return Self.record(.failed(failure))
        case .exited(let code): return Self.record(performer.reply(toExit: code) ?? .failed(.noReport))
        case .record(let record):
            // Whoever took over the job could write anything.
            guard let reply = try? InspectionWire.decodeReply(record), reply.answers(job) else {
                return Self.record(.failed(.noReport))
            }
            return record
        }
    }

    private func fork() throws(Errno) -> JobProcess { try JobProcess { channel in serve(channel) } }

    /// In the job's process.
    private func serve(_ channel: JobConnection) -> Never {
        do throws(SystemCallFilter.Failure) {
            try confinement.enterJob(keeping: channel.descriptor.rawValue)
        } catch {
            _exit(1)
        }
        if !channel.hasJob { performer.rehearse() }
        guard let (job, font) = try? channel.receive(),
            (try? confinement.enterFiles(performer.files(for: job))) != nil,
            (try? channel.send(perform(job, font))) != nil
        else { _exit(1) }
        // Not exit: what the C library would flush or run now belongs to the supervisor.
        _exit(0)
    }

    private func perform(_ job: InspectionJob, _ font: OwnedFileDescriptor?) -> [UInt8] {
        guard job == .selfTest else { return performer.perform(job, font: font) }
        return Self.record(
            .selfTest(
                SandboxReport(
                    mode: mode, attempts: SelfTest.attempts(), landlockVersion: Int(Landlock.version),
                    libraries: performer.libraries)))
    }

    private static func record(_ reply: InspectionReply) -> [UInt8] {
        // A failure is far below every limit; were it not, an empty record would end the connection.
        (try? InspectionWire.encode(reply)) ?? []
    }
}

extension InspectionJob {
    /// Whether workers of a mode do this job.
    fileprivate func isFit(for mode: InspectionMode) -> Bool {
        switch self {
        case .inspect: mode == .inspect
        case .warm: mode == .warm
        case .systemDirectories, .systemFaces: mode == .systemFaces
        case .secondOpinion: mode == .secondOpinion
        case .selfTest: true
        }
    }
}

extension InspectionReply {
    /// Whether this can be the answer to a job.
    fileprivate func answers(_ job: InspectionJob) -> Bool {
        switch (self, job) {
        case (.inspection, .inspect), (.systemDirectories, .systemDirectories), (.systemFaces, .systemFaces),
            (.secondOpinion, .secondOpinion), (.selfTest, .selfTest):
            true
        case (.warmed(let counts), .warm(let directories)): counts.count == directories.count
        case (.failed(.refused), _): true
        default: false
        }
    }
}
