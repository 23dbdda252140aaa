package import FontModel

/// A registration that matches a descriptor.
package struct NamedRegistration: Sendable, Equatable {
    /// The registration.
    package var id: FontIdentifier
    /// The scope, which determines how long the registration lasts.
    package var scope: RegistrationScope
    /// The faces that match the descriptor, in the order of the file, each with the properties that descriptors can
    /// specify.
    package var faces: [FaceIdentity]

    /// Creates a value.
    package init(id: FontIdentifier, scope: RegistrationScope, faces: [FaceIdentity]) {
        self.id = id
        self.scope = scope
        self.faces = faces
    }
}
