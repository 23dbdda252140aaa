internal import Adwaita

/// Shows the asking program.
@MainLoop
enum IdentityCard {
    /// Creates the card.
    ///
    /// - Parameters:
    ///   - application: Its desktop entry, if there is one.
    ///   - name: Its name for people.
    ///   - provider: Its id, safe to show.
    ///   - kind: How it was identified.
    /// - Returns: The card.
    static func make(_ application: Application?, _ name: String, _ provider: String, _ kind: String) -> Widget {
        let texts = Box(vertical: true, spacing: 2, [Label(name).styled("heading")])
        texts.append(Label("\(provider) · \(ProviderText.kind(kind))").styled("dim-label", "caption"))
        texts.aligned(vertically: .center)
        let icon = Icon(of: application, or: "application-x-executable-symbolic", size: 48)
        icon.setAccessibleName(name)
        let row = Box(vertical: false, spacing: 12, [icon, texts])
        row.margins(12)
        return Box(vertical: true, [row]).styled("card")
    }
}
