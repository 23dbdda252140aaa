/// A queue that serves its keys in turn (round robin), and the elements of each key in order.
package struct FairQueue<Key: Hashable, Element> {
    private var elements: [Key: ArraySlice<Element>] = [:]
    /// The keys that have elements; the first is served next.
    private var turn: ArraySlice<Key> = []
    /// The number of elements.
    package private(set) var count = 0

    /// Creates an empty queue.
    package init() {}

    /// Whether the queue has no elements.
    package var isEmpty: Bool { count == 0 }

    /// The next element, which is not removed.
    package var first: Element? { turn.first.flatMap { elements[$0]?.first } }

    /// The number of elements of a key.
    package func count(of key: Key) -> Int { elements[key]?.count ?? 0 }

    /// Appends an element after the others of its key.
    package mutating func append(_ element: Element, for key: Key) {
        if elements[key] == nil { turn.append(key) }
        elements[key, default: []].append(element)
        count += 1
    }

    /// Removes and returns the next element.
    package mutating func popFirst() -> Element? {
        popFirst { _ in true }?.element
    }

    /// Removes and returns the next element of a key that satisfies a predicate; skipped keys keep their turns.
    ///
    /// - Parameter predicate: Whether an element of a key may be removed.
    /// - Returns: The element and its key; nil if no key satisfies the predicate.
    package mutating func popFirst(where predicate: (Key) -> Bool) -> (element: Element, key: Key)? {
        guard let index = turn.firstIndex(where: predicate) else { return nil }
        let key = turn.remove(at: index)
        guard let element = elements[key]?.popFirst() else { return nil }
        count -= 1
        if elements[key]?.isEmpty == true {
            elements[key] = nil
        } else {
            turn.append(key)
        }
        return (element, key)
    }

    /// Removes and returns all elements that satisfy a predicate; those of each key are in order.
    package mutating func extract(where predicate: (Element) -> Bool) -> [Element] {
        var extracted: [Element] = []
        for key in turn {
            var rest: ArraySlice<Element> = []
            for element in elements[key] ?? [] {
                if predicate(element) { extracted.append(element) } else { rest.append(element) }
            }
            elements[key] = rest.isEmpty ? nil : rest
        }
        count -= extracted.count
        turn.removeAll { elements[$0] == nil }
        return extracted
    }

    /// Removes and returns the first element of a key that satisfies a predicate.
    package mutating func removeFirst(of key: Key, where predicate: (Element) -> Bool) -> Element? {
        guard let index = elements[key]?.firstIndex(where: predicate) else { return nil }
        let element = elements[key]?.remove(at: index)
        count -= 1
        if elements[key]?.isEmpty == true {
            elements[key] = nil
            turn.removeAll { $0 == key }
        }
        return element
    }
}
