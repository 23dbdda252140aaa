internal import BusInterface
internal import DBus

/// A dictionary from the bus, as far as people are shown it.
///
/// What is missing or of another type reads as empty: the dictionary may come from another version of the service.
struct Record: Sendable {
    let entries: [String: BusVariant]

    init(_ entries: [String: BusVariant]) { self.entries = entries }

    /// The value of a key, `nil` where there is none of this type.
    func value<Value: BusConvertible>(_ key: String) -> Value? {
        entries[key].flatMap { try? Value(busValue: $0.value) }
    }

    /// The text of a key, fit to be shown; empty where there is none.
    func text(_ key: String) -> String { ShownText.line(value(key) ?? "") }

    /// The text of a key as it came, for what it names; empty where there is none.
    func id(_ key: String) -> String { value(key) ?? "" }

    func flag(_ key: String) -> Bool { value(key) ?? false }

    /// A whole number; lists that come as files have no kinds of them.
    func number(_ key: String) -> Int { Int(clamping: (value(key) as UInt32?).map(UInt64.init) ?? size(key)) }

    /// A number that need not be whole, which such lists have as a whole one where it is.
    func decimal(_ key: String) -> Double? { value(key) ?? (value(key) as UInt64?).map(Double.init) }

    func size(_ key: String) -> UInt64 { value(key) ?? 0 }

    func texts(_ key: String) -> [String] { ((value(key) as [String]?) ?? []).map(ShownText.line) }

    /// The texts of a key as they came, for what they name.
    func ids(_ key: String) -> [String] { value(key) ?? [] }

    func records(_ key: String) -> [Record] {
        ((value(key) as [[String: BusVariant]]?) ?? []).map(Record.init)
    }

    /// What went wrong with an item of a list of results; `nil` where it succeeded.
    var failure: BusError? {
        guard let name: String = value("error") else { return nil }
        return BusError(name: name, message: id("message"))
    }
}
