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
    ///   - scope: Only those of this scope; `nil` for those of all scopes.
    ///   - enabled: Only the enabled, or only the disabled ones; `nil` for both.
    /// - Returns: The fonts.
    /// - Throws: ``FontManagerError``: `serviceUnavailable` where nobody knows those of the other scopes, unless only
    ///   those of ``FontScope/process`` are asked for; `CancellationError`.
    public func registeredFonts(
        scope: FontScope? = nil, enabled: Bool? = nil
    ) async throws -> [RegisteredFont] {
        try await own.list(scope: scope, enabled: enabled)
    }

    /// The scope that the application has registered a file in.
    ///
    /// - Parameter path: The path of a file with the same bytes, as it is now.
    /// - Returns: The scope; `nil` where the application has not registered the file.
    /// - Throws: ``FontManagerError``; `CancellationError`.
    public func scope(ofFontAt path: String) async throws -> FontScope? {
        try await own.scope(ofFileAt: path)
    }

    // MARK: All fonts

    /// Finds the best enabled face for each descriptor: among those of this process, then among those registered by
    /// anybody, then among those of the system.
    ///
    /// - Parameters:
    ///   - descriptors: What the faces should be like; paths do not matter.
    ///   - mandatory: Attributes that must be exactly as they are given rather than come near; each has to be in every
    ///     descriptor.
    /// - Returns: A face for each descriptor, in order; `nil` where none matches.
    /// - Throws: ``FontManagerError``; `CancellationError`.
    public func matchingFaces(
        for descriptors: [FontDescriptor], mandatory: Set<FontDescriptor.Attribute> = []
    ) async throws -> [FontFace?] {
        try await faceSearch.matching(descriptors, mandatory: mandatory)
    }

    /// Finds the best enabled face for a descriptor.
    ///
    /// - Parameter descriptor: What the face should be like.
    /// - Returns: The face; `nil` where none matches.
    /// - Throws: ``FontManagerError``; `CancellationError`.
    public func matchingFace(for descriptor: FontDescriptor) async throws -> FontFace? {
        try await matchingFaces(for: [descriptor]).first ?? nil
    }

    /// The families that this process finds, each once, in the order of the user's language.
    ///
    /// - Throws: ``FontManagerError``; `CancellationError`.
    public func availableFamilyNames() async throws -> [String] {
        try await faceSearch.familyNames()
    }

    /// The PostScript names that this process finds, sorted, each once.
    ///
    /// - Throws: ``FontManagerError``; `CancellationError`.
    public func availablePostScriptNames() async throws -> [String] {
        try await faceSearch.postScriptNames()
    }

    /// Whether a family comes before another in a list for people: by the collation of the user's language.
    ///
    ///     let sorted = families.sorted(by: FontManager.isFamilyName(_:before:))
    ///
    /// The language is that of the environment, `LC_ALL`, `LC_COLLATE` or `LANG`, as it is at the first comparison.
    /// Where that names no language that is installed, names are compared without regard to case.
    ///
    /// - Parameters:
    ///   - first: The name of a family.
    ///   - second: Another.
    /// - Returns: Whether the first comes before the second.
    public static func isFamilyName(_ first: String, before second: String) -> Bool {
        NameCollation.ofUser.isOrdered(first, before: second)
    }

    // MARK: Files

    /// Describes the faces of a font file without registering it: nothing matches them.
    ///
    /// The file is read by this process.
    ///
    /// - Parameter path: The path of the file.
    /// - Returns: The faces, in the order of the file.
    /// - Throws: ``FontManagerError``; `CancellationError`.
    public func faces(inFileAt path: String) async throws -> [FontFace] {
        try await files.run { try ProcessScope.faces(ofFileAt: path) }
    }

    /// Describes the faces of a font in memory without registering it: nothing matches them.
    ///
    /// The bytes are read by this process.
    ///
    /// - Parameter data: The bytes of a font file.
    /// - Returns: The faces, in the order of the file; none where the bytes are no font.
    /// - Throws: ``FontManagerError`` where there is no memory for it; `CancellationError`.
    public func faces(in data: [UInt8]) async throws -> [FontFace] {
        try await files.run {
            let file = try FontBytes.memory(of: data).descriptor
            return (try? ProcessScope.faces(ofOpenFile: file)) ?? []
        }
    }

    /// Whether a file begins like a font that can be registered; its content is not validated.
    ///
    /// - Parameter path: The path of the file.
    /// - Returns: Whether it does.
    public func isSupportedFont(at path: String) async -> Bool {
        (try? await files.run { try FontBytes.areSupported(inFileAt: path) }) ?? false
    }

    /// The bytes of a font that programs of the session find, or that the application has registered.
    ///
    /// - Parameter id: The id of a registration or of a face.
    /// - Returns: The bytes of its file.
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
