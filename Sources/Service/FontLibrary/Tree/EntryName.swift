/// The name of a directory entry.
///
/// It may contain any bytes except `/` and NUL, because other programs need not write UTF-8.
struct EntryName: Sendable, Hashable, ExpressibleByStringLiteral {
    /// The bytes, without the final NUL.
    let bytes: [UInt8]

    init(bytes: [UInt8]) { self.bytes = bytes }

    init(_ text: String) { bytes = Array(text.utf8) }

    init(stringLiteral text: StaticString) {
        bytes = text.withUTF8Buffer { Array($0) }
    }

    /// Creates a name by copying the result of `readdir`.
    init(copying name: UnsafePointer<CChar>) {
        var bytes: [UInt8] = []
        var position = name
        while position.pointee != 0 {
            bytes.append(UInt8(bitPattern: position.pointee))
            position += 1
        }
        self.bytes = bytes
    }

    /// The name as text, with replacement characters for invalid UTF-8.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Whether fontconfig and directory listings skip the entry.
    var isHidden: Bool { bytes.first == UInt8(ascii: ".") }

    /// Calls a closure with the name as a C string.
    func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
        (bytes.map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer { buffer in
            guard let start = buffer.baseAddress else { preconditionFailure("a terminated name is never empty") }
            return body(start)
        }
    }
}

extension EntryName: Comparable {
    static func < (left: EntryName, right: EntryName) -> Bool { left.bytes.lexicographicallyPrecedes(right.bytes) }
}
