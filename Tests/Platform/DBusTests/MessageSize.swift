import CDBus

@testable import DBus

extension BusMessage {
    /// The size of the arguments, as libdbus marshals them.
    var bodySize: Int {
        setSerial(1)
        var bytes: UnsafeMutablePointer<CChar>?
        var count: Int32 = 0
        guard dbus_message_marshal(pointer, &bytes, &count) != 0, let bytes else { return -1 }
        defer { dbus_free(bytes) }
        // The second word of the fixed header.
        return Int(UnsafeRawPointer(bytes).loadUnaligned(fromByteOffset: 4, as: UInt32.self).littleEndian)
    }
}
