/// How far a registration reaches and how long it lasts, with Core Text's names.
public enum FontScope: String, Sendable, Hashable, CaseIterable, Codable, CustomStringConvertible {
    /// Only this process, until it ends.
    ///
    /// This scope does not need the service: the fonts are fontconfig's application fonts. They may be added and
    /// removed while other threads search for fonts. A toolkit that has already searched for fonts must be told to
    /// search again, as the `Adapters` do.
    ///
    /// If a fontconfig configuration was in use before the first font is registered, it is reloaded. Rules that the
    /// application has added to it from memory are then lost and must be added again. If the application has created a
    /// configuration from other files, that configuration is kept instead. In this case, register fonts before other
    /// threads search for fonts.
    case process
    /// All programs, until the user's last login session ends.
    case session
    /// All programs, until the font is unregistered, across logins and reboots.
    case persistent

    /// The value on D-Bus.
    public var description: String { rawValue }
}
