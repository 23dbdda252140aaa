/// The rules that fonts are validated with before programs see them.
package enum ValidationRules {
    /// The version of the rules.
    ///
    /// It is incremented with each change that can alter the verdict on a font.
    ///
    /// It is part of the version of ``Opinion/own``. When a service with new rules starts, it therefore validates fonts
    /// again that were registered under other rules. A font that then fails is taken out of use.
    package static let version = 11
}
