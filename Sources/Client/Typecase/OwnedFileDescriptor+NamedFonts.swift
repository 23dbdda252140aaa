internal import FontModel
internal import LinuxSystem

extension OwnedFileDescriptor {
    /// Opens a font file by the path that the application gave, and follows symbolic links.
    ///
    /// - Parameter path: The path.
    /// - Returns: The open file, with close-on-exec set.
    /// - Throws: `fileNotFound` or `insufficientPermissions`, with the path and the reason.
    static func openingNamedFont(_ path: String) throws(FontError) -> OwnedFileDescriptor {
        // C functions would end the path at the NUL, and open another file.
        guard !path.utf8.contains(0) else {
            throw FontError(.fileNotFound, "A path holds no NUL character, as \(path.debugDescription) does.")
        }
        do throws(FontError) {
            return try openingFont(PathText.text(ofNamed: path).fileSystemRepresentation, followsLinks: true)
        } catch {
            guard error.code == .fileNotFound else { throw error }
            if path.hasPrefix("file:"), path.contains("%00") {
                throw FontError(
                    .fileNotFound, "\(path) names no file: no path holds a NUL character, which %00 stands for.")
            }
            if path.hasPrefix("file:") || path.contains("://") {
                throw FontError(
                    .fileNotFound, "\(path) is a URL, where a path is needed, such as /usr/share/fonts/Font.otf.")
            }
            throw FontError(.fileNotFound, "There is no file \(path).")
        }
    }
}
