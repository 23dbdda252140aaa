// Generated from dbus/org.typecase.Management1.xml by Tools/BusInterfaceGenerator; do not edit.

package import DBus
package import LinuxSystem

/// Calls that are about installation.
extension Management1Client {
    /// Installs fonts on behalf of the user: their provider is `user`.
    ///
    /// On the command line: `typecase install` and `typecase try`.
    ///
    /// If the same bytes are already installed, they keep their `id` and their scope, and `enabled` determines whether
    /// they are enabled or disabled. SetEnabled can change the scope.
    ///
    /// Options:
    ///
    /// - `names` (as): a name for each font, such as the name of its file, for use in messages; there must be as many
    ///   names as fonts.
    /// - `replacing` (as): absolute paths, without symbolic links, of files that the caller is about to remove; they
    ///   are escaped as in `collision`.
    /// - `allow_downgrade` (b): whether the given fonts replace the user's own fonts with the same names even if the
    ///   given fonts are not newer.
    /// - `keep_registered` (b): whether the user's own fonts with the same names stay, including older ones. If one of
    ///   these is enabled, the given font fails with DuplicatedName, and nothing is disabled. This option takes
    ///   precedence over `allow_downgrade`.
    /// - `browser_safe` (b), `request_id` (s): as for RegisterFonts of `org.typecase.FontManager1`.
    /// - `user_info` (s): text of the caller's choice, at most 1 KiB, that the service stores with the fonts. `typecase
    ///   install` stores the HTTPS address that the fonts were fetched from, unless the address contains a password or
    ///   a query.
    /// - `lease` (b): whether the fonts stay until the caller leaves the bus, instead of until the login session ends.
    ///   `scope` must be `session`, `enabled` must be true, and `replacing` must be empty; `keep_registered` is
    ///   implied. A font that is already installed stays as it is, or fails with RegistrationFailed if it is disabled.
    /// - `lease_seconds` (u), `lease_handle` (s): how such a lease can end earlier, as for RegisterFonts of
    ///   `org.typecase.FontManager1`. EndLease of that interface ends the lease.
    ///
    /// If a file in `replacing` belongs to the user, the names that it contains do not count as taken. System fonts are
    /// never shadowed. At most 4,096 files can be replaced in one call.
    ///
    /// Results:
    ///
    /// - `id` (s): the registration.
    /// - `already_registered` (b): whether the user had already installed the same bytes under this `id`.
    /// - `enabled` (b): whether programs find the font.
    /// - `scope` (s): how long the font stays.
    /// - `version` (s): as in the results of RegisterFonts.
    /// - `state_change` (s): as in the results of RegisterFonts.
    /// - `replaced` (as): the user's registrations that the font replaced; absent if there are none.
    /// - `warnings` (aa{sv}): as in the results of RegisterFonts; absent if there are none.
    /// - `faces` (aa{sv}): the faces of the file, as brief face dictionaries; see *Faces of a file* of
    ///   `org.typecase.FontManager1`.
    ///
    /// Errors of an item: InsufficientPermissions, UnrecognizedFormat, InvalidFontData, Denied, ExceededResourceLimit,
    /// DuplicatedName, Downgrade, Shadowed, RequestReused, RegistrationFailed, Busy, StorageFull, ReadOnly, Corrupt;
    /// CancelledByUser if the caller has left the bus in the meantime; UnsupportedScope if the login session ends in
    /// the meantime.
    ///
    /// Errors of the call: UnsupportedScope, Busy, ReadOnly, Corrupt; InsufficientPermissions or StorageFull if the
    /// home directory cannot be written to; RegistrationFailed if fonts are to be enabled and the service cannot read
    /// the system's fonts, whose names must not be taken.
    ///
    /// - Parameters:
    ///   - fonts: The fonts as open, readable, regular files, at most 16; the service reads them from their start.
    ///   - scope: How long the fonts stay: `persistent` or `session`.
    ///   - enabled: Whether programs find the fonts immediately.
    ///   - options: Options.
    ///   - timeout: How long to wait for the reply.
    /// - Returns: `results`: One dictionary per font, in the order of `fonts`. `generation`: The generation with the
    ///   change, or the current one if nothing changed.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func installFonts(
        fonts: [OwnedFileDescriptor], scope: String, enabled: Bool, options: [String: BusVariant],
        timeout: Duration = BusProxy.standardTimeout
    ) async throws(BusError) -> (results: [[String: BusVariant]], generation: UInt64) {
        let reply = try await proxy.call(
            "InstallFonts", [fonts.busValue, scope.busValue, enabled.busValue, options.busValue], timeout: timeout)
        return (results: try reply.value(0, "results"), generation: try reply.value(1, "generation"))
    }

    /// Begins a batch, which installs many fonts at once, on behalf of the user.
    ///
    /// The options are the same as for BeginBatch of `org.typecase.FontManager1`. On the command line: `typecase
    /// install`.
    ///
    /// Errors: those of FontManager1.BeginBatch.
    ///
    /// - Parameters:
    ///   - scope: How long the fonts stay: `persistent` or `session`.
    ///   - enabled: Whether programs find the fonts immediately.
    ///   - options: Options.
    ///   - timeout: How long to wait for the reply.
    /// - Returns: An object with the interface `org.typecase.Batch1`, for the caller's connection alone.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func beginBatch(
        scope: String, enabled: Bool, options: [String: BusVariant], timeout: Duration = BusProxy.standardTimeout
    ) async throws(BusError) -> ObjectPath {
        let reply = try await proxy.call(
            "BeginBatch", [scope.busValue, enabled.busValue, options.busValue], timeout: timeout)
        return try reply.value(0, "batch")
    }

    /// Reports, separately for each font, what InstallFonts would do with it, and changes nothing.
    ///
    /// On the command line: `typecase adopt`.
    ///
    /// Options:
    ///
    /// - `names` (as): a name for each font, for use in messages; there must be as many names as fonts.
    /// - `keep_registered` (b): as for InstallFonts.
    ///
    /// Results:
    ///
    /// - `faces` (aa{sv}): the faces of the file, as brief face dictionaries (see *Faces of a file* of
    ///   `org.typecase.FontManager1`); absent if the file is refused.
    /// - `version` (s): the version of the first face, as the font states it; absent if the file is refused.
    /// - `holders` (as): the files outside the service's own directory that contain one of the font's names, except
    ///   files that contain other styles of its family.
    /// - `id` (s), `enabled` (b), `scope` (s): the user's registration of the same bytes; absent if there is none.
    /// - `error` (s), `message` (s): why InstallFonts would refuse the font regardless of which files it replaces.
    ///
    /// Unless InstallFonts may replace all files in `holders`, it refuses the font with Shadowed.
    ///
    /// Errors of an item: InsufficientPermissions, UnrecognizedFormat, InvalidFontData, Denied, ExceededResourceLimit,
    /// DuplicatedName, Downgrade, RegistrationFailed.
    ///
    /// Errors of the call: Busy, ReadOnly, Corrupt, RegistrationFailed; InsufficientPermissions or StorageFull if the
    /// home directory cannot be written to.
    ///
    /// - Parameters:
    ///   - fonts: The fonts as open, readable, regular files, at most 16.
    ///   - options: Options.
    ///   - timeout: How long to wait for the reply.
    /// - Returns: One dictionary per font, in the order of `fonts`.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func previewInstallation(
        fonts: [OwnedFileDescriptor], options: [String: BusVariant], timeout: Duration = BusProxy.standardTimeout
    ) async throws(BusError) -> [[String: BusVariant]] {
        let reply = try await proxy.call("PreviewInstallation", [fonts.busValue, options.busValue], timeout: timeout)
        return try reply.value(0, "results")
    }

    /// Reports what InstallFonts would do with the fonts in one call, and changes nothing.
    ///
    /// The planner of InstallFonts makes the decisions. The plan does not foresee changes that others make before the
    /// fonts are installed. On the command line: `typecase plan`.
    ///
    /// Options:
    ///
    /// - `names` (as), `allow_downgrade` (b), `keep_registered` (b), `browser_safe` (b): as for InstallFonts.
    ///
    /// Results:
    ///
    /// - `already_registered` (b), `enabled` (b), `scope` (s), `state_change` (s), `warnings` (aa{sv}), `faces`
    ///   (aa{sv}): as InstallFonts would return them.
    /// - `id` (s): the user's registration of the same bytes; absent if there is none. It is also absent for a font
    ///   that is `already_registered` because another font of the call has the same bytes.
    /// - `version` (s): the version of the first face, according to the revision in the face.
    /// - `replaces` (aa{sv}): the fonts that this font would replace, as items of ListHistory; absent if there are
    ///   none.
    /// - `names` (aa{sv}): the names by which programs would find the font, but which now refer to another face or to
    ///   none. Each has `name` (s) and these keys of the face that it refers to now: `postscript_name` (s), `source`
    ///   (s) and, for a face of the system, `path` (s). If no face has the name now, these keys are absent.
    ///
    /// Errors of an item: InsufficientPermissions, UnrecognizedFormat, InvalidFontData, Denied, ExceededResourceLimit,
    /// DuplicatedName, Downgrade, Shadowed, RegistrationFailed, Busy, StorageFull, ReadOnly, Corrupt.
    ///
    /// Errors of the call: UnsupportedScope, Busy, ReadOnly, Corrupt, RegistrationFailed; InsufficientPermissions or
    /// StorageFull if the home directory cannot be written to.
    ///
    /// - Parameters:
    ///   - fonts: The fonts as open, readable, regular files, at most 16.
    ///   - scope: How long the fonts would stay: `persistent` or `session`.
    ///   - enabled: Whether programs would find the fonts at once.
    ///   - options: Options.
    ///   - timeout: How long to wait for the reply.
    /// - Returns: One dictionary per font, in the order of `fonts`.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func planInstallation(
        fonts: [OwnedFileDescriptor], scope: String, enabled: Bool, options: [String: BusVariant],
        timeout: Duration = BusProxy.standardTimeout
    ) async throws(BusError) -> [[String: BusVariant]] {
        let reply = try await proxy.call(
            "PlanInstallation", [fonts.busValue, scope.busValue, enabled.busValue, options.busValue], timeout: timeout)
        return try reply.value(0, "results")
    }

    /// Reports what Uninstall, SetEnabled, RestoreFonts, Undo, CreateCollection, SetCollectionEnabled, RemoveProvider,
    /// RestoreProvider, SetGrant or RevokeGrant would do in one call, and changes nothing.
    ///
    /// The planner of the method itself makes the decisions. The plan does not foresee changes that others make before
    /// that call. Each item of an `undo` is planned as if it were the only one. The fonts of a `restore` are planned in
    /// separate groups of 16. On the command line: the commands that make these changes, as dry runs.
    ///
    /// Options:
    ///
    /// - `scope` (s): as for SetEnabled.
    /// - `right` (s), `decision` (s), `font` (s): as for SetGrant. RevokeGrant uses only `right` and `font`; if `right`
    ///   is omitted, the plan covers all rights.
    ///
    /// Results, except for `undo`, whose results are those of Undo:
    ///
    /// - `id` (s): the registration; for `restore`, `grant` and `revoke`, the id as it was given. For `revoke`, there
    ///   is one dictionary for each decision that would be forgotten.
    /// - `changed` (b): whether anything would change.
    /// - `enabled` (b): whether programs would find the font; absent if the font would be removed or set aside.
    /// - `scope` (s): how long the font would stay, if that would change.
    ///
    /// Errors of an item: those of the change.
    ///
    /// Errors of the call: InvalidArgs if `change` has another value; UnsupportedScope; NotRegistered if there is no
    /// such collection, provider or change; AlreadyRegistered, InsufficientInfo and ExceededResourceLimit if a
    /// collection cannot be created; NotUndoable; and those of any method.
    ///
    /// - Parameters:
    ///   - change: What would be done: `uninstall`, `enable`, `disable`, `restore`, `undo`, `create-collection`,
    ///     `enable-collection`, `disable-collection`, `remove-provider`, `restore-provider`, `grant` or `revoke`.
    ///   - ids: The targets: registrations of any provider, at most 1,000; for `restore`, removed fonts as ListRemoved
    ///     returns them; otherwise the number of one change (0 for the user's latest change), the name of one
    ///     collection, or one provider.
    ///   - options: Options.
    ///   - timeout: How long to wait for the reply.
    /// - Returns: One dictionary per id, in the order of `ids`. A change to several fonts at once has one dictionary
    ///   per font, and `create-collection` has none.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func planChange(
        change: String, ids: [String], options: [String: BusVariant], timeout: Duration = BusProxy.standardTimeout
    ) async throws(BusError) -> [[String: BusVariant]] {
        let reply = try await proxy.call(
            "PlanChange", [change.busValue, ids.busValue, options.busValue], timeout: timeout)
        return try reply.value(0, "results")
    }

    /// Removes registrations of any provider.
    ///
    /// The method Changes reports the removal to the provider, with the cause `user`. Persistent fonts are kept for 30
    /// days. During this time, RestoreFonts can restore them. On the command line: `typecase uninstall`.
    ///
    /// Options:
    ///
    /// - `purge` (b): whether the fonts are deleted immediately, together with all kept earlier fonts of the same
    ///   names.
    /// - `undoes` (t): the change in the history that this call undoes. Its `action` must be `adopt`, because only the
    ///   caller can move the files of such a change. For other changes, this option is ignored.
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
    ///   - ids: The registrations to remove, of any provider, at most 1,000.
    ///   - options: Options.
    ///   - timeout: How long to wait for the reply.
    /// - Returns: `results`: One dictionary per id, in the order of `ids`. `generation`: The generation with the
    ///   change, or the current one if nothing changed.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func uninstall(
        ids: [String], options: [String: BusVariant], timeout: Duration = BusProxy.standardTimeout
    ) async throws(BusError) -> (results: [[String: BusVariant]], generation: UInt64) {
        let reply = try await proxy.call("Uninstall", [ids.busValue, options.busValue], timeout: timeout)
        return (results: try reply.value(0, "results"), generation: try reply.value(1, "generation"))
    }

    /// Enables or disables registrations of any provider.
    ///
    /// On the command line: `typecase enable` and `typecase disable`.
    ///
    /// Options:
    ///
    /// - `scope` (s): how long the enabled fonts stay from now on: `persistent` or `session`. If it is omitted, the
    ///   scope does not change.
    ///
    /// Results:
    ///
    /// - `id` (s): the id as it was given.
    /// - `changed` (b): `false` if the font already had this state and scope.
    ///
    /// Errors of an item: NotRegistered; DuplicatedName and Shadowed if a font to be enabled has a name that is now
    /// taken; Corrupt, InvalidFontData and Denied if the font is quarantined; InsufficientPermissions,
    /// RegistrationFailed, Busy, StorageFull, ReadOnly.
    ///
    /// Errors of the call: RegistrationFailed if fonts are to be enabled and the service cannot read the system's
    /// fonts.
    ///
    /// - Parameters:
    ///   - ids: The registrations to change, of any provider, at most 1,000.
    ///   - enabled: Whether programs are to find the fonts.
    ///   - options: Options.
    ///   - timeout: How long to wait for the reply.
    /// - Returns: `results`: One dictionary per id, in the order of `ids`. `generation`: The generation with the
    ///   change, or the current one if nothing changed.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func setEnabled(
        ids: [String], enabled: Bool, options: [String: BusVariant], timeout: Duration = BusProxy.standardTimeout
    ) async throws(BusError) -> (results: [[String: BusVariant]], generation: UInt64) {
        let reply = try await proxy.call(
            "SetEnabled", [ids.busValue, enabled.busValue, options.busValue], timeout: timeout)
        return (results: try reply.value(0, "results"), generation: try reply.value(1, "generation"))
    }

    /// Lists the registrations of all providers, in pages.
    ///
    /// On the command line: `typecase info`.
    ///
    /// Filter:
    ///
    /// - `provider` (s): only fonts of this provider.
    /// - `scope` (s): `persistent` or `session`.
    /// - `enabled` (b): only enabled fonts, or only disabled fonts.
    /// - `name` (s): only fonts with a face that has this PostScript name, full name or family, in any language.
    /// - `family` (s): only fonts with a face of this family, in any language.
    /// - `sha256` (s): only fonts whose file has this SHA-256, as 64 hexadecimal digits.
    /// - `id` (s): only this registration.
    /// - `words` (as), `languages` (as), `scripts` (as), `licences` (as), `characters` (s), `monospace` (b), `variable`
    ///   (b), `color` (b): only fonts with a face that has these properties, as for ListFaces of
    ///   `org.typecase.FontManager1`.
    /// - `details` (b): whether `faces` contains full dictionaries rather than brief ones, and whether `path` (s), the
    ///   path of the file that programs find, is included. If programs do not find a font, its `path` is absent.
    /// - `cursor` (s): where to continue.
    /// - `limit` (u): the maximum number to list; 100 if omitted, never more than 1,000.
    ///
    /// A reply may contain fewer than `limit` entries: only an empty `cursor` marks the end of the list.
    ///
    /// Errors: InvalidCursor.
    ///
    /// - Parameters:
    ///   - filter: Which registrations to list.
    ///   - timeout: How long to wait for the reply.
    /// - Returns: `fonts`: Font dictionaries, in the order of their registration. `cursor`: Pass it in the filter of
    ///   the next call to go on; empty at the end of the list.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func listFonts(
        filter: [String: BusVariant], timeout: Duration = BusProxy.standardTimeout
    ) async throws(BusError) -> (fonts: [[String: BusVariant]], cursor: String) {
        let reply = try await proxy.call("ListFonts", [filter.busValue], timeout: timeout)
        return (fonts: try reply.value(0, "fonts"), cursor: try reply.value(1, "cursor"))
    }

    /// Lists the registrations of all providers in one file.
    ///
    /// Each line of the file is a JSON object with the keys of a font dictionary. If programs find the font's file, the
    /// object always contains `path`. Numbers are JSON numbers, Boolean values are `true` and `false`, arrays and
    /// structures are JSON arrays, and dictionaries are JSON objects. On the command line: `typecase list`, `typecase
    /// search` and `typecase export`.
    ///
    /// Filter: as for ListFonts; `cursor` and `limit` are ignored.
    ///
    /// Errors: ExceededResourceLimit if the list is larger than 64 MiB, or if the caller has too many files or bytes
    /// open.
    ///
    /// - Parameters:
    ///   - filter: Which registrations to list.
    ///   - timeout: How long to wait for the reply.
    /// - Returns: A sealed memory file, positioned at its start.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func listFontsFile(
        filter: [String: BusVariant], timeout: Duration = BusProxy.standardTimeout
    ) async throws(BusError) -> OwnedFileDescriptor {
        let reply = try await proxy.call("ListFontsFile", [filter.busValue], timeout: timeout)
        return try reply.value(0, "fonts")
    }

    /// Checks registered fonts again, as if they were registered now.
    ///
    /// If a font no longer passes the checks, or if a list of denied fonts now contains it, the font is quarantined:
    /// its file is moved from the tree to the store, and Changes reports this to its providers. If a quarantined font
    /// now passes, it is put back into use. The lists of denied fonts are read again first. The call takes about ten
    /// milliseconds per font, and the reply comes when all fonts are checked. If the caller leaves the bus before that,
    /// the remaining fonts are not checked. Results until then stay in effect. On the command line: `typecase
    /// revalidate`.
    ///
    /// The service checks some fonts again by itself, in the background: those that were checked by other versions of
    /// the validators, or by fewer validators, than are in use now. Validators are the libraries and programs that
    /// check fonts.
    ///
    /// Result:
    ///
    /// - `checked` (u): how many files were checked; a file that several providers registered counts once.
    /// - `quarantined` (as): the registrations that are now out of use.
    /// - `released` (as): the registrations that are back in use.
    /// - `failures` (aa{sv}): `id` (s), `error` (s) and `message` (s) of the registrations that could not be checked or
    ///   put back into use.
    /// - `cancelled` (b): whether some files were not checked because the check was cancelled.
    ///
    /// Errors of the call: NotRegistered for an unknown id, in which case nothing is checked; Busy, Corrupt.
    ///
    /// - Parameters:
    ///   - ids: The registrations to check again, of any provider, at most 1,000; an empty list stands for all.
    ///   - options: Options: `dry_run` (b) reports what would happen to the registrations, and changes nothing.
    ///   - timeout: How long to wait for the reply.
    /// - Returns: What happened to the registrations.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func revalidate(
        ids: [String], options: [String: BusVariant], timeout: Duration = BusProxy.standardTimeout
    ) async throws(BusError) -> [String: BusVariant] {
        let reply = try await proxy.call("Revalidate", [ids.busValue, options.busValue], timeout: timeout)
        return try reply.value(0, "result")
    }

    /// Cancels all running checks of registered fonts, regardless of who started them.
    ///
    /// Results so far stay in effect. Checks that the service runs by itself start again at its next start.
    ///
    /// - Parameters:
    ///   - options: Options; none is defined yet.
    ///   - timeout: How long to wait for the reply.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func cancelRevalidation(
        options: [String: BusVariant], timeout: Duration = BusProxy.standardTimeout
    ) async throws(BusError) {
        _ = try await proxy.call("CancelRevalidation", [options.busValue], timeout: timeout)
    }
}
