/// A change of a bus name's owner.
package struct NameOwnerChange: Sendable, Hashable {
    /// The name, well-known or unique.
    package let name: String
    /// The unique name of the previous owner; nil if there was none.
    package let oldOwner: String?
    /// The unique name of the new owner; nil if there is none.
    package let newOwner: String?

    /// Creates a change from the bus' `NameOwnerChanged` signal; nil for any other signal.
    init?(_ signal: BusSignal) {
        guard signal.sender == BusNames.bus, signal.interface == BusNames.bus, signal.member == "NameOwnerChanged",
            signal.arguments.count == 3, case .string(let name) = signal.arguments[0],
            case .string(let oldOwner) = signal.arguments[1], case .string(let newOwner) = signal.arguments[2]
        else { return nil }
        self.name = name
        self.oldOwner = oldOwner.isEmpty ? nil : oldOwner
        self.newOwner = newOwner.isEmpty ? nil : newOwner
    }
}
