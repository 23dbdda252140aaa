/// Something that an application is allowed or not.
package enum Right: String, Sendable, Hashable, CaseIterable {
    /// To register fonts that others can use.
    case installFonts = "install-fonts"
    /// To find and open fonts that others registered.
    case useInstalledFonts = "use-installed-fonts"
    /// To register fonts that its manifest does not declare.
    case installUndeclaredFonts = "install-undeclared-fonts"
    /// To have fonts of others in use that are not, for as long as it runs.
    case requestFonts = "request-fonts"
    /// To be shown with one of the icons that its manifest declares.
    case setAlternateIcons = "set-alternate-icons"
    /// To be shown with an icon that its manifest does not declare.
    case setUndeclaredIcons = "set-undeclared-icons"

    /// Whether the user is asked where nobody has decided; an application that is not asked about has the right.
    package func isAsked(ofSandboxed isSandboxed: Bool) -> Bool {
        switch self {
        // Outside of a sandbox an application could do the same without the service.
        case .installFonts, .useInstalledFonts, .installUndeclaredFonts, .requestFonts: isSandboxed
        case .setAlternateIcons: false
        // No application may look like another one by surprise.
        case .setUndeclaredIcons: true
        }
    }
}
