/// A single complete D-Bus type and the Swift type that stands for it.
struct BusType: Equatable {
    /// The signature.
    let signature: String
    /// The Swift type, which is `BusConvertible`.
    let swiftType: String

    /// Reads a type.
    ///
    /// - Parameter signature: A single complete type of those that have a Swift type here.
    /// - Throws: ``GeneratorError`` for any other type.
    init(signature: String) throws(GeneratorError) {
        var rest = signature[...]
        let type = try Self.next(&rest, of: signature)
        guard rest.isEmpty else { throw GeneratorError("\(signature) is more than one type") }
        self.signature = signature
        swiftType = type
    }

    private static let basicTypes: [Character: String] = [
        "b": "Bool", "y": "UInt8", "i": "Int32", "u": "UInt32", "x": "Int64", "t": "UInt64", "d": "Double",
        "s": "String", "o": "ObjectPath", "h": "OwnedFileDescriptor", "v": "BusVariant",
    ]

    private static func next(_ rest: inout Substring, of signature: String) throws(GeneratorError) -> String {
        guard let code = rest.popFirst() else { throw GeneratorError("\(signature) ends in the middle of a type") }
        if let type = basicTypes[code] { return type }
        guard code == "a" else { throw GeneratorError("no Swift type for \(code) in the signature \(signature)") }
        guard rest.first == "{" else { return "[" + (try next(&rest, of: signature)) + "]" }
        rest.removeFirst()
        let key = try next(&rest, of: signature)
        guard key == "String" else { throw GeneratorError("no Swift type for a dictionary by \(key) in \(signature)") }
        let value = try next(&rest, of: signature)
        guard rest.popFirst() == "}" else { throw GeneratorError("a dictionary is not closed in \(signature)") }
        return "[\(key): \(value)]"
    }
}
