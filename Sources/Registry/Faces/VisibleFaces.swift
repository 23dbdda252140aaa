internal import FontModel
internal import GRDB

/// What makes a face visible, in SQL, for a face called `f`.
enum VisibleFaces {
    /// The oldest enabled registration of the face's content, as a row; NULL for the system's faces.
    static let registration = "(SELECT min(r.id) FROM registration r WHERE r.content = f.content AND r.isEnabled = 1)"

    /// The registration that a face is shown under, as a row; NULL for the system's faces.
    ///
    /// - Parameters:
    ///   - domain: The oldest enabled one among the visible faces, a provider's own among its faces.
    ///   - userInfo: The mark that it must have; NULL where it has another.
    /// - Returns: The expression.
    static func registration(in domain: FaceMatcher.Domain, userInfo: String? = nil) -> SQLFragment {
        var query = SQLFragment("(SELECT min(r.id) FROM registration r WHERE r.content = f.content")
        switch domain {
        case .visible: query.append(" AND r.isEnabled = 1")
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
        case .visible: return SQLFragment(condition(source))
        case .registered where source == .system: return SQLFragment("0")
        case .registered(let provider):
            return SQLFragment(
                """
                f.content IN (SELECT r.content FROM registration r
                    WHERE r.provider = (SELECT id FROM provider WHERE identifier = ?))
                """, [provider.rawValue])
        }
    }

    /// Holds for the system's faces.
    static let isSystem = """
        (f.content IS NULL
            AND EXISTS (SELECT 1 FROM systemDirectory d WHERE d.id = f.directory AND d.state = 'current'))
        """

    /// Holds for faces of ours.
    static let isOurs = """
        (f.content IS NOT NULL
            AND EXISTS (SELECT 1 FROM content c WHERE c.id = f.content AND c.place = 'published')
            AND EXISTS (SELECT 1 FROM registration r WHERE r.content = f.content AND r.isEnabled = 1))
        """

    /// Holds for the faces that consumers see, of one source or of both.
    static func condition(_ source: FontSource?) -> String {
        switch source {
        case .typecase: isOurs
        case .system: isSystem
        case nil: "(\(isSystem) OR \(isOurs))"
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
