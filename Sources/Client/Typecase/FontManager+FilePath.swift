internal import LinuxSystem
public import SystemPackage

// Overloads for paths of type `FilePath` from swift-system.
extension FontManager {
    // MARK: Paths of swift-system

    /// Registers a font file by its file path.
    ///
    /// - Parameters:
    ///   - path: The file path of the file.
    ///   - scope: How far the registration reaches and how long it lasts.
    ///   - enabled: Whether the font is enabled immediately.
    ///   - options: How the font is registered.
    /// - Returns: The registered font.
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
    ///   - enabled: Whether the fonts are enabled immediately.
    ///   - options: How the fonts are registered.
    /// - Returns: The result for each file, in order.
    /// - Throws: `FontManagerError` if the whole call failed; `CancellationError`.
    @_disfavoredOverload
    public func registerFonts(
        at paths: [FilePath], scope: FontScope = .session, enabled: Bool = true,
        options: FontRegistrationOptions = FontRegistrationOptions()
    ) async throws -> [Result<RegisteredFont, FontManagerError>] {
        try await registerFonts(at: paths.map(\.text), scope: scope, enabled: enabled, options: options)
    }

    /// Registers font files by their file paths, and reports errors to a handler during the operation.
    ///
    /// - Parameters:
    ///   - paths: The file paths of the files.
    ///   - scope: How far the registrations reach and how long they last.
    ///   - enabled: Whether the fonts are enabled immediately.
    ///   - options: How the fonts are registered. ``FontRegistrationOptions/isAtomic`` is ignored: each font succeeds
    ///     or fails by itself.
    ///   - handler: A closure that receives the errors.
    /// - Returns: The operation, which continues after the call. Its `value` waits for the last call of the handler.
    @discardableResult
    @_disfavoredOverload
    public func registerFonts(
        at paths: [FilePath], scope: FontScope = .session, enabled: Bool = true,
        options: FontRegistrationOptions = FontRegistrationOptions(), handler: FontOperationHandler?
    ) -> Task<Void, Never> {
        registerFonts(at: paths.map(\.text), scope: scope, enabled: enabled, options: options, handler: handler)
    }

    /// Removes registrations of the application by the file paths of files that contain the same bytes.
    ///
    /// - Parameters:
    ///   - paths: The file paths of the files, which are read now.
    ///   - scope: The scope of the registrations.
    /// - Returns: An error for each failure; empty if all registrations are removed.
    /// - Throws: `FontManagerError` if the whole call failed; `CancellationError`.
    @discardableResult
    @_disfavoredOverload
    public func unregisterFonts(at paths: [FilePath], scope: FontScope = .session) async throws -> [FontManagerError] {
        try await unregisterFonts(at: paths.map(\.text), scope: scope)
    }

    /// Removes registrations of the application by the file paths of files that contain the same bytes, and reports
    /// errors to a handler during the operation.
    ///
    /// - Parameters:
    ///   - paths: The file paths of the files, which are read now.
    ///   - scope: The scope of the registrations.
    ///   - handler: A closure that receives the errors.
    /// - Returns: The operation, which continues after the call. Its `value` waits for the last call of the handler.
    @discardableResult
    @_disfavoredOverload
    public func unregisterFonts(
        at paths: [FilePath], scope: FontScope = .session, handler: FontOperationHandler?
    ) -> Task<Void, Never> {
        unregisterFonts(at: paths.map(\.text), scope: scope, handler: handler)
    }

    /// The scope in which the application has registered a file.
    ///
    /// - Parameter path: The file path of a file that contains the same bytes now.
    /// - Returns: The scope; `nil` if the application has not registered the file.
    /// - Throws: `FontManagerError`; `CancellationError`.
    @_disfavoredOverload
    public func scope(ofFontAt path: FilePath) async throws -> FontScope? {
        try await scope(ofFontAt: path.text)
    }

    /// Describes the faces of a font file without registering it.
    ///
    /// Matching does not find these faces.
    ///
    /// - Parameter path: The file path of the file.
    /// - Returns: The faces, in the order of the file.
    /// - Throws: `FontManagerError`; `CancellationError`.
    @_disfavoredOverload
    public func faces(inFileAt path: FilePath) async throws -> [FontFace] {
        try await faces(inFileAt: path.text)
    }

    /// Whether a file begins like a font that can be registered.
    ///
    /// The content of the file is not validated.
    ///
    /// - Parameter path: The file path of the file.
    /// - Returns: Whether the file begins like a font.
    @_disfavoredOverload
    public func isSupportedFont(at path: FilePath) async -> Bool {
        await isSupportedFont(at: path.text)
    }
}

extension FontDescriptor {
    /// Creates a descriptor of the font in a file.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - userInfo: The provider's own mark, which distinguishes fonts with the same PostScript name.
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
    /// Creates a path from text that may contain escapes for bytes that are not UTF-8.
    package init(text: String) {
        self.init(platformString: text.fileSystemRepresentation)
    }

    /// The path as text for this library, with escapes for bytes that are not UTF-8.
    package var text: String {
        withPlatformString { PathText.text(of: UnsafeRawBufferPointer(start: $0, count: length)) }
    }
}
