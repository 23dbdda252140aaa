/// A reading of a JSON text that takes note of every fault rather than of the first.
///
/// Each question gives the value where it is as it has to be, and otherwise notes what is wrong and gives `nil`.
package struct JSONReading: Sendable {
    /// The most faults that are noted: whoever mends so many looks again anyway.
    package static let maximumFaults = 100

    /// Begins the names of members that are for other programs, and are passed over.
    private static let foreignPrefix = "x-"

    /// What is wrong, in the order in which it was found.
    package private(set) var faults: [JSONFault] = []
    /// What is worth telling and makes nothing void.
    package private(set) var notes: [JSONFault] = []
    /// Whether what is wrong makes nothing void: the text is of a later form, of which only a part is understood.
    package var isLenient = false
    /// The whole; `nil` where the text is no JSON.
    package let root: JSONField?

    /// Reads a text.
    ///
    /// - Parameters:
    ///   - bytes: The text, as UTF-8.
    ///   - maximumDepth: How many arrays and objects may be in each other.
    package init(_ bytes: [UInt8], maximumDepth: Int) {
        var parser = JSONParser(bytes, maximumDepth: maximumDepth)
        do throws(JSONFault) {
            root = JSONField(node: try parser.parse(), pointer: "")
        } catch {
            root = nil
            faults = [error]
        }
        faults = Array((parser.repetitions + faults).prefix(Self.maximumFaults))
    }

    /// Notes that something is wrong with a value.
    package mutating func note(_ field: JSONField, _ message: String) {
        note(JSONFault(at: field.node.position, pointer: field.pointer, message))
    }

    /// Notes a fault.
    package mutating func note(_ fault: JSONFault) {
        if isLenient { return remark(fault) }
        if faults.count < Self.maximumFaults { faults.append(fault) }
    }

    /// Notes something that is worth telling and makes nothing void.
    package mutating func remark(_ fault: JSONFault) {
        if notes.count < Self.maximumFaults { notes.append(fault) }
    }

    /// Notes the members that are missing.
    ///
    /// - Parameters:
    ///   - names: The names that have to be there.
    ///   - members: The members that are there.
    ///   - field: The object.
    package mutating func require(_ names: [String], in members: [String: JSONField], of field: JSONField) {
        for name in names where members[name] == nil { note(field, "The member \(name) is missing.") }
    }

    /// The members of an object.
    ///
    /// - Parameters:
    ///   - field: The value.
    ///   - known: The names that there are. Others are faults, but for those that begin with `x-`.
    ///   - required: The names that have to be there.
    ///   - obsolete: Names that other systems once had, which are ignored with a remark.
    ///   - later: Names that came with a later version of what is read.
    /// - Returns: The members by their names; `nil` where the value is no object.
    package mutating func object(
        _ field: JSONField, known: [String], required: [String] = [], obsolete: [String] = [], later: [String] = []
    ) -> [String: JSONField]? {
        guard case .object(let members) = field.node.value else {
            note(field, "An object is expected, not \(field.node.kind).")
            return nil
        }
        var found: [String: JSONField] = [:]
        for member in members {
            let pointer = field.pointer + JSONPointer.text([member.name])
            if known.contains(member.name) {
                found[member.name] = JSONField(node: member.node, pointer: pointer)
            } else if obsolete.contains(member.name) {
                remark(JSONFault(at: member.position, pointer: pointer, "The member is obsolete and ignored."))
            } else if later.contains(member.name) {
                note(JSONFault(at: member.position, pointer: pointer, "The member needs a later \"version\"."))
            } else if !member.name.hasPrefix(Self.foreignPrefix) {
                note(
                    JSONFault(
                        at: member.position, pointer: pointer,
                        "There is no such member; there are \(known.joined(separator: ", "))."))
            }
        }
        require(required, in: found, of: field)
        return found
    }

    /// The elements of an array.
    ///
    /// - Parameters:
    ///   - field: The value.
    ///   - maximum: How many there may be.
    /// - Returns: The elements; `nil` where the value is no array, or one of too many.
    package mutating func array(_ field: JSONField, maximum: Int) -> [JSONField]? {
        guard case .array(let elements) = field.node.value else {
            note(field, "An array is expected, not \(field.node.kind).")
            return nil
        }
        guard elements.count <= maximum else {
            note(field, "There are \(elements.count) elements, and at most \(maximum) are allowed.")
            return nil
        }
        return elements.enumerated().map { JSONField(node: $1, pointer: "\(field.pointer)/\($0)") }
    }

    /// A string.
    package mutating func string(_ field: JSONField) -> String? {
        if case .string(let text) = field.node.value { return text }
        note(field, "A string is expected, not \(field.node.kind).")
        return nil
    }

    /// A string of a certain form.
    ///
    /// - Parameters:
    ///   - field: The value.
    ///   - rule: What the string has to be, to follow `The value has to be`.
    ///   - make: Makes what the string stands for; `nil` where it is not as it has to be.
    /// - Returns: What the string stands for.
    package mutating func string<Value>(
        _ field: JSONField, rule: @autoclosure () -> String, _ make: (String) -> Value?
    ) -> Value? {
        guard let text = string(field) else { return nil }
        if let value = make(text) { return value }
        note(field, "The value has to be \(rule()).")
        return nil
    }

    /// One of the strings that stand for the cases of a type.
    package mutating func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ field: JSONField, of type: Choice.Type
    ) -> Choice? {
        let names = Choice.allCases.map(\.rawValue)
        let others = names.dropLast().joined(separator: ", ")
        let rule = others.isEmpty ? names.joined() : "\(others) or \(names.last ?? "")"
        return string(field, rule: rule) { Choice(rawValue: $0) }
    }

    /// A whole number in a range.
    package mutating func integer(_ field: JSONField, in range: ClosedRange<Int64>) -> Int64? {
        if case .integer(let number) = field.node.value, range.contains(number) { return number }
        note(field, "The value has to be a whole number from \(range.lowerBound) to \(range.upperBound).")
        return nil
    }

    /// A boolean.
    package mutating func boolean(_ field: JSONField) -> Bool? {
        if case .boolean(let value) = field.node.value { return value }
        note(field, "true or false is expected, not \(field.node.kind).")
        return nil
    }

    /// An array of which each element is read the same way, and none is there twice.
    ///
    /// - Parameters:
    ///   - field: The value.
    ///   - maximum: How many elements there may be.
    ///   - read: Reads one element.
    /// - Returns: The elements that are as they have to be, in their order.
    package mutating func set<Element: Hashable>(
        _ field: JSONField, maximum: Int, _ read: (inout JSONReading, JSONField) -> Element?
    ) -> [Element] {
        var seen: Set<Element> = []
        var elements: [Element] = []
        for field in array(field, maximum: maximum) ?? [] {
            guard let element = read(&self, field) else { continue }
            if seen.insert(element).inserted {
                elements.append(element)
            } else {
                note(field, "The value is there twice.")
            }
        }
        return elements
    }
}

/// A value, and which of the text it is.
package struct JSONField: Sendable {
    /// The value.
    package let node: JSONNode
    /// Which it is, as a JSON pointer.
    package let pointer: String

    /// Creates a field.
    package init(node: JSONNode, pointer: String) {
        self.node = node
        self.pointer = pointer
    }
}
