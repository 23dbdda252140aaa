internal import FontModel
internal import GRDB

/// SQL expressions that determine whether a face `f` is visible.
enum VisibleFaces {
    /// The row of the oldest registration under which everybody sees the face; NULL for the system's faces.
    static let registration = registration(for: .everybody)

    /// The row of the oldest registration under which an audience sees the face; NULL for the system's faces.
    static func registration(for audience: FaceAudience) -> String {
        "(SELECT min(r.id) FROM registration r WHERE r.content = f.content AND \(isShown(to: audience)))"
    }

    /// The condition that registrations `r` meet if an audience may see a font under them.
    static func isShown(to audience: FaceAudience) -> String {
        switch audience {
        case .everybody: "r.isEnabled = 1 AND r.isGranted = 0"
        case .grantees: "r.isEnabled = 1"
        case .owner(let provider, let fonts):
            // An identifier never contains a quotation mark.
            """
            r.isEnabled = 1 AND (r.isGranted = 0 AND r.content IN (SELECT o.content FROM registration o
                WHERE o.provider = (SELECT id FROM provider WHERE identifier = '\(provider.rawValue)'))
                OR \(isAmong(fonts)))
            """
        }
    }

    /// The condition that registrations `r` of the given contents meet.
    private static func isAmong(_ fonts: Set<FontDigest>) -> String {
        let digests = fonts.map { "x'\($0.hexadecimal)'" }.sorted().joined(separator: ",")
        return "EXISTS (SELECT 1 FROM content g WHERE g.id = r.content AND g.digest IN (\(digests)))"
    }

    /// The condition that contents `c` meet if their files are where an audience can access them.
    static func isAtHand(for audience: FaceAudience) -> String {
        switch audience {
        case .everybody: "c.place = 'published'"
        // The store contains granted fonts, but also fonts that are out of use.
        case .grantees, .owner: "(c.place = 'published' OR c.place = 'stored' AND c.refusalKind IS NULL)"
        }
    }

    /// The row of the registration under which a face is shown; NULL for the system's faces.
    ///
    /// - Parameters:
    ///   - domain: The set of faces. Of visible faces, the oldest enabled registration is used; of a provider's faces,
    ///     its own.
    ///   - userInfo: The mark that the registration must have; NULL if it has another one.
    /// - Returns: The expression.
    static func registration(in domain: FaceMatcher.Domain, userInfo: String? = nil) -> SQLFragment {
        var query = SQLFragment("(SELECT min(r.id) FROM registration r WHERE r.content = f.content")
        switch domain {
        case .visible(let audience): query.append(" AND \(isShown(to: audience))")
        case .registered(let provider):
            query.append(" AND r.provider = (SELECT id FROM provider WHERE identifier = ?)", [provider.rawValue])
        }
        if let userInfo { query.append(" AND r.userInfo = ?", [userInfo]) }
        query.append(")")
        return query
    }

    /// The condition that the faces of a domain meet, from one source or from both.
    static func condition(_ source: FontSource?, in domain: FaceMatcher.Domain) -> SQLFragment {
        switch domain {
        case .visible(let audience): return SQLFragment(condition(source, for: audience))
        case .registered where source == .system: return SQLFragment("0")
        case .registered(let provider):
            return SQLFragment(
                """
                f.content IN (SELECT r.content FROM registration r
                    WHERE r.provider = (SELECT id FROM provider WHERE identifier = ?))
                """, [provider.rawValue])
        }
    }

    /// The condition that the system's faces meet, except those of families that the user hides.
    static let isSystem = """
        (f.content IS NULL
            AND EXISTS (SELECT 1 FROM systemDirectory d WHERE d.id = f.directory AND d.state = 'current')
            AND \(isNotHidden))
        """

    /// The condition that faces meet if the user does not hide their family.
    static let isNotHidden = """
        NOT EXISTS (SELECT 1 FROM hiddenFamily h JOIN faceKey n ON n.role = 2 AND n.key = h.key AND n.face = f.id)
        """

    /// The condition that registered faces meet if an audience sees them.
    ///
    /// fontconfig's rules for hidden families apply to all fonts.
    static func isOurs(for audience: FaceAudience) -> String {
        """
        (f.content IS NOT NULL AND \(isNotHidden)
            AND EXISTS (SELECT 1 FROM content c WHERE c.id = f.content AND \(isAtHand(for: audience)))
            AND EXISTS (SELECT 1 FROM registration r WHERE r.content = f.content AND \(isShown(to: audience))))
        """
    }

    /// The condition that faces meet if an audience sees them, from one source or from both.
    static func condition(_ source: FontSource?, for audience: FaceAudience = .everybody) -> String {
        switch source {
        case .typecase: isOurs(for: audience)
        case .system: isSystem
        case nil: "(\(isSystem) OR \(isOurs(for: audience)))"
        }
    }

    /// The condition that faces meet if they cover a language.
    static func covering(_ language: String) -> SQLFragment {
        // Tags consist of letters, digits and hyphens, so they need no escaping in JSON. One statement works for any
        // number of them.
        let needles = LanguageTag.needles(for: language).map { "\"\($0)\"" }.joined(separator: ",")
        return SQLFragment(
            """
            f.repertoire IN (SELECT p.id FROM repertoire p
                WHERE EXISTS (SELECT 1 FROM json_each(?) n WHERE instr(lower(p.languages), n.value)))
            """, ["[\(needles)]"])
    }
}
