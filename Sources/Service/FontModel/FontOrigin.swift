/// The way in which a font came to be registered.
package enum FontOrigin: String, Sendable, Hashable, CaseIterable {
    /// A program passed it as an open file.
    case file
    /// A program named it, and it was already present.
    case descriptor
    /// A manifest declares it, and it was installed with the package.
    case asset
    /// A program requested that the service fetch it from the web.
    case download
}
