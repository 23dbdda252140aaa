/// A right that an application has or lacks.
package enum Right: String, Sendable, Hashable, CaseIterable {
    /// To register fonts that others can use.
    case installFonts = "install-fonts"
    /// To find and open fonts that others registered.
    case useInstalledFonts = "use-installed-fonts"
    /// To register fonts that its manifest does not declare.
    case installUndeclaredFonts = "install-undeclared-fonts"
    /// To activate inactive fonts of other providers, for as long as the application runs.
    case requestFonts = "request-fonts"
    /// To be shown with one of the icons that its manifest declares.
    case setAlternateIcons = "set-alternate-icons"
    /// To be shown with an icon that its manifest does not declare.
    case setUndeclaredIcons = "set-undeclared-icons"

    /// Returns whether the user is asked if no decision exists.
    ///
    /// An application has every right that is not asked about.
    package func isAsked(ofSandboxed isSandboxed: Bool) -> Bool {
        switch self {
        // Outside a sandbox, an application could do the same without the service.
        case .installFonts, .useInstalledFonts, .installUndeclaredFonts, .requestFonts: isSandboxed
        case .setAlternateIcons: false
        // No application may impersonate another one without the user's knowledge.
        case .setUndeclaredIcons: true
        }
    }
}
