internal import LinuxSystem

/// A file that a picture is written to, by its name.
struct PictureFile {
    /// The path.
    let path: String
    /// What the name says that it is, as `org.typecase.Rendering1` calls it.
    let format: String

    /// Reads a path; `nil` where its name does not end with one of the formats.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - formats: What the file may be.
    init?(_ path: String, formats: [String] = ["png", "svg"]) {
        guard let format = formats.first(where: { path.lowercased().hasSuffix(".\($0)") }) else { return nil }
        self.path = path
        self.format = format
    }
}
