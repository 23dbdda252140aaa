/// The references between elements of an SVG drawing, checked so that a few bytes cannot be drawn billions of times.
///
/// Only elements with an id can be drawn again. They are the nodes; elements without an id add to the weight of the
/// node that contains them.
struct DrawingReferences {
    /// The node of the whole drawing.
    static let root = 0

    /// The most elements that are drawn for one glyph, counted each time that they are drawn.
    ///
    /// Source: MAX_REFERENCED_ELEMENTS of librsvg's limits.rs, beyond which it gives up.
    static let maximumElements = 500_000
    /// The deepest nesting of references: the same as for elements.
    static let maximumDepth = DrawingMarkup.maximumDepth

    private var weights = [1]
    private var children: [[Int]] = [[]]
    private var names: [String: Int] = [:]
    private var references: [(node: Int, name: String)] = []
    private var glyphs: [Int] = []

    /// Adds an element.
    ///
    /// - Parameters:
    ///   - name: The id of the element, if it has one.
    ///   - parent: The node that contains the element.
    /// - Returns: The node for the content of the element.
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

    /// Checks how much has to be drawn.
    ///
    /// - Throws: The excess because of which no library draws the drawing.
    mutating func check() throws(DrawingMarkup.Excess) {
        // Most drawings contain no references, so each element is drawn only once.
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

    /// Returns the number of elements that are drawn for each node.
    private func counts() throws(DrawingMarkup.Excess) -> [Int] {
        var counts = [Int](repeating: 0, count: weights.count)
        var depths = [Int](repeating: 0, count: weights.count)
        var onPath = [Bool](repeating: false, count: weights.count)
        // Each entry is a node and the number of its children that are done. The first node contains all others.
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
