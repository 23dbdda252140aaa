package import FontModel

/// Which fonts whoever offers them may register.
package struct InstallPermission: Sendable {
    private let standing: @Sendable (OfferedFont) -> RightsService.FontStanding
    private let ask: @Sendable ([OfferedFont]) async -> FontError?

    /// Creates a permission.
    ///
    /// - Parameters:
    ///   - standing: Tells what is known of a font.
    ///   - ask: Asks the user for fonts; what they said is known to `standing` when it returns. Its error is why nobody
    ///     could be asked, or what the user said.
    package init(
        standing: @escaping @Sendable (OfferedFont) -> RightsService.FontStanding,
        ask: @escaping @Sendable ([OfferedFont]) async -> FontError?
    ) {
        self.standing = standing
        self.ask = ask
    }

    /// That of the user, who may register everything.
    package static let everything = InstallPermission(standing: { _ in .granted }, ask: { _ in nil })

    /// The same permission for fonts that web browsers show, and for no others.
    package var forBrowserSafeFonts: InstallPermission {
        InstallPermission(
            standing: { [standing] font in
                guard let concern = font.browserConcern else { return standing(font) }
                return .denied(
                    FontError(
                        .invalidFontData,
                        "\(concern) Without the option --browser-safe (browser_safe) it can be installed."))
            }, ask: ask)
    }

    /// The same permission for fonts that were declared, and for no others.
    ///
    /// - Parameter declared: What the declared fonts are called.
    /// - Returns: The permission.
    package func restricted(to declared: [FontDigest: String]) -> InstallPermission {
        InstallPermission(
            standing: { [standing] font in
                guard declared[font.digest] != nil else {
                    return .denied(FontError(.corrupt, "The file has the SHA-256 \(font.digest)."))
                }
                return standing(font)
            }, ask: ask)
    }

    /// Which fonts may not be registered.
    ///
    /// - Parameters:
    ///   - fonts: The fonts.
    ///   - asks: Whether the user is asked where nothing else decides.
    /// - Returns: Why not, by the fonts; and those for which the user has still to be asked.
    func refusals(
        of fonts: [OfferedFont], asking asks: Bool
    ) async -> (refusals: [FontDigest: FontError], undecided: [OfferedFont]) {
        var (refusals, undecided) = look(at: fonts)
        guard asks, !undecided.isEmpty else { return (refusals, undecided) }
        let failure = await ask(undecided)
        let answered = look(at: undecided)
        refusals.merge(answered.refusals) { $1 }
        for font in undecided where answered.refusals[font.digest] != nil || answered.undecided.contains(font) {
            refusals[font.digest] = failure ?? refusals[font.digest] ?? Self.unanswered
        }
        return (refusals, [])
    }

    private func look(at fonts: [OfferedFont]) -> (refusals: [FontDigest: FontError], undecided: [OfferedFont]) {
        var refusals: [FontDigest: FontError] = [:]
        var undecided: [OfferedFont] = []
        for font in fonts {
            switch standing(font) {
            case .granted: continue
            case .denied(let error): refusals[font.digest] = error
            case .ask: undecided.append(font)
            }
        }
        return (refusals, undecided)
    }

    private static let unanswered = FontError(.missingEntitlement, "The user's answer was taken back meanwhile.")
}
