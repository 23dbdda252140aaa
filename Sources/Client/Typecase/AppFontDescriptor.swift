/// The name and the file of a font that comes with an application.
///
/// An enumeration of the names of an application's fonts is enough:
///
///     enum AppFont: String, AppFontDescriptor {
///         case text = "Foundry-Regular"
///         case heading = "Foundry-Bold"
///     }
///
///     let font = try await Font(descriptor: AppFont.heading, size: 24)
public protocol AppFontDescriptor: Sendable, Hashable, Codable {
    /// The PostScript name of the font, of one of its faces or of a named instance.
    var fontName: String { get }
    /// The name of its file without the extension; by default, the name of the font.
    var fileName: String { get }
    /// The extension of the file's name; by default, `ttf`.
    var fileExtension: String { get }
    /// The location of the file; by default, the resources of the application.
    var source: AppFontSource { get }
}

extension AppFontDescriptor {
    /// The default file name: the name of the font.
    public var fileName: String { fontName }
    /// The default extension: `ttf`.
    public var fileExtension: String { "ttf" }
    /// The default location: the resources of the application.
    public var source: AppFontSource { .resources }
}

extension AppFontDescriptor where Self: RawRepresentable, RawValue == String {
    /// The raw value.
    public var fontName: String { rawValue }
}

/// The location of the file of an application's font.
public enum AppFontSource: Sendable, Hashable, Codable {
    /// The file is among the resources of the application; see ``FontCache/Configuration/resourceDirectories``.
    case resources
    /// The file is on the web, at an `https` address.
    ///
    /// If the SHA-256 of the file is given, as 64 hexadecimal digits, a file with other bytes is refused.
    ///
    /// The file is downloaded on its first use, and kept in the user's cache.
    case remote(String, sha256: String? = nil)
}

/// An application's font whose name is known only at run time.
public struct NamedAppFont: AppFontDescriptor {
    /// The PostScript name.
    public var fontName: String
    /// The name of the file without the extension.
    public var fileName: String
    /// The extension of the file's name.
    public var fileExtension: String
    /// The location of the file.
    public var source: AppFontSource

    /// Creates a descriptor.
    ///
    /// - Parameters:
    ///   - fontName: The PostScript name.
    ///   - fileName: The name of the file without the extension; `nil` if it is the same as the name of the font.
    ///   - fileExtension: The extension of the file's name.
    ///   - source: The location of the file.
    public init(
        _ fontName: String, fileName: String? = nil, fileExtension: String = "ttf", source: AppFontSource = .resources
    ) {
        self.fontName = fontName
        self.fileName = fileName ?? fontName
        self.fileExtension = fileExtension
        self.source = source
    }
}
