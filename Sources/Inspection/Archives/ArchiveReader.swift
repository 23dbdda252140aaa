internal import CArchive

/// The source of the bytes of an archive.
package struct ArchiveSource {
    /// The number of bytes.
    package let size: Int
    /// Reads bytes from an offset on into a buffer and returns their number.
    ///
    /// The number is 0 at the end, and `nil` if the bytes cannot be read.
    package let read: (_ offset: Int, _ buffer: UnsafeMutableRawBufferPointer) -> Int?

    /// Creates a source.
    ///
    /// - Parameters:
    ///   - size: The number of bytes.
    ///   - read: Reads bytes.
    package init(size: Int, read: @escaping (_ offset: Int, _ buffer: UnsafeMutableRawBufferPointer) -> Int?) {
        self.size = size
        self.read = read
    }

    /// Creates a source of bytes in memory.
    ///
    /// - Parameter bytes: The archive.
    package init(_ bytes: [UInt8]) {
        self.init(size: bytes.count) { offset, buffer in
            let part = bytes[min(offset, bytes.count)...].prefix(buffer.count)
            part.withUnsafeBytes { buffer.copyMemory(from: $0) }
            return part.count
        }
    }
}

/// Why an archive, or an entry of it, cannot be read.
package struct ArchiveError: Error, Sendable, Equatable {
    /// The kind of an archive error, as a value that programs can compare.
    package enum Kind: Sendable, Hashable {
        /// The file is not an archive of a supported format.
        case notAnArchive
        /// The bytes contradict the format, or a checksum does not match.
        case damaged
        /// The content is encrypted.
        case encrypted
        /// Unpacking needs more memory than allowed.
        case outOfMemory
    }

    /// The kind of the error.
    package var kind: Kind
    /// Whether only this entry is affected, so that the entries after it can be read.
    package var isOfEntryOnly: Bool

    init(_ kind: Kind, isOfEntryOnly: Bool = false) {
        self.kind = kind
        self.isOfEntryOnly = isOfEntryOnly
    }
}

/// The metadata of an archive's entry.
package struct ArchiveEntry: Sendable, Equatable {
    /// The kinds of entries.
    package enum Kind: Sendable, Hashable {
        /// An ordinary file.
        case file
        /// A directory.
        case directory
        /// A symbolic or hard link.
        case link
        /// A device, a socket or a fifo.
        case special
    }

    /// The path, in an encoding that only the creator of the archive knows; mostly UTF-8.
    package var path: [UInt8]
    /// The kind.
    package var kind: Kind
    /// Whether a password is needed for the content.
    package var isEncrypted: Bool
    /// The declared number of bytes of the content; `nil` if it is known only at the end of the content.
    package var size: Int?
}

