// Generated from dbus/org.typecase.Management1.xml by Tools/BusInterfaceGenerator; do not edit.

package import DBus
package import LinuxSystem

/// The methods of `org.typecase.Management1` that are about installation.
package protocol Management1InstallationService: Sendable {
    /// Installs fonts in the name of the user: their provider is `user`.
    ///
    /// On the command line: `typecase install` and `typecase try`.
    ///
    /// Bytes that are installed already keep their `id` and their scope, which SetEnabled can change; they are enabled
    /// or disabled as `enabled` says.
    ///
    /// Options:
    ///
    /// - `names` (as): a name per font to use in messages, such as the file's; as many as there are fonts.
    /// - `replacing` (as): absolute paths, without symbolic links, of files that the caller is about to take away, with
    ///   escapes as in `collision`.
    /// - `allow_downgrade` (b): whether the fonts take the place of the user's own of their names even where they are
    ///   not newer.
    /// - `keep_registered` (b): whether the user's own fonts of their names stay, older ones too: where one of them is
    ///   enabled, the error is DuplicatedName, and nothing is disabled. Comes before `allow_downgrade`.
    /// - `browser_safe` (b), `request_id` (s): as for RegisterFonts of `org.typecase.FontManager1`.
    /// - `user_info` (s): a mark of the caller's own, at most 1 KiB, that is kept with the fonts; `typecase install`
    ///   keeps the https address that they were fetched from, unless it has a password or a query.
    /// - `lease` (b): whether the fonts stay until the caller leaves the bus, in place of the end of the login session.
    ///   `scope` has to be `session` and `enabled` true, and `replacing` empty; `keep_registered` is implied. A font
    ///   that is installed already stays as it is; one that is disabled is RegistrationFailed.
    /// - `lease_seconds` (u), `lease_handle` (s): what ends such a lease earlier, as for RegisterFonts of
    ///   `org.typecase.FontManager1`, whose EndLease ends it.
    ///
    /// The names that a file in `replacing` holds do not count as taken, as long as the file is the user's: fonts of
    /// the system are never shadowed. At most 4,096 files can be replaced in one call.
    ///
    /// Results:
    ///
    /// - `id` (s): the registration.
    /// - `already_registered` (b): whether the user had installed the same bytes before, under this `id`.
    /// - `enabled` (b): whether programs find the font.
    /// - `scope` (s): how long the font stays.
    /// - `version` (s): as in the results of RegisterFonts.
    /// - `state_change` (s): as in the results of RegisterFonts.
    /// - `replaced` (as): the user's registrations that the font took the place of; absent where there are none.
    /// - `warnings` (aa{sv}): as in the results of RegisterFonts; absent where there is nothing.
    /// - `faces` (aa{sv}): the faces of the file, as brief dictionaries of faces of a file.
    ///
    /// Errors of an item: InsufficientPermissions, UnrecognizedFormat, InvalidFontData, Denied, ExceededResourceLimit,
    /// DuplicatedName, Downgrade, Shadowed, RequestReused, RegistrationFailed, Busy, StorageFull, ReadOnly, Corrupt;
    /// CancelledByUser where the caller has left the bus meanwhile; UnsupportedScope where the login session ends
    /// meanwhile.
    ///
    /// Errors of the call: UnsupportedScope, Busy, ReadOnly, Corrupt; InsufficientPermissions and StorageFull where the
    /// home cannot be written to; RegistrationFailed where fonts are to be enabled and the system's fonts, whose names
    /// must not be taken, cannot be read.
    ///
    /// - Parameters:
    ///   - call: The call, with its sender.
    ///   - fonts: The fonts as open, readable, regular files, at most 16; the service reads them from their start.
    ///   - scope: How long the fonts stay: `persistent` or `session`.
    ///   - enabled: Whether programs find the fonts at once.
    ///   - options: Options.
    /// - Returns: `results`: One dictionary per font, in the order of `fonts`. `generation`: The generation with the
    ///   change, or the current one where nothing changed.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func installFonts(
        _ call: BusMethodCall, fonts: [OwnedFileDescriptor], scope: String, enabled: Bool, options: [String: BusVariant]
    ) async throws -> (results: [[String: BusVariant]], generation: UInt64)

    /// Begins to install many fonts at once in the name of the user.
    ///
    /// The options are those of the method of this name of `org.typecase.FontManager1`. On the command line: `typecase
    /// install`.
    ///
    /// Errors: those of FontManager1.BeginBatch.
    ///
    /// - Parameters:
    ///   - call: The call, with its sender.
    ///   - scope: How long the fonts stay: `persistent` or `session`.
    ///   - enabled: Whether programs find the fonts at once.
    ///   - options: Options.
    /// - Returns: An object with the interface `org.typecase.Batch1`, for the caller's connection alone.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func beginBatch(
        _ call: BusMethodCall, scope: String, enabled: Bool, options: [String: BusVariant]
    ) async throws -> ObjectPath

    /// Tells what InstallFonts would make of fonts, each by itself, and changes nothing.
    ///
    /// On the command line: `typecase adopt`.
    ///
    /// Options:
    ///
    /// - `names` (as): a name per font to use in messages; as many as there are fonts.
    /// - `keep_registered` (b): as for InstallFonts.
    ///
    /// Results:
    ///
    /// - `faces` (aa{sv}): the faces of the file, as brief dictionaries of faces of a file; absent where the file is
    ///   refused.
    /// - `version` (s): the version of the first face as the font has it; absent where the file is refused.
    /// - `holders` (as): the files outside of the service's own directory that hold one of the font's names, and are no
    ///   other styles of its family.
    /// - `id` (s), `enabled` (b), `scope` (s): the user's registration of the same bytes; absent where there is none.
    /// - `error` (s), `message` (s): why InstallFonts would refuse the font whatever it replaces.
    ///
    /// InstallFonts refuses a font with Shadowed unless it may replace all files in `holders`.
    ///
    /// Errors of an item: InsufficientPermissions, UnrecognizedFormat, InvalidFontData, Denied, ExceededResourceLimit,
    /// DuplicatedName, Downgrade, RegistrationFailed.
    ///
    /// Errors of the call: Busy, ReadOnly, Corrupt, RegistrationFailed; InsufficientPermissions and StorageFull where
    /// the home cannot be written to.
    ///
    /// - Parameters:
    ///   - call: The call, with its sender.
    ///   - fonts: The fonts as open, readable, regular files, at most 16.
    ///   - options: Options.
    /// - Returns: One dictionary per font, in the order of `fonts`.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func previewInstallation(
        _ call: BusMethodCall, fonts: [OwnedFileDescriptor], options: [String: BusVariant]
    ) async throws -> [[String: BusVariant]]

    /// Tells what InstallFonts would do with fonts in one call, as its own planner decides, and changes nothing.
    ///
    /// Changes of others until the fonts are installed are not foreseen. On the command line: `typecase plan`.
    ///
    /// Options:
    ///
    /// - `names` (as), `allow_downgrade` (b), `keep_registered` (b), `browser_safe` (b): as for InstallFonts.
    ///
    /// Results:
    ///
    /// - `already_registered` (b), `enabled` (b), `scope` (s), `state_change` (s), `warnings` (aa{sv}), `faces`
    ///   (aa{sv}): as InstallFonts would answer.
    /// - `id` (s): the user's registration of the same bytes; absent where there is none, also of a font that is
    ///   `already_registered` as another one of the call has the same bytes.
    /// - `version` (s): the version of the first face, by the revision in it.
    /// - `replaces` (aa{sv}): the fonts that would leave for it, as items of ListHistory; absent where there are none.
    /// - `names` (aa{sv}): names that programs would find the font by and that stand for another face now: `name` (s),
    ///   and of the present face `postscript_name` (s), `source` (s) and, for one of the system, `path` (s), which are
    ///   absent where no face has the name.
    ///
    /// Errors of an item: InsufficientPermissions, UnrecognizedFormat, InvalidFontData, Denied, ExceededResourceLimit,
    /// DuplicatedName, Downgrade, Shadowed, RegistrationFailed, Busy, StorageFull, ReadOnly, Corrupt.
    ///
    /// Errors of the call: UnsupportedScope, Busy, ReadOnly, Corrupt, RegistrationFailed; InsufficientPermissions and
    /// StorageFull where the home cannot be written to.
    ///
    /// - Parameters:
    ///   - call: The call, with its sender.
    ///   - fonts: The fonts as open, readable, regular files, at most 16.
    ///   - scope: How long the fonts would stay: `persistent` or `session`.
    ///   - enabled: Whether programs would find the fonts at once.
    ///   - options: Options.
    /// - Returns: One dictionary per font, in the order of `fonts`.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func planInstallation(
        _ call: BusMethodCall, fonts: [OwnedFileDescriptor], scope: String, enabled: Bool, options: [String: BusVariant]
    ) async throws -> [[String: BusVariant]]

    /// Tells what Uninstall, SetEnabled, RestoreFonts, Undo, CreateCollection, SetCollectionEnabled, RemoveProvider,
    /// RestoreProvider, SetGrant or RevokeGrant would do in one call, as their own planner decides, and changes
    /// nothing.
    ///
    /// Changes of others until then are not foreseen, and each item of an `undo` is planned as if it were the only one;
    /// of a `restore` groups of 16 are planned apart. On the command line: the commands that make these changes, as dry
    /// runs.
    ///
    /// Options:
    ///
    /// - `scope` (s): as for SetEnabled.
    /// - `right` (s), `decision` (s), `font` (s): as for SetGrant; RevokeGrant has `right` and `font`, and all rights
    ///   where the former is left out.
    ///
    /// Results, but of `undo`, which are those of Undo:
    ///
    /// - `id` (s): the registration; for `restore`, `grant` and `revoke` the id as it was given. Of `revoke` there is
    ///   one dictionary for each decision that would be forgotten.
    /// - `changed` (b): whether anything would change.
    /// - `enabled` (b): whether programs would find it; absent where it would leave.
    /// - `scope` (s): how long it would stay, where that would change.
    ///
    /// Errors of an item: those of the change.
    ///
    /// Errors of the call: InvalidArgs for another change; UnsupportedScope; NotRegistered where there is no such
    /// collection, provider or change; AlreadyRegistered, InsufficientInfo and ExceededResourceLimit where a collection
    /// cannot be made; NotUndoable; and those of any method.
    ///
    /// - Parameters:
    ///   - call: The call, with its sender.
    ///   - change: What would be done: `uninstall`, `enable`, `disable`, `restore`, `undo`, `create-collection`,
    ///     `enable-collection`, `disable-collection`, `remove-provider`, `restore-provider`, `grant` or `revoke`.
    ///   - ids: What it would be done to: registrations, whoever made them, at most 1,000; for `restore` removed fonts
    ///     as ListRemoved tells them; for the others one change of the history, with 0 for the last one of the user's,
    ///     one name of a collection, or one provider.
    ///   - options: Options.
    /// - Returns: One dictionary per id, in the order of `ids`. A change of several fonts at once has one dictionary
    ///   per font, and `create-collection` none.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func planChange(
        _ call: BusMethodCall, change: String, ids: [String], options: [String: BusVariant]
    ) async throws -> [[String: BusVariant]]

    /// Removes registrations of any provider.
    ///
    /// The provider learns of it by the method Changes, with the cause `user`. Fonts that were there for good are kept
    /// for 30 days, in which RestoreFonts brings them back. On the command line: `typecase uninstall`.
    ///
    /// Options:
    ///
    /// - `purge` (b): whether the fonts are deleted at once, with all that is kept of earlier fonts of their names.
    /// - `undoes` (t): the change of the history whose `action` is `adopt` that the caller takes back, with the files
    ///   that only it can move; it is ignored for other changes.
    ///
    /// Results:
    ///
    /// - `id` (s): the id as it was given.
    ///
    /// Errors of an item: NotRegistered, InsufficientPermissions, RegistrationFailed, Busy, StorageFull, ReadOnly,
    /// Corrupt.
    ///
    /// Errors of the call: those of any method.
    ///
    /// - Parameters:
    ///   - call: The call, with its sender.
    ///   - ids: The registrations to remove, whoever made them, at most 1,000.
    ///   - options: Options.
    /// - Returns: `results`: One dictionary per id, in the order of `ids`. `generation`: The generation with the
    ///   change, or the current one where nothing changed.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func uninstall(
        _ call: BusMethodCall, ids: [String], options: [String: BusVariant]
    ) async throws -> (results: [[String: BusVariant]], generation: UInt64)

    /// Enables or disables registrations of any provider.
    ///
    /// On the command line: `typecase enable` and `typecase disable`.
    ///
    /// Options:
    ///
    /// - `scope` (s): how long fonts that are enabled last from now on: `persistent` or `session`; left out, that stays
    ///   as it is.
    ///
    /// Results:
    ///
    /// - `id` (s): the id as it was given.
    /// - `changed` (b): `false` where the font was in this state, and scope, before.
    ///
    /// Errors of an item: NotRegistered; DuplicatedName and Shadowed where a font to be enabled has a name that is
    /// taken by now; Corrupt, InvalidFontData and Denied where it is out of use; InsufficientPermissions,
    /// RegistrationFailed, Busy, StorageFull, ReadOnly.
    ///
    /// Errors of the call: RegistrationFailed where fonts are to be enabled and the system's fonts cannot be read.
    ///
    /// - Parameters:
    ///   - call: The call, with its sender.
    ///   - ids: The registrations to change, whoever made them, at most 1,000.
    ///   - enabled: Whether programs are to find the fonts.
    ///   - options: Options.
    /// - Returns: `results`: One dictionary per id, in the order of `ids`. `generation`: The generation with the
    ///   change, or the current one where nothing changed.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func setEnabled(
        _ call: BusMethodCall, ids: [String], enabled: Bool, options: [String: BusVariant]
    ) async throws -> (results: [[String: BusVariant]], generation: UInt64)

    /// Lists the registrations of all providers, in pages.
    ///
    /// On the command line: `typecase info`.
    ///
    /// Filter:
    ///
    /// - `provider` (s): only this provider's.
    /// - `scope` (s): `persistent` or `session`.
    /// - `enabled` (b): only the enabled, or only the disabled ones.
    /// - `name` (s): only fonts with a face of this PostScript name, full name or family, in any language.
    /// - `family` (s): only fonts with a face of this family, in any language.
    /// - `sha256` (s): only fonts with this content, as the SHA-256 of a file in 64 hexadecimal digits.
    /// - `id` (s): only this registration.
    /// - `words` (as), `languages` (as), `scripts` (as), `licences` (as), `characters` (s), `monospace` (b), `variable`
    ///   (b), `color` (b): only fonts with a face that is like that, as for ListFaces of `org.typecase.FontManager1`.
    /// - `details` (b): full dictionaries in `faces` rather than brief ones, and `path` (s), where the file is that
    ///   programs find; absent for a font that they do not find.
    /// - `cursor` (s): where to go on.
    /// - `limit` (u): how many to list at most; 100 where it is left out, never more than 1,000.
    ///
    /// A reply may hold fewer than `limit`: only an empty `cursor` means the end.
    ///
    /// Errors: InvalidCursor.
    ///
    /// - Parameters:
    ///   - call: The call, with its sender.
    ///   - filter: Which registrations to list.
    /// - Returns: `fonts`: Font dictionaries, in the order of their registration. `cursor`: Pass it in the filter of
    ///   the next call to go on; empty at the end of the list.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func listFonts(
        _ call: BusMethodCall, filter: [String: BusVariant]
    ) async throws -> (fonts: [[String: BusVariant]], cursor: String)

    /// Lists the registrations of all providers, all of them at once.
    ///
    /// Each line of the file is a JSON object with the keys of a font dictionary, `path` always among them where
    /// programs find the file. Numbers are numbers, truth values are `true` and `false`, arrays and structures are
    /// arrays, dictionaries are objects. On the command line: `typecase list`, `typecase search` and `typecase export`.
    ///
    /// Filter: as for ListFonts; `cursor` and `limit` do not matter.
    ///
    /// Errors: ExceededResourceLimit where the list has more than 64 MiB, or where the caller has too much open.
    ///
    /// - Parameters:
    ///   - call: The call, with its sender.
    ///   - filter: Which registrations to list.
    /// - Returns: A sealed memory file, positioned at its start.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func listFontsFile(_ call: BusMethodCall, filter: [String: BusVariant]) async throws -> OwnedFileDescriptor

    /// Judges registered fonts anew, as if they came now.
    ///
    /// A font that does not pass any more, or that a list of denied fonts has by now, is quarantined: its file leaves
    /// the tree and is kept in the store, and its providers learn of it by Changes. One that was, and passes now, comes
    /// back. The lists of denied fonts are read anew before. It takes a while, some ten milliseconds a font, and
    /// replies when all is done; a caller that leaves the bus gives the rest up. What was found by then stands. On the
    /// command line: `typecase revalidate`.
    ///
    /// The service does this by itself, in the background, for fonts that were judged by another version of the
    /// libraries and programs that judge fonts, or by fewer of them, than would be heard now.
    ///
    /// Result:
    ///
    /// - `checked` (u): how many files were judged; one that several providers have counts once.
    /// - `quarantined` (as): the registrations that are out of use from now on.
    /// - `released` (as): the registrations that are back in use.
    /// - `failures` (aa{sv}): `id` (s), `error` (s) and `message` (s) of those that could not be judged or brought
    ///   back.
    /// - `cancelled` (b): whether some were not looked at, as the pass was given up.
    ///
    /// Errors of the call: NotRegistered for an unknown id, with which nothing is judged; Busy, Corrupt.
    ///
    /// - Parameters:
    ///   - call: The call, with its sender.
    ///   - ids: The registrations to judge anew, whoever made them, at most 1,000; none stands for all.
    ///   - options: Options: `dry_run` (b) has the service tell what would become of them, and change nothing.
    /// - Returns: What became of them.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func revalidate(
        _ call: BusMethodCall, ids: [String], options: [String: BusVariant]
    ) async throws -> [String: BusVariant]

    /// Gives up judging fonts anew, by whomever it was begun.
    ///
    /// What was found so far stands. What the service does by itself begins again at its next start.
    ///
    /// - Parameters:
    ///   - call: The call, with its sender.
    ///   - options: Options; none is defined yet.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func cancelRevalidation(_ call: BusMethodCall, options: [String: BusVariant]) async throws
}
