extension Unicode.Scalar {
    /// Whether a terminal or a reader could misinterpret text with this character; it is then written as an escape.
    ///
    /// Such characters are controls (C0, C1, DEL), the marks, overrides and isolates of bidirectional text, line and
    /// paragraph separators, tags, and all invisible characters except the two joiners, which some scripts need.
    package var couldMislead: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate: true
        // U+200C and U+200D: the zero-width non-joiner and joiner.
        case .format: value != 0x200C && value != 0x200D
        default: false
        }
    }
}
