/// By which way a font came to be registered.
package enum FontOrigin: String, Sendable, Hashable, CaseIterable {
    /// A program handed it over as an open file.
    case file
    /// A program named it, and it was here already.
    case descriptor
    /// A manifest wants it registered, and it came with the package.
    case asset
    /// A program had the service fetch it from the web.
    case download
}
