/// Why a font that was registered is kept out of use, though its bytes are as they were.
package struct ContentRefusal: Sendable, Hashable {
    /// What speaks against the font; the raw values are stored and travel over D-Bus.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        /// It would be refused if it came now.
        case invalid
        /// It is on a list of fonts that nobody is to have.
        case denied
    }

    /// What speaks against the font.
    package var kind: Kind
    /// The reason, for people; cut to 1,024 bytes.
    package var reason: String

    /// Creates a refusal.
    package init(_ kind: Kind, reason: String) {
        self.kind = kind
        self.reason = reason
    }
}
