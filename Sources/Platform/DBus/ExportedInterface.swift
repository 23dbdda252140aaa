/// One interface of an exported object, as a table.
package struct ExportedInterface: Sendable {
    /// The interface's name.
    package let name: String
    /// The interface's methods.
    package let methods: [ExportedMethod]
    /// The interface's properties.
    package let properties: [ExportedProperty]
    /// The interface's signals.
    package let signals: [ExportedSignal]
    /// The interface's introspection data: the `<interface>` element.
    package let introspection: String

    /// Creates the table of an interface.
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

    /// Returns a copy of the interface in which a method answers some of its calls in place.
    ///
    /// - Parameters:
    ///   - member: The name of one of the interface's methods.
    ///   - answer: The answer to a call, see ``ExportedMethod/answerInPlace``.
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
    /// The handler starts on the connection's event loop and must not block, unless its object runs handlers elsewhere.
    /// A `BusError` is sent as the reply unchanged. Any other error is sent as `org.freedesktop.DBus.Error.Failed`,
    /// without details.
    package let handler: @Sendable (BusMethodCall) async throws -> [BusValue]
    /// Answers a call on the loop before anything else starts for it, or returns `nil` to leave it to ``handler``.
    ///
    /// It must not block. It is for answers that take less time than the change of threads to a handler that runs
    /// elsewhere. Only callers that pass the object's ``ExportedObject/admitInPlace`` are answered in this way. Objects
    /// whose calls begin in order do not use it.
    package var answerInPlace: (@Sendable (BusMethodCall) -> [BusValue]?)?

    /// Creates the description of a method.
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
    /// The property's type: one single complete type.
    package let signature: Signature
    /// Reads the property for the caller of `Get` or `GetAll`.
    package let get: @Sendable (BusMethodCall) async throws -> BusValue
    /// Changes the property; nil if it is read-only.
    ///
    /// The value always has the property's type.
    package let set: (@Sendable (BusMethodCall, BusValue) async throws -> Void)?

    /// Creates the description of a property.
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

    /// Creates the description of a signal.
    package init(name: String, signature: Signature) {
        self.name = name
        self.signature = signature
    }
}
