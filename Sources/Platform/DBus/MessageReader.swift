internal import CDBus
internal import Glibc
internal import LinuxSystem

/// Reads the arguments of a message.
///
/// libdbus has already validated the message; this type limits the memory that the arguments use.
struct MessageReader {
    private let limits: BusLimits
    /// The memory that the values read so far use, in bytes.
    private(set) var size = 0
    /// The number of descriptors read so far.
    private(set) var descriptorCount = 0

    /// The overhead of a heap object, in addition to its contents.
    private static let allocationSize = 32

    init(limits: BusLimits) {
        self.limits = limits
    }

    /// Reads all arguments.
    ///
    /// - Throws: `limitsExceeded` if the arguments use more memory or descriptors than allowed, `invalidArguments` if
    ///   they are nested too deeply.
    mutating func read(_ message: borrowing BusMessage) throws(BusError) -> [BusValue] {
        var iterator = DBusMessageIter()
        guard dbus_message_iter_init(message.pointer, &iterator) != 0 else { return [] }
        return try readAll(&iterator, depth: 0)
    }

    /// The message of an error: its first argument, if that is a string.
    static func errorMessage(of message: borrowing BusMessage) -> String {
        var iterator = DBusMessageIter()
        guard dbus_message_iter_init(message.pointer, &iterator) != 0,
            dbus_message_iter_get_arg_type(&iterator) == typecase_DBUS_TYPE_STRING
        else { return "" }
        return characters(&iterator).map { String(cString: $0) } ?? ""
    }

    private mutating func readAll(_ iterator: inout DBusMessageIter, depth: Int) throws(BusError) -> [BusValue] {
        var values: [BusValue] = []
        while dbus_message_iter_get_arg_type(&iterator) != typecase_DBUS_TYPE_INVALID {
            values.append(try readValue(&iterator, depth: depth))
            dbus_message_iter_next(&iterator)
        }
        return values
    }

    private mutating func readValue(_ iterator: inout DBusMessageIter, depth: Int) throws(BusError) -> BusValue {
        try count(MemoryLayout<BusValue>.stride)
        switch dbus_message_iter_get_arg_type(&iterator) {
        case typecase_DBUS_TYPE_BYTE: return .byte(Self.basic(&iterator, 0))
        case typecase_DBUS_TYPE_BOOLEAN: return .boolean(Self.basic(&iterator, dbus_bool_t(0)) != 0)
        case typecase_DBUS_TYPE_INT16: return .int16(Self.basic(&iterator, 0))
        case typecase_DBUS_TYPE_UINT16: return .uint16(Self.basic(&iterator, 0))
        case typecase_DBUS_TYPE_INT32: return .int32(Self.basic(&iterator, 0))
        case typecase_DBUS_TYPE_UINT32: return .uint32(Self.basic(&iterator, 0))
        case typecase_DBUS_TYPE_INT64: return .int64(Self.basic(&iterator, 0))
        case typecase_DBUS_TYPE_UINT64: return .uint64(Self.basic(&iterator, 0))
        case typecase_DBUS_TYPE_DOUBLE: return .double(Self.basic(&iterator, 0))
        case typecase_DBUS_TYPE_STRING: return .string(try countedString(&iterator))
        case typecase_DBUS_TYPE_OBJECT_PATH:
            return .objectPath(ObjectPath(unchecked: try countedString(&iterator)))
        case typecase_DBUS_TYPE_SIGNATURE:
            return .signature(Signature(unchecked: try countedString(&iterator)))
        case typecase_DBUS_TYPE_UNIX_FD: return .fileDescriptor(try readDescriptor(&iterator))
        default:
            guard depth < MessageWriter.maximumNesting else { throw .invalidArguments("a value that nests too deep") }
            return try readContainer(&iterator, depth: depth + 1)
        }
    }

    private mutating func readContainer(_ iterator: inout DBusMessageIter, depth: Int) throws(BusError) -> BusValue {
        try count(Self.allocationSize)
        var inner = DBusMessageIter()
        dbus_message_iter_recurse(&iterator, &inner)
        switch dbus_message_iter_get_arg_type(&iterator) {
        case typecase_DBUS_TYPE_VARIANT:
            return .variant(try readValue(&inner, depth: depth))
        case typecase_DBUS_TYPE_STRUCT:
            return .structure(try readAll(&inner, depth: depth))
        default:
            // An array, either of a dictionary's entries or of other elements.
            let element = Self.signature(&inner)
            guard dbus_message_iter_get_element_type(&iterator) == typecase_DBUS_TYPE_DICT_ENTRY else {
                return .array(element: element, try readAll(&inner, depth: depth))
            }
            var entries: [BusValue.Entry] = []
            while dbus_message_iter_get_arg_type(&inner) != typecase_DBUS_TYPE_INVALID {
                var entry = DBusMessageIter()
                dbus_message_iter_recurse(&inner, &entry)
                let key = try readValue(&entry, depth: depth)
                dbus_message_iter_next(&entry)
                entries.append(BusValue.Entry(key, try readValue(&entry, depth: depth)))
                dbus_message_iter_next(&inner)
            }
            // Between the braces are the key, which is a single code, and then the value.
            let codes = element.text.dropFirst().dropLast()
            return .dictionary(
                key: Signature(unchecked: String(codes.prefix(1))),
                value: Signature(unchecked: String(codes.dropFirst())), entries)
        }
    }

    private mutating func readDescriptor(
        _ iterator: inout DBusMessageIter
    ) throws(BusError) -> OwnedFileDescriptor {
        descriptorCount += 1
        guard descriptorCount <= limits.messageDescriptors else {
            throw .limitsExceeded("more than \(limits.messageDescriptors) file descriptors in a message")
        }
        // libdbus makes a duplicate for the caller and closes its own descriptor with the message.
        errno = 0
        let rawValue = Self.basic(&iterator, Int32(-1))
        guard rawValue >= 0 else {
            // The system only reports an error if libdbus tries to duplicate: for an index without a descriptor, it
            // does not try.
            throw errno == 0
                ? .invalidArguments("a file descriptor that did not come with the message")
                : .limitsExceeded("no file descriptor left")
        }
        return OwnedFileDescriptor(adopting: rawValue)
    }

    private mutating func countedString(_ iterator: inout DBusMessageIter) throws(BusError) -> String {
        guard let pointer = Self.characters(&iterator) else { return "" }
        // Counted before the string is copied. Up to 15 bytes are stored inside the value.
        let length = strlen(pointer)
        if length > 15 { try count(Self.allocationSize + length) }
        return String(cString: pointer)
    }

    private mutating func count(_ bytes: Int) throws(BusError) {
        size += bytes
        guard size <= limits.decodedSize else {
            throw .limitsExceeded("arguments of more than \(limits.decodedSize) bytes in memory")
        }
    }

    private static func basic<Value: BitwiseCopyable>(_ iterator: inout DBusMessageIter, _ initial: Value) -> Value {
        var value = initial
        dbus_message_iter_get_basic(&iterator, &value)
        return value
    }

    /// The string at the iterator's position, which belongs to the message.
    private static func characters(_ iterator: inout DBusMessageIter) -> UnsafePointer<CChar>? {
        var pointer: UnsafePointer<CChar>?
        dbus_message_iter_get_basic(&iterator, &pointer)
        return pointer
    }

    private static func signature(_ iterator: inout DBusMessageIter) -> Signature {
        guard let pointer = dbus_message_iter_get_signature(&iterator) else { return Signature(unchecked: "") }
        defer { dbus_free(pointer) }
        return Signature(unchecked: String(cString: pointer))
    }
}
