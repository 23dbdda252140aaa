internal import CArchive

/// Makes archives of made-up entries, with libarchive.
package struct ArchiveBuilder: Sendable {
    /// The formats of archives.
    package enum Format: String, Sendable, CaseIterable {
        case zip
        case sevenZip = "7z"
        case gzippedTar = "tar.gz"
        case xzTar = "tar.xz"
    }

    /// An entry.
    package struct Entry: Sendable {
        /// The path, as bytes in any encoding.
        package var path: [UInt8]
        /// The content.
        package var content: [UInt8] = []
        /// What a symbolic link leads to; `nil` for a file.
        package var linkTarget: String?

        /// Creates a file.
        package init(_ path: String, _ content: [UInt8]) {
            self.path = Array(path.utf8)
            self.content = content
        }

        /// Creates a file with a path that need not be UTF-8.
        package init(path: [UInt8], _ content: [UInt8]) {
            self.path = path
            self.content = content
        }

        /// Creates a symbolic link.
        package init(_ path: String, linkTo target: String) {
            self.path = Array(path.utf8)
            linkTarget = target
        }
    }

    /// What libarchive could not do.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    /// The entries.
    package var entries: [Entry]
    /// The password that zip entries are encrypted with; `nil` encrypts nothing.
    package var password: String?

    /// Creates a builder.
    package init(_ entries: [Entry], password: String? = nil) {
        self.entries = entries
        self.password = password
    }

    /// Makes the archive.
    ///
    /// - Parameter format: The format.
    /// - Returns: Its bytes.
    /// - Throws: What libarchive says.
    package func build(_ format: Format) throws(Failure) -> [UInt8] {
        guard let archive = archive_write_new() else { throw Failure(description: "no memory") }
        defer { archive_write_free(archive) }
        func check(_ result: Int32) throws(Failure) {
            guard result == ARCHIVE_OK else {
                throw Failure(description: archive_error_string(archive).map { String(cString: $0) } ?? "\(result)")
            }
        }
        switch format {
        case .zip: try check(archive_write_set_format_zip(archive))
        case .sevenZip: try check(archive_write_set_format_7zip(archive))
        case .gzippedTar, .xzTar:
            try check(archive_write_set_format_pax_restricted(archive))
            try check(format == .xzTar ? archive_write_add_filter_xz(archive) : archive_write_add_filter_gzip(archive))
        }
        if let password {
            try check(archive_write_set_options(archive, "zip:encryption=traditional"))
            try check(archive_write_set_passphrase(archive, password))
        }
        // Without it the end is padded as for a tape.
        try check(archive_write_set_bytes_in_last_block(archive, 1))
        var bytes = [UInt8](repeating: 0, count: entries.reduce(1 << 20) { $0 + 2 * $1.content.count + 4096 })
        var used = 0
        try check(archive_write_open_memory(archive, &bytes, bytes.count, &used))
        for entry in entries { try add(entry, to: archive, check) }
        try check(archive_write_close(archive))
        return Array(bytes[..<used])
    }

    private func add(
        _ entry: Entry, to archive: OpaquePointer, _ check: (Int32) throws(Failure) -> Void
    ) throws(Failure) {
        guard let header = archive_entry_new() else { throw Failure(description: "no memory") }
        defer { archive_entry_free(header) }
        let path = entry.path.map { CChar(bitPattern: $0) } + [0]
        archive_entry_set_pathname(header, path)
        archive_entry_set_perm(header, 0o644)
        archive_entry_set_mtime(header, 1_700_000_000, 0)
        if let target = entry.linkTarget {
            archive_entry_set_filetype(header, 0o120000)  // S_IFLNK
            archive_entry_set_symlink(header, target)
        } else {
            archive_entry_set_filetype(header, 0o100000)  // S_IFREG
            archive_entry_set_size(header, Int64(entry.content.count))
        }
        let result = typecase_archive_write_header(archive, header)
        // A name in no encoding is written as it is.
        if result != ARCHIVE_WARN { try check(result) }
        if entry.content.isEmpty { return }
        guard archive_write_data(archive, entry.content, entry.content.count) == entry.content.count else {
            throw Failure(description: archive_error_string(archive).map { String(cString: $0) } ?? "short write")
        }
    }
}
