internal import FontModel
internal import GRDB

/// Finds the faces that cover a text.
struct CoverReader {
    /// The connection, in a transaction.
    let db: Database
    /// The question.
    let question: CoverQuestion
    /// The faces and their characters.
    let contents: CoverageCache.Contents

    /// A group of faces with the same characters, and the face that represents it.
    private struct Candidate {
        var face: CoverFaces.Face
        var repertoire: Int64
        /// The index of its family among the preferred ones; for other families, the index after the last.
        var family: Int
        /// The number of Han languages that the face covers; 0 without a language.
        var otherStyles = 0
        var isOfLanguage = true
    }

    /// Returns the answer to the question.
    func answer() throws -> CoverAnswer {
        if question.text.count == 0, let language = question.language { return try facesOf(language) }
        let bits = CoverBits(question.text)
        let candidates = try candidates()
        var words = candidates.map { candidate in
            contents.coverage.entries[candidate.repertoire].map { bits.words(of: $0, in: contents.coverage) } ?? []
        }
        let otherStyle = restrictHan(&words, candidates, bits)
        let search = CoverSearch(candidates: words, wordCount: bits.all.count)

        var answer = CoverAnswer()
        answer.count = question.text.count
        // The preferred families cover what they can, in their order; other faces are used only for the rest.
        var rest = bits.all
        var picks: [Int] = []
        for family in 0...question.families.count {
            let allowed = candidates.indices.filter { candidates[$0].family == family }
            let found = search.cover(rest, with: allowed)
            picks += found.picks
            rest = found.uncovered
            if !found.isExact { answer.isExact = false }
        }
        let covered = zip(bits.all, rest).map { $0 & ~$1 }
        let wanted = covered.reduce(0) { $0 + $1.nonzeroBitCount }
        for pick in picks {
            guard let face = try records([candidates[pick].face]).first else { continue }
            answer.set.append(CoverAnswer.Pick(face: face, count: search.gain(of: pick, in: covered)))
        }
        if wanted > 0 {
            let alone = candidates.indices.filter { search.gain(of: $0, in: covered) == wanted }
            try addCovering(Set(alone.map { candidates[$0].repertoire }), to: &answer)
        }
        answer.uncoveredCount = rest.reduce(0) { $0 + $1.nonzeroBitCount }
        answer.uncovered = bits.clusters(in: rest, limit: CoverLimits.listedClusters)
        answer.otherStyle = bits.clusters(
            in: zip(otherStyle, rest).map { $0 & ~$1 }, limit: CoverLimits.listedClusters)
        return answer
    }

    /// The faces for a language, for a question without a text.
    private func facesOf(_ language: String) throws -> CoverAnswer {
        let covering = VisibleFaces.covering(language)
        let rows = try Int64.fetchSet(
            db.makeStatement(sql: "SELECT DISTINCT f.repertoire FROM face f WHERE \(covering.sql)"),
            arguments: covering.arguments)
        var answer = CoverAnswer()
        let candidates = try candidates().filter { rows.contains($0.repertoire) }
        if let best = candidates.first {
            answer.set = try records([best.face]).map { CoverAnswer.Pick(face: $0, count: 0) }
        }
        try addCovering(Set(candidates.map(\.repertoire)), to: &answer)
        return answer
    }

    private func addCovering(_ repertoires: Set<Int64>, to answer: inout CoverAnswer) throws {
        var faces = contents.faces.faces.filter { repertoires.contains($0.repertoire) }
        answer.coveringCount = faces.count
        let families = try preferredFaces()
        if !families.isEmpty {
            faces = faces.filter { families[$0.row] != nil } + faces.filter { families[$0.row] == nil }
        }
        answer.covering = try records(Array(faces.prefix(min(question.limit, CoverLimits.listedFaces))))
    }

    /// Reads faces; faces that were removed since the list of faces was read are omitted.
    private func records(_ faces: [CoverFaces.Face]) throws -> [FaceRecord] {
        let present = try faces.filter { face in
            guard let registration = face.registration else { return true }
            return try Bool.fetchOne(
                db.cachedStatement(
                    sql: """
                        SELECT EXISTS (SELECT 1 FROM registration r JOIN face f ON f.content = r.content
                            WHERE r.id = ? AND f.id = ?)
                        """), arguments: [registration, face.row]) ?? false
        }
        return try FaceRowReader(db: db, includesDetails: false).records(
            present.map { FaceRowReader.Pick(face: $0.row, registration: $0.registration) })
    }

    /// One face for each group with the same characters, preferred faces first.
    private func candidates() throws -> [Candidate] {
        let families = try preferredFaces()
        let none = question.families.count
        var places: [Int64: Int] = [:]
        var candidates: [Candidate] = []
        for face in contents.faces.faces {
            let family = families[face.row] ?? none
            if let place = places[face.repertoire] {
                if family < candidates[place].family {
                    candidates[place].family = family
                    candidates[place].face = face
                }
                continue
            }
            places[face.repertoire] = candidates.count
            candidates.append(Candidate(face: face, repertoire: face.repertoire, family: family))
        }
        guard let language = hanLanguage else { return candidates }
        for index in candidates.indices {
            let languages = contents.coverage.entries[candidates[index].repertoire]?.hanLanguages ?? []
            candidates[index].isOfLanguage = LanguageCoverage.covers(languages, language)
            candidates[index].otherStyles = languages.count
        }
        // A face for only this style comes before one for several; otherwise, the order is kept.
        return candidates.enumerated().sorted {
            ($0.element.isOfLanguage ? 0 : 1, $0.element.otherStyles, $0.offset)
                < ($1.element.isOfLanguage ? 0 : 1, $1.element.otherStyles, $1.offset)
        }.map(\.element)
    }

    /// The language, if it determines a style of Han ideographs; otherwise `nil`.
    private var hanLanguage: String? {
        guard let language = question.language else { return nil }
        let normalized = LanguageCoverage.normalized(language)
        return ["ja", "ko", "zh"].contains { normalized == $0 || normalized.hasPrefix("\($0)-") } ? normalized : nil
    }

    /// The faces of the preferred families, each with the index of its family.
    private func preferredFaces() throws -> [Int64: Int] {
        var faces: [Int64: Int] = [:]
        for (place, family) in question.families.enumerated() {
            let rows = try Int64.fetchAll(
                db.cachedStatement(sql: "SELECT face FROM faceKey WHERE role = ? AND key = ?"),
                arguments: [FaceKeyRole.family.rawValue, family.fontNameKey])
            for row in rows where faces[row] == nil { faces[row] = place }
        }
        return faces
    }

    /// Removes the ideographs that faces of the language have from the faces of other Han styles.
    ///
    /// - Returns: The ideographs that no face of the language has.
    private func restrictHan(
        _ words: inout [CoverSearch.Words], _ candidates: [Candidate], _ bits: CoverBits
    ) -> [UInt64] {
        guard hanLanguage != nil else { return Array(repeating: 0, count: bits.all.count) }
        var ofLanguage = Array(repeating: UInt64(0), count: bits.all.count)
        for (candidate, has) in zip(candidates, words) where candidate.isOfLanguage {
            for (index, bits) in has { ofLanguage[index] |= bits }
        }
        for index in ofLanguage.indices { ofLanguage[index] &= bits.han[index] }
        for (place, candidate) in candidates.enumerated() where !candidate.isOfLanguage {
            words[place] = words[place].compactMap { index, bits in
                let left = bits & ~ofLanguage[index]
                return left == 0 ? nil : (index, left)
            }
        }
        return zip(bits.han, ofLanguage).map { $0 & ~$1 }
    }
}
