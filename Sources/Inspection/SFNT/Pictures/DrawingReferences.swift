/// Which parts of a drawing in SVG draw which others, so that a few bytes cannot be drawn billions of times.
///
/// Only elements with an id can be drawn again. They are the nodes; what lies in one without an id of its own adds to its
/// weight.
struct DrawingReferences {
    /// The node of the whole drawing.
    static let root = 0

    /// How many elements one glyph may take to draw, those that are drawn again counted each time.
    ///
    /// Source: MAX_REFERENCED_ELEMENTS of librsvg's limits.rs, beyond which it gives up.
    static let maximumElements = 500_000
    /// How deep references may be nested: as deep as elements may.
    static let maximumDepth = DrawingMarkup.maximumDepth

    private var weights = [1]
    private var children: [[Int]] = [[]]
    private var names: [String: Int] = [:]
    private var references: [(node: Int, name: String)] = []
    private var glyphs: [Int] = []

    /// Adds an element.
    ///
    /// - Parameters:
    ///   - name: Its id, if it has one.
    ///   - parent: The node that it lies in.
    /// - Returns: The node that what lies in it belongs to.
    mutating func add(_ name: String?, in parent: Int) -> Int {
        guard let name, names[name] == nil else {
            weights[parent] += 1
            return parent
        }
        let node = weights.count
        weights.append(1)
        children.append([])
        children[parent].append(node)
        names[name] = node
        if name.hasPrefix("glyph"), !name.dropFirst(5).isEmpty, name.utf8.dropFirst(5).allSatisfy({ 0x30...0x39 ~= $0 })
        {
            glyphs.append(node)
        }
        return node
    }

    /// Adds a reference to an element, which may come later or be missing.
    mutating func refer(from node: Int, to name: String) { references.append((node, name)) }

    /// Checks how much there is to draw.
    ///
    /// - Throws: What no library draws.
    mutating func check() throws(DrawingMarkup.Excess) {
        // Most drawings refer to nothing, and then each element is drawn once.
        guard !references.isEmpty else { return }
        for (node, name) in references {
            if let target = names[name] { children[node].append(target) }
        }
        let counts = try self.counts()
        let limit = Self.maximumElements
        guard glyphs.allSatisfy({ counts[$0] <= limit }), counts[Self.root] <= limit * max(1, glyphs.count) else {
            throw .repetition
        }
    }

    /// How many elements it takes to draw each node.
    private func counts() throws(DrawingMarkup.Excess) -> [Int] {
        var counts = [Int](repeating: 0, count: weights.count)
        var depths = [Int](repeating: 0, count: weights.count)
        var onPath = [Bool](repeating: false, count: weights.count)
        // Each entry is a node and how many of its children are done. Every node lies in the first one.
        var path: [(node: Int, done: Int)] = [(Self.root, 0)]
        onPath[Self.root] = true
        while let (node, done) = path.last {
            guard done == children[node].count else {
                path[path.count - 1].done += 1
                let next = children[node][done]
                guard !onPath[next] else { throw .cycle }
                if counts[next] == 0 {
                    path.append((next, 0))
                    onPath[next] = true
                }
                continue
            }
            counts[node] = children[node].reduce(weights[node]) { min($0 + counts[$1], 1 << 40) }
            depths[node] = 1 + children[node].reduce(0) { max($0, depths[$1]) }
            guard depths[node] <= Self.maximumDepth else { throw .depth }
            onPath[node] = false
            path.removeLast()
        }
        return counts
    }
}
