internal import FontModel

/// One page of a list of faces.
package struct FacePage: Sendable {
    /// The faces.
    package var faces: [FaceRecord]
    /// The cursor of the next page; `nil` at the end of the list.
    package var cursor: String?
    /// The rows of the faces.
    let rows: [Int64]
    /// The registry, by its first generation.
    let registry: UInt64

    /// Creates a cursor that continues after one of the faces, for use if the page is too long.
    package func cursor(after index: Int) -> String {
        let face = faces[index]
        let position: RegistryCursor.Position =
            face.source == .system ? .text(face.id.rawValue) : .row(rows[index])
        return RegistryCursor(.faces, of: registry, after: position).text
    }
}
