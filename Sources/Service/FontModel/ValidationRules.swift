/// The rules that fonts are held against before programs see them.
package enum ValidationRules {
    /// The version of the rules, raised with each change by which a font could be judged otherwise.
    ///
    /// It is part of the version of ``Opinion/own``, so that fonts registered under other rules are judged anew when a
    /// service with these starts; one that fails then is taken out of use.
    package static let version = 10
}
