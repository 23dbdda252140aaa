/// The valid path of an object on the bus.
package struct ObjectPath: Sendable, Hashable, CustomStringConvertible {
    /// The path, such as `/org/typecase/FontManager1`.
    package let text: String

    /// The path.
    package var description: String { text }

    /// The path `/`, the parent of all others.
    package static let root: ObjectPath = "/"

    /// Creates a path after checking it against the D-Bus specification.
    ///
    /// - Parameter text: A slash, followed by elements of ASCII letters, digits and underscores that are separated by
    ///   slashes.
    /// - Throws: `BusError.invalidArguments` if the text is not an object path.
    package init(validating text: String) throws(BusError) {
        guard Self.isValid(text) else { throw .invalidArguments("not a D-Bus object path") }
        self.text = text
    }

    /// Creates a path that libdbus has validated, without checking it.
    init(unchecked text: String) {
        self.text = text
    }

    /// The path of a child.
    ///
    /// - Parameter element: One element: ASCII letters, digits and underscores.
    /// - Returns: The path one level below this one.
    /// - Throws: `BusError.invalidArguments` if the element cannot be part of a path.
    package func appending(_ element: String) throws(BusError) -> ObjectPath {
        guard !element.utf8.contains(UInt8(ascii: "/")) else {
            throw .invalidArguments("not an element of a D-Bus object path")
        }
        return try ObjectPath(validating: (text == "/" ? "" : text) + "/" + element)
    }

    /// The name of the child of `ancestor` that is this path or contains it; nil if this path is not below `ancestor`.
    func childElement(below ancestor: ObjectPath) -> String? {
        let prefix = ancestor.text == "/" ? "/" : ancestor.text + "/"
        guard text.hasPrefix(prefix), text.utf8.count > prefix.utf8.count else { return nil }
        let rest = text.utf8.dropFirst(prefix.utf8.count)
        return String(decoding: rest.prefix { $0 != UInt8(ascii: "/") }, as: UTF8.self)
    }

    private static func isValid(_ text: String) -> Bool {
        let bytes = text.utf8
        guard bytes.first == UInt8(ascii: "/") else { return false }
        if bytes.count == 1 { return true }
        var previous = UInt8(ascii: "/")
        for byte in bytes.dropFirst() {
            switch byte {
            case UInt8(ascii: "/"):
                if previous == byte { return false }
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
                break
            default:
                return false
            }
            previous = byte
        }
        return previous != UInt8(ascii: "/")
    }
}

extension ObjectPath: ExpressibleByStringLiteral {
    /// Creates a path from a literal in the source, which must be valid.
    package init(stringLiteral text: StaticString) {
        let text = text.description
        precondition(Self.isValid(text), "not a D-Bus object path: \(text)")
        self.text = text
    }
}
