package import FontModel

/// The permission that determines which offered fonts may be registered.
package struct InstallPermission: Sendable {
    private let standing: @Sendable (OfferedFont) -> RightsService.FontStanding
    private let ask: @Sendable ([OfferedFont]) async -> FontError?

    /// Creates a permission.
    ///
    /// - Parameters:
    ///   - standing: Returns the current decision on a font.
    ///   - ask: Asks the user about fonts. When it returns, `standing` knows the user's answers. Its error is the
    ///     reason why the user could not be asked, or the user's refusal.
    package init(
        standing: @escaping @Sendable (OfferedFont) -> RightsService.FontStanding,
        ask: @escaping @Sendable ([OfferedFont]) async -> FontError?
    ) {
        self.standing = standing
        self.ask = ask
    }

    /// The permission of the user, who may register everything.
    package static let everything = InstallPermission(standing: { _ in .granted }, ask: { _ in nil })

    /// The same permission, restricted to fonts that web browsers show.
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

    /// Returns the same permission, restricted to declared fonts.
    ///
    /// - Parameter declared: The names of the declared fonts, by digest.
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

    /// Returns the fonts that may not be registered.
    ///
    /// - Parameters:
    ///   - fonts: The fonts.
    ///   - asks: Whether the user is asked if nothing else decides.
    /// - Returns: The reasons for refusals, by font, and the fonts about which the user still has to be asked.
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

    private static let unanswered = FontError(.missingEntitlement, "The user's answer was revoked in the meantime.")
}
