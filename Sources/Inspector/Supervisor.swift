internal import Glibc
internal import InspectionProtocol
internal import LinuxSystem
internal import SystemPackage

/// Serves one connection: a process per job, an answer per job.
struct Supervisor<Performer: JobPerformer> {
    let connection: JobConnection
    let mode: InspectionMode
    let limits: JobLimits
    let confinement: Confinement
    var performer: Performer

    /// Serves until the connection is closed.
    mutating func run() {
        while true {
            do throws(JobConnection.End) {
                let (job, font) = try connection.receive()
                guard let record = answer(job, font) else { return }
                try connection.send(record)
            } catch {
                if case .malformed(let reason) = error {
                    try? connection.send(Self.record(.failed(.refused("The job is malformed: \(reason)."))))
                }
                return
            }
        }
    }

    /// The record of the reply; `nil` where nobody waits for it.
    private mutating func answer(_ job: InspectionJob, _ font: OwnedFileDescriptor?) -> [UInt8]? {
        guard job.isFit(for: mode) else {
            return Self.record(.failed(.refused("A worker in mode \(mode.rawValue) does not do this job.")))
        }
        performer.prepare(for: job)
        let process: JobProcess
        do throws(Errno) {
            process = try JobProcess(milliseconds: limits.milliseconds) { output in run(job, font, output) }
        } catch {
            return Self.record(.failed(.refused("No process could be started: \(error).")))
        }
        switch process.wait(watching: connection.descriptor.rawValue) {
        case .abandoned: return nil
        case .failed(let failure): return Self.record(.failed(failure))
        case .record(let record):
            // Whoever took over the job could write anything.
            guard let reply = try? InspectionWire.decodeReply(record), reply.answers(job) else {
                return Self.record(.failed(.noReport))
            }
            return record
        }
    }

    /// In the job's process.
    private func run(_ job: InspectionJob, _ font: OwnedFileDescriptor?, _ output: Int32) -> Never {
        do throws(SystemCallFilter.Failure) {
            try confinement.enterJob(keeping: [output] + (font.map { [$0.rawValue] } ?? []))
        } catch {
            _exit(1)
        }
        var rest = performer.perform(job, font: font)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(output, $0.baseAddress, $0.count) }
            if count < 0 { _exit(1) }
            rest = rest.dropFirst(count)
        }
        // Not exit: what the C library would flush or run now belongs to the supervisor.
        _exit(0)
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
        case .selfTest: true
        }
    }
}

extension InspectionReply {
    /// Whether this can be the answer to a job.
    fileprivate func answers(_ job: InspectionJob) -> Bool {
        switch (self, job) {
        case (.inspection, .inspect), (.systemDirectories, .systemDirectories), (.systemFaces, .systemFaces),
            (.selfTest, .selfTest):
            true
        case (.warmed(let counts), .warm(let directories)): counts.count == directories.count
        case (.failed(.refused), _): true
        default: false
        }
    }
}
