/// Why a picture is no icon.
package struct IconRefusal: Error, Sendable, Equatable, CustomStringConvertible {
    /// What kind of reason.
    package enum Kind: Sendable, Hashable {
        /// Neither PNG nor SVG.
        case unrecognized
        /// It breaks a rule of its format, or of icons.
        case invalid
        /// It is larger than an icon may be.
        case tooLarge
    }

    /// What kind of reason.
    package let kind: Kind
    /// What is wrong, for people; nothing from the picture.
    package let description: String

    init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }
}
