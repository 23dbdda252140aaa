internal import LinuxSystem
public import SystemPackage

// Paths as swift-system has them.
extension FontManager {
    // MARK: Paths of swift-system

    /// Registers a font file by its file path.
    ///
    /// - Parameters:
    ///   - path: The file path of the file.
    ///   - scope: How far the registration reaches and how long it lasts.
    ///   - enabled: Whether programs find the font at once.
    ///   - options: How it is registered.
    /// - Returns: The font.
    /// - Throws: `FontManagerError`; `CancellationError`.
    @discardableResult
    @_disfavoredOverload
    public func registerFont(
        at path: FilePath, scope: FontScope = .session, enabled: Bool = true,
        options: FontRegistrationOptions = FontRegistrationOptions()
    ) async throws -> RegisteredFont {
        try await registerFont(at: path.text, scope: scope, enabled: enabled, options: options)
    }

    /// Registers font files by their file paths.
    ///
    /// - Parameters:
    ///   - paths: The file paths of the files.
    ///   - scope: How far the registrations reach and how long they last.
    ///   - enabled: Whether programs find the fonts at once.
    ///   - options: How they are registered.
    /// - Returns: What came of each file, in order.
    /// - Throws: `FontManagerError` where the call failed as a whole; `CancellationError`.
    @_disfavoredOverload
    public func registerFonts(
        at paths: [FilePath], scope: FontScope = .session, enabled: Bool = true,
        options: FontRegistrationOptions = FontRegistrationOptions()
    ) async throws -> [Result<RegisteredFont, FontManagerError>] {
        try await registerFonts(at: paths.map(\.text), scope: scope, enabled: enabled, options: options)
    }

    /// Registers font files by their file paths, and tells of it on the way.
    ///
    /// - Parameters:
    ///   - paths: The file paths of the files.
    ///   - scope: How far the registrations reach and how long they last.
    ///   - enabled: Whether programs find the fonts at once.
    ///   - options: How they are registered; each font by itself, whatever it says of that.
    ///   - handler: Learns what failed.
    /// - Returns: The operation, which goes on after the call: its `value` waits for the last call of the handler.
    @discardableResult
    @_disfavoredOverload
    public func registerFonts(
        at paths: [FilePath], scope: FontScope = .session, enabled: Bool = true,
        options: FontRegistrationOptions = FontRegistrationOptions(), handler: FontOperationHandler?
    ) -> Task<Void, Never> {
        registerFonts(at: paths.map(\.text), scope: scope, enabled: enabled, options: options, handler: handler)
    }

    /// Removes registrations of the application by the file paths of files with the same bytes.
    ///
    /// - Parameters:
    ///   - paths: The file paths of the files, as they are now.
    ///   - scope: The scope that the registrations have.
    /// - Returns: What failed; empty where all are removed.
    /// - Throws: `FontManagerError` where the call failed as a whole; `CancellationError`.
    @discardableResult
    @_disfavoredOverload
    public func unregisterFonts(at paths: [FilePath], scope: FontScope = .session) async throws -> [FontManagerError] {
        try await unregisterFonts(at: paths.map(\.text), scope: scope)
    }

    /// Removes registrations of the application by the file paths of files, and tells of it on the way.
    ///
    /// - Parameters:
    ///   - paths: The file paths of the files, as they are now.
    ///   - scope: The scope that the registrations have.
    ///   - handler: Learns what failed.
    /// - Returns: The operation, which goes on after the call: its `value` waits for the last call of the handler.
    @discardableResult
    @_disfavoredOverload
    public func unregisterFonts(
        at paths: [FilePath], scope: FontScope = .session, handler: FontOperationHandler?
    ) -> Task<Void, Never> {
        unregisterFonts(at: paths.map(\.text), scope: scope, handler: handler)
    }

    /// The scope that the application has registered a file in.
    ///
    /// - Parameter path: The file path of a file with the same bytes, as it is now.
    /// - Returns: The scope; `nil` where the application has not registered the file.
    /// - Throws: `FontManagerError`; `CancellationError`.
    @_disfavoredOverload
    public func scope(ofFontAt path: FilePath) async throws -> FontScope? {
        try await scope(ofFontAt: path.text)
    }

    /// Describes the faces of a font file without registering it: nothing matches them.
    ///
    /// - Parameter path: The file path of the file.
    /// - Returns: The faces, in the order of the file.
    /// - Throws: `FontManagerError`; `CancellationError`.
    @_disfavoredOverload
    public func faces(inFileAt path: FilePath) async throws -> [FontFace] {
        try await faces(inFileAt: path.text)
    }

    /// Whether a file begins like a font that can be registered; its content is not validated.
    ///
    /// - Parameter path: The file path of the file.
    /// - Returns: Whether it does.
    @_disfavoredOverload
    public func isSupportedFont(at path: FilePath) async -> Bool {
        await isSupportedFont(at: path.text)
    }
}

extension FontDescriptor {
    /// Describes the font in a file.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - userInfo: The provider's own mark, which tells fonts of equal PostScript names apart.
    @_disfavoredOverload
    public init(path: FilePath, userInfo: String? = nil) { self.init(path: path.text, userInfo: userInfo) }
}

extension FontCache.Configuration {
    /// The ``resourceDirectories`` as file paths.
    public var resourceDirectoryPaths: [FilePath] {
        get { resourceDirectories.map { FilePath(text: $0) } }
        set { resourceDirectories = newValue.map(\.text) }
    }
}

extension FilePath {
    /// The path of a text that may have escapes for what is not UTF-8.
    package init(text: String) {
        self.init(platformString: text.fileSystemRepresentation)
    }

    /// The path as this library passes it on, with escapes for what is not UTF-8.
    package var text: String {
        withPlatformString { PathText.text(of: UnsafeRawBufferPointer(start: $0, count: length)) }
    }
}
