import FontModel
import InspectionProtocol
import SFNT
import TestSupport

extension FontBuilder {
    /// The content of a table as it would be built.
    func table(_ tag: String) -> [UInt8] { tables().first { $0.tag == tag }?.content ?? [] }

    /// The same font with other bytes at a place of a table.
    func patched(_ tag: String, at offset: Int, _ bytes: [UInt8]) -> FontBuilder {
        var copy = self
        var content = table(tag)
        content.replaceSubrange(offset..<(offset + bytes.count), with: bytes)
        copy.tableOverrides[tag] = content
        return copy
    }

    /// The same font with a table cut short.
    func cut(_ tag: String, to length: Int) -> FontBuilder { replaced(tag, Array(table(tag).prefix(length))) }

    /// The same font with another table.
    func replaced(_ tag: String, _ content: [UInt8]?) -> FontBuilder {
        var copy = self
        copy.tableOverrides[tag] = .some(content)
        return copy
    }

    /// The same font with more names.
    func adding(_ names: [Name]) -> FontBuilder {
        var copy = self
        copy.extraNames += names
        return copy
    }

    /// The same font with one more record in its table of names.
    ///
    /// - Parameters:
    ///   - identifier: OpenType's name id.
    ///   - encoding: The platform and its encoding.
    ///   - text: The bytes of the name.
    /// - Returns: The font.
    func naming(
        _ identifier: UInt16, _ encoding: (platform: UInt16, number: UInt16), _ text: [UInt8]
    ) -> FontBuilder {
        let table = self.table("name")
        let count = Int(table[2]) << 8 | Int(table[3])
        let end = 6 + 12 * count
        let place = table.count - end
        let record = [Int(encoding.platform), Int(encoding.number), 0, Int(identifier), text.count, place]
        let header = SampleTables.words([0, count + 1, end + 12])
        return replaced("name", header + table[6..<end] + SampleTables.words(record) + table[end...] + text)
    }

    /// Several fonts as one collection file, in which tables that are alike are there once.
    ///
    /// - Parameters:
    ///   - fonts: The fonts.
    ///   - times: How many faces there are of each font, with a directory of its own each.
    /// - Returns: The bytes of the file.
    static func sharing(_ fonts: [FontBuilder], times: Int = 1) -> [UInt8] {
        let faces = fonts.map { $0.tables() }
        let header = 12 + 4 * faces.count * times
        let start = header + faces.reduce(0) { $0 + 12 + 16 * $1.count } * times
        var (places, directories, content) = ([UInt8](), [UInt8](), [UInt8]())
        var known: [[UInt8]: Int] = [:]
        for tables in faces {
            var directory = SampleTables.words([1, 0, tables.count, 0, 0, 0])
            for table in tables {
                let key = Array(table.tag.utf8) + table.content
                let place = known[key] ?? start + content.count
                if known.updateValue(place, forKey: key) == nil {
                    content += table.content + Array(repeating: 0, count: (4 - table.content.count % 4) % 4)
                }
                let size = table.content.count
                directory += Array(table.tag.utf8) + SampleTables.words([0, 0, place >> 16, place, size >> 16, size])
            }
            for _ in 0..<times {
                let place = header + directories.count
                places += SampleTables.words([place >> 16, place])
                directories += directory
            }
        }
        let count = faces.count * times
        return Array("ttcf".utf8) + SampleTables.words([1, 0, count >> 16, count]) + places + directories + content
    }

    /// A font of one axis and many instances.
    static func variable(instances: Int, axes: Int = 1) -> FontBuilder {
        var font = FontBuilder(family: "Variable")
        font.axes = (0..<axes).map {
            VariationAxis(
                tag: $0 == 0 ? "wght" : "A\($0 + 100)", name: "Axis", minimum: 1, defaultValue: 400, maximum: 900)
        }
        font.namedInstances = (0..<instances).map {
            NamedInstance(
                name: "Weight \($0 % 900)", postscriptName: nil,
                coordinates: Array(repeating: Double($0 % 900), count: axes))
        }
        return font
    }
}

func inspect(_ bytes: [UInt8]) -> FontInspection { FontReader.inspect(bytes.span.bytes) }
