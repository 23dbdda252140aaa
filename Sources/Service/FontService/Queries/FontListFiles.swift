package import FontModel
package import LinuxSystem
package import Registry
internal import SystemPackage

/// Writes complete lists of faces and registrations to sealed files in memory, with a line of JSON for each item.
package struct FontListFiles: Sendable {
    /// The maximum size of a list in bytes, enough for about 100,000 faces with brief descriptions.
    package static let listSize = 64 << 20
    /// The number of faces or fonts read at once if they are described in full.
    private static let describedAtOnce = 200

    let queries: FontQueries

    /// All visible faces that match a filter, as lines of JSON with the keys of a brief face dictionary.
    ///
    /// As long as the registry does not change, callers who may learn the same details share one file.
    ///
    /// - Parameters:
    ///   - filter: Selects the faces; its cursor and limit are ignored.
    ///   - viewer: The provider whose marks may be included; `nil` for all marks.
    ///   - caller: A name that identifies the caller; never reused.
    ///   - provider: The caller's provider.
    /// - Returns: A sealed file in memory.
    /// - Throws: `ExceededResourceLimit` for a list of more than ``listSize`` and for a caller who has too much open,
    ///   or the error that prevented reading the registry.
    package func faces(
        _ filter: FaceFilter, showing viewer: ProviderIdentifier?, for caller: String, of provider: ProviderIdentifier
    ) async throws(FontError) -> OwnedFileDescriptor {
        await queries.systemFaces.ready()
        let borrower = LentMemory.Borrower(name: caller, provider: provider)
        var filter = filter
        (filter.cursor, filter.limit) = (nil, 0)
        let key = queries.registry.state.map { LentMemory.Key.list(filter, viewer: viewer, state: $0) }
        return try await queries.lentMemory.lend(key, size: 0, as: .list, to: borrower) {
            [filter] () async throws(FontError) in
            try await writeFaces(filter, viewer, for: caller)
        }.descriptor
    }

    private func writeFaces(
        _ filter: FaceFilter, _ viewer: ProviderIdentifier?, for caller: String
    ) async throws(FontError) -> LentMemory.File {
        try await makeList(for: caller) { file throws(RegistryError) in
            try await queries.registry.faces.write(filter, for: viewer) { try file.append($0) }
        }
    }

    /// Creates a list when it is the caller's turn.
    private func makeList(
        for caller: String, _ write: (MemoryFile) async throws(RegistryError) -> Void
    ) async throws(FontError) -> LentMemory.File {
        let file = try Self.makeListFile()
        do throws(FontError) {
            try await queries.inTurn(of: caller) { () throws(RegistryError) in try await write(file) }
        } catch {
            throw file.failure.map(Self.error) ?? error
        }
        return try Self.seal(file)
    }

    /// All visible faces that match a filter, as lines of JSON with the full description of each.
    ///
    /// The list is read page by page: a face that is added or removed meanwhile may or may not be in it.
    ///
    /// - Parameters:
    ///   - filter: Selects the faces; its cursor and limit are ignored.
    ///   - caller: A name that identifies the caller; never reused.
    ///   - provider: The caller's provider.
    ///   - describe: Writes the object of one face.
    /// - Returns: A sealed file in memory.
    /// - Throws: The same errors as ``faces(_:showing:for:of:)``.
    package func faces(
        _ filter: FaceFilter, for caller: String, of provider: ProviderIdentifier,
        describedBy describe: @escaping @Sendable (FaceRecord, inout JSONBytes) -> Void
    ) async throws(FontError) -> OwnedFileDescriptor {
        let borrower = LentMemory.Borrower(name: caller, provider: provider)
        return try await queries.lentMemory.lend(nil, size: 0, as: .list, to: borrower) { () async throws(FontError) in
            try await write(
                { cursor throws(FontError) in
                    var filter = filter
                    (filter.cursor, filter.limit) = (cursor, Self.describedAtOnce)
                    let page = try await queries.faces(filter, details: true, for: caller)
                    return (page.faces, page.cursor)
                }, describedBy: describe)
        }.descriptor
    }

    /// All registrations that match a filter, as lines of JSON with the keys of a font dictionary of brief faces.
    ///
    /// As long as nothing changes, callers share one file.
    ///
    /// - Parameters:
    ///   - filter: Selects the registrations; its cursor and limit are ignored.
    ///   - directory: The directory where fonts are published; `nil` if paths are not included.
    ///   - collisions: The files of the system's fonts that contents collide with.
    ///   - caller: A name that identifies the caller; never reused.
    ///   - provider: The caller's provider.
    /// - Returns: A sealed file in memory.
    /// - Throws: The same errors as ``faces(_:showing:for:of:)``.
    package func registrations(
        _ filter: RegistrationFilter, publishedIn directory: String?, colliding collisions: [FontDigest: String],
        for caller: String, of provider: ProviderIdentifier
    ) async throws(FontError) -> OwnedFileDescriptor {
        if let unreadable = queries.unreadable { throw unreadable }
        let borrower = LentMemory.Borrower(name: caller, provider: provider)
        var filter = filter
        (filter.cursor, filter.limit) = (nil, 0)
        let key = queries.registry.state.map {
            LentMemory.Key.fonts(filter, directory: directory, collisions: collisions, state: $0)
        }
        return try await queries.lentMemory.lend(key, size: 0, as: .list, to: borrower) {
            [filter] () async throws(FontError) in
            try await makeList(for: caller) { file throws(RegistryError) in
                try await queries.registry.registrations.write(filter, publishedIn: directory, colliding: collisions) {
                    try file.append($0)
                }
            }
        }.descriptor
    }

    /// All registrations that match a filter, as lines of JSON with the full description of each, read page by page.
    ///
    /// - Parameters:
    ///   - filter: Selects the registrations; its cursor and limit are ignored.
    ///   - caller: A name that identifies the caller; never reused.
    ///   - provider: The caller's provider.
    ///   - describe: Writes the object of one registration.
    /// - Returns: A sealed file in memory.
    /// - Throws: The same errors as ``faces(_:showing:for:of:)``.
    package func registrations(
        _ filter: RegistrationFilter, for caller: String, of provider: ProviderIdentifier,
        describedBy describe: @escaping @Sendable (RegistrationWithFaces, inout JSONBytes) -> Void
    ) async throws(FontError) -> OwnedFileDescriptor {
        let borrower = LentMemory.Borrower(name: caller, provider: provider)
        return try await queries.lentMemory.lend(nil, size: 0, as: .list, to: borrower) { () async throws(FontError) in
            try await write(
                { cursor throws(FontError) in
                    var filter = filter
                    (filter.cursor, filter.limit) = (cursor, Self.describedAtOnce)
                    let page = try await queries.registrations(filter, for: caller)
                    return (page.registrations, page.cursor)
                }, describedBy: describe)
        }.descriptor
    }

    /// Writes a list that is read page by page.
    ///
    /// - Parameters:
    ///   - read: Reads the page after a cursor, the first after `nil`; returns its items and the next cursor.
    ///   - describe: Writes the object of one item.
    /// - Returns: The sealed list.
    /// - Throws: The same errors as ``faces(_:showing:for:of:)``.
    @concurrent private func write<Item>(
        _ read: @Sendable (_ cursor: String?) async throws(FontError) -> (items: [Item], cursor: String?),
        describedBy describe: @Sendable (Item, inout JSONBytes) -> Void
    ) async throws(FontError) -> LentMemory.File {
        let file = try Self.makeListFile()
        var cursor: String?
        repeat {
            let page = try await read(cursor)
            var text = JSONBytes()
            for item in page.items {
                describe(item, &text)
                text.append("\n")
            }
            do throws(SealedMemory.Failure) {
                try file.append(text.bytes)
            } catch {
                throw Self.error(error)
            }
            cursor = page.cursor
        } while cursor != nil
        return try Self.seal(file)
    }

    private static func makeListFile() throws(FontError) -> MemoryFile {
        do throws(SealedMemory.Failure) {
            return try MemoryFile(name: "typecase-list", limit: listSize)
        } catch {
            throw self.error(error)
        }
    }

    private static func seal(_ file: MemoryFile) throws(FontError) -> LentMemory.File {
        do throws(SealedMemory.Failure) {
            return LentMemory.File(descriptor: try file.seal(), size: file.size)
        } catch {
            throw self.error(error)
        }
    }

    private static func error(_ failure: SealedMemory.Failure) -> FontError {
        switch failure {
        case .tooLarge(let limit):
            FontError(.exceededResourceLimit, "The list has more than \(limit) bytes. Filter it, or take it in pages.")
        case .system(let errno): FontError(errno, while: "write the list")
        }
    }
}
