/// A valid signature of zero or more D-Bus types.
package struct Signature: Sendable, Hashable, CustomStringConvertible {
    /// The type codes, such as `a{sv}`.
    package let text: String

    /// The type codes.
    package var description: String { text }

    /// Creates a signature after checking it against the D-Bus specification.
    ///
    /// - Parameter text: The type codes, at most 255 of them.
    /// - Throws: `BusError.invalidArguments` if the text is not a valid signature.
    package init(validating text: String) throws(BusError) {
        guard Self.isValid(text) else {
            throw .invalidArguments("not a D-Bus signature of at most \(Self.maximumLength) type codes")
        }
        self.text = text
    }

    /// Creates a signature that libdbus has validated or that is composed of valid ones, without checking it.
    init(unchecked text: String) {
        self.text = text
    }

    /// Creates the signature of several values from their individual signatures.
    package init(joining signatures: [Signature]) throws(BusError) {
        try self.init(validating: signatures.map(\.text).joined())
    }

    /// The single complete types that the signature consists of, in order.
    package var singleTypes: [Signature] {
        let codes = Array(text.utf8)
        var types: [Signature] = []
        var start = 0
        while start < codes.count {
            let end = Self.endOfSingleType(codes, from: start)
            types.append(Signature(unchecked: String(decoding: codes[start..<end], as: UTF8.self)))
            start = end
        }
        return types
    }

    /// Whether the signature is exactly one complete type, as required for a variant or an array's element.
    package var isSingleType: Bool {
        let codes = Array(text.utf8)
        return !codes.isEmpty && Self.endOfSingleType(codes, from: 0) == codes.count
    }

    /// The maximum length of a D-Bus signature, in type codes.
    package static let maximumLength = 255

    /// The maximum nesting depth of arrays, and that of structures.
    private static let maximumNesting = 32

    private static let basicCodes = Set("ybnqiuxtdsogh".utf8)

    /// Whether a type code stands for a basic type; only basic types may be keys of dictionaries.
    static func isBasic(_ code: UInt8) -> Bool {
        basicCodes.contains(code)
    }

    /// The index at which a single complete type of a valid signature ends.
    private static func endOfSingleType(_ codes: [UInt8], from start: Int) -> Int {
        var index = start
        while index < codes.count, codes[index] == UInt8(ascii: "a") { index += 1 }
        var depth = 0
        while index < codes.count {
            switch codes[index] {
            case UInt8(ascii: "("), UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: ")"), UInt8(ascii: "}"): depth -= 1
            default: break
            }
            index += 1
            if depth == 0 { break }
        }
        return index
    }

    private static func isValid(_ text: String) -> Bool {
        let codes = Array(text.utf8)
        guard codes.count <= maximumLength else { return false }
        var index = 0
        while index < codes.count {
            guard let end = parse(codes, at: index, arrays: 0, structures: 0) else { return false }
            index = end
        }
        return true
    }

    /// Parses one complete type and returns the index at which it ends, or nil if there is no valid type.
    private static func parse(_ codes: [UInt8], at index: Int, arrays: Int, structures: Int) -> Int? {
        guard index < codes.count, arrays <= maximumNesting, structures <= maximumNesting else { return nil }
        switch codes[index] {
        case UInt8(ascii: "v"):
            return index + 1
        case let code where isBasic(code):
            return index + 1
        case UInt8(ascii: "a"):
            guard index + 1 < codes.count, codes[index + 1] == UInt8(ascii: "{") else {
                return parse(codes, at: index + 1, arrays: arrays + 1, structures: structures)
            }
            guard index + 2 < codes.count, isBasic(codes[index + 2]) else { return nil }
            let value = parse(codes, at: index + 3, arrays: arrays + 1, structures: structures + 1)
            guard let end = value, end < codes.count, codes[end] == UInt8(ascii: "}") else { return nil }
            return end + 1
        case UInt8(ascii: "("):
            var next = index + 1
            while next < codes.count, codes[next] != UInt8(ascii: ")") {
                guard let end = parse(codes, at: next, arrays: arrays, structures: structures + 1) else { return nil }
                next = end
            }
            guard next < codes.count, next > index + 1 else { return nil }
            return next + 1
        default:
            return nil
        }
    }
}

extension Signature: ExpressibleByStringLiteral {
    /// Creates a signature from a literal in the source, which must be valid.
    package init(stringLiteral text: StaticString) {
        let text = text.description
        // Only checked in debug builds, which include the tests: every basic value uses such a literal, also when it is
        // sent.
        assert(Self.isValid(text), "not a D-Bus signature: \(text)")
        self.text = text
    }
}
