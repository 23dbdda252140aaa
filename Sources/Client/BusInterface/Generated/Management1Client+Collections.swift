// Generated from dbus/org.typecase.Management1.xml by Tools/BusInterfaceGenerator; do not edit.

package import DBus

/// Calls that are about collections.
extension Management1Client {
    /// Lists the user's groups of fonts.
    ///
    /// A collection contains fonts and never other collections. It identifies fonts by their providers and PostScript
    /// names, so that a newer version of a font stays in the collection. On the command line: `typecase collection
    /// list`, and `typecase collection export`.
    ///
    /// Filter:
    ///
    /// - `name` (s): only this collection, with its fonts.
    ///
    /// Collections:
    ///
    /// - `name` (s): the name.
    /// - `time` (t): when the collection was created, in seconds since 1970.
    /// - `count` (u), `enabled` (u), `missing` (u): how many fonts the collection has, how many of them are enabled,
    ///   and how many are not registered.
    /// - `ids` (as): all registrations of its fonts; only if the filter has `name`.
    /// - `fonts` (aa{sv}): its fonts; only if the filter has `name`. Each font has `postscript_name` (s) and `provider`
    ///   (s). If the font is registered, it also has `id` (s), `sha256` (s) and `enabled` (b).
    ///
    /// Errors: Busy, Corrupt.
    ///
    /// - Parameters:
    ///   - filter: Which collections to list.
    ///   - timeout: How long to wait for the reply.
    /// - Returns: One dictionary per collection, sorted by name.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func listCollections(
        filter: [String: BusVariant], timeout: Duration = BusProxy.standardTimeout
    ) async throws(BusError) -> [[String: BusVariant]] {
        let reply = try await proxy.call("ListCollections", [filter.busValue], timeout: timeout)
        return try reply.value(0, "collections")
    }

    /// Creates an empty collection.
    ///
    /// On the command line: `typecase collection create`.
    ///
    /// Errors: InsufficientInfo for an invalid name, AlreadyRegistered if a collection with this name exists,
    /// ExceededResourceLimit if there are already 1,000 collections; Busy, StorageFull, ReadOnly, Corrupt.
    ///
    /// - Parameters:
    ///   - name: The name, of 1 to 255 bytes, without control characters.
    ///   - options: Options: `operation`, see ListHistory.
    ///   - timeout: How long to wait for the reply.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func createCollection(
        name: String, options: [String: BusVariant], timeout: Duration = BusProxy.standardTimeout
    ) async throws(BusError) {
        _ = try await proxy.call("CreateCollection", [name.busValue, options.busValue], timeout: timeout)
    }

    /// Removes a collection.
    ///
    /// Its fonts stay as they are. On the command line: `typecase collection remove`.
    ///
    /// Errors: NotRegistered if there is no such collection; Busy, StorageFull, ReadOnly, Corrupt.
    ///
    /// - Parameters:
    ///   - name: The collection.
    ///   - options: Options: `operation`, see ListHistory.
    ///   - timeout: How long to wait for the reply.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func deleteCollection(
        name: String, options: [String: BusVariant], timeout: Duration = BusProxy.standardTimeout
    ) async throws(BusError) {
        _ = try await proxy.call("DeleteCollection", [name.busValue, options.busValue], timeout: timeout)
    }

    /// Adds fonts to a collection, or removes them from it.
    ///
    /// On the command line: `typecase collection add`, and `typecase collection remove`.
    ///
    /// Errors of an item: NotRegistered.
    ///
    /// Errors of the call: NotRegistered if there is no such collection, ExceededResourceLimit; Busy, StorageFull,
    /// ReadOnly, Corrupt.
    ///
    /// - Parameters:
    ///   - name: The collection.
    ///   - ids: Registrations, of any provider, at most 1,000.
    ///   - add: Whether to add the fonts; otherwise they are removed.
    ///   - options: Options: `operation`, see ListHistory.
    ///   - timeout: How long to wait for the reply.
    /// - Returns: One dictionary per id, in the order of `ids`: `id` (s), and either `changed` (b) or `error` (s) and
    ///   `message` (s).
    /// - Throws: The error of the reply, or what kept it from coming.
    package func changeCollection(
        name: String, ids: [String], add: Bool, options: [String: BusVariant],
        timeout: Duration = BusProxy.standardTimeout
    ) async throws(BusError) -> [[String: BusVariant]] {
        let reply = try await proxy.call(
            "ChangeCollection", [name.busValue, ids.busValue, add.busValue, options.busValue], timeout: timeout)
        return try reply.value(0, "results")
    }

    /// Enables or disables the registered fonts of a collection, on behalf of the user.
    ///
    /// If a font has several versions, the newest version is enabled. On the command line: `typecase collection
    /// enable`, and `typecase collection disable`.
    ///
    /// Options:
    ///
    /// - `operation` (s): as ListHistory describes it.
    ///
    /// Errors of an item: NotRegistered, DuplicatedName, Shadowed, Corrupt, InvalidFontData, Denied,
    /// InsufficientPermissions, RegistrationFailed, Busy, StorageFull, ReadOnly.
    ///
    /// Errors of the call: NotRegistered if there is no such collection; RegistrationFailed if fonts are to be enabled
    /// and the system's fonts cannot be read; Busy, ReadOnly, Corrupt.
    ///
    /// - Parameters:
    ///   - name: The collection.
    ///   - enabled: Whether programs find its fonts.
    ///   - options: Options.
    ///   - timeout: How long to wait for the reply.
    /// - Returns: `results`: One dictionary per registration, as in the reply of SetEnabled. `generation`: The
    ///   generation with the change, or the current generation if nothing changed.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func setCollectionEnabled(
        name: String, enabled: Bool, options: [String: BusVariant], timeout: Duration = BusProxy.standardTimeout
    ) async throws(BusError) -> (results: [[String: BusVariant]], generation: UInt64) {
        let reply = try await proxy.call(
            "SetCollectionEnabled", [name.busValue, enabled.busValue, options.busValue], timeout: timeout)
        return (results: try reply.value(0, "results"), generation: try reply.value(1, "generation"))
    }
}
