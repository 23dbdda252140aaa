internal import DBus

extension FontDescriptor {
    /// The dictionary that represents the descriptor on the bus.
    var dictionary: [String: BusVariant] {
        var entries: [String: BusVariant] = [:]
        func add(_ attribute: Attribute, _ value: (some BusConvertible)?) {
            if let value { entries[attribute.rawValue] = BusVariant(value) }
        }
        add(.name, name)
        add(.postscriptName, postscriptName)
        add(.familyName, familyName)
        add(.displayName, displayName)
        add(.styleName, styleName)
        add(.weight, weight)
        add(.width, width)
        add(.slant, slant?.rawValue)
        add(.isBold, isBold)
        add(.isItalic, isItalic)
        add(.isMonospace, isMonospace)
        add(.isVariable, isVariable)
        add(.variation, variation.isEmpty ? nil : variation)
        add(.languages, languages.isEmpty ? nil : languages)
        add(.characters, characters.isEmpty ? nil : characters)
        add(.source, source?.rawValue)
        add(.userInfo, userInfo)
        return entries
    }

    /// Whether the descriptor contains a name of the font.
    var isNamed: Bool { name != nil || postscriptName != nil || familyName != nil || displayName != nil }
}
