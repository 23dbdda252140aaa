internal import FontModel
internal import GRDB

/// What makes a face visible, in SQL, for a face called `f`.
enum VisibleFaces {
    /// The oldest registration under which everybody sees the face, as a row; NULL for the system's faces.
    static let registration = registration(for: .everybody)

    /// The oldest registration under which an audience sees the face, as a row; NULL for the system's faces.
    static func registration(for audience: FaceAudience) -> String {
        "(SELECT min(r.id) FROM registration r WHERE r.content = f.content AND \(isShown(to: audience)))"
    }

    /// Holds for the registrations, called `r`, under which an audience may see a font.
    static func isShown(to audience: FaceAudience) -> String {
        switch audience {
        case .everybody: "r.isEnabled = 1 AND r.isGranted = 0"
        case .grantees: "r.isEnabled = 1"
        case .owner(let provider, let fonts):
            // An identifier has no quotation mark in it.
            """
            r.isEnabled = 1 AND (r.isGranted = 0 AND r.content IN (SELECT o.content FROM registration o
                WHERE o.provider = (SELECT id FROM provider WHERE identifier = '\(provider.rawValue)'))
                OR \(isAmong(fonts)))
            """
        }
    }

    /// Holds for the registrations, called `r`, of some contents.
    private static func isAmong(_ fonts: Set<FontDigest>) -> String {
        let digests = fonts.map { "x'\($0.hexadecimal)'" }.sorted().joined(separator: ",")
        return "EXISTS (SELECT 1 FROM content g WHERE g.id = r.content AND g.digest IN (\(digests)))"
    }

    /// Holds for the contents, called `c`, whose files are where an audience gets at them.
    static func isAtHand(for audience: FaceAudience) -> String {
        switch audience {
        case .everybody: "c.place = 'published'"
        // What is granted is kept in the store; what is out of use is there as well.
        case .grantees, .owner: "(c.place = 'published' OR c.place = 'stored' AND c.refusalKind IS NULL)"
        }
    }

    /// The registration that a face is shown under, as a row; NULL for the system's faces.
    ///
    /// - Parameters:
    ///   - domain: The oldest enabled one among the visible faces, a provider's own among its faces.
    ///   - userInfo: The mark that it must have; NULL where it has another.
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

    /// Holds for the faces of a domain, of one source or of both.
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

    /// Holds for the system's faces, but for those of families that the user hides.
    static let isSystem = """
        (f.content IS NULL
            AND EXISTS (SELECT 1 FROM systemDirectory d WHERE d.id = f.directory AND d.state = 'current')
            AND \(isNotHidden))
        """

    /// Holds for faces of families that the user does not hide.
    static let isNotHidden = """
        NOT EXISTS (SELECT 1 FROM hiddenFamily h JOIN faceKey n ON n.role = 2 AND n.key = h.key AND n.face = f.id)
        """

    /// Holds for faces of ours that an audience sees; fontconfig's rules for hidden families are for all fonts.
    static func isOurs(for audience: FaceAudience) -> String {
        """
        (f.content IS NOT NULL AND \(isNotHidden)
            AND EXISTS (SELECT 1 FROM content c WHERE c.id = f.content AND \(isAtHand(for: audience)))
            AND EXISTS (SELECT 1 FROM registration r WHERE r.content = f.content AND \(isShown(to: audience))))
        """
    }

    /// Holds for the faces that an audience sees, of one source or of both.
    static func condition(_ source: FontSource?, for audience: FaceAudience = .everybody) -> String {
        switch source {
        case .typecase: isOurs(for: audience)
        case .system: isSystem
        case nil: "(\(isSystem) OR \(isOurs(for: audience)))"
        }
    }

    /// Holds for faces that cover a language.
    static func covering(_ language: String) -> SQLFragment {
        // Tags are letters, digits and hyphens: as JSON they need no escaping. One statement serves any count of them.
        let needles = LanguageTag.needles(for: language).map { "\"\($0)\"" }.joined(separator: ",")
        return SQLFragment(
            """
            f.repertoire IN (SELECT p.id FROM repertoire p
                WHERE EXISTS (SELECT 1 FROM json_each(?) n WHERE instr(lower(p.languages), n.value)))
            """, ["[\(needles)]"])
    }
}
