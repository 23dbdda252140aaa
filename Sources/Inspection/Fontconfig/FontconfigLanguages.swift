internal import CFontconfig

/// The languages whose characters fontconfig knows, and whose coverage by fonts it reports.
package enum FontconfigLanguages {
    /// The tags, such as `de` and `zh-tw`, without those that stand for emoji or mathematics instead of a language.
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
