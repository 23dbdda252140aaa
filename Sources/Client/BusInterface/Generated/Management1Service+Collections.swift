// Generated from dbus/org.typecase.Management1.xml by Tools/BusInterfaceGenerator; do not edit.

package import DBus

/// The methods of `org.typecase.Management1` that are about collections.
package protocol Management1CollectionsService: Sendable {
    /// Lists the user's groups of fonts.
    ///
    /// A collection holds fonts and never other collections; it knows them by their providers and PostScript names, so
    /// that a newer version of a font stays in it. On the command line: `typecase collection list`, and `typecase
    /// collection export`.
    ///
    /// Filter:
    ///
    /// - `name` (s): only this collection, with its fonts.
    ///
    /// Collections:
    ///
    /// - `name` (s): the name.
    /// - `time` (t): when it was made, in seconds since 1970.
    /// - `count` (u), `enabled` (u), `missing` (u): how many fonts it has, and how many of them are enabled and not
    ///   registered.
    /// - `ids` (as): all registrations of its fonts; where `name` is given.
    /// - `fonts` (aa{sv}): its fonts; where `name` is given. Each has `postscript_name` (s) and `provider` (s) and,
    ///   where it is registered, `id` (s), `sha256` (s) and `enabled` (b).
    ///
    /// Errors: Busy, Corrupt.
    ///
    /// - Parameters:
    ///   - call: The call, with its sender.
    ///   - filter: Which to list.
    /// - Returns: One dictionary per collection, in the order of their names.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func listCollections(_ call: BusMethodCall, filter: [String: BusVariant]) async throws -> [[String: BusVariant]]

    /// Makes an empty collection.
    ///
    /// On the command line: `typecase collection create`.
    ///
    /// Errors: InsufficientInfo for an invalid name, AlreadyRegistered where there is such a collection,
    /// ExceededResourceLimit where there are 1,000; Busy, StorageFull, ReadOnly, Corrupt.
    ///
    /// - Parameters:
    ///   - call: The call, with its sender.
    ///   - name: The name, of 1 to 255 bytes, without control characters.
    ///   - options: Options: `operation`, see ListHistory.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func createCollection(_ call: BusMethodCall, name: String, options: [String: BusVariant]) async throws

    /// Removes a collection.
    ///
    /// Its fonts stay as they are. On the command line: `typecase collection remove`.
    ///
    /// Errors: NotRegistered where there is no such collection; Busy, StorageFull, ReadOnly, Corrupt.
    ///
    /// - Parameters:
    ///   - call: The call, with its sender.
    ///   - name: The collection.
    ///   - options: Options: `operation`, see ListHistory.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func deleteCollection(_ call: BusMethodCall, name: String, options: [String: BusVariant]) async throws

    /// Adds fonts to a collection or takes them out of it.
    ///
    /// On the command line: `typecase collection add`, and `typecase collection remove`.
    ///
    /// Errors of an item: NotRegistered.
    ///
    /// Errors of the call: NotRegistered where there is no such collection, ExceededResourceLimit; Busy, StorageFull,
    /// ReadOnly, Corrupt.
    ///
    /// - Parameters:
    ///   - call: The call, with its sender.
    ///   - name: The collection.
    ///   - ids: Registrations, of any provider, at most 1,000.
    ///   - add: Whether to add them, or to take them out.
    ///   - options: Options: `operation`, see ListHistory.
    /// - Returns: One dictionary per id, in the order of `ids`: `id` (s), and `changed` (b), or `error` (s) and
    ///   `message` (s).
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func changeCollection(
        _ call: BusMethodCall, name: String, ids: [String], add: Bool, options: [String: BusVariant]
    ) async throws -> [[String: BusVariant]]

    /// Enables or disables the fonts of a collection that are registered, in the name of the user.
    ///
    /// Of a font with several versions the newest is enabled. On the command line: `typecase collection enable`, and
    /// `typecase collection disable`.
    ///
    /// Options:
    ///
    /// - `operation` (s): as ListHistory describes it.
    ///
    /// Errors of an item: NotRegistered, DuplicatedName, Shadowed, Corrupt, InvalidFontData, Denied,
    /// InsufficientPermissions, RegistrationFailed, Busy, StorageFull, ReadOnly.
    ///
    /// Errors of the call: NotRegistered where there is no such collection; RegistrationFailed where fonts are to be
    /// enabled and the system's fonts cannot be read; Busy, ReadOnly, Corrupt.
    ///
    /// - Parameters:
    ///   - call: The call, with its sender.
    ///   - name: The collection.
    ///   - enabled: Whether programs are to find its fonts.
    ///   - options: Options.
    /// - Returns: `results`: One dictionary per registration, as SetEnabled answers. `generation`: The generation with
    ///   the change, or the current one where nothing changed.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func setCollectionEnabled(
        _ call: BusMethodCall, name: String, enabled: Bool, options: [String: BusVariant]
    ) async throws -> (results: [[String: BusVariant]], generation: UInt64)
}
