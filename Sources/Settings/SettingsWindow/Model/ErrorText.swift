internal import Adwaita
internal import BusInterface
internal import DBus
internal import FontModel
internal import Localization
internal import PositionedJSON

/// The texts of errors for people.
///
/// The messages of the service, and those of the command line with `--json`, are in English. In another language, the
/// kind of the error comes before a message that has no translation.
enum ErrorText {
    static func line(_ error: BusError) -> String {
        if error.isUnreachable {
            return localized("The font service does not answer: %1", ShownText.line(error.message))
        }
        return line(error.name, error.message)
    }

    static func line(_ error: FontError) -> String { line(BusErrorNames.prefix + error.code.rawValue, error.message) }

    /// The reason why the command line failed.
    ///
    /// - Parameter errors: Its standard error output: one JSON object in each line, or text.
    /// - Returns: The first error.
    static func line(ofCommand errors: String) -> String {
        let first = String(errors.split(separator: "\n").first ?? "")
        guard let root = JSONReading(Array(first.utf8), maximumDepth: 16).root?.node,
            case .object(let members) = root.value
        else { return ShownText.line(errors) }
        let texts = Dictionary(
            members.compactMap { member -> (String, String)? in
                if case .string(let text) = member.node.value { (member.name, text) } else { nil }
            }, uniquingKeysWith: { first, _ in first })
        return line(texts["error"] ?? "", texts["message"] ?? errors)
    }

    /// The text of an error.
    ///
    /// - Parameters:
    ///   - name: Its name on the bus.
    ///   - message: Its message in English; empty if the message is shown elsewhere.
    /// - Returns: The line.
    static func line(_ name: String, _ message: String) -> String {
        ShownText.line(ErrorKind.line(kind(name), message))
    }

    private static func kind(_ name: String) -> String? {
        switch name {
        case "org.freedesktop.DBus.Error.UnknownMethod", "org.freedesktop.DBus.Error.InvalidArgs":
            localized("The font service and this window have different versions.")
        default: BusErrorNames.kind(name)
        }
    }
}
