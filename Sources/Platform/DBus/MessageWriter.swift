internal import CDBus
internal import LinuxSystem

/// Writes values as the arguments of a message, and counts their size on the wire.
///
/// libdbus ends the process if a string is invalid, and disconnects if a message is too large. Such values are
/// therefore refused before libdbus sees them.
struct MessageWriter {
    private let limits: BusLimits
    /// The size of the body so far in bytes, including the alignment that D-Bus requires.
    private var size = 0
    private var descriptorCount = 0

    /// The maximum nesting depth of values.
    ///
    /// D-Bus allows more, but at most 64 in total.
    static let maximumNesting = 32
    /// The number of bytes reserved for the header.
    ///
    /// Interface, member and error name have at most 255 bytes each. The header also contains the path, which has no
    /// such limit, the descriptor count and the signature.
    static let headerAllowance = 4096

    private init(limits: BusLimits) {
        self.limits = limits
    }

    /// Appends arguments to a message.
    ///
    /// - Parameters:
    ///   - arguments: The values.
    ///   - types: The types that the values must have; nil to accept any types.
    ///   - message: A message without arguments.
    ///   - limits: The limits for the size of the message.
    /// - Throws: `invalidArguments` for values of other types or that D-Bus cannot represent, `limitsExceeded` for too
    ///   many bytes or descriptors.
    static func write(
        _ arguments: [BusValue], types: [Signature]? = nil, to message: borrowing BusMessage, limits: BusLimits
    ) throws(BusError) {
        if let types {
            guard types.count == arguments.count else {
                throw .invalidArguments("expected \(types.count) values, got \(arguments.count)")
            }
            for (type, argument) in zip(types, arguments) { try check(argument, is: type) }
        }
        var iterator = DBusMessageIter()
        dbus_message_iter_init_append(message.pointer, &iterator)
        var writer = MessageWriter(limits: limits)
        writer.size = headerAllowance + (message.path?.text.utf8.count ?? 0)
        writer.align(8)
        var totalSignature = 0
        for argument in arguments {
            if case .structure = argument { try Self.checkType(argument.signature) }
            totalSignature += argument.signature.text.utf8.count
            guard totalSignature <= Signature.maximumLength else { throw .limitsExceeded("too many arguments") }
            try writer.append(argument, to: &iterator, depth: 0)
        }
    }

    private static func check(_ value: BusValue, is type: Signature) throws(BusError) {
        let actual = value.signature
        guard actual == type else {
            throw .invalidArguments("expected a value of type '\(type)', got '\(actual)'")
        }
    }

    /// Refuses the type of a container value if D-Bus does not allow it.
    private static func checkType(_ type: Signature) throws(BusError) {
        // A single type code is always a valid type, because only values produce codes. Most variants and elements have
        // only one.
        if type.text.utf8.count == 1 { return }
        guard try Signature(validating: type.text).isSingleType else {
            throw .invalidArguments("'\(type)' is not a single D-Bus type")
        }
    }

    private mutating func append(
        _ value: BusValue, to iterator: inout DBusMessageIter, depth: Int
    ) throws(BusError) {
        switch value {
        case .byte(let value): try append(value, typecase_DBUS_TYPE_BYTE, to: &iterator)
        case .boolean(let value): try append(dbus_bool_t(value ? 1 : 0), typecase_DBUS_TYPE_BOOLEAN, to: &iterator)
        case .int16(let value): try append(value, typecase_DBUS_TYPE_INT16, to: &iterator)
        case .uint16(let value): try append(value, typecase_DBUS_TYPE_UINT16, to: &iterator)
        case .int32(let value): try append(value, typecase_DBUS_TYPE_INT32, to: &iterator)
        case .uint32(let value): try append(value, typecase_DBUS_TYPE_UINT32, to: &iterator)
        case .int64(let value): try append(value, typecase_DBUS_TYPE_INT64, to: &iterator)
        case .uint64(let value): try append(value, typecase_DBUS_TYPE_UINT64, to: &iterator)
        case .double(let value): try append(value, typecase_DBUS_TYPE_DOUBLE, to: &iterator)
        case .string(let text):
            guard !text.utf8.contains(0) else { throw .invalidArguments("a string with a NUL") }
            try append(text, typecase_DBUS_TYPE_STRING, to: &iterator)
        case .objectPath(let path): try append(path.text, typecase_DBUS_TYPE_OBJECT_PATH, to: &iterator)
        case .signature(let signature): try append(signature.text, typecase_DBUS_TYPE_SIGNATURE, to: &iterator)
        case .fileDescriptor(let descriptor):
            descriptorCount += 1
            guard descriptorCount <= limits.messageDescriptors else {
                throw .limitsExceeded("more than \(limits.messageDescriptors) file descriptors in a message")
            }
            // libdbus duplicates the descriptor, which fails if the process has no descriptor left.
            try append(descriptor.rawValue, typecase_DBUS_TYPE_UNIX_FD, to: &iterator)
        case .array, .structure, .dictionary, .variant:
            guard depth < Self.maximumNesting else { throw .invalidArguments("a value that nests too deep") }
            try appendContainer(value, to: &iterator, depth: depth + 1)
        }
    }

