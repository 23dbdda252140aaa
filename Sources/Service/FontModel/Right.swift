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

    /// Of which applications the user is asked where nobody has decided; the others have the right.
    package enum Asking: Sendable {
        /// Of none.
        case never
        /// Of those in a sandbox: the others could do the same without the service.
        case sandboxed
        /// Of all: no application may look like another one by surprise.
        case always
    }

    /// Of which applications the user is asked.
    package var asking: Asking {
        switch self {
        case .installFonts, .useInstalledFonts, .installUndeclaredFonts, .requestFonts: .sandboxed
        case .setAlternateIcons: .never
        case .setUndeclaredIcons: .always
        }
    }

    /// Whether the user is asked of an application where nobody has decided.
    package func isAsked(ofSandboxed isSandboxed: Bool) -> Bool {
        switch asking {
        case .never: false
        case .sandboxed: isSandboxed
        case .always: true
        }
    }
}
