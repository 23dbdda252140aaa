internal import CDBus

/// Decoding and encoding of complete messages without a connection, for fuzzers and their tests.
package enum MessageDecoding {
    /// Decodes the arguments of a message in its wire format.
    ///
    /// - Parameter bytes: The message with its header.
    /// - Returns: The arguments; `nil` if libdbus finds the message invalid.
    /// - Throws: The error that a caller with such arguments would receive.
    package static func arguments(ofMessage bytes: [UInt8]) throws(BusError) -> [BusValue]? {
        let pointer = bytes.withUnsafeBufferPointer { buffer in
            buffer.withMemoryRebound(to: CChar.self) { characters in
                dbus_message_demarshal(characters.baseAddress, Int32(clamping: characters.count), nil)
            }
        }
        guard let pointer else { return nil }
        let message = BusMessage(adopting: pointer)
        var reader = MessageReader(limits: BusLimits())
        return try reader.read(message)
    }

    /// Encodes a signal in its wire format.
    ///
    /// - Parameter values: The arguments of the signal.
    /// - Returns: The message with its header.
    /// - Throws: Why the message cannot be created.
    package static func message(with values: [BusValue]) throws(BusError) -> [UInt8] {
        let message = try BusMessage(
            signal: "Sample", interface: "org.typecase.Sample", path: "/", destination: nil)
        try MessageWriter.write(values, to: message, limits: BusLimits())
        message.setSerial(1)
        var bytes: UnsafeMutablePointer<CChar>?
        var count: Int32 = 0
        guard dbus_message_marshal(message.pointer, &bytes, &count) != 0, let bytes else { throw .noMemory }
        defer { dbus_free(bytes) }
        return UnsafeBufferPointer(start: bytes, count: Int(count)).map { UInt8(bitPattern: $0) }
    }
}
