internal import FontModel
internal import Glibc
internal import LinuxSystem
internal import Registry
internal import SystemPackage

/// A font file of the system's, open, in the state in which it is now.
///
/// Fontconfig's view of a file is as old as its directory's last scan, and the user's own directories count as the
/// system's too. What is there now may be another file than the one that was scanned, put there by whoever may write to
/// the directory.
struct SystemFontFile: Sendable {
    /// The file, open for reading.
    let descriptor: OwnedFileDescriptor
    /// Its identity, times and size.
    let stamp: FileStamp
    /// Whether nobody but root can have chosen what the path leads to, or written what is in it.
    let isOfRoot: Bool

    /// Opens a file.
    ///
    /// - Parameter path: The absolute path; links are followed, as many a font of the system is one.
    /// - Throws: `FileNotFound`, `InsufficientPermissions` for what is no regular file, and what the system says.
    init(opening path: String) throws(FontError) {
        let status: FileStatus
        do throws(Errno) {
            // A fifo in place of a font must not block.
            descriptor = OwnedFileDescriptor(
                adopting: try retryingInterrupts {
                    Glibc.open(path.fileSystemRepresentation, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
                })
            status = try FileStatus(of: descriptor)
        } catch {
            if error == .noSuchFileOrDirectory {
                throw FontError(.fileNotFound, "The font's file is not there any more.")
            }
            throw FontError(error, while: "open the font")
        }
        guard status.kind == .regular else {
            throw FontError(.insufficientPermissions, "The font is not a regular file.")
        }
        stamp = status.stamp
        isOfRoot = status.isWrittenByRootOnly && FileSystem.isWritten(onlyBy: [0], at: path)
    }
}

extension FaceRecord {
    /// Whether one of the faces that were found in a file is this one, by its index and its names.
    ///
    /// One name in common is enough, as fontconfig makes up names that fonts lack.
    func isAmong(_ faces: [FaceDescription]) -> Bool {
        guard let found = faces.first(where: { $0.index == face.index }) else { return false }
        let name = face.postscriptName.fontNameKey
        if !name.isEmpty, name == found.postscriptName.fontNameKey { return true }
        let families =
            [found.family, found.typographicFamily ?? ""]
            + found.names.filter { $0.kind == .family || $0.kind == .typographicFamily }.map(\.value)
        let known = Set([face.family, face.typographicFamily ?? ""].map(\.fontNameKey)).subtracting([""])
        return families.contains { known.contains($0.fontNameKey) }
    }
}
