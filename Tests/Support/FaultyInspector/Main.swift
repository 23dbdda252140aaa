import ConversionWorker
import Glibc
import InspectionProtocol
import InspectionWorker
import LinuxSystem
import SandboxedWorker

/// A worker whose jobs go wrong where they are asked to; all other jobs are done as they should be.
///
/// That is what a job that was taken over by a hostile font might do. Everything around the jobs is the real worker's.
@main
enum Main {
    static func main() {
        let arguments = Array(CommandLine.arguments.dropFirst())
        guard let options = WorkerOptions(arguments: arguments, of: nil) else { exit(EX_USAGE) }
        let milliseconds = getenv("XDG_FAULTY_MILLISECONDS").flatMap { Int64(String(cString: $0)) } ?? 2000
        let usual = JobLimits(options.mode)
        let limits = JobLimits(
            milliseconds: milliseconds, processorSeconds: 1, addressSpace: usual.addressSpace,
            privateMemory: usual.privateMemory, fileSize: usual.fileSize, descriptors: usual.descriptors)
        switch options.mode {
        case .inspect, .warm, .systemFaces:
            var zygote = Zygote(options, limits: limits, performer: FaultyJobs(real: FontJobs(mode: options.mode)))
            exit(zygote.run())
        case .archive:
            var zygote = Zygote(options, limits: limits, performer: FaultyJobs(real: ArchiveJobs()))
            exit(zygote.run())
        case .render:
            var zygote = Zygote(options, limits: limits, performer: FaultyJobs(real: DrawingJobs()))
            exit(zygote.run())
        case .icon:
            var zygote = Zygote(options, limits: limits, performer: FaultyJobs(real: IconJobs()))
            exit(zygote.run())
        case .convert:
            var zygote = Zygote(options, limits: limits, performer: FaultyJobs(real: ConversionJobs()))
            exit(zygote.run())
        case .secondOpinion:
            var zygote = Zygote(options, limits: limits, performer: FaultyJobs(real: SanitizerJobs(), isProgram: true))
            exit(zygote.run())
        }
    }
}
