package import LinuxSystem

/// A Swift type that has one D-Bus type.
package protocol BusConvertible: Sendable {
    /// The D-Bus type: one single complete type.
    static var busSignature: Signature { get }
    /// The value as D-Bus knows it.
    var busValue: BusValue { get }
    /// Takes a value from the bus.
    ///
    /// - Throws: `BusError.invalidArguments` where the value is of another type.
    init(busValue: BusValue) throws(BusError)
}

/// A Swift type whose D-Bus type has no parts, and that can therefore be the key of a dictionary.
package protocol BusBasicConvertible: BusConvertible, Hashable {}

extension BusConvertible {
    /// The error for a value that is not of this type.
    package static func mismatch(_ value: BusValue) -> BusError {
        .invalidArguments("expected a value of type '\(busSignature)', got '\(value.signature)'")
    }
}

extension Bool: BusBasicConvertible {
    package static var busSignature: Signature { "b" }
    package var busValue: BusValue { .boolean(self) }
    package init(busValue: BusValue) throws(BusError) {
        guard case .boolean(let value) = busValue else { throw Self.mismatch(busValue) }
        self = value
    }
}

extension UInt8: BusBasicConvertible {
    package static var busSignature: Signature { "y" }
    package var busValue: BusValue { .byte(self) }
    package init(busValue: BusValue) throws(BusError) {
        guard case .byte(let value) = busValue else { throw Self.mismatch(busValue) }
        self = value
    }
}

extension Int16: BusBasicConvertible {
    package static var busSignature: Signature { "n" }
    package var busValue: BusValue { .int16(self) }
    package init(busValue: BusValue) throws(BusError) {
        guard case .int16(let value) = busValue else { throw Self.mismatch(busValue) }
        self = value
    }
}

extension UInt16: BusBasicConvertible {
    package static var busSignature: Signature { "q" }
    package var busValue: BusValue { .uint16(self) }
    package init(busValue: BusValue) throws(BusError) {
        guard case .uint16(let value) = busValue else { throw Self.mismatch(busValue) }
        self = value
    }
}

extension Int32: BusBasicConvertible {
    package static var busSignature: Signature { "i" }
    package var busValue: BusValue { .int32(self) }
    package init(busValue: BusValue) throws(BusError) {
        guard case .int32(let value) = busValue else { throw Self.mismatch(busValue) }
        self = value
    }
}

extension UInt32: BusBasicConvertible {
    package static var busSignature: Signature { "u" }
    package var busValue: BusValue { .uint32(self) }
    package init(busValue: BusValue) throws(BusError) {
        guard case .uint32(let value) = busValue else { throw Self.mismatch(busValue) }
        self = value
    }
}

extension Int64: BusBasicConvertible {
    package static var busSignature: Signature { "x" }
    package var busValue: BusValue { .int64(self) }
    package init(busValue: BusValue) throws(BusError) {
        guard case .int64(let value) = busValue else { throw Self.mismatch(busValue) }
        self = value
    }
}

extension UInt64: BusBasicConvertible {
    package static var busSignature: Signature { "t" }
    package var busValue: BusValue { .uint64(self) }
    package init(busValue: BusValue) throws(BusError) {
        guard case .uint64(let value) = busValue else { throw Self.mismatch(busValue) }
        self = value
    }
}

extension Double: BusBasicConvertible {
    package static var busSignature: Signature { "d" }
    package var busValue: BusValue { .double(self) }
    package init(busValue: BusValue) throws(BusError) {
        guard case .double(let value) = busValue else { throw Self.mismatch(busValue) }
        self = value
    }
}

extension String: BusBasicConvertible {
    package static var busSignature: Signature { "s" }
    package var busValue: BusValue { .string(self) }
    package init(busValue: BusValue) throws(BusError) {
        guard case .string(let value) = busValue else { throw Self.mismatch(busValue) }
        self = value
    }
}

extension ObjectPath: BusBasicConvertible {
    package static var busSignature: Signature { "o" }
    package var busValue: BusValue { .objectPath(self) }
    package init(busValue: BusValue) throws(BusError) {
        guard case .objectPath(let value) = busValue else { throw Self.mismatch(busValue) }
        self = value
    }
}

extension Signature: BusBasicConvertible {
    package static var busSignature: Signature { "g" }
    package var busValue: BusValue { .signature(self) }
    package init(busValue: BusValue) throws(BusError) {
        guard case .signature(let value) = busValue else { throw Self.mismatch(busValue) }
        self = value
    }
}

extension OwnedFileDescriptor: BusConvertible {
    package static var busSignature: Signature { "h" }
    package var busValue: BusValue { .fileDescriptor(self) }
}

// An initialiser of a class always makes a new object; one in a protocol extension may hand out the object that there is.
extension BusConvertible where Self == OwnedFileDescriptor {
    /// Takes the very descriptor that the value holds.
    package init(busValue: BusValue) throws(BusError) {
        guard case .fileDescriptor(let value) = busValue else { throw Self.mismatch(busValue) }
        self = value
    }
}
