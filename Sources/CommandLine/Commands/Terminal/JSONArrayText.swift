package import FontModel

/// A JSON array that is written element by element, in the form of ``JSONText/lines``.
package struct JSONArrayText: Sendable {
    private var isEmpty = true

    /// Creates an array without elements.
    package init() {}

    /// What to write for more elements.
    ///
    /// - Parameter elements: The elements.
    /// - Returns: The text, empty for no elements.
    package mutating func text(of elements: [JSONText]) -> String {
        var text = ""
        for element in elements {
            text += (isEmpty ? "[" : ",") + "\n  " + element.lines(indentation: "  ")
            isEmpty = false
        }
        return text
    }

    /// What to write after the last element.
    package var end: String { isEmpty ? "[]\n" : "\n]\n" }
}
