// Generated from dbus/org.typecase.Management1.xml by Tools/BusInterfaceGenerator; do not edit.

package import DBus

/// Calls that are about history.
extension Management1Client {
    /// Lists the changes of the last 30 days, with the program that made each.
    ///
    /// Changes are kept over restarts; where the registry is lost, they are lost with it. The oldest are forgotten
    /// where they are of more than 100,000 fonts, and those that programs make by themselves where there are more than
    /// 2,000. Fonts that end with a session or a program are not among them. On the command line: `typecase history`.
    ///
    /// Each call that changes something is one change. InstallFonts, BeginBatch, Uninstall, SetEnabled, RestoreFonts,
    /// RemoveProvider, RestoreProvider, SetFamiliesHidden, SetGrant, RevokeGrant, CreateCollection, DeleteCollection,
    /// ChangeCollection and SetCollectionEnabled take the option `operation` (s), a name of the caller's own of at most
    /// 128 bytes: calls of one connection with the same name are one change.
    ///
    /// Filter:
    ///
    /// - `id` (t): only this change, with up to 2,000 of its items; of others 8 are told.
    /// - `cause` (s): only changes of one cause, as in `Changes` of `org.typecase.FontManager1`.
    /// - `font` (s): only changes of this registration, whose `items` are those alone that are about it.
    /// - `cursor` (s): where to go on.
    /// - `limit` (u): how many to list at most; 100 where it is left out, never more than 1,000.
    ///
    /// A reply may hold fewer than `limit`: only an empty `cursor` means the end.
    ///
    /// Changes:
    ///
    /// - `id` (t): the number of the change.
    /// - `time` (t): when it began, in seconds since 1970.
    /// - `cause` (s): `user`, `provider`, `file`, `recovery`, `check`, `policy` or `installation`.
    /// - `action` (s): what was done: `install`, `uninstall`, `enable`, `disable`, `restore`, `adopt`,
    ///   `remove-provider`, `restore-provider`, `grant`, `revoke`, `create-collection`, `delete-collection`,
    ///   `change-collection`, `undo`, or the `kind` of the first item.
    /// - `caller` (s), `program` (s): the id and the name of the program that asked for it; absent where none did.
    /// - `command` (s): the command that the program was started with, without the credentials and queries of
    ///   addresses; absent where it is not known.
    /// - `count` (u): how many items it has.
    /// - `items` (aa{sv}): the first of them.
    /// - `undoes` (t): the change that it took back; absent where it took back none.
    /// - `undone_by` (t): the change that took it back; absent where it is in effect.
    /// - `undoable` (b): whether Undo may take it back.
    /// - `why_not` (s): the reason why Undo refuses; absent where `undoable` is true. Both are judged by the items that
    ///   are told.
    ///
    /// Items:
    ///
    /// - `kind` (s): `installed`, `replaced`, `removed`, `deleted`, `enabled`, `disabled`, `set-aside`, `brought-back`,
    ///   `quarantined`, `allowed`, `denied`, `forgotten`; `hidden` or `shown` for a family of the system; `collected`,
    ///   `uncollected`, `collection-created` or `collection-deleted` for a collection.
    /// - `provider` (s): the provider of the font or right.
    /// - `sha256` (s): the font, as 64 hexadecimal digits; absent for a right that is about all.
    /// - `id` (s), `family` (s), `style` (s), `postscript_name` (s), `version` (s): the registration, the names and the
    ///   version of the font; absent for rights, and the style is empty for changes that an earlier version made; of a
    ///   family of the system there is `family` alone.
    /// - `right` (s): the right; absent for fonts.
    /// - `collection` (s): the collection, which goes with `postscript_name` and `provider` of the font that was added
    ///   or taken out; absent for all else.
    /// - `before` (s): the earlier decision, `allow` or `deny`; absent where there was none.
    ///
    /// Errors: InvalidCursor; Busy, Corrupt.
    ///
    /// - Parameters:
    ///   - filter: Which changes to list.
    ///   - timeout: How long to wait for the reply.
    /// - Returns: `changes`: One dictionary per change, the last one first. `cursor`: Where the next page goes on;
    ///   empty after the last one.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func listHistory(
        filter: [String: BusVariant], timeout: Duration = BusProxy.standardTimeout
    ) async throws(BusError) -> (changes: [[String: BusVariant]], cursor: String) {
        let reply = try await proxy.call("ListHistory", [filter.busValue], timeout: timeout)
        return (changes: try reply.value(0, "changes"), cursor: try reply.value(1, "cursor"))
    }

    /// Undoes a change that the user made: what it installed is removed, what it removed or replaced is restored, what
    /// it enabled is disabled, and what was said of rights is as it was before.
    ///
    /// Items that are already as they were before are left alone. An item that cannot be taken back has `error` (s) and
    /// `message` (s) in its result. On the command line: `typecase undo`.
    ///
    /// Errors of an item: NotUndoable, NotRegistered, InvalidFontData, Denied, ExceededResourceLimit, DuplicatedName,
    /// Downgrade, Shadowed, InsufficientPermissions, RegistrationFailed, Busy, StorageFull, ReadOnly, Corrupt.
    ///
    /// Errors of the call: NotRegistered where there is no such change, or it is older than 30 days; NotUndoable where
    /// nothing of it could be taken back, with the reason; Busy, StorageFull, ReadOnly, Corrupt.
    ///
    /// - Parameters:
    ///   - change: The number of the change, as ListHistory tells it; 0 for the last one of the user's that is in
    ///     effect and undoes no other.
    ///   - options: Options; none is defined yet.
    ///   - timeout: How long to wait for the reply.
    /// - Returns: `results`: The items that were not as they were before the change, as in ListHistory. `made`: The
    ///   number of the change that took it back, which can be undone itself. `generation`: The generation with the
    ///   change.
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
