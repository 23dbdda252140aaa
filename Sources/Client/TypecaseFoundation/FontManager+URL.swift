public import Foundation
internal import SystemPackage
public import Typecase

extension FontManager {
    // MARK: URLs

    /// Registers a font file by its URL.
    ///
    /// - Parameters:
    ///   - url: The URL of the file.
    ///   - scope: How far the registration reaches and how long it lasts.
    ///   - enabled: Whether the font is enabled immediately.
    ///   - options: The options of the registration.
    /// - Returns: The font.
    /// - Throws: `FontManagerError`; `CancellationError`.
    @discardableResult
    @_disfavoredOverload
    public func registerFont(
        at url: URL, scope: FontScope = .session, enabled: Bool = true,
        options: FontRegistrationOptions = FontRegistrationOptions()
    ) async throws -> RegisteredFont {
        try await registerFont(at: url.fontPath, scope: scope, enabled: enabled, options: options)
    }

    /// Registers font files by their URLs.
    ///
    /// - Parameters:
    ///   - urls: The URLs of the files; a URL that is not a `file` URL is refused.
    ///   - scope: How far the registrations reach and how long they last.
    ///   - enabled: Whether the fonts are enabled immediately.
    ///   - options: The options of the registrations.
    /// - Returns: The result for each file, in order.
    /// - Throws: `FontManagerError` if the call failed as a whole; `CancellationError`.
    @_disfavoredOverload
    public func registerFonts(
        at urls: [URL], scope: FontScope = .session, enabled: Bool = true,
        options: FontRegistrationOptions = FontRegistrationOptions()
    ) async throws -> [Result<RegisteredFont, FontManagerError>] {
        try await registerFonts(at: urls.map(\.fontPath), scope: scope, enabled: enabled, options: options)
    }

    /// Registers font files by their URLs, and reports errors to a handler during the operation.
    ///
    /// - Parameters:
    ///   - urls: The URLs of the files.
    ///   - scope: How far the registrations reach and how long they last.
    ///   - enabled: Whether the fonts are enabled immediately.
    ///   - options: The options of the registrations. Each font is registered by itself, regardless of `isAtomic`.
    ///   - handler: The handler, which receives the errors.
    /// - Returns: The operation, which continues after the call: its `value` waits for the last call of the handler.
    @discardableResult
    @_disfavoredOverload
    public func registerFonts(
        at urls: [URL], scope: FontScope = .session, enabled: Bool = true,
        options: FontRegistrationOptions = FontRegistrationOptions(), handler: FontOperationHandler?
    ) -> Task<Void, Never> {
        registerFonts(at: urls.map(\.fontPath), scope: scope, enabled: enabled, options: options, handler: handler)
    }

    /// Removes registrations of the application, identified by the URLs of files with the same bytes.
    ///
    /// - Parameters:
    ///   - urls: The URLs of the files, whose current bytes count.
    ///   - scope: The scope of the registrations.
    /// - Returns: The errors; empty if all registrations are removed.
    /// - Throws: `FontManagerError` if the call failed as a whole; `CancellationError`.
    @discardableResult
    @_disfavoredOverload
    public func unregisterFonts(at urls: [URL], scope: FontScope = .session) async throws -> [FontManagerError] {
        try await unregisterFonts(at: urls.map(\.fontPath), scope: scope)
    }

    /// Removes registrations of the application, identified by the URLs of files that contain the same bytes, and
    /// reports errors to a handler during the operation.
    ///
    /// - Parameters:
    ///   - urls: The URLs of the files, whose current bytes count.
    ///   - scope: The scope of the registrations.
    ///   - handler: The handler, which receives the errors.
    /// - Returns: The operation, which continues after the call: its `value` waits for the last call of the handler.
    @discardableResult
    @_disfavoredOverload
    public func unregisterFonts(
        at urls: [URL], scope: FontScope = .session, handler: FontOperationHandler?
    ) -> Task<Void, Never> {
        unregisterFonts(at: urls.map(\.fontPath), scope: scope, handler: handler)
    }

