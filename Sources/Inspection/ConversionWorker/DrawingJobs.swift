internal import CLinux
package import FontModel
internal import Fontconfig
package import InspectionProtocol
internal import LinuxSystem
internal import RenderingProtocol
internal import RenderingWorker
package import SandboxedWorker
internal import SystemPackage
internal import WorkerProtocol

/// The work of a worker that draws.
package struct DrawingJobs: JobPerformer {
    private var rehearsalFont: MappedFont?

    /// The bytes of the C library's heap that a process has in memory before its job arrives.
    private static let preparedMemory = 1 << 20

    package init() {}

    package mutating func warmUp() {
        typecase_keep_heap()
        rehearsalFont = (try? SealedMemory(bytes: WarmUpFont.bytes)).flatMap { try? MappedFont($0.descriptor) }
        rehearse()
    }

    package mutating func refresh(for job: InspectionJob) -> Bool { false }

    package func rehearse() {
        if let rehearsalFont { DrawingWork.warmUp(rehearsalFont) }
        typecase_prepare_heap(Self.preparedMemory)
    }

    package var opinions: [Opinion] { [] }

    package func files(for job: InspectionJob) -> JobFiles { JobFiles() }

    package func perform(_ job: InspectionJob, with descriptors: JobDescriptors) -> [UInt8] {
        guard case .draw(let request, _) = job else { return [] }
        let reply = reply(to: request, descriptors)
        return (try? InspectionWire.encode(.drawing((try? DrawingWire.encode(reply)) ?? []))) ?? []
    }

    private func reply(to request: [UInt8], _ descriptors: JobDescriptors) -> DrawingReply {
        do throws(MalformedRecord) {
            let request = try DrawingWire.decodeRequest(request)
            let files = (descriptors.font.map { [$0] } ?? []) + descriptors.furtherFonts
            do throws(Errno) {
                let fonts = try files.map { file throws(Errno) in try MappedFont(file) }
                return DrawingWork.perform(request, files: fonts, output: descriptors.output)
            } catch {
                return .refused(.invalidFont, message: "A font cannot be mapped: \(error).")
            }
        } catch {
            return .refused(.invalidRequest, message: "The request is malformed: \(error).")
        }
    }
}
