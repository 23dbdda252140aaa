extension String {
    /// Truncates the text to a number of bytes without splitting a character.
    func cut(to limit: Int) -> String {
        guard utf8.count > limit else { return self }
        var end = utf8.index(startIndex, offsetBy: limit)
        while end > startIndex, end.samePosition(in: unicodeScalars) == nil { end = utf8.index(before: end) }
        return String(self[..<end])
    }

    /// Returns the text, or throws if it exceeds a number of bytes; for texts that must not be truncated.
    func checked(_ limit: Int, _ what: String) throws(RegistryError) -> String {
        guard utf8.count <= limit else {
            throw RegistryError(.failed, "\(what) has \(utf8.count) bytes, \(limit) are allowed")
        }
        return self
    }
}
