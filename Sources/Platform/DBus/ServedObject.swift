/// An exported object with its methods arranged for lookup.
struct ServedObject: Sendable {
    let admit: (@Sendable (BusMethodCall) async throws -> Void)?
    /// Whether a call may be answered in place; nil if none may.
    let admitInPlace: (@Sendable (BusMethodCall) -> Bool)?
    /// Whether handlers run outside the loop.
    let handlesConcurrently: Bool
    /// The order in which handlers outside the loop begin; nil if the order does not matter.
    let order: CallOrder?
    /// The only caller for which the object exists; nil for all callers.
    private let owner: String?
    /// The `<interface>` elements of the object's interfaces, each a string that the program contains anyway.
    ///
    /// They are stored separately, because the joined text would use memory and is rarely requested.
    private let descriptions: [String]
    private let interfaces: [String: [String: ServedMethod]]
    /// The names of the interfaces, in the order in which they are searched if a call names no interface.
    private let names: [String]

    init(_ object: ExportedObject) {
        admit = object.admit
        // An answer in place would overtake earlier calls that have not begun.
        admitInPlace = object.beginsInOrder ? nil : object.admitInPlace
        handlesConcurrently = object.handlesConcurrently
        order = object.handlesConcurrently && object.beginsInOrder ? CallOrder() : nil
        owner = object.owner
        let all = object.interfaces + [StandardInterfaces.properties(of: object.interfaces)]
        names = all.map(\.name)
        interfaces = Dictionary(
            all.map { interface in
                let methods = interface.methods.map { ($0.name, ServedMethod($0, of: interface.name)) }
                return (interface.name, Dictionary(methods) { first, _ in first })
            }
        ) { first, _ in first }
        descriptions = all.map(\.introspection)
    }

    /// The `<interface>` elements of all the object's interfaces.
    var introspection: String { (descriptions + [StandardInterfaces.described]).joined(separator: "\n") }

    /// Whether the object exists for a caller.
    func exists(for sender: String) -> Bool { owner == nil || owner == sender }

    /// Finds a method.
    ///
    /// - Parameters:
    ///   - member: The method's name.
    ///   - interface: The method's interface; nil searches all interfaces.
    /// - Returns: The method.
    /// - Throws: `unknownInterface` or `unknownMethod`.
    func method(_ member: String, interface: String?) throws(BusError) -> ServedMethod {
        if let interface {
            guard let methods = interfaces[interface] else {
                throw BusError(.unknownInterface, "The object has no interface '\(interface)'.")
            }
            if let method = methods[member] { return method }
        } else {
            for name in names {
                if let method = interfaces[name]?[member] { return method }
            }
        }
        throw .unknownMethod("The object has no method '\(member)'\(interface.map { " in '\($0)'" } ?? "").")
    }
}

/// A method with the data that every call of it needs.
struct ServedMethod: Sendable {
    let interface: String
    let inputSignature: Signature
    let outputTypes: [Signature]
    let handler: @Sendable (BusMethodCall) async throws -> [BusValue]
    let answerInPlace: (@Sendable (BusMethodCall) -> [BusValue]?)?

    init(_ method: ExportedMethod, of interface: String) {
        self.interface = interface
        inputSignature = method.inputSignature
        outputTypes = method.outputSignature.singleTypes
        handler = method.handler
        answerInPlace = method.answerInPlace
    }
}
