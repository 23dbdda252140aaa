/// What became of a web font that was to be expanded.
package enum FontConversion: Sendable, Equatable {
    /// The font that it holds, as untrusted as the web font was.
    case font([UInt8])
    /// It is no web font, or breaks a rule, or would be too large; `message` says what, for people.
    case refused(FontInspection.Finding.Kind, message: String)
}
