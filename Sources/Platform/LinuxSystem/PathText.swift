/// The conversion between paths, which are bytes to Linux, and text, which is UTF-8 as in bus messages and JSON.
///
/// A byte that is not part of valid UTF-8 is written as an escape such as `\xE9`: a backslash, `x` and two hexadecimal
/// digits. Such bytes occur in names from archives made on Windows. A backslash in a name is written as `\x5C` if it
/// would be taken for the start of such an escape, and as itself otherwise. Therefore, every path has exactly one text,
/// and every text without an escape is the path that it looks like.
package enum PathText {
    /// The text of a path.
    ///
    /// - Parameter path: The bytes of the path, without a NUL.
    /// - Returns: The text, which ``bytes(of:)`` reverses.
    package static func text(of path: some Sequence<UInt8>) -> String {
        let path = Array(path)
        var text = ""
        var rest = path[...]
        while !rest.isEmpty {
            // Bytes that are UTF-8 without a backslash are copied unchanged.
            let count = rest.firstIndex { $0 >= 0x80 || $0 == backslash }.map { $0 - rest.startIndex } ?? rest.count
            text += String(decoding: rest.prefix(count), as: UTF8.self)
            rest = rest.dropFirst(count)
            guard let byte = rest.first else { break }
            if byte == backslash {
                text += escape(at: rest.startIndex, in: path) == nil ? "\\" : "\\x5C"
                rest = rest.dropFirst()
            } else if let character = character(at: rest.startIndex, in: path) {
                text.unicodeScalars.append(character)
                rest = rest.dropFirst(UTF8.width(character))
            } else {
                text += "\\x" + String(byte, radix: 16, uppercase: true)
                rest = rest.dropFirst()
            }
        }
        return text
    }

    /// The bytes of the path that a text stands for.
    ///
    /// - Parameter text: The text.
    /// - Returns: The bytes, without a NUL at the end.
    package static func bytes(of text: String) -> [UInt8] {
        let text = Array(text.utf8)
        guard text.contains(backslash) else { return text }
        var bytes: [UInt8] = []
        var index = 0
        while index < text.count {
            if let byte = escape(at: index, in: text) {
                bytes.append(byte)
                index += escapeLength
            } else {
                bytes.append(text[index])
                index += 1
            }
        }
        return bytes
    }

    /// The text of an argument or line that a user typed: valid UTF-8 is unchanged, even if it looks like an escape.
    ///
    /// - Parameter bytes: The typed bytes.
    /// - Returns: The text.
    package static func text(ofTyped bytes: some Sequence<UInt8>) -> String {
        let bytes = Array(bytes)
        return String(validating: bytes, as: UTF8.self) ?? text(of: bytes)
    }

    /// The text of a path that a user entered.
    ///
    /// - Parameter typed: The path, in which the characters of an escape may be meant literally.
    /// - Returns: If a file with literally this name exists, the text of its path; otherwise `typed`.
    package static func text(ofNamed typed: String) -> String {
        let literal = text(of: typed.utf8)
        return literal != typed && (try? FileStatus(path: literal)) != nil ? literal : typed
    }

    private static let backslash = UInt8(ascii: "\\")
    private static let escapeLength = 4

    /// The byte that the escape at an index stands for; `nil` if there is no escape.
    private static func escape(at index: Int, in bytes: [UInt8]) -> UInt8? {
        guard index + escapeLength <= bytes.count, bytes[index] == backslash, bytes[index + 1] == UInt8(ascii: "x"),
            let high = Character(UnicodeScalar(bytes[index + 2])).hexDigitValue,
            let low = Character(UnicodeScalar(bytes[index + 3])).hexDigitValue
        else { return nil }
        let byte = UInt8(high << 4 | low)
        // ASCII characters other than the backslash are never escaped, so a slash is always visible.
        return byte >= 0x80 || byte == backslash ? byte : nil
    }

    /// The character that is encoded at an index; `nil` if there is no valid UTF-8.
    private static func character(at index: Int, in bytes: [UInt8]) -> Unicode.Scalar? {
        var decoder = UTF8()
        var iterator = bytes[index...].makeIterator()
        guard case .scalarValue(let scalar) = decoder.decode(&iterator) else { return nil }
        return scalar
    }
}

extension String {
    /// The bytes of the path that the text stands for, in the form of ``PathText``, with a NUL at the end for C.
    package var fileSystemRepresentation: [CChar] { PathText.bytes(of: self).map(CChar.init(bitPattern:)) + [0] }
}
