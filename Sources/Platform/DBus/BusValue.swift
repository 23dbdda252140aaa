package import LinuxSystem

/// A value of any D-Bus type.
///
/// Arrays and dictionaries contain the types of their elements, because an empty one has no element to derive them
/// from.
package enum BusValue: Sendable {
    /// `y`
    case byte(UInt8)
    /// `b`
    case boolean(Bool)
    /// `n`
    case int16(Int16)
    /// `q`
    case uint16(UInt16)
    /// `i`
    case int32(Int32)
    /// `u`
    case uint32(UInt32)
    /// `x`
    case int64(Int64)
    /// `t`
    case uint64(UInt64)
    /// `d`
    case double(Double)
    /// `s`; must not contain NUL.
    case string(String)
    /// `o`
    case objectPath(ObjectPath)
    /// `g`
    case signature(Signature)
    /// `h`
    case fileDescriptor(OwnedFileDescriptor)
    /// `a`: values that all have the type `element`.
    case array(element: Signature, [BusValue])
    /// `(…)`: at least one value.
    case structure([BusValue])
    /// `a{…}`: a dictionary; its key type is a basic type.
    indirect case dictionary(key: Signature, value: Signature, [Entry])
    /// `v`: a value that carries its own type.
    indirect case variant(BusValue)

    /// One entry of a dictionary.
    package struct Entry: Sendable, Equatable {
        /// The key, of a basic type.
        package let key: BusValue
        /// The value.
        package let value: BusValue

        /// Creates an entry from a key and its value.
        package init(_ key: BusValue, _ value: BusValue) {
            self.key = key
            self.value = value
        }
    }

    /// The value's type.
    ///
    /// The type of a structure is only known to be valid after the value was sent or received.
    package var signature: Signature {
        switch self {
        case .byte: "y"
        case .boolean: "b"
        case .int16: "n"
        case .uint16: "q"
        case .int32: "i"
        case .uint32: "u"
        case .int64: "x"
        case .uint64: "t"
        case .double: "d"
        case .string: "s"
        case .objectPath: "o"
        case .signature: "g"
        case .fileDescriptor: "h"
        case .array(let element, _): Signature(unchecked: "a" + element.text)
        case .structure(let parts): Signature(unchecked: "(" + parts.map(\.signature.text).joined() + ")")
        case .dictionary(let key, let value, _): Signature(unchecked: "a{" + key.text + value.text + "}")
        case .variant: "v"
        }
    }
}

extension BusValue: Equatable {
    /// Compares types and contents; file descriptors are equal if they are the same object.
    package static func == (left: BusValue, right: BusValue) -> Bool {
        switch (left, right) {
        case (.byte(let left), .byte(let right)): left == right
        case (.boolean(let left), .boolean(let right)): left == right
        case (.int16(let left), .int16(let right)): left == right
        case (.uint16(let left), .uint16(let right)): left == right
        case (.int32(let left), .int32(let right)): left == right
        case (.uint32(let left), .uint32(let right)): left == right
        case (.int64(let left), .int64(let right)): left == right
        case (.uint64(let left), .uint64(let right)): left == right
        case (.double(let left), .double(let right)): left == right
        case (.string(let left), .string(let right)): left == right
        case (.objectPath(let left), .objectPath(let right)): left == right
        case (.signature(let left), .signature(let right)): left == right
        case (.fileDescriptor(let left), .fileDescriptor(let right)): left === right
        case (.array(let leftElement, let left), .array(let rightElement, let right)):
            leftElement == rightElement && left == right
        case (.structure(let left), .structure(let right)): left == right
        case (.dictionary(let leftKey, let leftValue, let left), .dictionary(let rightKey, let rightValue, let right)):
            leftKey == rightKey && leftValue == rightValue && left == right
        case (.variant(let left), .variant(let right)): left == right
        default: false
        }
    }
}
