/// Reads JSON text strictly by RFC 8259, and keeps where each value is.
///
/// Written here because no library for Swift tells where in a text a value stands: Foundation's decoder tells it of
/// syntax only, and only in words. People who write such files by hand need a line for every fault.
struct JSONParser {
    private let bytes: [UInt8]
    private let maximumDepth: Int
    private var index = 0
    private var line = 1
    /// Where the line begins.
    private var lineStart = 0
    /// How many bytes of the line, up to the index, do not begin a character.
    private var continuations = 0
    /// The way to the value that is being read.
    private var path: [String] = []
    /// Names that an object has twice: the text can be read on after them.
    private(set) var repetitions: [JSONFault] = []

    init(_ bytes: [UInt8], maximumDepth: Int) {
        self.bytes = bytes
        self.maximumDepth = maximumDepth
    }

    /// Reads the text as one value.
    mutating func parse() throws(JSONFault) -> JSONNode {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            throw fault("The text begins with a byte order mark, which JSON has not.")
        }
        skipSpace()
        let node = try value()
        skipSpace()
        guard index == bytes.count else { throw fault("Something follows the end of the value.") }
        return node
    }

    // MARK: Values

    private mutating func value() throws(JSONFault) -> JSONNode {
        let start = position
        guard let byte = peek else { throw fault("The text ends where a value is expected.") }
        switch byte {
        case UInt8(ascii: "{"): return JSONNode(.object(try object()), at: start)
        case UInt8(ascii: "["): return JSONNode(.array(try array()), at: start)
        case UInt8(ascii: "\""): return JSONNode(.string(try string()), at: start)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return JSONNode(try number(), at: start)
        default: break
        }
        if take("true") { return JSONNode(.boolean(true), at: start) }
        if take("false") { return JSONNode(.boolean(false), at: start) }
        if take("null") { return JSONNode(.null, at: start) }
        throw fault("A value is expected: an object, an array, a string, a number, true, false or null.")
    }

    private mutating func object() throws(JSONFault) -> [JSONMember] {
        try enter()
        var members: [JSONMember] = []
        var names: Set<String> = []
        if !isEmptyUntil(UInt8(ascii: "}")) {
            repeat {
                skipSpace()
                let start = position
                guard peek == UInt8(ascii: "\"") else {
                    throw fault("The name of a member is expected, in double quotes.")
                }
                let name = try string()
                path.append(name)
                if !names.insert(name).inserted { repetitions.append(fault("The member is there twice.", at: start)) }
                skipSpace()
                guard take(":") else { throw fault("A colon is expected after the name of a member.") }
                skipSpace()
                members.append(JSONMember(name: name, position: start, node: try value()))
                path.removeLast()
            } while try hasNext(until: UInt8(ascii: "}"))
        }
        depth -= 1
        return members
    }

    private mutating func array() throws(JSONFault) -> [JSONNode] {
        try enter()
        var elements: [JSONNode] = []
        if !isEmptyUntil(UInt8(ascii: "]")) {
            repeat {
                skipSpace()
                path.append(String(elements.count))
                elements.append(try value())
                path.removeLast()
            } while try hasNext(until: UInt8(ascii: "]"))
        }
        depth -= 1
        return elements
    }

    private var depth = 0

    /// Goes past the opening bracket.
    private mutating func enter() throws(JSONFault) {
        guard depth < maximumDepth else { throw fault("Values are more than \(maximumDepth) deep in each other.") }
        depth += 1
        index += 1
    }

    private mutating func isEmptyUntil(_ end: UInt8) -> Bool {
        skipSpace()
        guard peek == end else { return false }
        index += 1
        return true
    }

    private mutating func hasNext(until end: UInt8) throws(JSONFault) -> Bool {
        skipSpace()
        switch peek {
        case UInt8(ascii: ","):
            index += 1
            return true
        case end:
            index += 1
            return false
        case nil: throw fault("The text ends before its brackets are closed.")
        default: throw fault("A comma is expected, or \(end == UInt8(ascii: "}") ? "}" : "]").")
        }
    }

    // MARK: Numbers

    private mutating func number() throws(JSONFault) -> JSONNode.Value {
        let start = (index: index, position: position)
        if peek == UInt8(ascii: "-") { index += 1 }
        if peek == UInt8(ascii: "0") {
            index += 1
        } else if digits() == 0 {
            throw fault("A digit is expected.")
        }
        var isWhole = true
        if peek == UInt8(ascii: ".") {
            index += 1
            isWhole = false
            if digits() == 0 { throw fault("A digit is expected after the point.") }
        }
        if peek == UInt8(ascii: "e") || peek == UInt8(ascii: "E") {
            index += 1
            isWhole = false
            if peek == UInt8(ascii: "+") || peek == UInt8(ascii: "-") { index += 1 }
            if digits() == 0 { throw fault("A digit is expected in the exponent.") }
        }
        if let byte = peek, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
            throw fault("A number has no zeros in front.", at: start.position)
        }
        let text = String(decoding: bytes[start.index..<index], as: UTF8.self)
        if isWhole, let number = Int64(text) { return .integer(number) }
        guard let number = Double(text), number.isFinite else {
            throw fault("The number is too large.", at: start.position)
        }
        return .double(number)
    }

    private mutating func digits() -> Int {
        let start = index
        while let byte = peek, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { index += 1 }
        return index - start
    }

    // MARK: Strings

    private mutating func string() throws(JSONFault) -> String {
        index += 1
        var text: [UInt8] = []
        while true {
            let start = index
            while index < bytes.count, bytes[index] >= 0x20, bytes[index] != UInt8(ascii: "\""),
                bytes[index] != UInt8(ascii: "\\")
            {
                if bytes[index] & 0xC0 == 0x80 { continuations += 1 }
                index += 1
            }
            text += bytes[start..<index]
            switch peek {
            case UInt8(ascii: "\""):
                index += 1
                // The escapes give nothing but whole characters, so that a damaged one is the text's own.
                guard let string = String(validating: text, as: UTF8.self) else {
                    throw fault("The string is not UTF-8.")
                }
                return string
            case UInt8(ascii: "\\"): text += try Array(String(escape()).utf8)
            case nil: throw fault("The text ends within a string.")
            default: throw fault("A control character in a string has to be written as an escape.")
            }
        }
    }

    private mutating func escape() throws(JSONFault) -> Unicode.Scalar {
        let start = position
        index += 1
        guard let byte = peek else { throw fault("The text ends within a string.") }
        index += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): break
        default: throw fault("There is no such escape.", at: start)
        }
        var units = [try hexadecimal(at: start)]
        if UTF16.isLeadSurrogate(units[0]), take("\\u") { units.append(try hexadecimal(at: start)) }
        var decoder = UTF16()
        var iterator = units.makeIterator()
        guard case .scalarValue(let scalar) = decoder.decode(&iterator), iterator.next() == nil else {
            throw fault("The escape is half of a character.", at: start)
        }
        return scalar
    }

    private mutating func hexadecimal(at start: TextPosition) throws(JSONFault) -> UInt16 {
        let digits = bytes[index...].prefix(4)
        guard digits.count == 4, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
            let value = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
        else { throw fault("The escape needs four hexadecimal digits.", at: start) }
        index += 4
        return value
    }

    // MARK: Text

    private var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

    private var position: TextPosition {
        TextPosition(line: line, column: index - lineStart - continuations + 1)
    }

    private mutating func take(_ text: String) -> Bool {
        guard bytes[index...].starts(with: text.utf8) else { return false }
        index += text.utf8.count
        return true
    }

    private mutating func skipSpace() {
        while let byte = peek {
            switch byte {
            case UInt8(ascii: "\n"):
                index += 1
                line += 1
                lineStart = index
                continuations = 0
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): index += 1
            default: return
            }
        }
    }

    private func fault(_ message: String, at position: TextPosition? = nil) -> JSONFault {
        JSONFault(at: position ?? self.position, pointer: JSONPointer.text(path), message)
    }
}

/// Names of values within a JSON text (RFC 6901).
package enum JSONPointer {
    /// The pointer that leads along a way.
    ///
    /// - Parameter path: The names of members and the indexes of elements, from the root on.
    /// - Returns: The pointer.
    package static func text(_ path: some Sequence<String>) -> String {
        path.reduce(into: "") { $0 += "/" + escaped($1) }
    }

    /// A name as it stands in a pointer.
    private static func escaped(_ name: String) -> String {
        guard name.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else { return name }
        return name.map { $0 == "~" ? "~0" : $0 == "/" ? "~1" : String($0) }.joined()
    }
}
