internal import FontModel

/// The fonts that were offered to a batch, by their index, until the batch is closed.
struct BatchFonts {
    /// A valid font and its index.
    struct Accepted: Sendable {
        var index: Int
        var candidate: FontCandidate
    }

    /// The outcome of each font; `nil` while it is being examined.
    private var items: [Result<FontCandidate, FontError>?] = []
    /// The owner's names for the fonts, for messages.
    private(set) var names: [Int: String] = [:]
    /// The number of fonts, once nothing else is stored about them.
    private var closedCount: Int?
    /// The space that the fonts occupy.
    private(set) var size = BatchSize()

    /// The number of offered fonts.
    var count: Int { closedCount ?? items.count }

    /// Adds fonts that have not been examined yet.
    ///
    /// - Parameters:
    ///   - count: The number of fonts.
    ///   - texts: The owner's name for each font; an empty string for an unnamed font.
    ///   - size: The space that the names occupy.
    /// - Returns: The index of the first font.
    mutating func append(_ count: Int, names texts: [String], size: BatchSize) -> Int {
        let first = items.count
        for (position, name) in texts.enumerated() where !name.isEmpty { names[first + position] = name }
        items += Array(repeating: nil, count: count)
        self.size = self.size + size
        return first
    }

    /// Records the outcome of a font.
    mutating func note(_ result: Result<FontCandidate, FontError>, at index: Int) { items[index] = result }

    /// Adds the space that a font occupies.
    mutating func add(_ size: BatchSize) { self.size = self.size + size }

    /// Returns the faces of a font, or the error if it was refused; `nil` if neither is known.
    func outcome(at index: Int) -> Result<[FaceDescription], FontError>? { items[index].map { $0.map(\.faces) } }

    /// The valid fonts.
    var candidates: [FontCandidate] { items.compactMap { try? $0?.get() } }

    /// Returns the outcomes of the fonts, with further refusals applied.
    ///
    /// - Parameter refusals: The reasons for the further refusals, by digest.
    /// - Returns: The outcome of each font.
    func offered(refusing refusals: [FontDigest: FontError]) -> [Result<FontCandidate, FontError>] {
        items.map { item in
            guard case .success(let candidate)? = item else { return item ?? .failure(BatchControl.cancelledError) }
            return refusals[candidate.digest].map { .failure($0) } ?? .success(candidate)
        }
    }

    /// Removes the stored fonts, except their number.
    ///
    /// The batch object exists as long as its owner stays connected, and thousands of fonts occupy much memory.
    ///
    /// - Returns: The valid fonts.
    mutating func close() -> [FontCandidate] {
        defer { (closedCount, items, names) = (items.count, [], [:]) }
        return candidates
    }
}
