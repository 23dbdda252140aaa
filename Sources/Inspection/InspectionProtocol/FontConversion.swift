/// The result of expanding a web font.
package enum FontConversion: Sendable, Equatable {
    /// The font in the web font, as untrusted as the web font itself.
    case font([UInt8])
    /// The file is not a web font, breaks a rule, or would be too large; `message` is the reason, for people.
    case refused(FontInspection.Finding.Kind, message: String)
}