/// Reads archives in the formats zip, tar and 7z, tar also compressed with gzip or xz, entry by entry, with libarchive.
package final class ArchiveReader {
    /// The source for the callbacks.
    private final class Input {
        let source: ArchiveSource
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 16)
        var offset = 0

        init(_ source: ArchiveSource) { self.source = source }

        deinit { buffer.deallocate() }
    }

    private let archive: OpaquePointer
    private let input: Input

    /// Whether skipping the content of an entry costs nothing, because the format has an index.
    package var skipsForFree: Bool { archive_format(archive) & ARCHIVE_FORMAT_BASE_MASK == ARCHIVE_FORMAT_ZIP }

    /// Opens an archive.
    ///
    /// - Parameter source: The bytes.
    /// - Throws: ``ArchiveError``, usually because the bytes are not an archive.
    package init(_ source: ArchiveSource) throws(ArchiveError) {
        guard let archive = archive_read_new() else { throw ArchiveError(.outOfMemory) }
        self.archive = archive
        input = Input(source)
        // The index at the end of a zip file is authoritative, as for every other program that unpacks one.
        archive_read_support_format_zip_seekable(archive)
        archive_read_support_format_7zip(archive)
        archive_read_support_format_tar(archive)
        archive_read_support_filter_gzip(archive)
        archive_read_support_filter_xz(archive)
        archive_read_set_read_callback(archive) { _, data, buffer in
            guard let data else { return -1 }
            let input = Unmanaged<Input>.fromOpaque(data).takeUnretainedValue()
            guard let count = input.source.read(input.offset, input.buffer) else { return -1 }
            input.offset += count
            buffer?.pointee = UnsafeRawPointer(input.buffer.baseAddress)
            return count
        }
        archive_read_set_seek_callback(archive) { _, data, offset, origin in
            guard let data else { return Int64(ARCHIVE_FATAL) }
            let input = Unmanaged<Input>.fromOpaque(data).takeUnretainedValue()
            // The origins are SEEK_SET, SEEK_CUR and SEEK_END.
            let start = origin == 0 ? 0 : origin == 1 ? input.offset : input.source.size
            let (target, overflow) = start.addingReportingOverflow(Int(offset))
            guard !overflow, target >= 0 else { return Int64(ARCHIVE_FATAL) }
            input.offset = target
            return Int64(target)
        }
        archive_read_set_callback_data(archive, Unmanaged.passUnretained(input).toOpaque())
        guard archive_read_open1(archive) == ARCHIVE_OK else { throw startFailure() }
        // A tar archive within one compression is allowed; more layers only hide something.
        guard archive_filter_count(archive) <= 2 else { throw ArchiveError(.notAnArchive) }
    }

    deinit { archive_read_free(archive) }

    /// Advances to the next entry.
    ///
    /// - Returns: The metadata of the entry; `nil` after the last one.
    /// - Throws: ``ArchiveError``, after which there is no further entry.
    package func next() throws(ArchiveError) -> ArchiveEntry? {
        var entry: OpaquePointer?
        let result = typecase_archive_read_next_header(archive, &entry)
        switch result {
        case ARCHIVE_EOF: return nil
        // A warning concerns a time, or a name whose encoding is unknown.
        case ARCHIVE_OK, ARCHIVE_WARN: break
        default: throw archive_format(archive) == 0 ? startFailure() : failure(otherwise: .damaged)
        }
        guard let entry else { throw ArchiveError(.damaged) }
        var path: [UInt8] = []
        if let name = archive_entry_pathname(entry) {
            path = UnsafeBufferPointer(start: name, count: Self.length(of: name)).map { UInt8(bitPattern: $0) }
        }
        return ArchiveEntry(
            path: path, kind: Self.kind(of: entry), isEncrypted: archive_entry_is_data_encrypted(entry) != 0,
            size: archive_entry_size_is_set(entry) != 0 ? Int(archive_entry_size(entry)) : nil)
    }

    /// Reads more of the content of the current entry.
    ///
    /// - Parameter buffer: The buffer for the content.
    /// - Returns: The number of bytes; 0 at the end.
    /// - Throws: ``ArchiveError``.
    package func read(into buffer: UnsafeMutableRawBufferPointer) throws(ArchiveError) -> Int {
        let count = archive_read_data(archive, buffer.baseAddress, buffer.count)
        if count >= 0 { return count }
        // The format can separate some errors, such as a wrong checksum, from the entries after this one.
        throw failure(otherwise: .damaged, isOfEntryOnly: count == Int(ARCHIVE_FAILED) || count == Int(ARCHIVE_WARN))
    }

    /// Returns the error for an archive whose first entry was not found.
    ///
    /// A zip file without its index is a damaged archive. So are compressed data that end, or are damaged, before the
    /// format of the archive in them is known. Anything else is not an archive.
    private func startFailure() -> ArchiveError {
        let start = UnsafeMutableRawBufferPointer.allocate(byteCount: 4, alignment: 4)
        defer { start.deallocate() }
        guard input.source.read(0, start) == 4 else { return failure(otherwise: .notAnArchive) }
        let isCompressed = start.starts(with: [0x1F, 0x8B]) || start.elementsEqual([0xFD] + Array("7zX".utf8))
        let isDamaged =
            start.elementsEqual("PK\u{3}\u{4}".utf8) || isCompressed && !message.contains("unrecognized archive format")
        return failure(otherwise: isDamaged ? .damaged : .notAnArchive)
    }

    /// The error message of libarchive, in lower case.
    private var message: String { archive_error_string(archive).map { String(cString: $0).lowercased() } ?? "" }

    /// Returns the error that libarchive reports; some kinds can be recognized only by its message.
    private func failure(otherwise kind: ArchiveError.Kind, isOfEntryOnly: Bool = false) -> ArchiveError {
        let text = message
        if text.contains("encrypt") || text.contains("passphrase") || text.contains("password") {
            return ArchiveError(.encrypted, isOfEntryOnly: isOfEntryOnly)
        }
        // This is ENOMEM, or the corresponding message of a decoder.
        if archive_errno(archive) == 12 || text.contains("memory") { return ArchiveError(.outOfMemory) }
        return ArchiveError(kind, isOfEntryOnly: isOfEntryOnly)
    }

    private static func kind(of entry: OpaquePointer) -> ArchiveEntry.Kind {
        if archive_entry_hardlink(entry) != nil { return .link }
        // These are the file types of POSIX; libarchive's names for them are macros that Swift does not import.
        return switch archive_entry_filetype(entry) {
        // Some archivers write no type.
        case 0o100000, 0: .file
        case 0o040000: .directory
        case 0o120000: .link
        default: .special
        }
    }

    private static func length(of text: UnsafePointer<CChar>) -> Int {
        var length = 0
        while text[length] != 0 { length += 1 }
        return length
    }
}
