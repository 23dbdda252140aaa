package import LinuxSystem

/// A Swift type that corresponds to one D-Bus type.
package protocol BusConvertible: Sendable {
    /// The D-Bus type: one single complete type.
    static var busSignature: Signature { get }
    /// The value as a D-Bus value.
    var busValue: BusValue { get }
    /// Creates a value from a D-Bus value.
    ///
    /// - Throws: `BusError.invalidArguments` if the value has another type.
    init(busValue: BusValue) throws(BusError)
}

/// A Swift type whose D-Bus type is a basic type, which can be the key of a dictionary.
package protocol BusBasicConvertible: BusConvertible, Hashable {}

extension BusConvertible {
    /// The error for a value that is not of this type.
    package static func mismatch(_ value: BusValue) -> BusError {
        .invalidArguments("expected a value of type '\(busSignature)', got '\(value.signature)'")
    }
}

extension Bool: BusBasicConvertible {
    /// The D-Bus type `b`.
    package static var busSignature: Signature { "b" }
    /// The value as a D-Bus value.
    package var busValue: BusValue { .boolean(self) }
    /// Creates a value from a D-Bus value of exactly this type.
    package init(busValue: BusValue) throws(BusError) {
        guard case .boolean(let value) = busValue else { throw Self.mismatch(busValue) }
        self = value
    }
}

extension UInt8: BusBasicConvertible {
    /// The D-Bus type `y`.
    package static var busSignature: Signature { "y" }
    /// The value as a D-Bus value.
    package var busValue: BusValue { .byte(self) }
    /// Creates a value from a D-Bus value of exactly this type.
    package init(busValue: BusValue) throws(BusError) {
        guard case .byte(let value) = busValue else { throw Self.mismatch(busValue) }
        self = value
    }
}

extension Int16: BusBasicConvertible {
    /// The D-Bus type `n`.
    package static var busSignature: Signature { "n" }
    /// The value as a D-Bus value.
    package var busValue: BusValue { .int16(self) }
    /// Creates a value from a D-Bus value of exactly this type.
    package init(busValue: BusValue) throws(BusError) {
        guard case .int16(let value) = busValue else { throw Self.mismatch(busValue) }
        self = value
    }
}

extension UInt16: BusBasicConvertible {
    /// The D-Bus type `q`.
    package static var busSignature: Signature { "q" }
    /// The value as a D-Bus value.
    package var busValue: BusValue { .uint16(self) }
    /// Creates a value from a D-Bus value of exactly this type.
    package init(busValue: BusValue) throws(BusError) {
        guard case .uint16(let value) = busValue else { throw Self.mismatch(busValue) }
        self = value
    }
}

extension Int32: BusBasicConvertible {
    /// The D-Bus type `i`.
    package static var busSignature: Signature { "i" }
    /// The value as a D-Bus value.
    package var busValue: BusValue { .int32(self) }
    /// Creates a value from a D-Bus value of exactly this type.
    package init(busValue: BusValue) throws(BusError) {
        guard case .int32(let value) = busValue else { throw Self.mismatch(busValue) }
        self = value
    }
}

extension UInt32: BusBasicConvertible {
    /// The D-Bus type `u`.
    package static var busSignature: Signature { "u" }
    /// The value as a D-Bus value.
    package var busValue: BusValue { .uint32(self) }
    /// Creates a value from a D-Bus value of exactly this type.
    package init(busValue: BusValue) throws(BusError) {
        guard case .uint32(let value) = busValue else { throw Self.mismatch(busValue) }
        self = value
    }
}

extension Int64: BusBasicConvertible {
    /// The D-Bus type `x`.
    package static var busSignature: Signature { "x" }
    /// The value as a D-Bus value.
    package var busValue: BusValue { .int64(self) }
    /// Creates a value from a D-Bus value of exactly this type.
    package init(busValue: BusValue) throws(BusError) {
        guard case .int64(let value) = busValue else { throw Self.mismatch(busValue) }
        self = value
    }
}

extension UInt64: BusBasicConvertible {
    /// The D-Bus type `t`.
    package static var busSignature: Signature { "t" }
    /// The value as a D-Bus value.
    package var busValue: BusValue { .uint64(self) }
    /// Creates a value from a D-Bus value of exactly this type.
    package init(busValue: BusValue) throws(BusError) {
        guard case .uint64(let value) = busValue else { throw Self.mismatch(busValue) }
        self = value
    }
}

extension Double: BusBasicConvertible {
    /// The D-Bus type `d`.
    package static var busSignature: Signature { "d" }
    /// The value as a D-Bus value.
    package var busValue: BusValue { .double(self) }
    /// Creates a value from a D-Bus value of exactly this type.
    package init(busValue: BusValue) throws(BusError) {
        guard case .double(let value) = busValue else { throw Self.mismatch(busValue) }
        self = value
    }
}

extension String: BusBasicConvertible {
    /// The D-Bus type `s`.
    package static var busSignature: Signature { "s" }
    /// The value as a D-Bus value.
    package var busValue: BusValue { .string(self) }
    /// Creates a value from a D-Bus value of exactly this type.
    package init(busValue: BusValue) throws(BusError) {
        guard case .string(let value) = busValue else { throw Self.mismatch(busValue) }
        self = value
    }
}

extension ObjectPath: BusBasicConvertible {
    /// The D-Bus type `o`.
    package static var busSignature: Signature { "o" }
    /// The value as a D-Bus value.
    package var busValue: BusValue { .objectPath(self) }
    /// Creates a value from a D-Bus value of exactly this type.
    package init(busValue: BusValue) throws(BusError) {
        guard case .objectPath(let value) = busValue else { throw Self.mismatch(busValue) }
        self = value
    }
}

extension Signature: BusBasicConvertible {
    /// The D-Bus type `g`.
    package static var busSignature: Signature { "g" }
    /// The value as a D-Bus value.
    package var busValue: BusValue { .signature(self) }
    /// Creates a value from a D-Bus value of exactly this type.
    package init(busValue: BusValue) throws(BusError) {
        guard case .signature(let value) = busValue else { throw Self.mismatch(busValue) }
        self = value
    }
}

extension OwnedFileDescriptor: BusConvertible {
    /// The D-Bus type `h`.
    package static var busSignature: Signature { "h" }
    /// The value as a D-Bus value.
    package var busValue: BusValue { .fileDescriptor(self) }
}

// An initialiser of a class always creates a new object; an initialiser in a protocol extension can return an existing
// object.
extension BusConvertible where Self == OwnedFileDescriptor {
    /// Returns the descriptor object that the value contains, not a copy of it.
    package init(busValue: BusValue) throws(BusError) {
        guard case .fileDescriptor(let value) = busValue else { throw Self.mismatch(busValue) }
        self = value
    }
}
