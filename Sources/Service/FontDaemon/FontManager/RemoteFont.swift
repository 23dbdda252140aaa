internal import FetchProtocol
internal import FontModel
internal import FontService

/// A font of the web as the user is told of it, who may be asked before and after it was fetched.
struct RemoteFont: Sendable, Equatable {
    /// Where it is.
    let address: RemoteAddress
    /// The SHA-256 that it must have; `nil` where any will do.
    let digest: FontDigest?

    /// The most characters of a part that are shown: who sees more reads none of it.
    private static let shownLength = 80

    /// What is known of it before it was fetched: the name of its file, its server, and its SHA-256.
    var name: String {
        let file = address.text.dropFirst(address.scheme.rawValue.count + 3).prefix { $0 != "?" }.split(separator: "/")
            .dropFirst().last.map { Self.shown($0) }
        return [file, origin, digest.map { "SHA-256 \($0.hexadecimal)" }].compactMap(\.self).joined(separator: ", ")
    }

    /// The font as one that can be allowed before it was fetched; `nil` where it could be any.
    var offer: OfferedFont? { digest.map { OfferedFont(digest: $0, name: name) } }

    /// The same font with where it came from in its name.
    func tellingOrigin(of font: OfferedFont) -> OfferedFont {
        var font = font
        font.name += ", \(origin)"
        return font
    }

    private var origin: String { "from \(address.scheme.rawValue)://\(Self.shown(address.host))" }

    /// The end of a text that is too long: that of a server's name says whose it is.
    private static func shown(_ text: some StringProtocol) -> String {
        text.count > shownLength ? "…" + text.suffix(shownLength) : String(text)
    }
}
