internal import FontModel
internal import CLinux
internal import Glibc
package import LinuxSystem
internal import Localization
internal import SystemPackage

/// Writes the bytes of a font that the service returned.
package enum FontOutput {
    private static let bufferSize = 256 << 10
    /// The number of names to try for the file that is to replace another file.
    ///
    /// A name that is in use belongs to a file of a process with the same id that was killed.
    static let nameAttempts = 16

    /// Writes bytes to a file, as ``write(_:to:replacing:)`` does for a font.
    static func write(_ bytes: [UInt8], to path: String, replacing isReplacing: Bool) throws(CommandFailure) {
        let memory: SealedMemory
        do throws(SealedMemory.Failure) {
            memory = try SealedMemory(bytes: bytes)
        } catch {
            throw CommandFailure(failed: localized("There is not enough memory for %1: %2.", path, "\(error)"))
        }
        try write(memory.descriptor, to: path, replacing: isReplacing)
    }

    /// Writes the bytes to a file, which is either complete or does not exist.
    ///
    /// An existing file that is not a regular file, such as a FIFO or `/dev/stdout`, is written to and not replaced.
    ///
    /// - Parameters:
    ///   - font: The bytes; they are read from the start, whatever the offset is.
    ///   - path: The file.
    ///   - isReplacing: Whether an existing file is replaced.
    /// - Throws: An error if the bytes cannot be written.
    package static func write(
        _ font: OwnedFileDescriptor, to path: String, replacing isReplacing: Bool
    ) throws(CommandFailure) {
        do throws(Errno) {
            var status = stat()
            let exists = (try? retryingInterrupts { stat(path.fileSystemRepresentation, &status) }) != nil
            if exists, status.st_mode & S_IFMT != S_IFREG {
                try copy(font, to: try open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY))
                return
            }
            if exists, !isReplacing { throw Errno.fileExists }
            let (temporary, file) = try makeFile(besides: path)
            do throws(Errno) {
                try copy(font, to: file)
                try move(temporary, to: path, flags: isReplacing ? 0 : typecase_RENAME_NOREPLACE)
            } catch {
                unlink(temporary.fileSystemRepresentation)
                throw error
            }
        } catch .fileExists {
            throw CommandFailure(
                .failure, code: .invalidFilePath, localized("The file exists; use --force to replace it."), item: path)
        } catch {
            throw CommandFailure(
                .failure, code: .invalidFilePath, localized("Cannot be written: %1.", "\(error)"), item: path)
        }
    }

    /// Creates a directory if it does not exist; its parent directory must exist.
    package static func makeDirectory(_ path: String) throws(CommandFailure) {
        do throws(Errno) {
            try retryingInterrupts { mkdir(path.fileSystemRepresentation, 0o777) }
        } catch .fileExists {
            return
        } catch {
            throw CommandFailure(
                .failure, code: .invalidFilePath, localized("Cannot be created: %1.", "\(error)"), item: path)
        }
    }

    /// Writes the bytes to standard output.
    ///
    /// - Parameter font: The bytes.
    /// - Throws: An error if the bytes cannot be written.
    package static func writeToStandardOutput(_ font: OwnedFileDescriptor) throws(CommandFailure) {
        do throws(Errno) {
            try copy(font, to: try OwnedFileDescriptor(duplicating: STDOUT_FILENO))
        } catch {
            throw CommandFailure(
                .failure, code: .invalidFilePath, localized("Cannot write to standard output: %1.", "\(error)"))
        }
    }

    /// Creates a file with an unused name; an existing file with such a name is not touched.
    private static func makeFile(besides path: String) throws(Errno) -> (path: String, file: OwnedFileDescriptor) {
        let name = path + ".typecase-\(getpid())"
        var attempt = 0
        while true {
            let candidate = attempt == 0 ? name : "\(name)-\(attempt)"
            do throws(Errno) {
                return (candidate, try open(candidate, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW))
            } catch {
                guard error == .fileExists, attempt + 1 < nameAttempts else { throw error }
                attempt += 1
            }
        }
    }

    private static func move(_ old: String, to new: String, flags: UInt32) throws(Errno) {
        do throws(Errno) {
            try retryingInterrupts {
                typecase_renameat2(
                    AT_FDCWD, old.fileSystemRepresentation, AT_FDCWD, new.fileSystemRepresentation, flags)
            }
        } catch .invalidArgument where flags != 0 {
            // Not every file system can refuse to replace a file; the earlier check that there is no file has to be
            // enough.
            try move(old, to: new, flags: 0)
        }
    }

    private static func open(_ path: String, _ flags: Int32) throws(Errno) -> OwnedFileDescriptor {
        OwnedFileDescriptor(
            adopting: try retryingInterrupts { typecase_openat(AT_FDCWD, path.fileSystemRepresentation, flags, 0o666) })
    }

    private static func copy(_ source: OwnedFileDescriptor, to target: OwnedFileDescriptor) throws(Errno) {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: bufferSize, alignment: 16)
        defer { buffer.deallocate() }
        var offset = 0
        while true {
            let count = try retryingInterrupts { pread(source.rawValue, buffer.baseAddress, buffer.count, offset) }
            if count == 0 { return }
            var done = 0
            while done < count {
                done += try retryingInterrupts {
                    Glibc.write(target.rawValue, buffer.baseAddress.map { $0 + done }, count - done)
                }
            }
            offset += count
        }
    }
}
