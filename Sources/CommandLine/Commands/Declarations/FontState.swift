internal import BusInterface
internal import DBus
package import FontModel

/// The current fonts, collections and rights of a user, as far as a declaration can contain them.
package struct FontState: Sendable {
    /// A font that the user installed permanently.
    package struct Font: Sendable, Equatable {
        /// The id of the registration.
        package var id: String
        /// The PostScript name of its first face.
        package var name: String
        /// The SHA-256 of its file.
        package var digest: FontDigest
        /// The file name of a copy of it.
        package var fileName: String
        /// The address from which it was fetched; `nil` if it came from a file.
        package var address: String?
        /// Whether programs find it.
        package var isEnabled: Bool

        /// Creates a font.
        package init(
            id: String, name: String, digest: FontDigest, fileName: String = "", address: String? = nil,
            isEnabled: Bool = true
        ) {
            self.id = id
            self.name = name
            self.fileName = fileName
            self.digest = digest
            self.address = address
            self.isEnabled = isEnabled
        }
    }

    /// The fonts.
    package var fonts: [Font]
    /// The removed fonts that can be brought back.
    package var removed: Set<FontDigest>
    /// The rights of programs.
    package var grants: Set<FontDeclaration.Grant>

    /// The fonts of each collection, by its name.
    package var collections: [String: Set<FontDigest>] = [:]

    /// Creates a state.
    package init(fonts: [Font] = [], removed: Set<FontDigest> = [], grants: Set<FontDeclaration.Grant> = []) {
        self.fonts = fonts
        self.removed = removed
        self.grants = grants
    }

    /// Reads the current state from the service.
    ///
    /// - Parameters:
    ///   - session: The connection.
    ///   - seesRemoved: Whether to ask for removed fonts as well, which a declaration does not contain.
    /// - Returns: The state.
    /// - Throws: The failure of a call.
    static func current(
        over session: CommandSession, seesRemoved: Bool = true
    ) async throws(CommandFailure) -> FontState {
        // The calls do not depend on each other, and each waits for the service.
        async let listed = Result { () async throws(CommandFailure) in try await fonts(over: session) }
        async let kept = Result { () async throws(CommandFailure) in
            seesRemoved ? try await RemovedFontList.all(over: session) : []
        }
        async let grouped = Result { () async throws(CommandFailure) in try await collections(over: session) }
        async let granted = Result { () async throws(CommandFailure) in
            try await calling { () async throws(BusError) in try await session.management.listGrants(filter: [:]) }
        }
        var state = FontState(
            fonts: try await listed.get(),
            removed: Set(try await kept.get().compactMap { FontDigest(hexadecimal: $0.text("id")) }),
            grants: Set(
                try await granted.get().map(FontRecord.init).map { grant in
                    FontDeclaration.Grant(
                        provider: grant.text("provider"), right: grant.text("right"),
                        font: grant.text("font").isEmpty ? nil : grant.text("font"), decision: grant.text("decision"))
                }))
        state.collections = try await grouped.get()
        return state
    }

    private static func fonts(over session: CommandSession) async throws(CommandFailure) -> [Font] {
        let user = ["provider": BusVariant(ProviderIdentifier.user.rawValue), "scope": BusVariant("persistent")]
        let fonts = try await session.fontList(
            user, keys: ["id", "sha256", "enabled", "format", "faces", "postscript_name", "full_name", "user_info"])
        return fonts.compactMap { font in
            FontDigest(hexadecimal: font.text("sha256")).map {
                Font(
                    id: font.text("id"), name: font.faces.first?.text("postscript_name") ?? "", digest: $0,
                    fileName: ExportedFileName.name(for: font),
                    address: RemoteFonts.isKept(font.text("user_info")) ? font.text("user_info") : nil,
                    isEnabled: font.value("enabled") ?? true)
            }
        }
    }

    private static func collections(
        over session: CommandSession
    ) async throws(CommandFailure) -> [String: Set<FontDigest>] {
        var collections: [String: Set<FontDigest>] = [:]
        for collection in try await CollectionRecordList.all(over: session) {
            let name = collection.text("name")
            let fonts = try await CollectionRecordList.one(name, over: session).collectedFonts
            collections[name] = Set(fonts.compactMap { FontDigest(hexadecimal: $0.text("sha256")) })
        }
        return collections
    }

    /// The declaration of this state.
    ///
    /// - Parameter directory: The directory of the font files as the declaration names it; `nil` if none are written.
    /// - Returns: The declaration, sorted by name.
    package func declaration(filesIn directory: String?) -> FontDeclaration {
        var names: Set<String> = []
        let fonts = fonts.map { font in
            // Two versions of a font can be installed at the same time, one of them disabled.
            let isFirst = names.insert(font.fileName).inserted
            let name = isFirst ? font.fileName : "\(font.digest.hexadecimal.prefix(8))-\(font.fileName)"
            return FontDeclaration.Font(
                name: font.name, digest: font.digest, file: directory.map { "\($0)/\(name)" },
                address: font.address, isEnabled: font.isEnabled)
        }
        return FontDeclaration(
            fonts: fonts.sorted {
                // Few fonts have the same name, and making the text of a digest takes longer than comparing names.
                $0.name == $1.name ? $0.digest.hexadecimal < $1.digest.hexadecimal : $0.name < $1.name
            },
            grants: grants.sorted {
                ($0.provider, $0.right, $0.font ?? "") < ($1.provider, $1.right, $1.font ?? "")
            },
            collections: collections.sorted { $0.key < $1.key }.map { name, digests in
                // Fonts of applications come with the applications, and cannot be declared.
                let own = Set(self.fonts.map(\.digest)).intersection(digests)
                return .init(name: name, fonts: own.sorted { $0.hexadecimal < $1.hexadecimal })
            })
    }
}
