/// One interface of an exported object, as a table.
package struct ExportedInterface: Sendable {
    /// The interface's name.
    package let name: String
    /// Its methods.
    package let methods: [ExportedMethod]
    /// Its properties.
    package let properties: [ExportedProperty]
    /// Its signals.
    package let signals: [ExportedSignal]
    /// Its description as introspection data: the `<interface>` element.
    package let introspection: String

    /// Makes the table of an interface.
    package init(
        name: String, methods: [ExportedMethod], properties: [ExportedProperty] = [], signals: [ExportedSignal] = [],
        introspection: String
    ) {
        self.name = name
        self.methods = methods
        self.properties = properties
        self.signals = signals
        self.introspection = introspection
    }

    /// The interface with a method that answers some of its calls in place.
    ///
    /// - Parameters:
    ///   - member: The name of one of its methods.
    ///   - answer: What it answers, see ``ExportedMethod/answerInPlace``.
    /// - Returns: The table.
    package func answering(
        _ member: String, inPlace answer: @escaping @Sendable (BusMethodCall) -> [BusValue]?
    ) -> ExportedInterface {
        precondition(methods.contains { $0.name == member }, "\(name) has no method \(member)")
        return ExportedInterface(
            name: name,
            methods: methods.map { method in
                var method = method
                if method.name == member { method.answerInPlace = answer }
                return method
            }, properties: properties, signals: signals, introspection: introspection)
    }
}

/// One method of an exported interface.
package struct ExportedMethod: Sendable {
    /// The method's name.
    package let name: String
    /// The types of all arguments.
    package let inputSignature: Signature
    /// The types of all results.
    package let outputSignature: Signature
    /// Answers a call.
    ///
    /// Unless its object has it run elsewhere it starts on the connection's event loop, and must not block. A
    /// `BusError` is replied as it is; any other error as `org.freedesktop.DBus.Error.Failed`, without details.
    package let handler: @Sendable (BusMethodCall) async throws -> [BusValue]
    /// Answers a call on the loop before anything else is begun for it, or returns `nil` to leave it to ``handler``.
    ///
    /// It is for answers that take less than the change of threads to a handler that runs elsewhere, and must not block.
    /// Only callers whom the object's ``ExportedObject/admitInPlace`` lets pass are answered so, and objects whose calls
    /// begin in order do without.
    package var answerInPlace: (@Sendable (BusMethodCall) -> [BusValue]?)?

    /// Describes a method.
    package init(
        name: String, inputSignature: Signature, outputSignature: Signature,
        handler: @escaping @Sendable (BusMethodCall) async throws -> [BusValue]
    ) {
        self.name = name
        self.inputSignature = inputSignature
        self.outputSignature = outputSignature
        self.handler = handler
    }
}

/// One property of an exported interface.
package struct ExportedProperty: Sendable {
    /// The property's name.
    package let name: String
    /// Its type: one single complete type.
    package let signature: Signature
    /// Reads it for the caller: of `Get` or `GetAll`.
    package let get: @Sendable (BusMethodCall) async throws -> BusValue
    /// Changes it; nil where it is read-only.
    ///
    /// The value is of the property's type.
    package let set: (@Sendable (BusMethodCall, BusValue) async throws -> Void)?

    /// Describes a property.
    package init(
        name: String, signature: Signature,
        get: @escaping @Sendable (BusMethodCall) async throws -> BusValue,
        set: (@Sendable (BusMethodCall, BusValue) async throws -> Void)? = nil
    ) {
        self.name = name
        self.signature = signature
        self.get = get
        self.set = set
    }
}

/// One signal of an exported interface.
package struct ExportedSignal: Sendable, Hashable {
    /// The signal's name.
    package let name: String
    /// The types of all arguments.
    package let signature: Signature

    /// Describes a signal.
    package init(name: String, signature: Signature) {
        self.name = name
        self.signature = signature
    }
}
