extension Array {
    /// The elements in runs of at most so many, in order.
    ///
    /// - Parameter limit: The most elements of a run, at least 1.
    /// - Returns: The runs; none where there are no elements.
    package func batches(of limit: Int) -> [ArraySlice<Element>] {
        stride(from: 0, to: count, by: limit).map { self[$0..<Swift.min($0 + limit, count)] }
    }
}
