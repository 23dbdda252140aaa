internal import BusInterface
internal import DBus
internal import FontModel
internal import LinuxSystem
internal import SystemPackage

extension FontManager {
    // MARK: The application's own

    /// The fonts that the application has registered.
    ///
    /// - Parameters:
    ///   - scope: The scope of the fonts to return; `nil` for all scopes.
    ///   - enabled: `true` for enabled fonts only, `false` for disabled fonts only, `nil` for both.
    /// - Returns: The registered fonts.
    /// - Throws: ``FontManagerError``: `serviceUnavailable` if the service, which knows the fonts of the other scopes,
    ///   cannot be reached, unless `scope` is ``FontScope/process``; `CancellationError`.
    public func registeredFonts(
        scope: FontScope? = nil, enabled: Bool? = nil
    ) async throws -> [RegisteredFont] {
        try await own.list(scope: scope, enabled: enabled)
    }

    /// The scope in which the application has registered a file.
    ///
    /// - Parameter path: The path of a file that contains the same bytes now.
    /// - Returns: The scope; `nil` if the application has not registered the file.
    /// - Throws: ``FontManagerError``; `CancellationError`.
    public func scope(ofFontAt path: String) async throws -> FontScope? {
        try await own.scope(ofFileAt: path)
    }

    // MARK: All fonts

    /// Finds the best enabled face for each descriptor.
    ///
    /// The search first considers the fonts of this process, then the fonts that any provider has registered, then the
    /// system fonts.
    ///
    /// - Parameters:
    ///   - descriptors: Descriptors of the faces. Their paths are ignored.
    ///   - mandatory: Attributes that a face must match exactly, not only approximately. Each of them must be set in
    ///     every descriptor.
    /// - Returns: A face for each descriptor, in order; `nil` if none matches.
    /// - Throws: ``FontManagerError``; `CancellationError`.
    public func matchingFaces(
        for descriptors: [FontDescriptor], mandatory: Set<FontDescriptor.Attribute> = []
    ) async throws -> [FontFace?] {
        try await faceSearch.matching(descriptors, mandatory: mandatory)
    }

    /// Finds the best enabled face for a descriptor.
    ///
    /// - Parameter descriptor: A descriptor of the face.
    /// - Returns: The face; `nil` if none matches.
    /// - Throws: ``FontManagerError``; `CancellationError`.
    public func matchingFace(for descriptor: FontDescriptor) async throws -> FontFace? {
        try await matchingFaces(for: [descriptor]).first ?? nil
    }

    /// The names of the families that this process finds, each once, sorted for the user's language.
    ///
    /// - Throws: ``FontManagerError``; `CancellationError`.
    public func availableFamilyNames() async throws -> [String] {
        try await faceSearch.familyNames()
    }

    /// The PostScript names of the fonts that this process finds, sorted, each once.
    ///
    /// - Throws: ``FontManagerError``; `CancellationError`.
    public func availablePostScriptNames() async throws -> [String] {
        try await faceSearch.postScriptNames()
    }

    /// Whether a family comes before another in a list for people, in the sort order of the user's language.
    ///
    ///     let sorted = families.sorted(by: FontManager.isFamilyName(_:before:))
    ///
    /// The language is that of the environment variables `LC_ALL`, `LC_COLLATE` or `LANG` at the first comparison. If
    /// they do not name an installed language, names are compared without regard to case.
    ///
    /// - Parameters:
    ///   - first: The name of a family.
    ///   - second: The name of another family.
    /// - Returns: Whether the first family comes before the second.
    public static func isFamilyName(_ first: String, before second: String) -> Bool {
        NameCollation.ofUser.isOrdered(first, before: second)
    }

    // MARK: Files

    /// Describes the faces of a font file without registering it.
    ///
    /// Matching does not find these faces. The file is read by this process.
    ///
    /// - Parameter path: The path of the file.
    /// - Returns: The faces, in the order of the file.
    /// - Throws: ``FontManagerError``; `CancellationError`.
    public func faces(inFileAt path: String) async throws -> [FontFace] {
        try await files.run { try ProcessScope.faces(ofFileAt: path) }
    }

    /// Describes the faces of a font in memory without registering it.
    ///
    /// Matching does not find these faces. The bytes are read by this process.
    ///
    /// - Parameter data: The bytes of a font file.
    /// - Returns: The faces, in the order of the file; empty if the bytes are not a font.
    /// - Throws: ``FontManagerError`` if there is not enough memory for the font; `CancellationError`.
    public func faces(in data: [UInt8]) async throws -> [FontFace] {
        try await files.run {
            let file = try FontBytes.memory(of: data).descriptor
            return (try? ProcessScope.faces(ofOpenFile: file)) ?? []
        }
    }

    /// Whether a file begins like a font that can be registered.
    ///
    /// The content of the file is not validated.
    ///
    /// - Parameter path: The path of the file.
    /// - Returns: Whether the file begins like a font.
    public func isSupportedFont(at path: String) async -> Bool {
        (try? await files.run { try FontBytes.areSupported(inFileAt: path) }) ?? false
    }

    /// The bytes of a font that programs of the session find, or that the application has registered.
    ///
    /// - Parameter id: The id of a registration or of a face.
    /// - Returns: The bytes of the font file.
    /// - Throws: ``FontManagerError``; `CancellationError`.
    public func data(ofFont id: String) async throws -> [UInt8] {
        let file: OwnedFileDescriptor
        if ProcessScope.isIdentifier(id) {
            file = try await files.run { [processScope] in try processScope.open(id) }
        } else {
            file = try await service.call { (session, _) throws(BusError) in
                try await session.fonts.openFont(id: id, options: [:]).font
            }
        }
        return try await files.run { try FontBytes.all(of: file) }
    }
}
