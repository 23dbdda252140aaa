internal import BusInterface
package import DBus
package import FontModel

extension BusError {
    /// The error reply for a font error.
    init(_ error: FontError) {
        self.init(typecaseName: error.code.rawValue, message: error.message)
    }
}

extension FontError: BusErrorConvertible {
    package var busError: BusError { BusError(self) }

    /// The keys that an item of a reply has when it failed.
    ///
    /// - Parameter name: What the caller calls the item, put before the message; empty where it gave no name.
    /// - Returns: The keys `error` and `message`, and `owner` where another's font is in the way.
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

    /// Runs a call to a service and turns its error into an error reply, for whoever throws nothing else.
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
