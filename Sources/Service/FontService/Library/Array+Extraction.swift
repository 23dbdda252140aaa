extension Array {
    /// Takes elements out.
    ///
    /// Each is asked about once only: a batch may be cancelled at any moment, and one that is neither left nor taken out
    /// would wait for ever.
    ///
    /// - Parameter isTaken: Whether to take an element out.
    /// - Returns: What was taken out, in order.
    mutating func extract(where isTaken: (Element) -> Bool) -> [Element] {
        var taken: [Element] = []
        removeAll { element in
            let takes = isTaken(element)
            if takes { taken.append(element) }
            return takes
        }
        return taken
    }
}
