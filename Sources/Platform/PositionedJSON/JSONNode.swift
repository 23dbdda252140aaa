/// A value in a JSON text, and where it begins there.
package struct JSONNode: Sendable, Equatable {
    /// What a value can be.
    package indirect enum Value: Sendable, Equatable {
        case null
        case boolean(Bool)
        /// A number without fraction and exponent that fits.
        case integer(Int64)
        /// Any other number, rounded to what there is.
        case double(Double)
        case string(String)
        case array([JSONNode])
        case object([JSONMember])
    }

    /// What it is.
    package let value: Value
    /// Where it begins.
    package let position: TextPosition

    /// Creates a value.
    package init(_ value: Value, at position: TextPosition) {
        self.value = value
        self.position = position
    }

    /// A value within this one.
    ///
    /// - Parameter path: The names of members and the indexes of elements that lead to it.
    /// - Returns: The value; `nil` where there is none.
    package func descendant(_ path: some Sequence<String>) -> JSONNode? {
        var node = self
        for part in path {
            switch node.value {
            case .object(let members):
                guard let member = members.last(where: { $0.name == part }) else { return nil }
                node = member.node
            case .array(let elements):
                guard let index = Int(part), elements.indices.contains(index) else { return nil }
                node = elements[index]
            default: return nil
            }
        }
        return node
    }

    /// What it is, for people: `a string`, `an object`.
    package var kind: String {
        switch value {
        case .null: "null"
        case .boolean: "a boolean"
        case .integer: "a whole number"
        case .double: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}

/// A member of a JSON object.
package struct JSONMember: Sendable, Equatable {
    /// Its name, with the escapes resolved.
    package let name: String
    /// Where its name begins.
    package let position: TextPosition
    /// Its value.
    package let node: JSONNode

    /// Creates a member.
    package init(name: String, position: TextPosition, node: JSONNode) {
        self.name = name
        self.position = position
        self.node = node
    }
}

/// A place in a text.
package struct TextPosition: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The line, from 1.
    package let line: Int
    /// The character in the line, from 1; characters are those of Unicode, not bytes.
    package let column: Int

    /// Names a place.
    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    package var description: String { "\(line):\(column)" }

    package static func < (first: TextPosition, second: TextPosition) -> Bool {
        (first.line, first.column) < (second.line, second.column)
    }
}

/// Something in a JSON text that is not as it has to be.
package struct JSONFault: Error, Sendable, Hashable, CustomStringConvertible {
    /// Where it is.
    package let position: TextPosition
    /// Which value it is about, as a JSON pointer (RFC 6901); empty for the whole.
    package let pointer: String
    /// What is wrong, for people.
    ///
    /// It may quote the text, whose characters nobody has looked at.
    package let message: String

    /// Creates a fault.
    package init(at position: TextPosition, pointer: String = "", _ message: String) {
        self.position = position
        self.pointer = pointer
        self.message = message
    }

    package var description: String {
        pointer.isEmpty ? "\(position): \(message)" : "\(position): \(pointer): \(message)"
    }
}
