/// The lifetime of a registration, with Core Text's names.
package enum RegistrationScope: String, Sendable, Hashable, CaseIterable {
    /// Until it is removed, across logins and reboots.
    case persistent
    /// Until the user's last login session ends.
    case session
}

/// The source of a face.
package enum FontSource: String, Sendable, Hashable, CaseIterable {
    /// Registered with Typecase.
    case typecase
    /// Found by fontconfig in any other directory.
    case system
}
