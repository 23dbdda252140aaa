internal import ApplicationFonts
internal import FontModel
internal import LinuxSystem

/// Fonts that others in the process have added to fontconfig: the application itself, or another copy of this library, as
/// each of the libraries for C has one. All of it blocks.
extension ProcessScope {
    /// The prefix of the ids of their faces, before the path.
    private static let prefixOfOthers = "application-font-"
    /// Where files without a name are.
    private static let descriptors = "/proc/self/fd/"

    /// Their faces, and where their bytes are.
    func others() -> [(faces: [FontFace], content: Content)] {
        let own = Set(paths())
        return ApplicationFonts.faces { !own.contains($0) }.compactMap { path, faces in
            // Memory stays as it is.
            let stamp = path.hasPrefix(Self.descriptors) ? nil : try? FileStatus(path: path).stamp
            guard stamp != nil || path.hasPrefix(Self.descriptors) else { return nil }
            let id = Self.prefixOfOthers + path
            return (
                faces.map { FontFace($0, id: id, path: path, isEnabled: true) },
                Content(path: path, digest: id, stamp: stamp)
            )
        }
    }

    /// Opens the bytes of a face of the process, whoever added it.
    ///
    /// - Throws: `notRegistered`, or why its file cannot be opened.
    func open(_ face: FontFace) throws(FontManagerError) -> OwnedFileDescriptor {
        guard face.id.hasPrefix(Self.prefixOfOthers), let path = face.path else { return try open(face.id) }
        do throws(FontError) {
            return try .openingFont(path.fileSystemRepresentation, followsLinks: true)
        } catch {
            throw FontManagerError(error, about: .file(path))
        }
    }
}
