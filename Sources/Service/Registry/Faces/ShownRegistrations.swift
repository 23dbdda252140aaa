internal import FontModel
internal import GRDB

/// The registration under which each content is shown.
///
/// All of them are read at once. Looking them up for each of thousands of faces would take longer than everything else
/// in a list.
struct ShownRegistrations {
    /// The registration under which a content is shown.
    struct Entry {
        /// The row of its provider.
        let provider: Int64
        fileprivate let identifier: Range<Int>
        fileprivate let userInfo: Range<Int>?
    }

    private var entries: [Int64: Entry] = [:]
    /// All identifiers and marks, concatenated; separate strings would need one allocation each.
    private var text: [UInt8] = []

    /// Reads the registrations.
    ///
    /// - Parameters:
    ///   - db: The connection, in a transaction.
    ///   - filter: The filter for faces.
    /// - Throws: The error that occurred while reading the registry.
    init(_ db: Database, _ filter: FaceFilter) throws {
        var condition = SQLFragment(VisibleFaces.isShown(to: filter.audience))
        condition.and(VisibleFaces.isAtHand(for: filter.audience))
        if let provider = filter.provider {
            condition.and("r.provider = (SELECT id FROM provider WHERE identifier = ?)", [provider.rawValue])
        }
        // Other filters would examine every face twice, which takes longer than reading all registrations.
        if filter.isIndexed {
            var faces = SQLFragment("f.content IS NOT NULL")
            try FaceListing(db: db, filter: filter).restrict(&faces)
            condition.and("r.content IN (SELECT f.content FROM face f WHERE \(faces.sql))", faces.arguments)
        }
        let statement = try db.makeStatement(
            sql: """
                SELECT r.content, r.identifier, r.provider, r.userInfo
                FROM registration r JOIN content c ON c.id = r.content WHERE \(condition.sql) ORDER BY r.id
                """)
        let cursor = try Row.fetchCursor(statement, arguments: condition.arguments)
        let columns = RowColumns(statement: statement.sqliteStatement)
        while try cursor.next() != nil {
            // If a content has several registrations, the oldest one is used.
            let content = columns.integer(0)
            guard entries[content] == nil else { continue }
            entries[content] = Entry(
                provider: columns.integer(2), identifier: append(columns, 1),
                userInfo: columns.isNull(3) ? nil : append(columns, 3))
        }
    }

    /// The registration under which a content is shown; `nil` if the content is not shown.
    func entry(of content: Int64) -> Entry? { entries[content] }

    /// Provides the identifier of a registration without copying it.
    func withIdentifier<Result>(of entry: Entry, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        text.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[entry.identifier])) }
    }

    /// Provides the mark of a registration without copying it, if there is one.
    func withUserInfo<Result>(of entry: Entry, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result? {
        guard let userInfo = entry.userInfo else { return nil }
        return text.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[userInfo])) }
    }

    private mutating func append(_ columns: RowColumns, _ column: Int32) -> Range<Int> {
        let start = text.count
        columns.withText(column) { text.append(contentsOf: $0) }
        return start..<text.count
    }
}

extension FaceFilter {
    /// Whether an index finds the few faces that match.
    fileprivate var isIndexed: Bool { family != nil || id != nil || name != nil }

    /// Whether the filter selects faces by their properties, rather than by their owner.
    var restrictsFaces: Bool {
        family != nil || id != nil || name != nil || !words.isEmpty || !languages.isEmpty || !scripts.isEmpty
            || !licences.isEmpty || !characters.isEmpty || isMonospace != nil || isVariable != nil || isColored != nil
    }
}
