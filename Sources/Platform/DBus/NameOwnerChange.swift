/// A bus name that went from one connection to another.
package struct NameOwnerChange: Sendable, Hashable {
    /// The name, well-known or unique.
    package let name: String
    /// The unique name of who had it; nil where nobody did.
    package let oldOwner: String?
    /// The unique name of who has it now; nil where nobody does.
    package let newOwner: String?

    /// Reads the bus' own signal; nil for any other.
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
