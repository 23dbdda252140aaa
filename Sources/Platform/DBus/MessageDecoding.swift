internal import CDBus

/// Decoding and encoding of whole messages apart from any connection, as fuzzers and their tests need it.
package enum MessageDecoding {
    /// Decodes the arguments of a message as it comes over a socket.
    ///
    /// - Parameter bytes: The message with its header.
    /// - Returns: The arguments; `nil` where libdbus finds that this is no message.
    /// - Throws: What a caller gets who sends such arguments.
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

    /// Encodes a signal as it goes over a socket.
    ///
    /// - Parameter values: Its arguments.
    /// - Returns: The message with its header.
    /// - Throws: Why there is no such message.
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
