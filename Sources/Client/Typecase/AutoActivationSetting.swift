/// Whether fonts that an application has registered disabled are enabled when it asks for one of them.
public enum AutoActivationSetting: String, Sendable, Hashable, CaseIterable, CustomStringConvertible {
    /// What holds for all applications; nothing is enabled where nobody has set that.
    case `default`
    /// Nothing is enabled.
    case disabled
    /// What is asked for and not found is enabled, if the application has registered it.
    case enabled
    /// As ``enabled``, but the application asks the user first, with what it gives to
    /// ``FontManager/matchingFaces(for:activatingFontsOf:prompt:)``; nothing is enabled where it gives nothing.
    case promptUser = "prompt-user"

    /// The word for it.
    public var description: String { rawValue }
}