    private mutating func appendContainer(
        _ value: BusValue, to iterator: inout DBusMessageIter, depth: Int
    ) throws(BusError) {
        switch value {
        case .array(let element, let values):
            try Self.checkType(element)
            try count(4, alignment: 4)
            align(to: element)
            try inContainer(typecase_DBUS_TYPE_ARRAY, element, of: &iterator) {
                (writer, inner) throws(BusError) in
                for value in values {
                    try Self.check(value, is: element)
                    try writer.append(value, to: &inner, depth: depth)
                }
            }
        case .dictionary(let key, let value, let entries):
            let entryType = Signature(unchecked: "{" + key.text + value.text + "}")
            try Self.checkType(Signature(unchecked: "a" + entryType.text))
            try count(4, alignment: 4)
            align(8)
            try inContainer(typecase_DBUS_TYPE_ARRAY, entryType, of: &iterator) {
                (writer, inner) throws(BusError) in
                for entry in entries {
                    try Self.check(entry.key, is: key)
                    try Self.check(entry.value, is: value)
                    writer.align(8)
                    try writer.inContainer(typecase_DBUS_TYPE_DICT_ENTRY, nil, of: &inner) {
                        (writer, inner) throws(BusError) in
                        try writer.append(entry.key, to: &inner, depth: depth)
                        try writer.append(entry.value, to: &inner, depth: depth)
                    }
                }
            }
        case .structure(let values):
            // The structure's type was checked as part of the value that contains it.
            align(8)
            try inContainer(typecase_DBUS_TYPE_STRUCT, nil, of: &iterator) { (writer, inner) throws(BusError) in
                for value in values { try writer.append(value, to: &inner, depth: depth) }
            }
        case .variant(let content):
            let type = content.signature
            try Self.checkType(type)
            try count(type.text.utf8.count + 2, alignment: 1)
            try inContainer(typecase_DBUS_TYPE_VARIANT, type, of: &iterator) { (writer, inner) throws(BusError) in
                try writer.append(content, to: &inner, depth: depth)
            }
        default:
            preconditionFailure("not a container")
        }
    }

    private mutating func inContainer(
        _ code: Int32, _ contents: Signature?, of iterator: inout DBusMessageIter,
        _ body: (inout MessageWriter, inout DBusMessageIter) throws(BusError) -> Void
    ) throws(BusError) {
        var inner = DBusMessageIter()
        guard dbus_message_iter_open_container(&iterator, code, contents?.text, &inner) != 0 else { throw .noMemory }
        do throws(BusError) {
            try body(&self, &inner)
        } catch {
            dbus_message_iter_abandon_container(&iterator, &inner)
            throw error
        }
        guard dbus_message_iter_close_container(&iterator, &inner) != 0 else { throw .noMemory }
    }

    private mutating func append<Value: BitwiseCopyable>(
        _ value: Value, _ code: Int32, to iterator: inout DBusMessageIter
    ) throws(BusError) {
        // On the wire, a descriptor is an index of four bytes, which is also the size of the descriptor here.
        let size = MemoryLayout<Value>.size
        try count(size, alignment: size)
        var value = value
        guard dbus_message_iter_append_basic(&iterator, code, &value) != 0 else { throw .noMemory }
    }

    private mutating func append(
        _ text: String, _ code: Int32, to iterator: inout DBusMessageIter
    ) throws(BusError) {
        let isSignature = code == typecase_DBUS_TYPE_SIGNATURE
        try count((isSignature ? 2 : 5) + text.utf8.count, alignment: isSignature ? 1 : 4)
        let isAppended = text.withCString { pointer in
            var pointer = Optional(pointer)
            return dbus_message_iter_append_basic(&iterator, code, &pointer) != 0
        }
        guard isAppended else { throw .noMemory }
    }

    /// Counts bytes before they are written, so that a huge value is refused before it is copied.
    private mutating func count(_ bytes: Int, alignment: Int) throws(BusError) {
        align(alignment)
        size += bytes
        guard size <= limits.messageSize else {
            throw .limitsExceeded("a message of more than \(limits.messageSize) bytes")
        }
    }

    private mutating func align(_ alignment: Int) {
        size = (size + alignment - 1) & ~(alignment - 1)
    }

    /// Counts the padding before an array's first element, which is present even if the array is empty.
    private mutating func align(to element: Signature) {
        switch element.text.utf8.first {
        case UInt8(ascii: "x"), UInt8(ascii: "t"), UInt8(ascii: "d"), UInt8(ascii: "("): align(8)
        default: break
        }
    }
}
