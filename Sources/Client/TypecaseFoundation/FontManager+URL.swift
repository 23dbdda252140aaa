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
    ///   - enabled: Whether programs find the font at once.
    ///   - options: How it is registered.
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
    ///   - urls: The URLs of the files; one that is not a `file` URL is refused.
    ///   - scope: How far the registrations reach and how long they last.
    ///   - enabled: Whether programs find the fonts at once.
    ///   - options: How they are registered.
    /// - Returns: What came of each file, in order.
    /// - Throws: `FontManagerError` where the call failed as a whole; `CancellationError`.
    @_disfavoredOverload
    public func registerFonts(
        at urls: [URL], scope: FontScope = .session, enabled: Bool = true,
        options: FontRegistrationOptions = FontRegistrationOptions()
    ) async throws -> [Result<RegisteredFont, FontManagerError>] {
        try await registerFonts(at: urls.map(\.fontPath), scope: scope, enabled: enabled, options: options)
    }

    /// Registers font files by their URLs, and tells of it on the way.
    ///
    /// - Parameters:
    ///   - urls: The URLs of the files.
    ///   - scope: How far the registrations reach and how long they last.
    ///   - enabled: Whether programs find the fonts at once.
    ///   - options: How they are registered; each font by itself, whatever it says of that.
    ///   - handler: Learns what failed.
    /// - Returns: The operation, which goes on after the call: its `value` waits for the last call of the handler.
    @discardableResult
    @_disfavoredOverload
    public func registerFonts(
        at urls: [URL], scope: FontScope = .session, enabled: Bool = true,
        options: FontRegistrationOptions = FontRegistrationOptions(), handler: FontOperationHandler?
    ) -> Task<Void, Never> {
        registerFonts(at: urls.map(\.fontPath), scope: scope, enabled: enabled, options: options, handler: handler)
    }

    /// Removes registrations of the application by the URLs of files with the same bytes.
    ///
    /// - Parameters:
    ///   - urls: The URLs of the files, as they are now.
    ///   - scope: The scope that the registrations have.
    /// - Returns: What failed; empty where all are removed.
    /// - Throws: `FontManagerError` where the call failed as a whole; `CancellationError`.
    @discardableResult
    @_disfavoredOverload
    public func unregisterFonts(at urls: [URL], scope: FontScope = .session) async throws -> [FontManagerError] {
        try await unregisterFonts(at: urls.map(\.fontPath), scope: scope)
    }

    /// Removes registrations of the application by the URLs of files, and tells of it on the way.
    ///
    /// - Parameters:
    ///   - urls: The URLs of the files, as they are now.
    ///   - scope: The scope that the registrations have.
    ///   - handler: Learns what failed.
    /// - Returns: The operation, which goes on after the call: its `value` waits for the last call of the handler.
    @discardableResult
    @_disfavoredOverload
    public func unregisterFonts(
        at urls: [URL], scope: FontScope = .session, handler: FontOperationHandler?
    ) -> Task<Void, Never> {
        unregisterFonts(at: urls.map(\.fontPath), scope: scope, handler: handler)
    }

    /// The scope that the application has registered a file in.
    ///
    /// - Parameter url: The URL of a file with the same bytes, as it is now.
    /// - Returns: The scope; `nil` where the application has not registered the file.
    /// - Throws: `FontManagerError`; `CancellationError`.
    @_disfavoredOverload
    public func scope(ofFontAt url: URL) async throws -> FontScope? {
        try await scope(ofFontAt: url.fontPath)
    }

    /// Describes the faces of a font file without registering it: nothing matches them.
    ///
    /// - Parameter url: The URL of the file.
    /// - Returns: The faces, in the order of the file.
    /// - Throws: `FontManagerError`; `CancellationError`.
    @_disfavoredOverload
    public func faces(inFileAt url: URL) async throws -> [FontFace] {
        try await faces(inFileAt: url.fontPath)
    }

    /// Whether a file begins like a font that can be registered; its content is not validated.
    ///
    /// - Parameter url: The URL of the file.
    /// - Returns: Whether it does.
    @_disfavoredOverload
    public func isSupportedFont(at url: URL) async -> Bool {
        await isSupportedFont(at: url.fontPath)
    }
}

extension FontDescriptor {
    /// Describes the font in a file.
    ///
    /// - Parameters:
    ///   - url: The URL of the file.
    ///   - userInfo: The provider's own mark, which tells fonts of equal PostScript names apart.
    public init(url: URL, userInfo: String? = nil) { self.init(path: url.fontPath, userInfo: userInfo) }
}

extension URL {
    /// The URL of a directory, by its path as the library has it.
    fileprivate init(fontDirectory path: String) {
        let usual = URL(fileURLWithPath: path, isDirectory: true)
        let file = FilePath(text: path)
        guard file.string != path else {
            self = usual
            return
        }
        // Foundation knows no path that is not UTF-8, unless its bytes are written one by one.
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

    /// The path of a file; any other URL, and one that no file can have, stays as it is, and is refused with its text.
    fileprivate var fontPath: String {
        guard isFileURL else { return absoluteString }
        // Foundation knows no path that is not UTF-8.
        var bytes: [CInterop.PlatformChar] = []
        var rest = absoluteURL.path(percentEncoded: true).utf8[...]
        while let byte = rest.popFirst() {
            let digits = byte == UInt8(ascii: "%") ? String(rest.prefix(2)) : nil
            let decoded = digits.flatMap { UInt8($0, radix: 16) }
            if decoded != nil { rest = rest.dropFirst(2) }
            bytes.append(CInterop.PlatformChar(bitPattern: decoded ?? byte))
        }
        // The path would end there, and be that of another file.
        guard !bytes.contains(0) else { return absoluteString }
        return FilePath(platformString: bytes + [0]).text
    }
}

extension FontCache.Configuration {
    /// The ``/Typecase/FontCache/Configuration/resourceDirectories`` as URLs; one that is no file's has no files.
    public var resourceDirectoryURLs: [URL] {
        get { resourceDirectories.map(URL.init(fontDirectory:)) }
        set { resourceDirectories = newValue.map(\.fontPath) }
    }
}
