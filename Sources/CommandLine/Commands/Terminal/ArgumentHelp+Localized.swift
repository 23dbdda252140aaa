package import ArgumentParser
internal import Localization

extension ArgumentHelp {
    /// A help text in the user's language.
    ///
    /// - Parameters:
    ///   - text: The text in English, with placeholders `%1`, `%2` and so on for the arguments.
    ///   - arguments: The arguments that replace the placeholders.
    ///   - valueName: The name of the value in the synopsis.
    /// - Returns: The help text.
    package static func localized(
        _ text: StaticString, _ arguments: any CustomStringConvertible..., valueName: String? = nil
    ) -> ArgumentHelp {
        ArgumentHelp(Translations.text(text, filledWith: arguments), valueName: valueName)
    }
}
