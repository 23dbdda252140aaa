internal import FetchProtocol
internal import FontModel
internal import FontService

/// A web font as it is described to the user, who may be asked before and after the download.
struct RemoteFont: Sendable, Equatable {
    /// The font's address.
    let address: RemoteAddress
    /// The required SHA-256; `nil` if any is accepted.
    let digest: FontDigest?

    /// The most characters of a part that are shown; a longer text would not be read.
    private static let shownLength = 80

    /// The description of the font before its download: the name of its file, its server, and its SHA-256.
    var name: String {
        let file = address.text.dropFirst(address.scheme.rawValue.count + 3).prefix { $0 != "?" }.split(separator: "/")
            .dropFirst().last.map { Self.shown($0) }
        return [file, origin, digest.map { "SHA-256 \($0.hexadecimal)" }].compactMap(\.self).joined(separator: ", ")
    }

    /// The font as one that can be allowed before its download; `nil` if it could be any font.
    var offer: OfferedFont? { digest.map { OfferedFont(digest: $0, name: name) } }

    /// Returns the font with its origin added to its name.
    func tellingOrigin(of font: OfferedFont) -> OfferedFont {
        var font = font
        font.name += ", \(origin)"
        return font
    }

    private var origin: String { "from \(address.scheme.rawValue)://\(Self.shown(address.host))" }

    /// Returns the end of a text that is too long, because the end of a server's name identifies its owner.
    private static func shown(_ text: some StringProtocol) -> String {
        text.count > shownLength ? "…" + text.suffix(shownLength) : String(text)
    }
}
