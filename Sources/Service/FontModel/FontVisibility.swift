/// The programs that find a registered font while it is enabled.
package enum FontVisibility: String, Sendable, Hashable, CaseIterable {
    /// All programs: the font is published in a directory that fontconfig scans.
    case session
    /// Programs with the right to use installed fonts, which request it from the service; the font is never published.
    case granted
}
