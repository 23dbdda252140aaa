extension String {
    /// The form in which names of fonts are compared: lower case, spaces, hyphens and underscores dropped.
    ///
    /// fontconfig ignores case and spaces in families. Two names with the same key look the same to people and to
    /// programs that guess, so one must not stand in for the other.
    package var fontNameKey: String {
        var key = String.UnicodeScalarView()
        for scalar in lowercased().unicodeScalars
        where !scalar.properties.isWhitespace && scalar != "-" && scalar != "_" {
            key.append(scalar)
        }
        return String(key)
    }
}
