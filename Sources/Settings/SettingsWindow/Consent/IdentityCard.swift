internal import Adwaita

/// Shows which program asks.
@MainLoop
enum IdentityCard {
    /// Makes the card.
    ///
    /// - Parameters:
    ///   - application: Its desktop entry, where it has one.
    ///   - name: What to call it.
    ///   - provider: Its id, fit to be shown.
    ///   - kind: How it was identified.
    /// - Returns: The card.
    static func make(_ application: Application?, _ name: String, _ provider: String, _ kind: String) -> Widget {
        let texts = Box(vertical: true, spacing: 2, [Label(name).styled("heading")])
        texts.append(Label("\(provider) · \(ProviderText.kind(kind))").styled("dim-label", "caption"))
        texts.aligned(vertically: .center)
        let row = Box(
            vertical: false, spacing: 12,
            [Icon(of: application, or: "application-x-executable-symbolic", size: 48), texts])
        row.margins(12)
        return Box(vertical: true, [row]).styled("card")
    }
}
