/// A value that carries its own D-Bus type; the D-Bus type `v`.
package struct BusVariant: BusConvertible, Equatable {
    /// The contained value.
    package let value: BusValue

    /// Creates a variant that contains a D-Bus value.
    package init(_ value: BusValue) {
        self.value = value
    }

    /// Creates a variant that contains a Swift value, as its D-Bus type.
    package init(_ value: some BusConvertible) {
        self.value = value.busValue
    }

    /// The D-Bus type `v`.
    package static var busSignature: Signature { "v" }
    /// The value as a D-Bus value.
    package var busValue: BusValue { .variant(value) }
    /// Creates a value from a D-Bus value of exactly this type.
    package init(busValue: BusValue) throws(BusError) {
        guard case .variant(let value) = busValue else { throw Self.mismatch(busValue) }
        self.value = value
    }

    /// Converts the contained value to a Swift type.
    ///
    /// - Throws: `BusError.invalidArguments` if the value has another type.
    package func converted<Value: BusConvertible>(to type: Value.Type = Value.self) throws(BusError) -> Value {
        try Value(busValue: value)
    }
}

extension Array: BusConvertible where Element: BusConvertible {
    /// The D-Bus type of the container, which includes the type of its elements.
    package static var busSignature: Signature { Signature(unchecked: "a" + Element.busSignature.text) }

    /// The value as a D-Bus value.
    package var busValue: BusValue {
        // Not a key path, because generic code would look it up at run time for every element.
        .array(element: Element.busSignature, map { $0.busValue })
    }

    /// Creates a value from a D-Bus value of exactly this type.
    package init(busValue: BusValue) throws(BusError) {
        guard case .array(let element, let values) = busValue, element == Element.busSignature else {
            throw Self.mismatch(busValue)
        }
        self = []
        reserveCapacity(values.count)
        for value in values { append(try Element(busValue: value)) }
    }
}

extension Dictionary: BusConvertible where Key: BusBasicConvertible, Value: BusConvertible {
    /// The D-Bus type of the container, which includes the types of its keys and values.
    package static var busSignature: Signature {
        Signature(unchecked: "a{" + Key.busSignature.text + Value.busSignature.text + "}")
    }

    /// The value as a D-Bus value.
    package var busValue: BusValue {
        .dictionary(
            key: Key.busSignature, value: Value.busSignature,
            map { BusValue.Entry($0.key.busValue, $0.value.busValue) })
    }

    /// Creates a dictionary from a D-Bus value; of two entries with the same key, the later one is kept.
    package init(busValue: BusValue) throws(BusError) {
        guard case .dictionary(Key.busSignature, Value.busSignature, let entries) = busValue else {
            throw Self.mismatch(busValue)
        }
        self = Dictionary(minimumCapacity: entries.count)
        for entry in entries { self[try Key(busValue: entry.key)] = try Value(busValue: entry.value) }
    }
}
