package import FontModel

/// The faces of one directory.
package struct DirectoryFaces: Sendable, Equatable {
    /// One face of one file.
    package struct Entry: Sendable, Equatable {
        /// The absolute path of the file.
        package var path: String
        /// The format, where it is one that we know.
        package var format: FontFormat?
        /// What the cache tells of the face.
        package var face: FaceDescription
        /// The number of the face's first pattern in the cache, by which listings are cut into pages.
        package var position: Int
    }

    /// The faces in the order of their first patterns.
    package var faces: [Entry]
    /// The number of patterns: more than faces where there are variable fonts.
    package var patternCount: Int
}
