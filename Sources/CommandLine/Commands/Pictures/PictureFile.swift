internal import LinuxSystem

/// A file to which a picture is written, with the format that its name implies.
struct PictureFile {
    /// The path.
    let path: String
    /// The format that the name implies, as `org.typecase.Rendering1` calls it.
    let format: String

    /// Creates a file from its path; `nil` if the name does not end with one of the formats.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - formats: The allowed formats.
    init?(_ path: String, formats: [String] = ["png", "svg"]) {
        guard let format = formats.first(where: { path.lowercased().hasSuffix(".\($0)") }) else { return nil }
        self.path = path
        self.format = format
    }
}
