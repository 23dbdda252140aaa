internal import FontModel
internal import LinuxSystem
internal import SystemPackage

/// Functions for the bytes of font files.
///
/// All of them block.
enum FontBytes {
    /// Returns the SHA-256 of the current contents of a file, in hexadecimal digits.
    static func digest(ofFileAt path: String) -> Result<String, FontManagerError> {
        do throws(FontError) {
            let file = try OwnedFileDescriptor.openingNamedFont(path)
            do {
                return .success(try FileDigest.of(file).hexadecimal)
            } catch {
                throw FontError(.insufficientPermissions, "Cannot be read: \(error).")
            }
        } catch {
            return .failure(FontManagerError(error, about: .file(path)))
        }
    }

    /// Returns the path, without symbolic links, of a file that may no longer exist.
    ///
    /// The result is `nil` if the directory of the file no longer exists either.
    static func place(ofFileAt path: String) -> String? {
        let file = FilePath(path)
        let directory = file.removingLastComponent()
        guard let name = file.lastComponent,
            let resolved = try? FileSystem.resolved(directory.isEmpty ? "." : directory.string)
        else { return nil }
        return FilePath(resolved).appending(name).string
    }

    /// Copies a font into memory that cannot be changed.
    static func memory(of data: [UInt8]) throws(FontManagerError) -> SealedMemory {
        guard data.count <= FontLimits.fileSize else {
            throw FontManagerError(
                .exceededResourceLimit, "The font has more than \(FontLimits.fileSize >> 20) MiB.")
        }
        do throws(SealedMemory.Failure) {
            return try SealedMemory(bytes: data)
        } catch {
            throw FontManagerError(.exceededResourceLimit, "There is no memory for the font: \(error).")
        }
    }

    /// Whether a file begins with the signature of a font that can be registered.
    static func areSupported(inFileAt path: String) throws -> Bool {
        var start: [UInt8] = [0, 0, 0, 0]
        let file = try OwnedFileDescriptor.openingNamedFont(path)
        let count = try start.withUnsafeMutableBytes {
            try FileDescriptor(rawValue: file.rawValue).read(fromAbsoluteOffset: 0, into: $0)
        }
        // TrueType, TrueType as Apple marks it, OpenType with CFF outlines, and collections.
        return count == 4
            && [[0, 1, 0, 0], Array("true".utf8), Array("OTTO".utf8), Array("ttcf".utf8)].contains(start)
    }

    /// Reads all bytes of a file.
    static func all(of file: OwnedFileDescriptor) throws -> [UInt8] {
        let size = Int(try FileStatus(of: file).stamp.size)
        var bytes = [UInt8](repeating: 0, count: size)
        var done = 0
        while done < size {
            let count = try bytes.withUnsafeMutableBytes { buffer in
                try FileDescriptor(rawValue: file.rawValue).read(
                    fromAbsoluteOffset: Int64(done), into: UnsafeMutableRawBufferPointer(rebasing: buffer[done...]))
            }
            if count == 0 { break }
            done += count
        }
        return Array(bytes[..<done])
    }
}
