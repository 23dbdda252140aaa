package import DBus

/// The values of a reply or a signal, read by position.
package struct BusReply: Sendable {
    private let values: [BusValue]
    private let member: String

    /// Wraps values.
    ///
    /// - Parameters:
    ///   - values: What came.
    ///   - member: The interface and member that they came from, for messages.
    package init(_ values: [BusValue], of member: String) {
        self.values = values
        self.member = member
    }

    /// Reads a value.
    ///
    /// - Parameters:
    ///   - index: Its position.
    ///   - name: Its name in the interface description, for messages.
    /// - Returns: The value.
    /// - Throws: `Failed` where the sender does not follow the interface description.
    package func value<Value: BusConvertible>(_ index: Int, _ name: String) throws(BusError) -> Value {
        guard values.indices.contains(index) else {
            throw .failed("\(member) came without \(name) (\(Value.busSignature)).")
        }
        do throws(BusError) {
            return try Value(busValue: values[index])
        } catch {
            throw .failed("\(member) came with \(name) of type \(values[index].signature), not \(Value.busSignature).")
        }
    }
}

extension BusMethodCall {
    /// Reads an argument.
    ///
    /// - Parameters:
    ///   - index: Its position.
    ///   - name: Its name in the interface description, for messages.
    /// - Returns: The argument.
    /// - Throws: `InvalidArgs` where it is missing or of another type. The connection has compared the signature before,
    ///   so this is for callers within the process.
    package func argument<Value: BusConvertible>(_ index: Int, _ name: String) throws(BusError) -> Value {
        guard arguments.indices.contains(index) else {
            throw .invalidArguments("\(interface).\(member): \(name) (\(Value.busSignature)) is missing")
        }
        do throws(BusError) {
            return try Value(busValue: arguments[index])
        } catch {
            throw .invalidArguments(
                "\(interface).\(member): \(name) is of type \(arguments[index].signature), not \(Value.busSignature)")
        }
    }
}
