/// Why a registered font is out of use although its bytes have not changed.
package struct ContentRefusal: Sendable, Hashable {
    /// The kind of objection to the font; the raw values are stored and are sent over D-Bus.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The font would be rejected if it were registered now.
        case invalid
        /// The font is on a list of denied fonts.
        case denied
    }

    /// The kind of objection.
    package var kind: Kind
    /// The reason, for people; truncated to 1,024 bytes.
    package var reason: String

    /// Creates a refusal.
    package init(_ kind: Kind, reason: String) {
        self.kind = kind
        self.reason = reason
    }
}
