// Generated from dbus/org.typecase.Management1.xml by Tools/BusInterfaceGenerator; do not edit.

package import DBus

/// Calls that are about removedfonts.
extension Management1Client {
    /// Lists the fonts that left and are kept, in pages: what the user uninstalled and what another version replaced.
    ///
    /// They are deleted for good after 30 days, the ones that left first when they have more than 1 GiB together or the
    /// disk is full, and with Uninstall and its option `purge`. Fonts that left with their provider are not among them:
    /// ListProviders tells of those. On the command line: `typecase restore`.
    ///
    /// Filter:
    ///
    /// - `cursor` (s): where to go on.
    /// - `limit` (u): how many to list at most; 100 where it is left out, never more than 1,000.
    ///
    /// A reply may hold fewer than `limit`: only an empty `cursor` means the end.
    ///
    /// Fonts:
    ///
    /// - `id` (s): the SHA-256 of the font's file, as 64 hexadecimal digits.
    /// - `provider` (s): whose font it was.
    /// - `reason` (s): why it left: `uninstalled`, `replaced`, or `deleted` where its file was deleted, by hand or by a
    ///   sync.
    /// - `time` (t): when it left, in seconds since 1970.
    /// - `expires` (t): when it is deleted for good at the latest, in seconds since 1970.
    /// - `enabled` (b): whether programs found the font.
    /// - `size` (t): the file's size in bytes.
    /// - `faces` (aa{sv}): `postscript_name` (s), `family` (s) and `style` (s) of each face; the style is empty where
    ///   an earlier version removed the font.
    ///
    /// Errors: InvalidCursor; Busy, Corrupt.
    ///
    /// - Parameters:
    ///   - filter: Which fonts to list.
    ///   - timeout: How long to wait for the reply.
    /// - Returns: `fonts`: One dictionary per font that can be brought back, the one that left last first. `cursor`:
    ///   Pass it in the filter of the next call to go on; empty at the end of the list.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func listRemoved(
        filter: [String: BusVariant], timeout: Duration = BusProxy.standardTimeout
    ) async throws(BusError) -> (fonts: [[String: BusVariant]], cursor: String) {
        let reply = try await proxy.call("ListRemoved", [filter.busValue], timeout: timeout)
        return (fonts: try reply.value(0, "fonts"), cursor: try reply.value(1, "cursor"))
    }

    /// Registers fonts again that left, as they were, for whom they were registered.
    ///
    /// They are examined like fonts that come. One that a newer version replaced comes back in its place, and the newer
    /// version is kept in turn. On the command line: `typecase restore`.
    ///
    /// Results:
    ///
    /// - `id` (s): the registration.
    /// - `enabled` (b): whether programs find the font.
    /// - `replaced` (as): the registrations that the font took the place of; absent where there are none.
    ///
    /// Errors of an item: NotRegistered where nothing is kept under the id; InvalidFontData, Denied,
    /// ExceededResourceLimit, DuplicatedName, Shadowed, RegistrationFailed, Busy, StorageFull, ReadOnly, Corrupt.
    ///
    /// Errors of the call: Busy, ReadOnly, Corrupt, RegistrationFailed.
    ///
    /// - Parameters:
    ///   - ids: The fonts to bring back, as ListRemoved tells them, at most 1,000.
    ///   - options: Options; none is defined yet.
    ///   - timeout: How long to wait for the reply.
    /// - Returns: `results`: One dictionary per id, in the order of `ids`. `generation`: The generation with the
    ///   change, or the current one where nothing changed.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func restoreFonts(
        ids: [String], options: [String: BusVariant], timeout: Duration = BusProxy.standardTimeout
    ) async throws(BusError) -> (results: [[String: BusVariant]], generation: UInt64) {
        let reply = try await proxy.call("RestoreFonts", [ids.busValue, options.busValue], timeout: timeout)
        return (results: try reply.value(0, "results"), generation: try reply.value(1, "generation"))
    }

    /// Deletes fonts at once that left and are kept.
    ///
    /// One that is not kept does not matter. On the command line: `typecase uninstall` with its option `purge`.
    ///
    /// Errors: Busy, ReadOnly, Corrupt.
    ///
    /// - Parameters:
    ///   - ids: The fonts to delete for good, as ListRemoved tells them, at most 1,000.
    ///   - options: Options; none is defined yet.
    ///   - timeout: How long to wait for the reply.
    /// - Returns: How many were deleted.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func purgeRemoved(
        ids: [String], options: [String: BusVariant], timeout: Duration = BusProxy.standardTimeout
    ) async throws(BusError) -> UInt32 {
        let reply = try await proxy.call("PurgeRemoved", [ids.busValue, options.busValue], timeout: timeout)
        return try reply.value(0, "count")
    }
}
