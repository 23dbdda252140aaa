internal import FontModel
package import InspectionProtocol

/// The output for the fonts of an archive.
package protocol ArchiveOutput {
    /// Begins a font; if the last font was not ended, the new one replaces it.
    mutating func begin() throws(ArchiveOutputFailure)

    /// Appends bytes to the font.
    mutating func write(_ bytes: UnsafeRawBufferPointer) throws(ArchiveOutputFailure)

    /// Ends the font.
    ///
    /// - Parameter describesFaces: Whether to describe the faces.
    /// - Returns: The offset of the font, and its faces.
    /// - Throws: Why the output accepts no more.
    mutating func end(
        describingFaces describesFaces: Bool
    ) throws(ArchiveOutputFailure)
        -> (offset: Int, faces: [ArchivedFace])
}

/// Why an output accepts no more.
package struct ArchiveOutputFailure: Error, Sendable, Equatable {
    /// The error of the system.
    package let errno: Int32

    /// Creates a failure.
    package init(errno: Int32) { self.errno = errno }
}

/// Extracts the fonts from an archive, within ``InspectionProtocol/ArchiveLimits``.
///
/// The paths of entries are only labels: nothing is ever written to them. Paths outside the directory in which other
/// programs unpack the archive are still refused, because no honest archive contains them.
package struct ArchiveUnpacking<Output: ArchiveOutput> {
    private let request: ArchiveRequest
    private let limit: Int
    private let fileSize: Int
    private var output: Output
    private var contents = ArchiveContents()
    /// The number of bytes to which the archive has expanded so far.
    private var expandedBytes = 0

    /// An error that ends the unpacking, for the reply.
    private struct Refusal: Error {
        let kind: FontInspection.Finding.Kind
        let message: String
    }

    private init(_ request: ArchiveRequest, sourceSize: Int, fileSize: Int, output: Output) {
        self.request = request
        limit = ArchiveLimits.expandedSize(ofArchive: sourceSize)
        self.fileSize = fileSize
        self.output = output
    }

    /// Unpacks an archive.
    ///
    /// - Parameters:
    ///   - source: The archive.
    ///   - request: The entries to unpack and to list.
    ///   - fileSize: The most bytes of one font.
    ///   - output: The output for the fonts.
    /// - Returns: The result.
    /// - Throws: Why the output accepts no more, for which the archive is not at fault.
    package static func run(
        _ source: ArchiveSource, _ request: ArchiveRequest, fileSize: Int, to output: Output
    ) throws(ArchiveOutputFailure) -> ArchiveOutcome {
        var unpacking = Self(request, sourceSize: source.size, fileSize: fileSize, output: output)
        do {
            try unpacking.readAll(source)
            return .unpacked(unpacking.contents)
        } catch let refusal as Refusal {
            return .refused(refusal.kind, message: refusal.message)
        } catch let failure as ArchiveOutputFailure {
            throw failure
        } catch {
            preconditionFailure("nothing else is thrown")
        }
    }

    private mutating func readAll(_ source: ArchiveSource) throws {
        let reader: ArchiveReader
        do throws(ArchiveError) {
            reader = try ArchiveReader(source)
        } catch {
            throw Self.refusal(error, after: nil)
        }
        var count = 0
        var previous: [UInt8]?
        while true {
            let entry: ArchiveEntry
            do throws(ArchiveError) {
                guard let next = try reader.next() else { return }
                entry = next
            } catch {
                throw Self.refusal(error, after: previous)
            }
            previous = entry.path
            count += 1
            guard count <= ArchiveLimits.entries else {
                throw Refusal(
                    kind: .limit,
                    message: "The archive has more than \(ArchiveLimits.entries) entries, the most allowed.")
            }
            try take(entry, of: reader)
        }
    }

    /// Unpacks, lists, refuses or counts one entry.
    private mutating func take(_ entry: ArchiveEntry, of reader: ArchiveReader) throws {
        // To skip an entry, most formats have to decompress it.
        if !reader.skipsForFree, let size = entry.size { try spend(size, on: entry) }
        if entry.kind == .directory { return }
        let path = ArchivePath(entry.path)
        if path.isMetadataOfMacOS { return }
        let isUnpacked = path.ends(inOneOf: request.unpacked)
        guard isUnpacked || path.ends(inOneOf: request.listed) else {
            contents.otherFiles += 1
            return
        }
        guard contents.entries.count < ArchiveLimits.fonts else {
            throw Refusal(
                kind: .limit, message: "The archive has more than \(ArchiveLimits.fonts) fonts, the most allowed.")
        }
        if let (kind, message) = refusal(of: entry, path) {
            let label = Array(entry.path.prefix(ArchiveLimits.pathLength))
            // An entry without any name cannot be reported.
            if label.isEmpty { contents.otherFiles += 1 } else { add(label, .refused(kind, message: message)) }
            return
        }
        guard isUnpacked else { return add(entry.path, .listed) }
        let result: Result<ArchiveContents.Content, any Error>
        do throws(ArchiveError) {
            result = try unpack(entry, of: reader)
        } catch {
            guard error.isOfEntryOnly else { throw Self.refusal(error, in: entry.path) }
            let refusal = Self.refusal(error, in: nil)
            return add(entry.path, .refused(refusal.kind, message: refusal.message))
        }
        add(entry.path, try result.get())
    }

    private mutating func add(_ path: [UInt8], _ content: ArchiveContents.Content) {
        contents.entries.append(ArchiveContents.Entry(path: path, content: content))
    }

    /// Returns why an entry is refused for its metadata; `nil` if it is to be read.
    private func refusal(
        of entry: ArchiveEntry, _ path: ArchivePath
    ) -> (kind: FontInspection.Finding.Kind, message: String)? {
        if path.bytes.isEmpty { return (.invalid, "The entry has no name.") }
        if path.isTooLong {
            return (
                .limit,
                "The path has more than \(ArchiveLimits.pathLength) bytes or \(ArchiveLimits.depth) directories, the most "
                    + "allowed."
            )
        }
        if path.isAbsolute { return (.invalid, "The path of the entry is absolute.") }
        if path.leadsUp { return (.invalid, "Its path leads out of the archive with \"..\".") }
        switch entry.kind {
        case .link:
            return (
                .invalid, "The entry is a link, which is not followed. Its target is unpacked if it is in the archive."
            )
        case .special: return (.invalid, "The entry is a device, FIFO or socket, not a file.")
        case .file, .directory: break
        }
        if entry.isEncrypted { return (.invalid, ArchiveMessage.encrypted) }
        if let size = entry.size, size > fileSize { return (.limit, ArchiveMessage.tooLarge(size, limit: fileSize)) }
        return nil
    }

    /// Unpacks the content of an entry; the result is a failure for an error that ends the unpacking.
    private mutating func unpack(
        _ entry: ArchiveEntry, of reader: ArchiveReader
    ) throws(ArchiveError) -> Result<ArchiveContents.Content, any Error> {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 16)
        defer { buffer.deallocate() }
        var size = 0
        do {
            try output.begin()
        } catch { return .failure(error) }
        while true {
            let count = try reader.read(into: buffer)
            if count == 0 { break }
            size += count
            guard size <= fileSize else {
                return .success(.refused(.limit, message: ArchiveMessage.tooLarge(size, limit: fileSize)))
            }
            do {
                if reader.skipsForFree || entry.size == nil { try spend(count, on: entry) }
                try output.write(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            } catch { return .failure(error) }
        }
        do {
            let (offset, faces) = try output.end(describingFaces: request.describesFaces)
            return .success(.unpacked(offset: offset, size: size, faces: faces))
        } catch { return .failure(error) }
    }

    /// Counts the bytes to which an entry expands.
    private mutating func spend(_ size: Int, on entry: ArchiveEntry) throws {
        guard size >= 0, size <= limit - expandedBytes else {
            throw Refusal(
                kind: .limit,
                message:
                    "The archive expands to more than \(limit) bytes, the most allowed for its size, with the entry "
                    + "\(ArchivePath(entry.path).text).")
        }
        expandedBytes += size
    }

    private static func refusal(_ error: ArchiveError, in entry: [UInt8]?) -> Refusal {
        let place = entry.map { " in the entry \(ArchivePath($0).text)" } ?? ""
        return switch error.kind {
        case .notAnArchive: Refusal(kind: .unrecognizedFormat, message: ArchiveMessage.notAnArchive)
        case .damaged: Refusal(kind: .invalid, message: "The archive is damaged\(place). Download it again.")
        case .encrypted: Refusal(kind: .invalid, message: ArchiveMessage.encrypted)
        case .outOfMemory:
            Refusal(
                kind: .limit,
                message:
                    "Unpacking needs more memory than allowed\(place): the compression has too large a dictionary. "
                    + "Unpack it with another program.")
        }
    }

    private static func refusal(_ error: ArchiveError, after entry: [UInt8]?) -> Refusal {
        var refusal = refusal(error, in: nil)
        if error.kind == .damaged, let entry {
            refusal = Refusal(
                kind: .invalid,
                message: "The archive is damaged after the entry \(ArchivePath(entry).text). Download it again.")
        }
        return refusal
    }
}

/// The messages that are used in more than one place.
private enum ArchiveMessage {
    static let encrypted = "Encrypted: unpack it with its password first."
    static let notAnArchive =
        "The file is not an archive of a supported format: zip, 7z, or tar compressed with gzip or xz."

    static func tooLarge(_ size: Int, limit: Int) -> String {
        "The font has \(size) bytes or more; Typecase allows \(limit). If it is a collection, split it into single fonts."
    }
}
