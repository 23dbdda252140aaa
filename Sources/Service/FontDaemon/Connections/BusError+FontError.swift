internal import BusInterface
package import DBus
package import FontModel

extension BusError {
    /// Creates the error reply for a font error.
    init(_ error: FontError) {
        self.init(typecaseName: error.code.rawValue, message: error.message)
    }
}

extension FontError: BusErrorConvertible {
    package var busError: BusError { BusError(self) }

    /// Returns the keys of a failed item of a reply.
    ///
    /// - Parameter name: The caller's name for the item, which is put before the message; empty if the caller gave
    ///   none.
    /// - Returns: The keys `error` and `message`, and `owner` if another provider's font conflicts.
    func itemDictionary(name: String = "") -> [String: BusVariant] {
        var dictionary = [
            "error": BusVariant(BusErrorNames.prefix + code.rawValue),
            "message": BusVariant(name.isEmpty ? message : "\(name): \(message)"),
        ]
        if let owner { dictionary["owner"] = BusVariant(owner) }
        if let option { dictionary["option"] = BusVariant(option) }
        if let kept { dictionary["kept"] = BusVariant(kept.rawValue) }
        if let keptFormat { dictionary["kept_format"] = BusVariant(keptFormat.rawValue) }
        return dictionary
    }

    /// Runs a call to a service and converts its error into an error reply, for functions that throw only those.
    static func replying<Result>(
        _ body: () async throws(FontError) -> Result
    ) async throws(BusError) -> Result {
        do throws(FontError) {
            return try await body()
        } catch {
            throw BusError(error)
        }
    }
}
