package import FontModel
internal import Fontconfig
package import InspectionProtocol
internal import LinuxSystem
package import SandboxedWorker
internal import SystemPackage
internal import WebFonts

/// The work of a worker that expands web fonts.
package struct ConversionJobs: JobPerformer {
    package init() {}

    package mutating func warmUp() {}

    package mutating func refresh(for job: InspectionJob) -> Bool { false }

    package func rehearse() {}

    package var opinions: [Opinion] { [] }

    package func files(for job: InspectionJob) -> JobFiles { JobFiles() }

    package func perform(_ job: InspectionJob, with descriptors: JobDescriptors) -> [UInt8] {
        (try? InspectionWire.encode(.conversion(convert(descriptors.font)))) ?? []
    }

    private func convert(_ font: OwnedFileDescriptor?) -> FontConversion {
        guard let font, SealedMemory.isSealed(font) else {
            return .refused(.invalid, message: "The font did not come in sealed memory.")
        }
        let bytes: MappedFont
        do throws(Errno) {
            bytes = try MappedFont(font)
        } catch {
            return error == .invalidArgument
                ? .refused(.unrecognizedFormat, message: "The file is empty.")
                : .refused(.limit, message: "The font cannot be mapped: \(error).")
        }
        return bytes.withBytes { content in
            do throws(WebFontError) {
                return .font(try WebFont.expand(content))
            } catch {
                return .refused(error.kind.finding, message: error.description)
            }
        }
    }
}

extension WebFontError.Kind {
    /// The kind of finding in a report.
    fileprivate var finding: FontInspection.Finding.Kind {
        switch self {
        case .notAWebFont: .unrecognizedFormat
        case .damaged: .invalid
        case .tooLarge: .limit
        }
    }
}
