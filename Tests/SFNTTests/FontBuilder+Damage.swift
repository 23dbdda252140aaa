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
