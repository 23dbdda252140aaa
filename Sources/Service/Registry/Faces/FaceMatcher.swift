internal import FontModel
internal import GRDB

/// Finds the faces for one descriptor: first candidates by their names, then the best of them by their properties.
struct FaceMatcher {
    /// Names, all of which a face must have.
    typealias Names = [(role: FaceKeyRole, key: String)]

    /// The set of faces to search.
    enum Domain {
        /// The faces that an audience sees.
        case visible(to: FaceAudience)
        /// The faces of a provider's registrations, enabled or not.
        case registered(by: ProviderIdentifier)
    }

    /// The connection, in a transaction.
    let db: Database
    /// The requested properties.
    let descriptor: FontDescriptor
    /// The attributes that a match must have.
    let mandatory: Set<DescriptorAttribute>
    /// The set of faces to search.
    let domain: Domain
    /// Whether to read the match's languages, and its names in all languages.
    let includesDetails: Bool

    /// Creates a matcher.
    init(
        db: Database, descriptor: FontDescriptor, mandatory: Set<DescriptorAttribute>,
        domain: Domain = .visible(to: .everybody),
        includesDetails: Bool
    ) {
        self.db = db
        self.domain = domain
        self.includesDetails = includesDetails
        self.descriptor = descriptor
        // Without a name, only the other attributes distinguish a match from a random face. Languages are always
        // mandatory, as in Core Text.
        self.mandatory = mandatory.union(descriptor.isNamed ? [.languages] : MatchRank.searchable)
    }

    /// Finds the best face.
    func match() throws -> FaceRecord? {
        let repertoires = RepertoireReader(db: db, descriptor: descriptor)
        for stage in rankedStages() {
            var best: (rank: MatchRank, candidate: MatchCandidate)?
            var faces: Set<Int64> = []
            for (order, names) in stage.enumerated() {
                let isByPostscriptName = names.contains { $0.role == .postscriptName }
                try forEachCandidate(called: names, order, repertoires) { rank, candidate in
                    if isByPostscriptName, candidate.instance == FaceKey.faceItself { faces.insert(candidate.face) }
                    if let current = best, current.rank <= rank { return }
                    best = (rank, candidate)
                }
            }
            if let best {
                var record = try FaceRowReader(db: db, includesDetails: includesDetails).records([best.candidate.pick])
                    .first
                if let place = best.candidate.place(for: descriptor) { record?.place(at: place) }
                if !descriptor.hasWishes, faces.contains(best.candidate.face) { record?.namesakes = faces.count - 1 }
                return record
            }
        }
        return nil
    }

    /// Finds all faces that match the first kind of name with any match, oldest registration first.
    func allMatches() throws -> [FaceRowReader.Pick] {
        let repertoires = RepertoireReader(db: db, descriptor: descriptor)
        for names in stages() {
            var picks: [Int64: FaceRowReader.Pick] = [:]
            // Several names of one face may match.
            try forEachCandidate(called: names, 0, repertoires) { picks[$1.face] = $1.pick }
            guard picks.isEmpty else {
                return picks.values.sorted { ($0.registration ?? 0, $0.face) < ($1.registration ?? 0, $1.face) }
            }
        }
        return []
    }

    /// Calls a function for each face that has the given names and all mandatory attributes.
    ///
    /// - Parameters:
    ///   - names: The names.
    ///   - order: The number of names that take precedence over these among equal faces.
    ///   - repertoires: Reads languages and characters.
    ///   - body: Receives each of the faces.
    /// - Throws: The error that occurred while reading the registry.
    private func forEachCandidate(
        called names: Names, _ order: Int, _ repertoires: RepertoireReader,
        _ body: (MatchRank, MatchCandidate) -> Void
    ) throws {
        let candidates = try candidates(names)
        while let row = try candidates.next() {
            var candidate = try MatchCandidate(row: row)
            try candidate.readVariations(db, descriptor)
            let gaps = try repertoires.gaps(of: candidate.repertoire)
            if let rank = MatchRank(of: candidate, for: descriptor, mandatory: mandatory, gaps: gaps, order: order) {
                body(rank, candidate)
            }
        }
    }

    /// The names to look up, in order; the faces that the names of one stage find are compared with each other.
    ///
    /// A PostScript name without a style is spelled like the family without spaces, such as `DejaVuSans`. If a
    /// descriptor also matches the face, it may select the whole family. If the description does not distinguish the
    /// faces,
    /// the PostScript name takes precedence.
    private func rankedStages() -> [[Names]] {
        let stages = stages()
        guard descriptor.name != nil, descriptor.hasWishes, stages.count > 2 else { return stages.map { [$0] } }
        return [Array(stages[..<2])] + stages[2...].map { [$0] }
    }

