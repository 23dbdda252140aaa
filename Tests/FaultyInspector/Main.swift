import FontModel
import Glibc
import Inspector
import InspectionProtocol
import LinuxSystem

/// A worker whose jobs go wrong, each in the way that the first directory of a warm job asks for.
///
/// That is what a job that was taken over by a hostile font might do. Everything around the jobs is the real worker's.
@main
enum Main {
    static func main() {
        let milliseconds = getenv("MILLISECONDS").flatMap { Int64(String(cString: $0)) } ?? 2000
        let limits = JobLimits(
            milliseconds: milliseconds, processorSeconds: 1, addressSpace: 512 << 20, fileSize: 0, descriptors: 16)
        let options = WorkerOptions(mode: .warm, isConnected: true)
        var zygote = Zygote(options, limits: limits, performer: FaultyJobs())
        exit(zygote.run())
    }
}

struct FaultyJobs: JobPerformer {
    func warmUp() {}

    func refresh(for job: InspectionJob) -> Bool { false }

    func rehearse() {}

    var opinions: [Opinion] { [] }

    func files(for job: InspectionJob) -> JobFiles { JobFiles() }

    func perform(_ job: InspectionJob, font: OwnedFileDescriptor?) -> [UInt8] {
        guard case .warm(let directories) = job, let fault = directories.first else { return [] }
        switch fault {
        case "/trap":
            // An index that the compiler cannot know.
            return [directories.map { UInt8($0.utf8.count) }[directories.count]]
        case "/fault": return [UnsafeRawPointer(bitPattern: 64)?.load(as: UInt8.self) ?? 0]
        case "/hang": while true { sleep(1) }
        case "/spin": while getpid() > 0 {}
        case "/memory":
            // More than the address space may have, in one piece.
            return [UInt8](repeating: 1, count: directories.count << 30)
        case "/killed":
            // As good as any way to die of SIGKILL at once, where no signal can be sent: past the hard limit of
            // processor time.
            while getpid() > 0 { signal(SIGXCPU, SIG_IGN) }
        case "/exit": _exit(3)
        case "/silence": break
        case "/garbage": return [UInt8](repeating: 0xFF, count: 1000)
        case "/flood": return [UInt8](repeating: 1, count: InspectionWire.replyLimit + 1)
        case "/close":
            for descriptor: Int32 in 0..<64 { _ = close(descriptor) }
            while true { sleep(1) }
        case "/process": return (try? InspectionWire.encode(.warmed(patternCounts: [Int(getpid())]))) ?? []
        case "/miscount": return (try? InspectionWire.encode(.warmed(patternCounts: [1, 2, 3]))) ?? []
        case "/other": return (try? InspectionWire.encode(.systemDirectories([]))) ?? []
        case "/forged": return (try? InspectionWire.encode(.failed(.crashed(signal: 9)))) ?? []
        default: return (try? InspectionWire.encode(.warmed(patternCounts: directories.map { _ in 7 }))) ?? []
        }
        return []
    }
}
