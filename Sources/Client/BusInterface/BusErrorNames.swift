package import DBus

/// How the service's errors are named on the bus.
package enum BusErrorNames {
    /// What comes before the name of a font error's code.
    package static let prefix = "org.typecase.Error."
}

extension BusError {
    /// Makes an error of the service.
    ///
    /// - Parameters:
    ///   - typecaseName: The name without the prefix, such as `NotRegistered`.
    ///   - message: What went wrong, for developers.
    package init(typecaseName: String, message: String) {
        self.init(name: BusErrorNames.prefix + typecaseName, message: message)
    }

    /// The name without the prefix where it is an error of the service, such as `NotRegistered`.
    package var typecaseName: String? {
        name.hasPrefix(BusErrorNames.prefix) ? String(name.dropFirst(BusErrorNames.prefix.count)) : nil
    }
}