    /// The combinations of names to look up, in order; empty if a name, or the absence of any name, excludes all faces.
    private func stages() -> [Names] {
        var names: Names = []
        if let name = descriptor.postscriptName { names.append((.postscriptName, name.fontNameKey)) }
        if let name = descriptor.displayName { names.append((.fullName, name.fontNameKey)) }
        if let name = descriptor.family { names.append((.family, name.fontNameKey)) }
        guard names.allSatisfy({ !$0.key.isEmpty }) else { return [] }
        guard let name = descriptor.name?.fontNameKey else {
            return names.isEmpty && !hasSearchable ? [] : [names]
        }
        guard !name.isEmpty else { return [] }
        return [FaceKeyRole.postscriptName, .family, .fullName].map { role in
            // The most selective name comes first, because it is the one that is looked up.
            ([(role, name)] + names).sorted { Self.selectivity($0.role) < Self.selectivity($1.role) }
        }
    }

    private static func selectivity(_ role: FaceKeyRole) -> Int {
        switch role {
        case .postscriptName: 0
        case .fullName: 1
        case .family: 2
        case .style: 3
        }
    }

    private var hasSearchable: Bool {
        !descriptor.characters.isEmpty || !descriptor.languages.isEmpty || descriptor.style != nil
            || descriptor.isMonospace != nil || descriptor.isVariable != nil || !descriptor.variation.isEmpty
            || descriptor.userInfo != nil
    }

    private func candidates(_ names: Names) throws -> RowCursor {
        let query = Self.query(descriptor, names: names, mandatory: mandatory, domain: domain)
        // Cached statements are never released. Therefore, only common ones are cached: callers can construct hundreds
        // of others.
        var isEveryday =
            names.count == 1 && descriptor.source == nil && descriptor.userInfo == nil
            && descriptor.languages.isEmpty
        switch domain {
        case .registered, .visible(to: .owner): isEveryday = false
        case .visible: break
        }
        let statement = try isEveryday ? db.cachedStatement(sql: query.sql) : db.makeStatement(sql: query.sql)
        return try Row.fetchCursor(statement, arguments: query.arguments)
    }

    /// The distance of a face from the user, in the reverse order of Core Text's priorities.
    ///
    /// The order is: registered fonts, the user's own files, those of the machine, those of the system.
    private static let distance = """
        CASE WHEN f.content IS NOT NULL THEN 0 WHEN f.path GLOB '/usr/local/*' THEN 2
            WHEN f.path GLOB '/usr/*' THEN 3 ELSE 1 END
        """

    /// The statement that finds candidates: by the first name, if there is one, through the primary key of `faceKey`.
    static func query(
        _ descriptor: FontDescriptor, names: Names, mandatory: Set<DescriptorAttribute>,
        domain: Domain = .visible(to: .everybody)
    ) -> (sql: String, arguments: StatementArguments) {
        let instance = names.isEmpty ? "\(FaceKey.faceItself)" : "k.instance"
        let registration = VisibleFaces.registration(in: domain)
        var columns = SQLFragment("SELECT f.id, \(instance), \(Self.distance), ")
        columns.append(registration.sql, registration.arguments)
        columns.append(", f.weight, f.width, f.slant, f.isMonospace, f.axisCount, f.repertoire")
        if let userInfo = descriptor.userInfo {
            let marked = VisibleFaces.registration(in: domain, userInfo: userInfo)
            columns.append(", " + marked.sql, marked.arguments)
        } else {
            columns.append(", NULL")
        }
        if let style = descriptor.style {
            columns.append(
                """
                , (SELECT min(s.instance) FROM faceKey s WHERE s.role = 4 AND s.key = ? AND s.face = f.id
                    AND (\(instance) = -1 OR s.instance = \(instance)))
                """, [style.fontNameKey])
        } else {
            columns.append(", NULL")
        }
        var condition = VisibleFaces.condition(descriptor.source, in: domain)
        if let name = names.first {
            columns.append("\nFROM faceKey k JOIN face f ON f.id = k.face WHERE ")
            condition.and("k.role = ? AND k.key = ?", [name.role.rawValue, name.key])
        } else {
            columns.append("\nFROM face f WHERE ")
        }
        for name in names.dropFirst() {
            condition.and(
                "EXISTS (SELECT 1 FROM faceKey n WHERE n.role = ? AND n.key = ? AND n.face = f.id)",
                [name.role.rawValue, name.key])
        }
        // The first language leaves only a few faces to compare; the other languages are checked in the comparison.
        if mandatory.contains(.languages), let language = descriptor.languages.first {
            let covering = VisibleFaces.covering(language)
            condition.and(covering.sql, covering.arguments)
        }
        return (columns.sql + condition.sql, columns.arguments + condition.arguments)
    }
}
