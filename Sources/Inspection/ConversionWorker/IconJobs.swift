package import FontModel
internal import Fontconfig
internal import IconPictures
package import InspectionProtocol
internal import LinuxSystem
package import SandboxedWorker
internal import SystemPackage

/// The work of a worker that makes pictures for an icon theme.
package struct IconJobs: JobPerformer {
    private var decoder: IconDecoder?

    package init() {}

    package mutating func warmUp() {
        // Load librsvg and its libraries while files can still be opened.
        let decoder = IconDecoder()
        decoder.warmUp()
        self.decoder = decoder
    }

    package mutating func refresh(for job: InspectionJob) -> Bool { false }

    package func rehearse() {}

    package var opinions: [Opinion] { [] }

    package func files(for job: InspectionJob) -> JobFiles { JobFiles() }

    package func perform(_ job: InspectionJob, with descriptors: JobDescriptors) -> [UInt8] {
        (try? InspectionWire.encode(.icon(outcome(descriptors.font)))) ?? []
    }

    private func outcome(_ picture: OwnedFileDescriptor?) -> IconOutcome {
        guard let decoder, let picture, SealedMemory.isSealed(picture) else {
            return .refused(.invalid, message: "The picture did not come in sealed memory.")
        }
        let bytes: MappedFont
        do throws(Errno) {
            bytes = try MappedFont(picture)
        } catch {
            return error == .invalidArgument
                ? .refused(.unrecognizedFormat, message: "The file is empty.")
                : .refused(.limit, message: "The picture cannot be mapped: \(error).")
        }
        let file = bytes.withBytes { $0.withUnsafeBytes { Array($0) } }
        do throws(IconRefusal) {
            return .pictures(try decoder.pictures(of: file))
        } catch {
            return .refused(error.kind.finding, message: error.description)
        }
    }
}

extension IconRefusal.Kind {
    /// The kind of finding in a report.
    fileprivate var finding: FontInspection.Finding.Kind {
        switch self {
        case .unrecognized: .unrecognizedFormat
        case .invalid: .invalid
        case .tooLarge: .limit
        }
    }
}
