internal import FontModel

/// The rule that keeps application ids apart from the other kinds of provider.
enum ApplicationIdentifier {
    /// Whether a text can be an application id that is its own provider id.
    ///
    /// `user`, `session.…`, `snap.…` and `package.…` are providers of other kinds: an application that could call itself
    /// so would own their fonts.
    ///
    /// - Parameter text: The text.
    /// - Returns: False also for a text that is no provider id at all.
    static func isValid(_ text: String) -> Bool {
        guard ProviderIdentifier(rawValue: text) != nil else { return false }
        let text = text.lowercased()
        return text != "user" && !["session.", "snap.", "package."].contains { text.hasPrefix($0) }
    }
}
