extension String {
    /// The text, or as much of its beginning as fits into so many bytes without cutting a character in two.
    func cut(to limit: Int) -> String {
        guard utf8.count > limit else { return self }
        var end = utf8.index(startIndex, offsetBy: limit)
        while end > startIndex, end.samePosition(in: unicodeScalars) == nil { end = utf8.index(before: end) }
        return String(self[..<end])
    }

    /// The text, refused where it is longer than so many bytes: for what would mean something else when cut.
    func checked(_ limit: Int, _ what: String) throws(RegistryError) -> String {
        guard utf8.count <= limit else {
            throw RegistryError(.failed, "\(what) has \(utf8.count) bytes, \(limit) are allowed")
        }
        return self
    }
}
