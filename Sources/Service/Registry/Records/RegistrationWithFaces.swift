package import FontModel

/// A registration with its content and its faces.
package struct RegistrationWithFaces: Sendable, Equatable {
    /// The registration.
    package var registration: RegistrationRecord
    /// The content that was registered.
    package var content: ContentRecord
    /// The faces in the content, in the order of their indexes, without ``FontModel/FaceDescription/coverage``.
    package var faces: [FaceDescription]

    /// Creates a value.
    package init(registration: RegistrationRecord, content: ContentRecord, faces: [FaceDescription]) {
        self.registration = registration
        self.content = content
        self.faces = faces
    }
}

/// One page of a list of registrations.
package struct RegistrationPage: Sendable {
    /// The registrations.
    package var registrations: [RegistrationWithFaces]
    /// The cursor of the next page; `nil` at the end of the list.
    package var cursor: String?
    /// The rows of the registrations.
    let rows: [Int64]
    /// The registry, by its first generation.
    let registry: UInt64

    /// Creates a cursor that continues after one of the registrations, for use if the page is too long.
    package func cursor(after index: Int) -> String {
        RegistryCursor(.registrations, of: registry, after: .row(rows[index])).text
    }
}
