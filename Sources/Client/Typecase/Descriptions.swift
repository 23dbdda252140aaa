/// Describes values by the names of their properties that are set.
private enum SetProperties {
    /// Returns the description of a value, such as `FontDescriptor(familyName: "Lato", weight: 700.0)`.
    static func description(of value: Any) -> String {
        let properties = Mirror(reflecting: value).children.compactMap { label, value -> String? in
            guard let label, let value = text(of: value) else { return nil }
            return "\(label): \(value)"
        }
        return "\(type(of: value))(\(properties.joined(separator: ", ")))"
    }

    /// Returns the text of a property; `nil` if the property is not set.
    private static func text(of value: Any) -> String? {
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .optional: return mirror.children.first.map { String(reflecting: $0.value) }
        case .collection, .dictionary, .set: return mirror.children.isEmpty ? nil : String(reflecting: value)
        default: return value as? String == "" ? nil : String(reflecting: value)
        }
    }
}

extension FontDescriptor: CustomStringConvertible {
    /// The attributes that are set, by their names in Swift, such as `FontDescriptor(familyName: "Lato", weight: 700.0)`.
    public var description: String { SetProperties.description(of: self) }
}

extension FontFace: CustomStringConvertible {
    /// The properties of the face that are known, by their names.
    public var description: String { SetProperties.description(of: self) }
}

extension FontFaceDetails: CustomStringConvertible {
    /// The details that are known, by their names.
    public var description: String { SetProperties.description(of: self) }
}

extension FontFaceFilter: CustomStringConvertible {
    /// The conditions that are set, by the names of their properties.
    public var description: String { SetProperties.description(of: self) }
}

extension FontChange: CustomStringConvertible {
    /// The properties of the change that are set, by their names.
    public var description: String { SetProperties.description(of: self) }
}

extension FontRegistrationOptions: CustomStringConvertible {
    /// The options that are set, by their names in Swift.
    public var description: String { SetProperties.description(of: self) }
}

extension FontLease: CustomStringConvertible {
    /// The properties of the lease that are set, by their names.
    public var description: String { SetProperties.description(of: self) }
}

extension FontRequest: CustomStringConvertible {
    /// The properties of the request that are set, by their names.
    public var description: String { SetProperties.description(of: self) }
}

extension RegisteredFont: CustomStringConvertible {
    /// The properties of the font that are known, by their names.
    public var description: String { SetProperties.description(of: self) }
}

extension Font: CustomStringConvertible {
    /// The PostScript name and the size, such as `DejaVuSans-Bold, 18.0 like title2`.
    public var description: String { "\(postscriptName), \(size)" }
}
