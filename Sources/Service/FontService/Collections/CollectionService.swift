package import FontModel
internal import LinuxSystem
package import Registry

/// Stores the user's collections of fonts, and enables or disables all fonts of a collection together.
///
/// A collection contains fonts and never other collections, so that none can contain itself.
package struct CollectionService: Sendable {
    /// The maximum number of collections.
    package static let maximumCollections = 1000
    /// The maximum number of fonts in a collection.
    package static let maximumFonts = FontLimits.fontsOfUser
    /// The maximum length of a name in bytes.
    package static let maximumNameLength = 255

    private let registry: Registry
    private let registrations: RegistrationService
    private let onChange: @Sendable () -> Void

    /// Creates the service.
    ///
    /// - Parameters:
    ///   - registry: Stores the collections.
    ///   - registrations: Enables and disables fonts.
    ///   - onChange: Called after each change of a collection.
    package init(
        registry: Registry, registrations: RegistrationService, onChange: @escaping @Sendable () -> Void
    ) {
        self.registry = registry
        self.registrations = registrations
        self.onChange = onChange
    }

    /// The collections with their fonts, in the order of their names.
    ///
    /// - Parameter name: The name of a single collection to return; `nil` for all.
    /// - Returns: The collections.
    /// - Throws: The error that prevented reading them.
    package func collections(named name: String? = nil) async throws(FontError) -> [CollectionRecord] {
        try await FontError.mapping { () throws(RegistryError) in try await registry.collections.list(named: name) }
    }

    /// Creates an empty collection.
    ///
    /// - Throws: `InsufficientInfo` for an invalid name, `AlreadyRegistered`, and `ExceededResourceLimit`.
    package func create(_ name: String) async throws(FontError) {
        try await checkCreation(of: name)
        try await commit(
            .create(name, time: WallClock.secondsSince1970),
            [HistoryItem(.collectionCreated, subject: name, digest: nil, provider: .user)])
    }

    /// Checks whether a collection can be created, without changing anything.
    ///
    /// - Throws: The errors that ``create(_:)`` would throw.
    package func checkCreation(of name: String) async throws(FontError) {
        guard !name.isEmpty, name.utf8.count <= Self.maximumNameLength, name.first?.isWhitespace == false,
            name.last?.isWhitespace == false,
            !name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        else {
            throw FontError(
                .insufficientInfo,
                "A collection needs a name of 1 to \(Self.maximumNameLength) bytes, without control characters and "
                    + "without leading or trailing spaces.")
        }
        let known = try await collections()
        guard !known.contains(where: { $0.name == name }) else {
            throw FontError(
                .alreadyRegistered,
                "The collection \(name) already exists. To add fonts to it, run 'typecase collection add'.")
        }
        guard known.count < Self.maximumCollections else {
            throw FontError(
                .exceededResourceLimit,
                """
                You have \(known.count) collections, which is the limit. To remove one, run 'typecase collection \
                remove'.
                """)
        }
    }

    /// Deletes a collection; its fonts stay as they are.
    ///
    /// - Throws: `NotRegistered`, or the error that prevented storing the change.
    package func delete(_ name: String) async throws(FontError) {
        let fonts = try await collection(name).members.map(\.font)
        try await commit(
            .delete(name),
            Self.items(.uncollected, fonts, name)
                + [HistoryItem(.collectionDeleted, subject: name, digest: nil, provider: .user)])
    }

    /// Adds registered fonts to a collection or removes them from it; each succeeds or fails by itself.
    ///
    /// - Parameters:
    ///   - ids: The registrations.
    ///   - isAdding: Whether to add the fonts.
    ///   - name: The collection.
    /// - Returns: For each font whether it was added or removed, in order.
    /// - Throws: `NotRegistered` if the collection does not exist, `ExceededResourceLimit`, or the error that prevented
    ///   storing the change; then nothing has changed.
    package func change(
        _ ids: [FontIdentifier], adding isAdding: Bool, _ name: String
    ) async throws(FontError) -> [Result<Bool, FontError>] {
        var known = Set(try await collection(name).members.map(\.font))
        let library = try await registrations.publisher.context.library(knowing: [], ids)
        var changed: [CollectedFont] = []
        var results: [Result<Bool, FontError>] = []
        for id in ids {
            let entry = library.entries.values.first { $0.registrations.contains { $0.id == id } }
            guard let entry, let registration = entry.registrations.first(where: { $0.id == id }),
                let face = entry.faces.first
            else {
                results.append(.failure(FontError(.notRegistered, "No font is registered under this id.")))
                continue
            }
            let exact = CollectedFont(
                provider: registration.provider, postscriptName: face.postscriptName, family: face.family,
                style: face.styleName)
            let font = known.contains(exact.withoutStyle) ? exact.withoutStyle : exact
            let isChange = isAdding ? known.insert(font).inserted : known.remove(font) != nil
            if isChange { changed.append(font) }
            results.append(.success(isChange))
        }
        try await put(changed, in: name, isAdding, counting: known.count)
        return results
    }

    /// Adds fonts to a collection or removes them from it, whether they are registered or not.
    ///
    /// - Parameters:
    ///   - fonts: The fonts; those that need no change are ignored.
    ///   - name: The collection.
    ///   - isAdding: Whether to add the fonts.
    /// - Returns: The fonts that were added or removed.
    /// - Throws: The same errors as ``change(_:adding:_:)``.
    func put(
        _ fonts: [CollectedFont], in name: String, _ isAdding: Bool
    ) async throws(FontError) -> [CollectedFont] {
        let known = Set(try await collection(name).members.map(\.font))
        let changed = Self.resolved(fonts, among: known).filter { known.contains($0) != isAdding }
        try await put(changed, in: name, isAdding, counting: known.count + (isAdding ? changed.count : 0))
        return changed
    }

    /// Finds the members that fonts without a style refer to: earlier versions recorded changes without styles.
    ///
    /// - Parameters:
    ///   - fonts: The fonts.
    ///   - known: The members of the collection.
    /// - Returns: The fonts. A font without a style is replaced by all members with its name, or stays as it is if
    ///   there are none.
    static func resolved(_ fonts: [CollectedFont], among known: Set<CollectedFont>) -> [CollectedFont] {
        fonts.flatMap { font in
            guard font == font.withoutStyle, !known.contains(font) else { return [font] }
            let styles = known.filter { $0.withoutStyle == font }
            return styles.isEmpty ? [font] : Array(styles)
        }
    }

    private func put(
        _ changed: [CollectedFont], in name: String, _ isAdding: Bool, counting count: Int
    ) async throws(FontError) {
        guard count <= Self.maximumFonts else {
            throw FontError(
                .exceededResourceLimit,
                "A collection can contain at most \(Self.maximumFonts) fonts. Create another collection.")
        }
        if changed.isEmpty { return }
        try await commit(
            isAdding ? .add(changed, to: name) : .remove(changed, from: name),
            Self.items(isAdding ? .collected : .uncollected, changed, name))
    }

    private static func items(_ kind: HistoryItem.Kind, _ fonts: [CollectedFont], _ name: String) -> [HistoryItem] {
        fonts.map { font in
            HistoryItem(
                kind, subject: name, digest: nil, provider: font.provider, family: font.family, style: font.style,
                postscriptName: font.postscriptName)
        }
    }

    /// Enables or disables all fonts of a collection that are registered.
    ///
    /// - Parameters:
    ///   - name: The collection.
    ///   - isEnabled: Whether to enable the fonts.
    /// - Returns: The registrations, the result for each in the same order, and the generation.
    /// - Throws: `NotRegistered` if the collection does not exist, or the reason why no font can be changed now.
    package func setEnabled(
        _ name: String, _ isEnabled: Bool
    ) async throws(FontError) -> (ids: [FontIdentifier], answer: RegistrationService.Answer) {
        let ids = try await concerned(name, isEnabled)
        return (ids, try await registrations.setEnabled(ids, isEnabled, by: .user))
    }

    /// Reports what enabling or disabling a collection would do, without changing anything.
    ///
    /// - Parameters:
    ///   - name: The collection.
    ///   - isEnabled: Whether the fonts would be enabled.
    /// - Returns: The registrations, and the result for each in the same order.
    /// - Throws: `NotRegistered` if the collection does not exist, or the reason why no font can be changed now.
    package func plan(
        _ name: String, isEnabled: Bool
    ) async throws(FontError) -> (ids: [FontIdentifier], outcomes: [ItemOutcome]) {
        let ids = try await concerned(name, isEnabled)
        return (ids, try await registrations.plan(.state(isEnabled: isEnabled), of: ids, by: .user))
    }

    /// The registrations that are enabled or disabled with a collection.
    private func concerned(_ name: String, _ isEnabled: Bool) async throws(FontError) -> [FontIdentifier] {
        // Of several versions, the newest comes last; the others do not change when fonts are enabled.
        let members = try await collection(name).members.map(\.registrations)
        return isEnabled ? members.compactMap(\.last?.id) : members.flatMap { $0.map(\.id) }
    }

    private func collection(_ name: String) async throws(FontError) -> CollectionRecord {
        guard let collection = try await collections(named: name).first else {
            throw FontError(
                .notRegistered,
                "There is no collection with this name. To list all collections, run 'typecase collection list'.")
        }
        return collection
    }

    private func commit(_ mutation: CollectionMutation, _ items: [HistoryItem]) async throws(FontError) {
        if let refusal = await registrations.publisher.context.lastingRefusal() { throw refusal }
        let operation = HistoryOperation.current ?? HistoryOperation(cause: .user)
        try await FontError.mapping { () throws(RegistryError) in
            _ = try await registry.commit([.collection(mutation), .history(operation, items)])
        }
        onChange()
    }
}
