internal import Archives
package import FontModel
internal import Fontconfig
internal import Glibc
package import InspectionProtocol
internal import LinuxSystem
internal import SFNT
package import SandboxedWorker
internal import SystemPackage

/// The work of a worker that unpacks archives.
package struct ArchiveJobs: JobPerformer {
    package init() {}

    package mutating func warmUp() {
        // If names are in no encoding that libarchive knows, libarchive returns their bytes only in this locale.
        setlocale(LC_CTYPE, "C.UTF-8")
    }

    package mutating func refresh(for job: InspectionJob) -> Bool { false }

    package func rehearse() {}

    package var opinions: [Opinion] { [] }

    package func files(for job: InspectionJob) -> JobFiles { JobFiles() }

    package func perform(_ job: InspectionJob, with descriptors: JobDescriptors) -> [UInt8] {
        let reply: InspectionReply
        if case .unpack(let request) = job, let archive = descriptors.font, let output = descriptors.output {
            do throws(ArchiveOutputFailure) {
                reply = .archive(try Self.unpack(archive, request, to: output))
            } catch {
                reply = .failed(.notWritten(errno: error.errno))
            }
        } else {
            reply = .failed(.refused("The job came without an archive or without a file to write to."))
        }
        if let record = try? InspectionWire.encode(reply) { return record }
        let refusal = ArchiveOutcome.refused(
            .limit, message: "The names and faces in the archive are too many to describe.")
        return (try? InspectionWire.encode(.archive(refusal))) ?? []
    }

    private static func unpack(
        _ archive: OwnedFileDescriptor, _ request: ArchiveRequest, to output: OwnedFileDescriptor
    ) throws(ArchiveOutputFailure) -> ArchiveOutcome {
        let size: Int
        do throws(Errno) {
            size = Int(clamping: try FileStatus(of: archive).stamp.size)
        } catch {
            return .refused(.invalid, message: "The archive cannot be read: \(error).")
        }
        let source = ArchiveSource(size: size) { offset, buffer in
            // This does not use pread: the command shares the offset and uses it to show the progress.
            do throws(Errno) {
                try retryingInterrupts { lseek(archive.rawValue, off_t(offset), SEEK_SET) }
                return try retryingInterrupts { read(archive.rawValue, buffer.baseAddress, buffer.count) }
            } catch {
                return nil
            }
        }
        return try ArchiveUnpacking.run(
            source, request, fileSize: FontLimits.fileSize, to: FontFileOutput(file: output))
    }
}

/// Writes the fonts of an archive to a file, one after another, and describes them from that file.
private struct FontFileOutput: ArchiveOutput {
    let file: OwnedFileDescriptor
    /// The offset at which the font begins.
    private var start = 0
    /// The offset at which the font ends so far.
    private var end = 0

    init(file: OwnedFileDescriptor) { self.file = file }

    mutating func begin() throws(ArchiveOutputFailure) {
        end = start
        try Self.checked { () throws(Errno) in
            _ = try retryingInterrupts { lseek(file.rawValue, off_t(start), SEEK_SET) }
        }
    }

    mutating func write(_ bytes: UnsafeRawBufferPointer) throws(ArchiveOutputFailure) {
        try Self.checked { () throws(Errno) in try FileCopy.write(bytes, to: file) }
        end += bytes.count
    }

    mutating func end(
        describingFaces describesFaces: Bool
    ) throws(ArchiveOutputFailure)
        -> (offset: Int, faces: [ArchivedFace])
    {
        let font = start..<end
        start = end
        guard describesFaces, !font.isEmpty else { return (font.lowerBound, []) }
        let mapping = try Self.checked { () throws(Errno) in try MappedFont(file, range: font) }
        let inspection = mapping.withBytes { FontReader.inspect($0) }
        return (font.lowerBound, zip(inspection.faces, inspection.examined).map(ArchivedFace.init))
    }

    private static func checked<Value>(_ body: () throws(Errno) -> Value) throws(ArchiveOutputFailure) -> Value {
        do throws(Errno) { return try body() } catch { throw ArchiveOutputFailure(errno: error.rawValue) }
    }
}

extension ArchivedFace {
    fileprivate init(_ face: FaceDescription, _ examined: ExaminedFace) {
        self.init(
            format: examined.format, postscriptName: face.postscriptName, family: face.typographicFamily ?? face.family,
            weight: face.weight, width: face.width, slant: face.slant, axes: face.axes.map(\.tag),
            namedInstances: face.namedInstances.count)
    }
}
