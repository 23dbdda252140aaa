package import FontModel

/// The faces of one directory.
package struct DirectoryFaces: Sendable, Equatable {
    /// One face of one file.
    package struct Entry: Sendable, Equatable {
        /// The absolute path of the file.
        package var path: String
        /// The format, if it is a known one.
        package var format: FontFormat?
        /// The description of the face from the cache.
        package var face: FaceDescription
        /// The number of the face's first pattern in the cache, which determines the page of the face in listings.
        package var position: Int
    }

    /// The faces in the order of their first patterns.
    package var faces: [Entry]
    /// The number of patterns, which exceeds the number of faces if there are variable fonts.
    package var patternCount: Int
}
