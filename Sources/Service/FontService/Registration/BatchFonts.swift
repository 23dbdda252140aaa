internal import FontModel

/// The fonts that a batch was offered, by their index, until the batch is closed.
struct BatchFonts {
    /// A sound font and its index.
    struct Accepted: Sendable {
        var index: Int
        var candidate: FontCandidate
    }

    /// What became of each; `nil` while one is being examined.
    private var items: [Result<FontCandidate, FontError>?] = []
    /// What the owner calls the fonts, for messages.
    private(set) var names: [Int: String] = [:]
    /// How many there were, once nothing else of them is remembered.
    private var closedCount: Int?
    /// What they take up.
    private(set) var size = BatchSize()

    /// How many were offered.
    var count: Int { closedCount ?? items.count }

    /// Adds fonts that are yet to be examined.
    ///
    /// - Parameters:
    ///   - count: How many.
    ///   - texts: What the owner calls each of them; empty where it says nothing.
    ///   - size: What the names take up.
    /// - Returns: The index of the first.
    mutating func append(_ count: Int, names texts: [String], size: BatchSize) -> Int {
        let first = items.count
        for (position, name) in texts.enumerated() where !name.isEmpty { names[first + position] = name }
        items += Array(repeating: nil, count: count)
        self.size = self.size + size
        return first
    }

    /// Takes note of what became of a font.
    mutating func note(_ result: Result<FontCandidate, FontError>, at index: Int) { items[index] = result }

    /// Counts in what a font takes up.
    mutating func add(_ size: BatchSize) { self.size = self.size + size }

    /// The faces of a font, or why it was refused; `nil` where neither is known.
    func outcome(at index: Int) -> Result<[FaceDescription], FontError>? { items[index].map { $0.map(\.faces) } }

    /// The sound fonts.
    var candidates: [FontCandidate] { items.compactMap { try? $0?.get() } }

    /// The fonts, with other reasons to refuse some of them.
    ///
    /// - Parameter refusals: Why some are refused, by their digests.
    /// - Returns: What became of each.
    func offered(refusing refusals: [FontDigest: FontError]) -> [Result<FontCandidate, FontError>] {
        items.map { item in
            guard case .success(let candidate)? = item else { return item ?? .failure(BatchControl.cancelledError) }
            return refusals[candidate.digest].map { .failure($0) } ?? .success(candidate)
        }
    }

    /// Forgets the fonts, but for their number.
    ///
    /// The batch answers for as long as its owner stays, and thousands of fonts are worth forgetting.
    ///
    /// - Returns: The sound ones.
    mutating func close() -> [FontCandidate] {
        defer { (closedCount, items, names) = (items.count, [], [:]) }
        return candidates
    }
}
