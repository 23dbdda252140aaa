/// How far a registration reaches and how long it lasts, under Core Text's names.
public enum FontScope: String, Sendable, Hashable, CaseIterable, Codable, CustomStringConvertible {
    /// This process alone, until it ends.
    ///
    /// Needs no service: the fonts are fontconfig's application fonts. They may come and go while other threads look
    /// for fonts; a toolkit that has looked already has to be told to look again, as `Adapters` do.
    ///
    /// For that fontconfig's configuration is loaded anew where one was in use before the first font came. An
    /// application that has made one of other files keeps it, and should register its fonts before others look for
    /// some; rules that it has added from memory it adds again.
    case process
    /// Every program, until the user's last login session ends.
    case session
    /// Every program, until it is unregistered, across logins and reboots.
    case persistent

    /// The word for it on the bus.
    public var description: String { rawValue }
}
