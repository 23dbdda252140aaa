internal import FontModel
internal import Glibc
internal import LinuxSystem
internal import Registry
internal import SystemPackage

/// An open font file of the system, in its current state.
///
/// Fontconfig's information about a file is as old as the last scan of its directory, and the user's own directories
/// also count as the system's. The current file may differ from the one that was scanned: it may come from anyone who
/// can write to the directory.
struct SystemFontFile: Sendable {
    /// The file, open for reading.
    let descriptor: OwnedFileDescriptor
    /// The identity, times and size of the file.
    let stamp: FileStamp
    /// Whether only root can have determined what the path leads to, or written the file's content.
    let isOfRoot: Bool

    /// Opens a file.
    ///
    /// - Parameter path: The absolute path; links are followed, because many system fonts are links.
    /// - Throws: `FileNotFound`, `InsufficientPermissions` if it is not a regular file, or the error of the system.
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
                throw FontError(.fileNotFound, "The font's file no longer exists.")
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
    /// Whether this face is among the faces found in a file, by its index and its names.
    ///
    /// One name in common is enough, because fontconfig makes up names that fonts lack.
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
