/// A value that carries its own D-Bus type: what `v` stands for.
package struct BusVariant: BusConvertible, Equatable {
    /// The value inside.
    package let value: BusValue

    /// Wraps a value.
    package init(_ value: BusValue) {
        self.value = value
    }

    /// Wraps a Swift value as its D-Bus type.
    package init(_ value: some BusConvertible) {
        self.value = value.busValue
    }

    /// The D-Bus type `v`.
    package static var busSignature: Signature { "v" }
    /// The value as D-Bus knows it.
    package var busValue: BusValue { .variant(value) }
    /// Takes a value of exactly this type from the bus.
    package init(busValue: BusValue) throws(BusError) {
        guard case .variant(let value) = busValue else { throw Self.mismatch(busValue) }
        self.value = value
    }

    /// Reads the value as a Swift type.
    ///
    /// - Throws: `BusError.invalidArguments` where it is of another type.
    package func converted<Value: BusConvertible>(to type: Value.Type = Value.self) throws(BusError) -> Value {
        try Value(busValue: value)
    }
}

extension Array: BusConvertible where Element: BusConvertible {
    /// The types of the container and of what it contains.
    package static var busSignature: Signature { Signature(unchecked: "a" + Element.busSignature.text) }

    /// The value as D-Bus knows it.
    package var busValue: BusValue {
        // Not by key path, which generic code looks up at run time, for every element.
        .array(element: Element.busSignature, map { $0.busValue })
    }

    /// Takes a value of exactly this type from the bus.
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
    /// The types of the container and of what it contains.
    package static var busSignature: Signature {
        Signature(unchecked: "a{" + Key.busSignature.text + Value.busSignature.text + "}")
    }

    /// The value as D-Bus knows it.
    package var busValue: BusValue {
        .dictionary(
            key: Key.busSignature, value: Value.busSignature,
            map { BusValue.Entry($0.key.busValue, $0.value.busValue) })
    }

    /// Takes a dictionary from the bus; of two entries with one key, the later stays.
    package init(busValue: BusValue) throws(BusError) {
        guard case .dictionary(Key.busSignature, Value.busSignature, let entries) = busValue else {
            throw Self.mismatch(busValue)
        }
        self = Dictionary(minimumCapacity: entries.count)
        for entry in entries { self[try Key(busValue: entry.key)] = try Value(busValue: entry.value) }
    }
}
