internal import CFontconfig

/// The languages whose characters fontconfig knows, by which fonts are told to cover them.
package enum FontconfigLanguages {
    /// Their tags, such as `de` and `zh-tw`, without those that stand for no language but for emoji or mathematics.
    package static var all: [String] {
        guard let tags = FcGetLangs() else { return [] }
        defer { FcStrSetDestroy(tags) }
        guard let list = FcStrListCreate(tags) else { return [] }
        defer { FcStrListDone(list) }
        var found: [String] = []
        while let tag = FcStrListNext(list) {
            let text = String(cString: tag)
            if !text.hasPrefix("und") { found.append(text) }
        }
        return found
    }
}
