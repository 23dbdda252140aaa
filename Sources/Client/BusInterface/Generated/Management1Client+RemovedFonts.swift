// Generated from dbus/org.typecase.Management1.xml by Tools/BusInterfaceGenerator; do not edit.

package import DBus

/// Calls that are about removedfonts.
extension Management1Client {
    /// Lists the removed fonts that are kept, in pages: fonts that the user uninstalled and fonts that another version
    /// replaced.
    ///
    /// The service deletes them permanently after 30 days. If they exceed 1 GiB in total, or if the disk is full, the
    /// service deletes those that were removed earliest. Uninstall with its option `purge` also deletes them. Fonts
    /// that were removed with their provider are not listed here: ListProviders reports them. On the command line:
    /// `typecase restore`.
    ///
    /// Filter:
    ///
    /// - `cursor` (s): where to continue.
    /// - `limit` (u): the maximum number to list; 100 if omitted, never more than 1,000.
    ///
    /// A reply may contain fewer than `limit` entries: only an empty `cursor` marks the end of the list.
    ///
    /// Fonts:
    ///
    /// - `id` (s): the SHA-256 of the font's file, as 64 hexadecimal digits.
    /// - `provider` (s): the provider that the font belonged to.
    /// - `reason` (s): why the font was removed: `uninstalled`, `replaced`, or `deleted` if its file was deleted, by
    ///   hand or by a sync.
    /// - `time` (t): when the font was removed, in seconds since 1970.
    /// - `expires` (t): the latest time at which the font is deleted permanently, in seconds since 1970.
    /// - `enabled` (b): whether programs found the font before it was removed.
    /// - `size` (t): the file's size in bytes.
    /// - `faces` (aa{sv}): `postscript_name` (s), `family` (s) and `style` (s) of each face; the style is empty if an
    ///   earlier version of the service removed the font.
    ///
    /// Errors: InvalidCursor; Busy, Corrupt.
    ///
    /// - Parameters:
    ///   - filter: Which fonts to list.
    ///   - timeout: How long to wait for the reply.
    /// - Returns: `fonts`: One dictionary per font that can be restored, the most recently removed first. `cursor`:
    ///   Pass it in the filter of the next call to go on; empty at the end of the list.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func listRemoved(
        filter: [String: BusVariant], timeout: Duration = BusProxy.standardTimeout
    ) async throws(BusError) -> (fonts: [[String: BusVariant]], cursor: String) {
        let reply = try await proxy.call("ListRemoved", [filter.busValue], timeout: timeout)
        return (fonts: try reply.value(0, "fonts"), cursor: try reply.value(1, "cursor"))
    }

    /// Registers removed fonts again, in their previous state and for their previous providers.
    ///
    /// The service examines them like new fonts. If a newer version replaced a font, the restored font replaces the
    /// newer version, and the newer version is kept in turn. On the command line: `typecase restore`.
    ///
    /// Results:
    ///
    /// - `id` (s): the registration.
    /// - `enabled` (b): whether programs find the font.
    /// - `replaced` (as): the registrations that the font replaced; absent if there are none.
    ///
    /// Errors of an item: NotRegistered if no font is kept under the id; InvalidFontData, Denied,
    /// ExceededResourceLimit, DuplicatedName, Shadowed, RegistrationFailed, Busy, StorageFull, ReadOnly, Corrupt.
    ///
    /// Errors of the call: Busy, ReadOnly, Corrupt, RegistrationFailed.
    ///
    /// - Parameters:
    ///   - ids: The fonts to restore, as ListRemoved returns them, at most 1,000.
    ///   - options: Options; none is defined yet.
    ///   - timeout: How long to wait for the reply.
    /// - Returns: `results`: One dictionary per id, in the order of `ids`. `generation`: The generation with the
    ///   change, or the current one if nothing changed.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func restoreFonts(
        ids: [String], options: [String: BusVariant], timeout: Duration = BusProxy.standardTimeout
    ) async throws(BusError) -> (results: [[String: BusVariant]], generation: UInt64) {
        let reply = try await proxy.call("RestoreFonts", [ids.busValue, options.busValue], timeout: timeout)
        return (results: try reply.value(0, "results"), generation: try reply.value(1, "generation"))
    }

    /// Immediately and permanently deletes removed fonts that are still kept.
    ///
    /// If no font is kept under an id, the id is ignored. On the command line: `typecase uninstall` with its option
    /// `purge`.
    ///
    /// Errors: Busy, ReadOnly, Corrupt.
    ///
    /// - Parameters:
    ///   - ids: The fonts to delete permanently, as ListRemoved returns them, at most 1,000.
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