    /// Returns the scope in which the application has registered a file.
    ///
    /// - Parameter url: The URL of a file with the same bytes; its current bytes count.
    /// - Returns: The scope; `nil` if the application has not registered the file.
    /// - Throws: `FontManagerError`; `CancellationError`.
    @_disfavoredOverload
    public func scope(ofFontAt url: URL) async throws -> FontScope? {
        try await scope(ofFontAt: url.fontPath)
    }

    /// Describes the faces of a font file without registering it.
    ///
    /// Because the file is not registered, no descriptor matches these faces.
    ///
    /// - Parameter url: The URL of the file.
    /// - Returns: The faces, in the order of the file.
    /// - Throws: `FontManagerError`; `CancellationError`.
    @_disfavoredOverload
    public func faces(inFileAt url: URL) async throws -> [FontFace] {
        try await faces(inFileAt: url.fontPath)
    }

    /// Returns whether a file begins like a font that can be registered.
    ///
    /// The content of the file is not validated.
    ///
    /// - Parameter url: The URL of the file.
    /// - Returns: Whether the file begins like such a font.
    @_disfavoredOverload
    public func isSupportedFont(at url: URL) async -> Bool {
        await isSupportedFont(at: url.fontPath)
    }
}

extension FontDescriptor {
    /// Creates a descriptor of the font in a file.
    ///
    /// - Parameters:
    ///   - url: The URL of the file.
    ///   - userInfo: The provider's own mark, which distinguishes fonts with equal PostScript names.
    public init(url: URL, userInfo: String? = nil) { self.init(path: url.fontPath, userInfo: userInfo) }
}

extension URL {
    /// Creates the URL of a directory from its path as the library represents it.
    fileprivate init(fontDirectory path: String) {
        let usual = URL(fileURLWithPath: path, isDirectory: true)
        let file = FilePath(text: path)
        guard file.string != path else {
            self = usual
            return
        }
        // Foundation does not support paths that are not UTF-8, unless each of their bytes is percent-encoded.
        let encoded = file.withPlatformString { path in
            UnsafeRawBufferPointer(start: path, count: file.length).map(Self.encoded)
        }
        self = URL(string: "file://\(encoded.joined())/") ?? usual
    }

    private static func encoded(_ byte: UInt8) -> String {
        let character = Character(UnicodeScalar(byte))
        let isPlain = byte < 0x80 && (character.isLetter || character.isNumber || "/-._~".contains(character))
        return isPlain ? String(character) : "%\(byte < 0x10 ? "0" : "")\(String(byte, radix: 16, uppercase: true))"
    }

    /// The path of a file URL.
    ///
    /// Any other URL, and a URL that no file can have, is returned as its text, so that the error names it.
    fileprivate var fontPath: String {
        guard isFileURL else { return absoluteString }
        // Foundation does not support paths that are not UTF-8.
        var bytes: [CInterop.PlatformChar] = []
        var rest = absoluteURL.path(percentEncoded: true).utf8[...]
        while let byte = rest.popFirst() {
            let digits = byte == UInt8(ascii: "%") ? String(rest.prefix(2)) : nil
            let decoded = digits.flatMap { UInt8($0, radix: 16) }
            if decoded != nil { rest = rest.dropFirst(2) }
            bytes.append(CInterop.PlatformChar(bitPattern: decoded ?? byte))
        }
        // The path would end at the NUL, and name another file.
        guard !bytes.contains(0) else { return absoluteString }
        return FilePath(platformString: bytes + [0]).text
    }
}

extension FontCache.Configuration {
    /// The ``/Typecase/FontCache/Configuration/resourceDirectories`` as URLs.
    ///
    /// A URL that is not a file URL stands for a directory without files.
    public var resourceDirectoryURLs: [URL] {
        get { resourceDirectories.map(URL.init(fontDirectory:)) }
        set { resourceDirectories = newValue.map(\.fontPath) }
    }
}
