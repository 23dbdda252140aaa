/// Whether an application's disabled fonts are enabled when the application asks for one of them.
///
/// These are fonts that the application itself has registered as disabled.
public enum AutoActivationSetting: String, Sendable, Hashable, CaseIterable, CustomStringConvertible {
    /// The setting for all applications applies; if there is none, nothing is enabled.
    case `default`
    /// Nothing is enabled.
    case disabled
    /// A requested font that is not found is enabled if the application has registered it.
    case enabled
    /// As ``enabled``, but the application asks the user first.
    ///
    /// It does so with the function that it passes to ``FontManager/matchingFaces(for:activatingFontsOf:prompt:)``. If
    /// it passes no function, nothing is enabled.
    case promptUser = "prompt-user"

    /// The name of the setting.
    public var description: String { rawValue }
}
