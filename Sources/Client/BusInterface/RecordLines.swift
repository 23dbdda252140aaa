package import DBus

/// Reads lists that the service hands out as files: a JSON object a line, a font or a face.
///
/// Of thousands of fonts only what is asked for is taken apart: texts, truth values, numbers, and the faces of a font.
/// Numbers are `UInt64` where they are whole and not negative, else `Double`, as JSON has no other types.
package struct RecordLines: Sendable {
    /// A font or a face, as far as it was read.
    package struct Record: Sendable {
        /// The names of all members that are read, which the records of a list share: a dictionary for each of thousands
        /// costs more than reading them.
        fileprivate let names: [String]
        /// The member of each name.
        fileprivate var values: [BusVariant?]
        /// The faces of a font.
        package fileprivate(set) var faces: [Record] = []

        /// A member that is no faces; `nil` where there is none, and where nobody asked for it.
        package subscript(name: String) -> BusVariant? {
            for index in names.indices where names[index] == name { return values[index] }
            return nil
        }

        /// The members that are no faces.
        package var entries: [String: BusVariant] {
            var entries: [String: BusVariant] = Dictionary(minimumCapacity: names.count)
            for (name, value) in zip(names, values) { entries[name] = value }
            return entries
        }
    }

    private let names: [String]
    /// The names in UTF-8, one after the other, and where each ends.
    private let keys: (bytes: [UInt8], ends: [Int])
    /// Which of them are the faces of a font.
    private let faces: Int?

    /// What a list does not keep to: it comes from a service of another version, or from something else.
    package struct Fault: Error {}

    /// Creates a reader.
    ///
    /// - Parameter keys: The members that are read, of fonts and of faces.
    package init(_ keys: [String]) {
        names = keys
        faces = keys.firstIndex(of: "faces")
        var (bytes, ends): ([UInt8], [Int]) = ([], [])
        for key in keys {
            bytes += key.utf8
            ends.append(bytes.count)
        }
        self.keys = (bytes, ends)
    }

    /// Reads a list.
    ///
    /// - Parameter bytes: The content of the file.
    /// - Returns: A record for each line.
    /// - Throws: ``Fault`` for what is no such list.
    package func records(in bytes: [UInt8]) throws(Fault) -> [Record] {
        let bytes = bytes.span
        var records: [Record] = []
        var position = 0
        while position < bytes.count {
            records.append(try record(bytes, &position))
            try Self.skip(UInt8(ascii: "\n"), bytes, &position)
        }
        return records
    }

    /// Reads an object, at its brace.
    private func record(_ bytes: Span<UInt8>, _ position: inout Int) throws(Fault) -> Record {
        var record = Record(names: names, values: Array(repeating: nil, count: names.count))
        try Self.skip(UInt8(ascii: "{"), bytes, &position)
        while try Self.next(bytes, position) != UInt8(ascii: "}") {
            let key = try Self.string(bytes, &position).range
            try Self.skip(UInt8(ascii: ":"), bytes, &position)
            switch index(of: key, bytes) {
            case let index? where index == faces:
                record.faces = try facesOfFont(bytes, &position)
            case let index?: record.values[index] = try Self.value(bytes, &position)
            case nil: try Self.skipValue(bytes, &position)
            }
            if try Self.next(bytes, position) == UInt8(ascii: ",") { position += 1 }
        }
        position += 1
        return record
    }

    private func facesOfFont(_ bytes: Span<UInt8>, _ position: inout Int) throws(Fault) -> [Record] {
        var faces: [Record] = []
        try Self.skip(UInt8(ascii: "["), bytes, &position)
        while try Self.next(bytes, position) != UInt8(ascii: "]") {
            faces.append(try record(bytes, &position))
            if try Self.next(bytes, position) == UInt8(ascii: ",") { position += 1 }
        }
        position += 1
        return faces
    }

    /// Which of the members that are read a key stands for, if any.
    private func index(of key: Range<Int>, _ bytes: Span<UInt8>) -> Int? {
        let (names, ends) = (keys.bytes.span, keys.ends.span)
        var start = 0
        for index in ends.indices {
            let end = ends[index]
            defer { start = end }
            guard end - start == key.count else { continue }
            var offset = 0
            while offset < key.count, names[start + offset] == bytes[key.lowerBound + offset] { offset += 1 }
            if offset == key.count { return index }
        }
        return nil
    }

    /// A text, a truth value or a number; `nil` for all else.
    private static func value(_ bytes: Span<UInt8>, _ position: inout Int) throws(Fault) -> BusVariant? {
        switch try next(bytes, position) {
        case UInt8(ascii: "\""):
            let (range, isEscaped) = try string(bytes, &position)
            return BusVariant(isEscaped ? try unescaped(bytes, range) : text(bytes, range))
        case UInt8(ascii: "t"), UInt8(ascii: "f"):
            let isTrue = bytes[position] == UInt8(ascii: "t")
            try skipValue(bytes, &position)
            return BusVariant(isTrue)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            let start = position
            try skipValue(bytes, &position)
            let text = text(bytes, start..<position)
            return UInt64(text).map { BusVariant($0) } ?? Double(text).map { BusVariant($0) }
        default:
            try skipValue(bytes, &position)
            return nil
        }
    }

    /// Passes over any value.
    package static func skipValue(_ bytes: Span<UInt8>, _ position: inout Int) throws(Fault) {
        var depth = 0
        repeat {
            switch try next(bytes, position) {
            case UInt8(ascii: "\""):
                _ = try string(bytes, &position)
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                position += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                if depth < 0 { throw Fault() }
                position += 1
            case UInt8(ascii: ","), UInt8(ascii: ":"):
                if depth == 0 { throw Fault() }
                position += 1
            default:
                let start = position
                while try !isEnd(of: next(bytes, position)) { position += 1 }
                if position == start { throw Fault() }
            }
        } while depth > 0
    }

    /// The characters of a string, at its first quote, and whether they have escapes.
    package static func string(
        _ bytes: Span<UInt8>, _ position: inout Int
    ) throws(Fault) -> (range: Range<Int>, isEscaped: Bool) {
        try skip(UInt8(ascii: "\""), bytes, &position)
        let start = position
        var isEscaped = false
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\""):
                position += 1
                return (start..<position - 1, isEscaped)
            case UInt8(ascii: "\\"):
                isEscaped = true
                position += 2
            default: position += 1
            }
        }
        throw Fault()
    }

    /// The text of bytes without escapes.
    package static func text(_ bytes: Span<UInt8>, _ range: Range<Int>) -> String {
        bytes.extracting(range).withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
    }

    /// The text of characters with escapes.
    package static func unescaped(_ bytes: Span<UInt8>, _ range: Range<Int>) throws(Fault) -> String {
        var units: [UInt8] = []
        var position = range.lowerBound
        var surrogate: UInt32?
        while position < range.upperBound {
            guard bytes[position] == UInt8(ascii: "\\") else {
                units.append(bytes[position])
                position += 1
                continue
            }
            guard position + 1 < range.upperBound else { throw Fault() }
            let kind = bytes[position + 1]
            position += 2
            guard kind == UInt8(ascii: "u") else {
                units.append(shortEscapes[kind] ?? kind)
                continue
            }
            guard position + 4 <= range.upperBound,
                let code = UInt32(text(bytes, position..<position + 4), radix: 16)
            else { throw Fault() }
            position += 4
            switch (surrogate, code) {
            case (nil, 0xD800...0xDBFF): surrogate = code
            case (let high?, 0xDC00...0xDFFF):
                let scalar = Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (code - 0xDC00))
                units.append(contentsOf: String(scalar.map(Character.init) ?? "\u{FFFD}").utf8)
                surrogate = nil
            default: units.append(contentsOf: String(Unicode.Scalar(code).map(Character.init) ?? "\u{FFFD}").utf8)
            }
        }
        return String(decoding: units, as: UTF8.self)
    }

    private static let shortEscapes: [UInt8: UInt8] = [
        UInt8(ascii: "n"): 0x0A, UInt8(ascii: "t"): 0x09, UInt8(ascii: "r"): 0x0D, UInt8(ascii: "b"): 0x08,
        UInt8(ascii: "f"): 0x0C,
    ]

    package static func next(_ bytes: Span<UInt8>, _ position: Int) throws(Fault) -> UInt8 {
        guard position < bytes.count else { throw Fault() }
        return bytes[position]
    }

    package static func skip(_ byte: UInt8, _ bytes: Span<UInt8>, _ position: inout Int) throws(Fault) {
        guard try next(bytes, position) == byte else { throw Fault() }
        position += 1
    }

    /// Whether a byte follows a number or a word.
    private static func isEnd(of byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: "\n"): true
        default: false
        }
    }
}
