/// How far a registration reaches and how long it lasts, under Core Text's names.
public enum FontScope: String, Sendable, Hashable, CaseIterable, Codable {
    /// This process alone, until it ends.
    ///
    /// Needs no service: the fonts are fontconfig's application fonts. Registering, unregistering, enabling and
    /// disabling change that set in place. The library does so for one call at a time, but fontconfig has no guard for
    /// another thread that matches or lists fonts at that moment: do it while nothing else looks for fonts, such as
    /// before the first window.
    case process
    /// Every program, until the user's last login session ends.
    case session
    /// Every program, until it is unregistered, across logins and reboots.
    case persistent
}
