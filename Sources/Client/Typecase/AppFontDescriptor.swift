/// A font that comes with an application: what it is called, and where it is.
///
/// An enumeration of the names of an application's fonts is all that it takes:
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
    /// The name of its file without the extension; the name of the font where nothing else is said.
    var fileName: String { get }
    /// The extension of the file's name; `ttf` where nothing else is said.
    var fileExtension: String { get }
    /// Where the file is; among the resources of the application where nothing else is said.
    var source: AppFontSource { get }
}

extension AppFontDescriptor {
    /// The name of the font.
    public var fileName: String { fontName }
    /// `ttf`.
    public var fileExtension: String { "ttf" }
    /// Among the resources of the application.
    public var source: AppFontSource { .resources }
}

extension AppFontDescriptor where Self: RawRepresentable, RawValue == String {
    /// The raw value.
    public var fontName: String { rawValue }
}

/// Where the file of an application's font is.
public enum AppFontSource: Sendable, Hashable, Codable {
    /// Among the resources of the application, see ``FontCache/Configuration/resourceDirectories``.
    case resources
    /// On the web, at an `https` address; with the SHA-256 of the file as 64 hexadecimal digits, other bytes are
    /// refused.
    ///
    /// It is fetched on its first use, and kept in the user's cache.
    case remote(String, sha256: String? = nil)
}

/// The font of an application whose name is known at run time only.
public struct NamedAppFont: AppFontDescriptor {
    /// The PostScript name.
    public var fontName: String
    /// The name of the file without the extension.
    public var fileName: String
    /// The extension of the file's name.
    public var fileExtension: String
    /// Where the file is.
    public var source: AppFontSource

    /// Describes a font.
    ///
    /// - Parameters:
    ///   - fontName: The PostScript name.
    ///   - fileName: The name of the file without the extension; `nil` for the name of the font.
    ///   - fileExtension: The extension of the file's name.
    ///   - source: Where the file is.
    public init(
        _ fontName: String, fileName: String? = nil, fileExtension: String = "ttf", source: AppFontSource = .resources
    ) {
        self.fontName = fontName
        self.fileName = fileName ?? fontName
        self.fileExtension = fileExtension
        self.source = source
    }
}
