/// The name of a directory entry: any bytes but `/` and NUL, as other programs need not write UTF-8.
struct EntryName: Sendable, Hashable, ExpressibleByStringLiteral {
    /// The bytes, without the final NUL.
    let bytes: [UInt8]

    init(bytes: [UInt8]) { self.bytes = bytes }

    init(_ text: String) { bytes = Array(text.utf8) }

    init(stringLiteral text: StaticString) {
        bytes = text.withUTF8Buffer { Array($0) }
    }

    /// Copies a name out of what `readdir` gave.
    init(copying name: UnsafePointer<CChar>) {
        var bytes: [UInt8] = []
        var position = name
        while position.pointee != 0 {
            bytes.append(UInt8(bitPattern: position.pointee))
            position += 1
        }
        self.bytes = bytes
    }

    /// The name as text, with replacement characters for what is not UTF-8.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Whether fontconfig and directory listings skip the entry.
    var isHidden: Bool { bytes.first == UInt8(ascii: ".") }

    /// Lends the name as a C string.
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
