internal import ApplicationFonts
internal import FontModel
internal import LinuxSystem

/// Fonts that other code in the process has added to fontconfig.
///
/// The other code is the application itself, or another copy of this library: each of the libraries for C contains one.
/// All methods block.
extension ProcessScope {
    /// The prefix of the ids of these faces, before the path.
    private static let prefixOfOthers = "application-font-"
    /// The directory of open files without a name.
    private static let descriptors = "/proc/self/fd/"

    /// Returns the faces of these fonts, and where their bytes are.
    func others() -> [(faces: [FontFace], content: Content)] {
        let own = Set(paths())
        return ApplicationFonts.faces { !own.contains($0) }.compactMap { path, faces in
            // Memory does not change.
            let stamp = path.hasPrefix(Self.descriptors) ? nil : try? FileStatus(path: path).stamp
            guard stamp != nil || path.hasPrefix(Self.descriptors) else { return nil }
            let id = Self.prefixOfOthers + path
            return (
                faces.map { FontFace($0, id: id, path: path, isEnabled: true) },
                Content(path: path, digest: id, stamp: stamp)
            )
        }
    }

    /// Opens the bytes of a face of the process, regardless of which code added it.
    ///
    /// - Throws: `notRegistered`, or the reason why the file cannot be opened.
    func open(_ face: FontFace) throws(FontManagerError) -> OwnedFileDescriptor {
        guard face.id.hasPrefix(Self.prefixOfOthers), let path = face.path else { return try open(face.id) }
        do throws(FontError) {
            return try .openingFont(path.fileSystemRepresentation, followsLinks: true)
        } catch {
            throw FontManagerError(error, about: .file(path))
        }
    }
}
