internal import CLinux
internal import Glibc
package import SystemPackage

/// An open directory below which files are opened without following any symbolic link.
///
/// A process that can write in the directory can only have its own files opened, not the targets of links.
package struct ConfinedDirectory: Sendable {
    private let descriptor: OwnedFileDescriptor

    private init(_ descriptor: OwnedFileDescriptor) { self.descriptor = descriptor }

    /// Creates a confined directory from a path; symbolic links in the path are followed.
    ///
    /// - Parameter path: The path.
    /// - Throws: The error of `open`.
    package init(path: String) throws(Errno) {
        descriptor = OwnedFileDescriptor(
            adopting: try retryingInterrupts {
                typecase_openat(AT_FDCWD, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0)
            })
    }

    /// Opens a directory below this one.
    ///
    /// - Parameter parts: The names on the way to the directory.
    /// - Returns: The directory.
    /// - Throws: The error of `open`, `tooManySymbolicLinkLevels` or `notDirectory` for a symbolic link, and
    ///   `invalidArgument` for a part that is not a valid name.
    package func directory(_ parts: [String]) throws(Errno) -> ConfinedDirectory {
        var current = self
        for part in parts {
            current = ConfinedDirectory(try current.open(part, flags: O_RDONLY | O_DIRECTORY))
        }
        return current
    }

    /// Opens a file below this directory for reading; a file that is not regular does not block.
    ///
    /// - Parameter parts: The names on the way to the file.
    /// - Returns: The file, of any kind.
    /// - Throws: The same errors as ``directory(_:)``.
    package func file(_ parts: [String]) throws(Errno) -> OwnedFileDescriptor {
        guard let name = parts.last else { throw .invalidArgument }
        return try directory(parts.dropLast()).open(name, flags: O_RDONLY | O_NONBLOCK | O_NOCTTY)
    }

    /// The names in this directory, sorted; names that are not UTF-8 are omitted.
    ///
    /// - Throws: The system's error.
    package func names() throws(Errno) -> [String] {
        // A directory stream takes over its descriptor and moves its position.
        let raw = try retryingInterrupts {
            typecase_openat(descriptor.rawValue, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0)
        }
        guard let stream = fdopendir(raw) else {
            close(raw)
            throw Errno(rawValue: typecase_errno())
        }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(validating: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if let name, name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    private func open(_ name: String, flags: Int32) throws(Errno) -> OwnedFileDescriptor {
        guard !["", ".", ".."].contains(name), !name.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 == 0 })
        else { throw .invalidArgument }
        return OwnedFileDescriptor(
            adopting: try retryingInterrupts {
                typecase_openat(descriptor.rawValue, name, flags | O_CLOEXEC | O_NOFOLLOW, 0)
            })
    }
}
