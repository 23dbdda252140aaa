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
}
