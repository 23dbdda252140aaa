internal import BusInterface
internal import DBus

/// A dictionary from the bus whose values are shown to people.
///
/// A missing value, or one of another type, counts as empty, because the dictionary may come from another version of
/// the service.
struct Record: Sendable {
    let entries: [String: BusVariant]

    init(_ entries: [String: BusVariant]) { self.entries = entries }

    /// The value of a key; `nil` if there is none of this type.
    func value<Value: BusConvertible>(_ key: String) -> Value? {
        entries[key].flatMap { try? Value(busValue: $0.value) }
    }

    /// The text of a key, made safe to show; empty if there is none.
    func text(_ key: String) -> String { ShownText.line(value(key) ?? "") }

    /// The unchanged text of a key, to use as an identifier; empty if there is none.
    func id(_ key: String) -> String { value(key) ?? "" }

    func flag(_ key: String) -> Bool { value(key) ?? false }

    /// An integer of any size, because lists in files do not distinguish sizes.
    func number(_ key: String) -> Int { Int(clamping: (value(key) as UInt32?).map(UInt64.init) ?? size(key)) }

    /// A decimal number, which lists in files contain as an integer if it is integral.
    func decimal(_ key: String) -> Double? { value(key) ?? (value(key) as UInt64?).map(Double.init) }

    func size(_ key: String) -> UInt64 { value(key) ?? 0 }

    func texts(_ key: String) -> [String] { ((value(key) as [String]?) ?? []).map(ShownText.line) }

    /// The unchanged texts of a key, to use as identifiers.
    func ids(_ key: String) -> [String] { value(key) ?? [] }

    func records(_ key: String) -> [Record] {
        ((value(key) as [[String: BusVariant]]?) ?? []).map(Record.init)
    }

    /// The failure of an item of a list of results; `nil` if it succeeded.
    var failure: BusError? {
        guard let name: String = value("error") else { return nil }
        return BusError(name: name, message: id("message"))
    }
}
