/// Estimates the memory that fontconfig's patterns of a font occupy in every program that looks for fonts.
package enum PatternSize {
    /// The size of a pattern without its names, in bytes: the measured growth of a program for each pattern, less three
    /// short names.
    package static let pattern = 1_200
    /// The overhead of a name in addition to its text, in bytes: the name and its language are elements of two lists,
    /// and texts are aligned.
    package static let name = 80

    /// Returns the number of patterns that fontconfig creates for a face.
    ///
    /// It creates one for the default, one for each named instance and, if the face is variable, one for the whole
    /// design space.
    ///
    /// - Parameter face: The face.
    /// - Returns: The number, 1 or more.
    package static func count(of face: FaceDescription) -> Int {
        face.namedInstances.count + 1 + (face.isVariable ? 1 : 0)
    }

    /// Estimates the size of the patterns of all faces of a file from their descriptions.
    ///
    /// - Parameter faces: The faces.
    /// - Returns: The size in bytes.
    package static func estimate(_ faces: [FaceDescription]) -> Int {
        faces.reduce(0) { $0 + estimate($1) }
    }

    private static func estimate(_ face: FaceDescription) -> Int {
        let names = face.names.reduce(0) { $0 + name + $1.value.utf8.count + $1.language.utf8.count }
        let capabilities = face.scripts.reduce(0) { $0 + "otlayout: ".utf8.count + $1.utf8.count }
        let instances = face.namedInstances.reduce(0) { $0 + name + $1.name.utf8.count }
        return count(of: face) * (pattern + names + capabilities) + instances
    }
}
