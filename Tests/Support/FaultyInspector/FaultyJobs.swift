import FontModel
import InspectionProtocol
import InspectionWorker
import Glibc
import LinuxSystem
import SandboxedWorker

/// The work of a real worker, but for jobs that ask for a fault.
struct FaultyJobs<Real: JobPerformer>: JobPerformer {
    var real: Real
    /// Whether a program judges fonts; what stands in for it accepts all that do not ask for a fault.
    var isProgram = false

    mutating func warmUp() { real.warmUp() }

    /// What a job that is late was to know has changed meanwhile, each time.
    mutating func refresh(for job: InspectionJob) -> Bool { real.refresh(for: job) || Fault(job, []) == .late }

    var keptDirectories: [String] { real.keptDirectories }

    func rehearse() {
        real.rehearse()
        // As a process would that was taken over before it has its job.
        for path in getenv("XDG_FAULTY_REHEARSAL").map({ String(cString: $0) })?.split(separator: ":") ?? [] {
            _ = Glibc.close(open(String(path), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600))
        }
    }

    func files(for job: InspectionJob) -> JobFiles { real.files(for: job) }

    var opinions: [Opinion] { real.opinions }

    mutating func prove(_ attempt: (InspectionJob, OwnedFileDescriptor?) -> InspectionReply?) { real.prove(attempt) }

    var programJob: InspectionJob? { isProgram ? .secondOpinion : nil }

    func becomeProgram() {
        var font: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = read(STDIN_FILENO, &chunk, chunk.count), count > 0 { font += chunk[..<count] }
        guard let fault = Fault(.secondOpinion, font) else { _exit(0) }
        let complaints = fault.happen(to: .secondOpinion)
        _ = complaints.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
        _exit(1)
    }

    func reply(toExit code: Int32, complaints: [UInt8]) -> InspectionReply? {
        real.reply(toExit: code, complaints: complaints)
    }

    func perform(_ job: InspectionJob, with descriptors: JobDescriptors) -> [UInt8] {
        Fault.beginJob()
        if Fault.isPoisoned { return Fault.refusal }
        if let fault = Fault(job, descriptors.font.map(bytes) ?? []) { return fault.happen(to: job) }
        switch job {
        case .warm(let directories):
            if let fault = Fault(in: directories, .warm) { return fault.happen(to: job) }
        case .systemFaces(let directory, _, _):
            if let fault = Fault(in: [directory], .systemFaces) { return fault.happen(to: job) }
        case .inspect, .inspectNext, .trial, .systemDirectories, .defaultFamilies, .selfTest, .secondOpinion, .convert,
            .unpack, .draw, .icon:
            break
        }
        return real.perform(job, with: descriptors)
    }

    private func bytes(_ font: OwnedFileDescriptor) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = try? bytes.withUnsafeMutableBytes { buffer in
            try retryingInterrupts { pread(font.rawValue, buffer.baseAddress, buffer.count, 0) }
        }
        return Array(bytes.prefix(count ?? 0))
    }
}
