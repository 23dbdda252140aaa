package import DBus
internal import FontModel
internal import Localization

/// How the service's errors are named on the bus.
package enum BusErrorNames {
    /// What comes before the name of a font error's code.
    package static let prefix = "org.typecase.Error."

    /// The kind of an error, as a sentence in the user's language.
    ///
    /// - Parameter name: The error's name on the bus.
    /// - Returns: The sentence; `nil` where there is none for it.
    package static func kind(_ name: String) -> String? {
        if name.hasPrefix(prefix) { return kind(of: String(name.dropFirst(prefix.count))) }
        return switch name {
        case "org.freedesktop.DBus.Error.AccessDenied": localized("The font service does not allow that.")
        case "org.freedesktop.DBus.Error.LimitsExceeded":
            localized("That is more than the font service accepts at once.")
        default: nil
        }
    }

    /// The kind of an error, as a sentence in the user's language.
    ///
    /// - Parameter code: The code of a font error, such as `NotRegistered`.
    /// - Returns: The sentence; `nil` where there is none for it.
    package static func kind(of code: String) -> String? { FontError.Code(rawValue: code).map(ErrorKind.text) }
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

    /// The message for people: in another language than English after the kind of the error.
    package var localizedMessage: String { ErrorKind.line(BusErrorNames.kind(name), message) }

    /// The name without the prefix where it is an error of the service, such as `NotRegistered`.
    package var typecaseName: String? {
        name.hasPrefix(BusErrorNames.prefix) ? String(name.dropFirst(BusErrorNames.prefix.count)) : nil
    }
}
