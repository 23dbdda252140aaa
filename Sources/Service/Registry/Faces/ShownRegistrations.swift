internal import FontModel
internal import GRDB

/// Under which registration each content is shown, all read at once: looked up for each of thousands of faces, they would
/// take longer than everything else of a list.
struct ShownRegistrations {
    /// The registration that a content is shown under.
    struct Entry {
        /// The row of its provider.
        let provider: Int64
        fileprivate let identifier: Range<Int>
        fileprivate let userInfo: Range<Int>?
    }

    private var entries: [Int64: Entry] = [:]
    /// All identifiers and marks, one after the other: a text each would be an allocation each.
    private var text: [UInt8] = []

    /// Reads them.
    ///
    /// - Parameters:
    ///   - db: The connection, in a transaction.
    ///   - filter: Which faces are listed.
    /// - Throws: What kept the registry from being read.
    init(_ db: Database, _ filter: FaceFilter) throws {
        var condition = SQLFragment(VisibleFaces.isShown(to: filter.audience))
        condition.and(VisibleFaces.isAtHand(for: filter.audience))
        if let provider = filter.provider {
            condition.and("r.provider = (SELECT id FROM provider WHERE identifier = ?)", [provider.rawValue])
        }
        // What has to look at every face would be done twice, which takes longer than to read all registrations.
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
            // Of several registrations of a content the oldest counts.
            let content = columns.integer(0)
            guard entries[content] == nil else { continue }
            entries[content] = Entry(
                provider: columns.integer(2), identifier: append(columns, 1),
                userInfo: columns.isNull(3) ? nil : append(columns, 3))
        }
    }

    /// The registration that a content is shown under; `nil` for one that is not.
    func entry(of content: Int64) -> Entry? { entries[content] }

    /// Lends the identifier of a registration.
    func withIdentifier<Result>(of entry: Entry, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        text.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[entry.identifier])) }
    }

    /// Lends the mark of a registration, if it has one.
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
    /// Whether an index finds the few faces that pass.
    fileprivate var isIndexed: Bool { family != nil || id != nil || name != nil }

    /// Whether it picks some of the faces by what they are, rather than by whose.
    var restrictsFaces: Bool {
        family != nil || id != nil || name != nil || !words.isEmpty || !languages.isEmpty || !scripts.isEmpty
            || !licences.isEmpty || !characters.isEmpty || isMonospace != nil || isVariable != nil || isColored != nil
    }
}
