// Generated from dbus/org.typecase.Management1.xml by Tools/BusInterfaceGenerator; do not edit.

package import DBus

/// Calls that are about history.
extension Management1Client {
    /// Lists the changes of the last 30 days, each with the program that made it.
    ///
    /// Changes are kept across restarts. If the registry is lost, they are lost with it. If the changes affect more
    /// than 100,000 fonts in total, the oldest changes are deleted. If there are more than 2,000 changes that the user
    /// did not make, the oldest of these are deleted. Fonts that last only as long as a session or a program are not
    /// listed. On the command line: `typecase history`.
    ///
    /// Each call that changes something is one change. InstallFonts, BeginBatch, Uninstall, SetEnabled, RestoreFonts,
    /// RemoveProvider, RestoreProvider, SetFamiliesHidden, SetGrant, RevokeGrant, CreateCollection, DeleteCollection,
    /// ChangeCollection and SetCollectionEnabled accept the option `operation` (s), a name of at most 128 bytes that
    /// the caller chooses. Calls of one connection with the same name form one change.
    ///
    /// Filter:
    ///
    /// - `id` (t): only this change, with up to 2,000 of its items; without `id`, at most 8 items of each change.
    /// - `cause` (s): only changes with this cause, as in `Changes` of `org.typecase.FontManager1`.
    /// - `font` (s): only changes to this registration; their `items` contain only the items of this registration.
    /// - `cursor` (s): where to continue.
    /// - `limit` (u): the maximum number of changes to list; 100 by default, never more than 1,000.
    ///
    /// A reply may contain fewer changes than `limit`. Only an empty `cursor` marks the end.
    ///
    /// Changes:
    ///
    /// - `id` (t): the number of the change.
    /// - `time` (t): when the change began, in seconds since 1970.
    /// - `cause` (s): `user`, `provider`, `file`, `recovery`, `check`, `policy` or `installation`.
    /// - `action` (s): what was done: `install`, `uninstall`, `enable`, `disable`, `restore`, `adopt`,
    ///   `remove-provider`, `restore-provider`, `grant`, `revoke`, `create-collection`, `delete-collection`,
    ///   `change-collection`, `undo`, or the `kind` of the first item.
    /// - `caller` (s), `program` (s): the id and the name of the program that requested the change; absent if no
    ///   program did.
    /// - `command` (s): the command that started the program, without the credentials and queries of URLs; absent if it
    ///   is not known.
    /// - `count` (u): how many items the change has.
    /// - `items` (aa{sv}): the first of these items.
    /// - `undoes` (t): the change that this change undid; absent if it undid none.
    /// - `undone_by` (t): the change that undid this change; absent if this change is in effect.
    /// - `undoable` (b): whether Undo may be able to undo the change.
    /// - `why_not` (s): the reason why Undo refuses; absent if `undoable` is true. Both keys depend only on the items
    ///   in this reply.
    ///
    /// Items:
    ///
    /// - `kind` (s): `installed`, `replaced`, `removed`, `deleted`, `enabled`, `disabled`, `set-aside`, `brought-back`,
    ///   `quarantined`, `allowed`, `denied`, `forgotten`; `hidden` or `shown` for a family of the system; `collected`,
    ///   `uncollected`, `collection-created` or `collection-deleted` for a collection.
    /// - `provider` (s): the provider of the font or right.
    /// - `sha256` (s): the SHA-256 of the font, as 64 hexadecimal digits; absent for a right that applies to all fonts.
    /// - `id` (s), `family` (s), `style` (s), `postscript_name` (s), `version` (s): the registration, the names and the
    ///   version of the font; absent for rights. The style is empty for changes that an earlier version of the service
    ///   made. For a family of the system, only `family` is present.
    /// - `right` (s): the right; absent for fonts.
    /// - `collection` (s): the collection; `postscript_name` and `provider` then identify the font that was added or
    ///   removed. Absent for all other items.
    /// - `before` (s): the earlier decision, `allow` or `deny`; absent if there was none.
    ///
    /// Errors: InvalidCursor; Busy, Corrupt.
    ///
    /// - Parameters:
    ///   - filter: Which changes to list.
    ///   - timeout: How long to wait for the reply.
    /// - Returns: `changes`: One dictionary per change, the latest change first. `cursor`: Where the next page starts;
    ///   empty after the last page.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func listHistory(
        filter: [String: BusVariant], timeout: Duration = BusProxy.standardTimeout
    ) async throws(BusError) -> (changes: [[String: BusVariant]], cursor: String) {
        let reply = try await proxy.call("ListHistory", [filter.busValue], timeout: timeout)
        return (changes: try reply.value(0, "changes"), cursor: try reply.value(1, "cursor"))
    }

    /// Undoes a change that the user made.
    ///
    /// Fonts that the change installed are removed, fonts that it removed or replaced are restored, fonts that it
    /// enabled are disabled, and decisions on rights are as they were before the change. Items that already are as they
    /// were before the change stay unchanged. If an item cannot be undone, its result has `error` (s) and `message`
    /// (s). On the command line: `typecase undo`.
    ///
    /// Errors of an item: NotUndoable, NotRegistered, InvalidFontData, Denied, ExceededResourceLimit, DuplicatedName,
    /// Downgrade, Shadowed, InsufficientPermissions, RegistrationFailed, Busy, StorageFull, ReadOnly, Corrupt.
    ///
    /// Errors of the call: NotRegistered if there is no such change, or if it is older than 30 days; NotUndoable, with
    /// the reason, if no item of the change could be undone; Busy, StorageFull, ReadOnly, Corrupt.
    ///
    /// - Parameters:
    ///   - change: The number of the change, as in ListHistory; 0 for the user's latest change that is in effect and
    ///     undoes no other.
    ///   - options: Options; none is defined yet.
    ///   - timeout: How long to wait for the reply.
    /// - Returns: `results`: The items whose state differed from their state before the change, as in ListHistory.
    ///   `made`: The number of the new change that undid `change`; the new change can be undone as well. `generation`:
    ///   The generation with the change.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func undo(
        change: UInt64, options: [String: BusVariant], timeout: Duration = BusProxy.standardTimeout
    ) async throws(BusError) -> (results: [[String: BusVariant]], made: UInt64, generation: UInt64) {
        let reply = try await proxy.call("Undo", [change.busValue, options.busValue], timeout: timeout)
        return (
            results: try reply.value(0, "results"), made: try reply.value(1, "made"),
            generation: try reply.value(2, "generation")
        )
    }
}
