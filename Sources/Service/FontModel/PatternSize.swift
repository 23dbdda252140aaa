/// Estimates the memory that fontconfig's patterns of a font take in every program that looks for fonts.
package enum PatternSize {
    /// A pattern without its names, in bytes: what programs grow by for each, less three short names.
    package static let pattern = 1_200
    /// A name besides its text, in bytes: it and its language are members of two lists, and texts are aligned.
    package static let name = 80

    /// How many patterns fontconfig makes of a face: for its default, its named instances and, where it is variable, for
    /// the whole design space.
    ///
    /// - Parameter face: The face.
    /// - Returns: The number, 1 or more.
    package static func count(of face: FaceDescription) -> Int {
        face.namedInstances.count + 1 + (face.isVariable ? 1 : 0)
    }

    /// Estimates the patterns of all faces of a file by their descriptions.
    ///
    /// - Parameter faces: The faces.
    /// - Returns: Bytes.
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
