extension FontDescriptor: CustomStringConvertible {
    /// The attributes that are set, by their names in Swift, such as `FontDescriptor(familyName: "Lato", weight: 700.0)`.
    public var description: String {
        let attributes = Mirror(reflecting: self).children.compactMap { label, value -> String? in
            guard let label, let value = Self.given(value) else { return nil }
            return "\(label): \(value)"
        }
        return "FontDescriptor(\(attributes.joined(separator: ", ")))"
    }

    /// The text of an attribute; `nil` where it is not set.
    private static func given(_ value: Any) -> String? {
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .optional: return mirror.children.first.map { String(reflecting: $0.value) }
        case .collection, .dictionary: return mirror.children.isEmpty ? nil : String(reflecting: value)
        default: return value as? String == "" ? nil : String(reflecting: value)
        }
    }
}
