extension Array {
    /// Removes and returns the elements that satisfy a predicate.
    ///
    /// The predicate is evaluated only once for each element. A batch may be cancelled at any moment, and an element
    /// that was neither kept nor removed would wait forever.
    ///
    /// - Parameter isTaken: Whether to remove an element.
    /// - Returns: The removed elements, in order.
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
