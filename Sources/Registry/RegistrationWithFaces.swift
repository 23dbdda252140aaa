package import FontModel

/// A registration with its content and what is in it.
package struct RegistrationWithFaces: Sendable, Equatable {
    /// The registration.
    package var registration: RegistrationRecord
    /// The content that was registered.
    package var content: ContentRecord
    /// The faces in it, in the order of their indexes, without ``FontModel/FaceDescription/coverage``.
    package var faces: [FaceDescription]

    /// Creates a value.
    package init(registration: RegistrationRecord, content: ContentRecord, faces: [FaceDescription]) {
        self.registration = registration
        self.content = content
        self.faces = faces
    }
}
