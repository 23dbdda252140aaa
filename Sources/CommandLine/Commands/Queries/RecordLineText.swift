internal import BusInterface
internal import FontModel

/// Converts a list, which the service returns as a file, into the JSON that commands write.
///
/// The JSON has the form of ``JSONText/lines``, with escapes for what could mislead a terminal.
///
/// Values are copied unchanged: creating the values of thousands of fonts would take ten times as long as copying them.
struct RecordLineText {
    private var array = JSONArrayBytes()

    /// Converts the lines of a list, and appends them to the array.
    ///
    /// - Parameters:
    ///   - bytes: The content of the file.
    ///   - keys: The members that an element has in addition to its faces, if each line is the face of an element;
    ///     `nil` if each line is an element.
    /// - Returns: The text.
    /// - Throws: An error if the bytes are not such a list.
    mutating func text(of bytes: [UInt8], asFacesBeside keys: Set<String>? = nil) throws(RecordLines.Fault) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count * 2)
        let bytes = bytes.span
        var position = 0
        while position < bytes.count {
            array.begin(&text)
            if let keys {
                text.append(contentsOf: "{\n    ".utf8)
                try Self.append(members: keys, of: bytes, at: position, to: &text)
                text.append(contentsOf: "\"faces\": [\n      ".utf8)
                try Self.append(bytes, &position, level: 3, to: &text)
                text.append(contentsOf: "\n    ]\n  }".utf8)
            } else {
                try Self.append(bytes, &position, level: 1, to: &text)
            }
            try RecordLines.skip(UInt8(ascii: "\n"), bytes, &position)
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Appends elements that are not lines of a list.
    mutating func text(of elements: [JSONText]) -> String {
        var text: [UInt8] = []
        for element in elements {
            array.begin(&text)
            text.append(contentsOf: element.lines(indentation: "  ").utf8)
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The end of the array.
    var end: String { array.end }

    /// Appends some members of the object that begins at a position.
    private static func append(
        members keys: Set<String>, of bytes: Span<UInt8>, at start: Int, to text: inout [UInt8]
    ) throws(RecordLines.Fault) {
        var position = start + 1
        while try RecordLines.next(bytes, position) != UInt8(ascii: "}") {
            let key = try RecordLines.string(bytes, &position).range
            try RecordLines.skip(UInt8(ascii: ":"), bytes, &position)
            if keys.contains(RecordLines.text(bytes, key)) {
                try append(string: bytes, key, isEscaped: false, to: &text)
                text.append(contentsOf: ": ".utf8)
                try append(bytes, &position, level: 2, to: &text)
                text.append(contentsOf: ",\n    ".utf8)
            } else {
                try RecordLines.skipValue(bytes, &position)
            }
            if try RecordLines.next(bytes, position) == UInt8(ascii: ",") { position += 1 }
        }
    }

    /// Appends a value.
    private static func append(
        _ bytes: Span<UInt8>, _ position: inout Int, level: Int, to text: inout [UInt8]
    ) throws(RecordLines.Fault) {
        let opening = try RecordLines.next(bytes, position)
        switch opening {
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            let isObject = opening == UInt8(ascii: "{")
            let closing = isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")
            text.append(opening)
            position += 1
            var isEmpty = true
            while try RecordLines.next(bytes, position) != closing {
                if !isEmpty { try RecordLines.skip(UInt8(ascii: ","), bytes, &position) }
                if !isEmpty { text.append(UInt8(ascii: ",")) }
                isEmpty = false
                breakLine(level + 1, &text)
                if isObject {
                    let key = try RecordLines.string(bytes, &position)
                    try append(string: bytes, key.range, isEscaped: key.isEscaped, to: &text)
                    try RecordLines.skip(UInt8(ascii: ":"), bytes, &position)
                    text.append(UInt8(ascii: ":"))
                    text.append(UInt8(ascii: " "))
                }
                try append(bytes, &position, level: level + 1, to: &text)
            }
            position += 1
            if !isEmpty { breakLine(level, &text) }
            text.append(closing)
        case UInt8(ascii: "\""):
            let string = try RecordLines.string(bytes, &position)
            try append(string: bytes, string.range, isEscaped: string.isEscaped, to: &text)
        default:
            let start = position
            try RecordLines.skipValue(bytes, &position)
            text.append(contentsOf: bytes.extracting(start..<position))
        }
    }

    private static func breakLine(_ level: Int, _ text: inout [UInt8]) {
        text.append(UInt8(ascii: "\n"))
        for _ in 0..<level {
            text.append(UInt8(ascii: " "))
            text.append(UInt8(ascii: " "))
        }
    }

    /// Appends a string with its quotes.
    private static func append(
        string bytes: Span<UInt8>, _ range: Range<Int>, isEscaped: Bool, to text: inout [UInt8]
    ) throws(RecordLines.Fault) {
        var isPlain = !isEscaped
        for index in range where bytes[index] < 0x20 || bytes[index] >= 0x7F { isPlain = false }
        if isPlain {
            text.append(UInt8(ascii: "\""))
            text.append(contentsOf: bytes.extracting(range))
            text.append(UInt8(ascii: "\""))
        } else {
            let string = try RecordLines.unescaped(bytes, range)
            text.append(contentsOf: JSONText.string(string).line.utf8)
        }
    }
}

extension [UInt8] {
    fileprivate mutating func append(contentsOf bytes: Span<UInt8>) {
        bytes.withUnsafeBufferPointer { append(contentsOf: $0) }
    }
}

/// The state of an array that is written in the form of ``JSONText/lines``.
private struct JSONArrayBytes {
    private var isEmpty = true

    /// Appends the text before an element: the start of the array, or the separator.
    mutating func begin(_ text: inout [UInt8]) {
        text.append(contentsOf: (isEmpty ? "[\n  " : ",\n  ").utf8)
        isEmpty = false
    }

    /// What to write after the last element.
    var end: String { isEmpty ? "[]\n" : "\n]\n" }
}
