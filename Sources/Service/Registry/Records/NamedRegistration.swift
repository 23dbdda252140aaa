package import FontModel

/// A registration that a descriptor names.
package struct NamedRegistration: Sendable, Equatable {
    /// The registration.
    package var id: FontIdentifier
    /// How long it lasts.
    package var scope: RegistrationScope
    /// The faces that the descriptor describes, in the order of the file; of each what a descriptor can tell it by.
    package var faces: [FaceIdentity]

    /// Creates a value.
    package init(id: FontIdentifier, scope: RegistrationScope, faces: [FaceIdentity]) {
        self.id = id
        self.scope = scope
        self.faces = faces
    }
}
