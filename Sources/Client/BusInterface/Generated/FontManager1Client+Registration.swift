// Generated from dbus/org.typecase.FontManager1.xml by Tools/BusInterfaceGenerator; do not edit.

package import DBus
package import LinuxSystem

/// Calls that are about registration.
extension FontManager1Client {
    /// Registers font files with the session, on behalf of the caller.
    ///
    /// Bytes that the caller has registered before keep their `id`; they move to `scope`, and are enabled if `enabled`
    /// is true. RegisterDescriptors does the same without the bytes. The service copies the bytes, examines the copy in
    /// a sandbox, and publishes exactly those bytes.
    ///
    /// Options:
    ///
    /// - `names` (as): a name for each font, such as the name of its file, for use in messages; there must be as many
    ///   names as fonts.
    /// - `request_id` (s): an identifier of at most 255 bytes that the provider chooses for this one call; an empty
    ///   string counts as no identifier. A caller that did not receive a reply can make the same call again with the
    ///   same identifier: what the call already did is not done again, whatever has happened to the fonts since, and
    ///   what was refused is tried again. Without the option, the same bytes still belong to the same registration, but
    ///   fonts that were removed or disabled in the meantime come back. The identifiers of the last 40,000 fonts are
    ///   kept, even across restarts.
    /// - `user_info` (s): a mark that the provider chooses and that is kept with the fonts; at most 1 KiB. If it is
    ///   given for a font that is already registered, it replaces the font's mark; if it is left out, the font keeps
    ///   its mark.
    /// - `visibility` (s): `session` if every program is to find the fonts, or `granted`, see *Visibility*. If it is
    ///   left out, a font that is already registered keeps its visibility, a font that replaces others takes over their
    ///   visibility (`granted` if at least one of them has it), and any other font gets `session`.
    /// - `lease` (b): whether the fonts stay only until the caller leaves the bus; see *Leases*. `scope` must be
    ///   `session` and `request_id` must be left out. The fonts replace none of the caller's own fonts; a font that is
    ///   already registered and disabled fails with RegistrationFailed.
    /// - `lease_seconds` (u): the maximum number of seconds for which the fonts stay, 1 to 31,622,400; implies `lease`.
    /// - `lease_handle` (s): a name of 1 to 64 ASCII letters, digits and underscores, by which EndLease ends the leases
    ///   of one or more calls; implies `lease`.
    /// - `expires` (t): refused with InvalidArgs rather than ignored, because this version does not support it; use
    ///   `lease_seconds`.
    /// - `allow_downgrade` (b): whether the fonts replace the caller's own fonts with the same names even if the new
    ///   fonts are not newer revisions.
    /// - `browser_safe` (b): whether fonts that web browsers do not display are refused with InvalidFontData, even if
    ///   other programs display them.
    /// - `parent_window` (s), `activation_token` (s): as for RequestRights, if the user has to be asked.
    ///
    /// Results:
    ///
    /// - `id` (s): the id of the registration.
    /// - `already_registered` (b): whether the caller had registered the same bytes before, under this `id`.
    /// - `enabled` (b): whether programs find the font; also `false` if the user has disabled the font, or had disabled
    ///   a font with the same name that the caller has since removed: a provider cannot undo this decision.
    /// - `scope` (s): how long the registration lasts.
    /// - `version` (s): the version of the first face, from the field `fontRevision` of its `head` table.
    /// - `state_change` (s): the change of state, if the bytes of the font were registered before: `enabled`,
    ///   `disabled`, or `restored` if the font was out of use; absent if the state did not change.
    /// - `replaced` (as): the caller's registrations that the font replaced; absent if there are none.
    /// - `warnings` (aa{sv}): warnings for the caller, see below; absent if there are none.
    /// - `faces` (aa{sv}): the faces of the file, as brief face dictionaries, see *Faces of a file*.
    ///
    /// There are at most 8 warnings about the font itself, two for each family, and one for each PostScript name. A
    /// warning has `kind` (s), `message` (s) and the keys that belong to the kind:
    ///
    /// - `static-siblings`: the font is variable, and programs also find static fonts of its family; `owner` (s) is the
    ///   owner of these fonts.
    /// - `variable-sibling`: the font is static, and programs also find a variable font of its family; `owner` (s) is
    ///   the owner of that font.
    /// - `shared-name`: other styles of the font's family have its PostScript name, so programs that select fonts by
    ///   this name get only one of the styles, preferably the upright, regular one; `owner` (s) is the owner of the
    ///   other styles, absent if they are in the same file.
    /// - `lookalike-family`: the font's family has letters of other alphabets and looks like a family of the system,
    ///   which `message` names; `owner` (s) is `system`.
    /// - `finding`: something in the font that is not a reason to refuse it, such as a name that may be mistaken for
    ///   another, one glyph for very many characters, undefined instructions, or a wrong checksum; `rule` (s) is the
    ///   name of the rule, as Validate returns it.
    /// - `more`: there were so many findings that the rest is left out; Validate returns all of them.
    ///
    /// Errors of an item: InsufficientPermissions, UnrecognizedFormat, InvalidFontData, Denied, ExceededResourceLimit,
    /// DuplicatedName, Downgrade, Shadowed, RequestReused, RegistrationFailed, Busy, StorageFull, ReadOnly, Corrupt;
    /// InvalidFilePath if the manifest does not declare the font, and neither the policy nor the user has allowed it;
    /// MissingEntitlement if the policy denies the font; CancelledByUser if the user denied the font, or if the caller
    /// has left the bus in the meantime; UnsupportedScope if the login session ends in the meantime.
    ///
    /// Errors of the call: MissingEntitlement, CancelledByUser, UnsupportedScope, Busy, ReadOnly, Corrupt;
    /// InsufficientPermissions or StorageFull if the home directory is not writable; ExceededResourceLimit if the
    /// connection, or all programs together, would have too many leases; RegistrationFailed if fonts are to be enabled
    /// and the system's fonts, whose names must not be taken, cannot be read.
    ///
    /// - Parameters:
    ///   - fonts: The fonts as open, readable, regular files, at most 16; the service reads them from their start.
    ///   - scope: How long the registration lasts: `persistent` or `session`.
    ///   - enabled: Whether programs find the fonts immediately; `false` keeps them disabled until SetEnabled enables
    ///     them.
    ///   - options: Options.
    ///   - timeout: How long to wait for the reply.
    /// - Returns: `results`: One dictionary per font, in the order of `fonts`. `generation`: The generation with the
    ///   change, or the current one if nothing changed.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func registerFonts(
        fonts: [OwnedFileDescriptor], scope: String, enabled: Bool, options: [String: BusVariant],
        timeout: Duration = BusProxy.standardTimeout
    ) async throws(BusError) -> (results: [[String: BusVariant]], generation: UInt64) {
        let reply = try await proxy.call(
            "RegisterFonts", [fonts.busValue, scope.busValue, enabled.busValue, options.busValue], timeout: timeout)
        return (results: try reply.value(0, "results"), generation: try reply.value(1, "generation"))
    }

    /// Fetches a font from the web, and registers it on behalf of the caller as RegisterFonts does.
    ///
    /// The reply comes at once, and the job returns the result.
    ///
    /// A separate process fetches the font. This process has access to the network but not to files, except for the
    /// memory file that receives the font and the files that are needed to look up host names and verify servers. It
    /// uses HTTPS, or HTTP if the policy also allows this for the caller, and the proxy that the environment of the
    /// session specifies. It does not connect to the local network or to this machine, whatever the address is or
    /// resolves to, unless the policy allows this for the caller: typecase-policy(5) describes what counts as the local
    /// network, and what cannot be checked. It follows at most three redirects, and none from HTTPS to HTTP. If a
    /// connection breaks, the process resumes the download where it stopped, up to four times. A server has 30 seconds
    /// to answer, 30 seconds for each 4 KiB, and 10 minutes for the whole download. The font may be at most 64 MiB in
    /// size. An address that contains a user name or a password is refused.
    ///
    /// Before anything is fetched, the caller needs the right `install-fonts`, except with `process`, and the policy
    /// must not deny the caller fonts from the source `download`. If a sandboxed caller has no network access of its
    /// own, or if this is not known, as for a snap, the policy must contain a rule that allows this source for the
    /// caller: through the addresses that it requests, the caller could send out data that it could not send otherwise.
    /// The service examines the fetched font in a sandbox. If the font does not pass the checks, it is not returned
    /// either, except with `unexamined`.
    ///
    /// Options:
    ///
    /// - `sha256` (s): the SHA-256 of the font as 64 hexadecimal digits; other bytes are refused with InvalidFontData.
    /// - `unexamined` (b): with `process`, return the file whatever it is, even an archive or a web font. This option
    ///   is for callers that make sure that the file is unpacked or converted, and that the fonts are examined, before
    ///   the fonts are used. Sandboxed callers get InvalidArgs.
    /// - `handle_token` (s): the last part of the path of `job`, consisting of ASCII letters, digits and underscores;
    ///   random if omitted.
    /// - `request_id` (s), `user_info` (s), `visibility` (s), `allow_downgrade` (b), `browser_safe` (b),
    ///   `parent_window` (s), `activation_token` (s): as for RegisterFonts.
    ///
    /// Result of the job with `persistent` and `session`: the result of RegisterFonts for one font, and in addition:
    ///
    /// - `generation` (t): the generation with the change, or the current one if nothing changed.
    ///
    /// Result of the job with `process`:
    ///
    /// - `font` (h): the font as a sealed memory file, present only in the signal Finished; as long as any program has
    ///   it open, it counts like a font that OpenFont opened.
    /// - `sha256` (s): the SHA-256 of the font as 64 hexadecimal digits.
    /// - `size` (t): the size of the font in bytes.
    ///
    /// If the user is asked before the download, the question names the file, the server and the SHA-256 given in
    /// `options`. If the user is asked after the download, the question names the SHA-256 of the font itself and the
    /// server.
    ///
    /// The job fails with InvalidFilePath if the service does not fetch from this kind of address, or if a server
    /// redirects to such an address; MissingEntitlement if an address resolves to a machine on the local network, or if
    /// a server redirects to such a machine; FileNotFound if the server has no such file; ExceededResourceLimit if the
    /// font is too large, or if the caller has too many files or bytes open; DownloadFailed if the font could not be
    /// fetched for another reason; InvalidFontData if the SHA-256 of the font is not the one in `sha256`; or with the
    /// errors of RegisterFonts. The job is `cancelled` if the caller cancels it. In this case nothing is registered,
    /// unless the font was already being published.
    ///
    /// Errors of the call: InvalidFilePath if the service does not fetch from this kind of address; UnsupportedScope;
    /// MissingEntitlement if the policy denies the download, or if the address belongs to the local network; Busy if
    /// the caller has too many jobs.
    ///
    /// - Parameters:
    ///   - url: The address of the font on the web, such as `https://example.org/Foundry.ttf`; non-ASCII characters
    ///     must be escaped.
    ///   - scope: How long the registration lasts: `persistent` or `session`; or `process`, which registers nothing and
    ///     passes the font to the caller.
    ///   - enabled: Whether programs find the font immediately; `false` keeps it disabled until SetEnabled enables it.
    ///     Ignored with `process`.
    ///   - options: Options.
    ///   - timeout: How long to wait for the reply.
    /// - Returns: An object with the interface `org.typecase.Job1`, for the caller's connection alone.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func registerRemoteFont(
        url: String, scope: String, enabled: Bool, options: [String: BusVariant],
        timeout: Duration = BusProxy.standardTimeout
    ) async throws(BusError) -> ObjectPath {
        let reply = try await proxy.call(
            "RegisterRemoteFont", [url.busValue, scope.busValue, enabled.busValue, options.busValue], timeout: timeout)
        return try reply.value(0, "job")
    }

    /// Begins a batch, which registers many fonts at once, on behalf of the caller.
    ///
    /// Nothing is registered until the method Commit of the batch is called; if the caller's connection ends before
    /// that, the batch is cancelled.
    ///
    /// Options:
    ///
    /// - `visibility` (s): as for RegisterFonts.
    /// - `allow_downgrade` (b): as for RegisterFonts.
    /// - `browser_safe` (b): as for RegisterFonts.
    /// - `atomic` (b): register either all fonts of the batch or none; without this option, each font succeeds or fails
    ///   independently.
    /// - `handle_token` (s): the last element of `batch`; 1 to 64 ASCII letters, digits and underscores. It must not be
    ///   in use by another batch of the caller.
    /// - `request_id` (s): as for RegisterFonts, but for the whole batch: another batch with the same identifier must
    ///   have the same fonts in the same order.
    /// - `user_info` (s): as for RegisterFonts.
    /// - `parent_window` (s), `activation_token` (s): as for RequestRights, if the user has to be asked.
    ///
    /// Errors: MissingEntitlement, CancelledByUser, UnsupportedScope, Busy, ReadOnly, Corrupt; ExceededResourceLimit if
    /// the caller has too many open batches; InsufficientPermissions or StorageFull if the home directory is not
    /// writable.
    ///
    /// - Parameters:
    ///   - scope: How long the registrations last: `persistent` or `session`.
    ///   - enabled: Whether programs find the fonts immediately; `false` keeps them disabled until SetEnabled enables
    ///     them.
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

    /// Ends the leases with this handle that belong to the caller's connection.
    ///
    /// Fonts that nothing else keeps are removed before the reply comes. The handle can be used again.
    ///
    /// Errors: NotRegistered if the connection has no lease with that handle, or no longer has one; Busy, StorageFull.
    ///
    /// - Parameters:
    ///   - handle: The `lease_handle` of the calls that registered the fonts.
    ///   - options: Options; none is defined yet.
    ///   - timeout: How long to wait for the reply.
    /// - Returns: The generation after the change.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func endLease(
        handle: String, options: [String: BusVariant], timeout: Duration = BusProxy.standardTimeout
    ) async throws(BusError) -> UInt64 {
        let reply = try await proxy.call("EndLease", [handle.busValue, options.busValue], timeout: timeout)
        return try reply.value(0, "generation")
    }

    /// Removes registrations of the caller.
    ///
    /// The fonts disappear from the session, unless another provider has registered the same bytes.
    ///
    /// Results:
    ///
    /// - `id` (s): the id as it was given.
    ///
    /// Errors of an item: NotRegistered, both for an unknown id and for an id of another provider;
    /// InsufficientPermissions, RegistrationFailed, Busy, StorageFull, ReadOnly, Corrupt.
    ///
    /// Errors of the call: those of any method.
    ///
    /// - Parameters:
    ///   - ids: The registrations to remove, at most 1,000.
    ///   - options: Options; none is defined yet.
    ///   - timeout: How long to wait for the reply.
    /// - Returns: `results`: One dictionary per id, in the order of `ids`. `generation`: The generation with the
    ///   change, or the current one if nothing changed.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func unregister(
        ids: [String], options: [String: BusVariant], timeout: Duration = BusProxy.standardTimeout
    ) async throws(BusError) -> (results: [[String: BusVariant]], generation: UInt64) {
        let reply = try await proxy.call("Unregister", [ids.busValue, options.busValue], timeout: timeout)
        return (results: try reply.value(0, "results"), generation: try reply.value(1, "generation"))
    }

    /// Registers fonts again that the caller has registered before, without passing their bytes.
    ///
    /// The method enables fonts that were registered as disabled, and moves fonts from one scope to the other.
    ///
    /// A descriptor must contain a name of the font: `name`, `postscript_name`, `family` or `full_name`. All its other
    /// keys must match as well. The descriptor selects all fonts of the caller that match, such as those of a family. A
    /// PostScript name must identify one font: use `weight`, `width`, `slant`, `variable` or `user_info` to distinguish
    /// several fonts with the same name.
    ///
    /// Options:
    ///
    /// - `parent_window` (s), `activation_token` (s): as for RequestRights, if the user has to be asked.
    ///
    /// Results:
    ///
    /// - `fonts` (aa{sv}): for each font that the descriptor selects, its `id` (s), `enabled` (b) and `changed` (b),
    ///   which is `false` if the font was already in this state; or, if the font failed, `id`, `error` and `message`.
    ///   Absent if the descriptor selects no font.
    /// - `error` (s), `message` (s): also present if only some of the `fonts` failed; they are then those of the first
    ///   font that failed.
    ///
    /// If the reply would be longer than 4 MiB, the results are shortened in the same way as those of Commit.
    ///
    /// Errors of an item: InsufficientInfo if the descriptor does not contain a name of the font, or if several fonts
    /// of the caller have the same PostScript name or are the same font (`message` contains their ids); AssetNotFound
    /// if the caller has not registered such a font; CancelledByUser if the user has disabled a font that is to be
    /// enabled; DuplicatedName and Shadowed if the font has a name that is taken; Corrupt, InvalidFontData and Denied
    /// if the font is out of use; InsufficientPermissions, RegistrationFailed, Busy, StorageFull, ReadOnly;
    /// UnsupportedScope if the login session ends meanwhile.
    ///
    /// Errors of the call: MissingEntitlement, CancelledByUser, UnsupportedScope, Busy, ReadOnly, Corrupt;
    /// ExceededResourceLimit if the descriptors together select more than 10,000 fonts; InsufficientPermissions or
    /// StorageFull if the home directory is not writable; RegistrationFailed if the system's fonts cannot be read.
    ///
    /// - Parameters:
    ///   - descriptors: The fonts to register, as at most 1,000 descriptor dictionaries.
    ///   - scope: How long the registrations last from now on: `persistent` or `session`.
    ///   - enabled: Whether programs find the fonts; with `false`, fonts that are already enabled stay enabled.
    ///   - options: Options.
    ///   - timeout: How long to wait for the reply.
    /// - Returns: `results`: One dictionary per descriptor, in the order of `descriptors`. `generation`: The generation
    ///   with the change, or the current one if nothing changed.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func registerDescriptors(
        descriptors: [[String: BusVariant]], scope: String, enabled: Bool, options: [String: BusVariant],
        timeout: Duration = BusProxy.standardTimeout
    ) async throws(BusError) -> (results: [[String: BusVariant]], generation: UInt64) {
        let reply = try await proxy.call(
            "RegisterDescriptors", [descriptors.busValue, scope.busValue, enabled.busValue, options.busValue],
            timeout: timeout)
        return (results: try reply.value(0, "results"), generation: try reply.value(1, "generation"))
    }

    /// Registers fonts that the caller's manifest declares, by the names in the manifest; see typecase-provider(5).
    ///
    /// A name selects all fonts that have it. Names are compared as Match compares them. The service itself reads the
    /// files from the asset directory. If a file has a `url` in the manifest and is not on the machine, the service
    /// downloads it. It registers the files as RegisterFonts does.
    ///
    /// Options:
    ///
    /// - `handle_token` (s): the last part of the path of `job`, consisting of ASCII letters, digits and underscores;
    ///   random if omitted.
    /// - `user_info` (s), `visibility` (s), `allow_downgrade` (b), `browser_safe` (b), `lease` (b), `lease_seconds`
    ///   (u), `lease_handle` (s), `parent_window` (s), `activation_token` (s): as for RegisterFonts.
    ///
    /// The job is `done` if all `names` could be looked up, whatever the results for the individual names are. Its
    /// result:
    ///
    /// - `results` (aa{sv}): one dictionary per name, in the order of `names`.
    /// - `generation` (t): the generation with the change, or the current one if nothing changed.
    ///
    /// Results:
    ///
    /// - `fonts` (aa{sv}): for each font with the name, the dictionary that RegisterFonts returns for it.
    /// - `error` (s), `message` (s): also present if only some of the `fonts` failed; they are then those of the first
    ///   font that failed.
    ///
    /// Errors of an item: AssetNotFound if no font in the manifest has the name, or if a file is missing; Corrupt if a
    /// file does not have the SHA-256 that the manifest declares; those of RegisterRemoteFont's job if the file is
    /// downloaded; and those of RegisterFonts.
    ///
    /// The job fails with AssetNotFound if no manifest of the caller is installed or if the manifest cannot be
    /// understood, or with the errors that RegisterFonts returns for a whole call.
    ///
    /// Errors of the call: UnsupportedScope; Busy if the caller has too many jobs.
    ///
    /// - Parameters:
    ///   - names: The names of fonts in the caller's manifest, at most 1,000: PostScript names for single faces, family
    ///     names for collections and variable fonts.
    ///   - scope: How long the registrations last: `persistent` or `session`.
    ///   - enabled: Whether programs find the fonts immediately; `false` keeps them disabled until SetEnabled enables
    ///     them.
    ///   - options: Options.
    ///   - timeout: How long to wait for the reply.
    /// - Returns: An object with the interface `org.typecase.Job1`, for the caller's connection alone.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func registerAssets(
        names: [String], scope: String, enabled: Bool, options: [String: BusVariant],
        timeout: Duration = BusProxy.standardTimeout
    ) async throws(BusError) -> ObjectPath {
        let reply = try await proxy.call(
            "RegisterAssets", [names.busValue, scope.busValue, enabled.busValue, options.busValue], timeout: timeout)
        return try reply.value(0, "job")
    }

    /// Removes registrations of the caller, selected by the names of their fonts.
    ///
    /// A descriptor selects fonts as in RegisterDescriptors; registrations with another scope stay. A file is removed
    /// as a whole, including faces that the descriptor does not describe.
    ///
    /// Results:
    ///
    /// - `fonts` (aa{sv}): for each font that the descriptor selects, its `id` (s) or, if the font failed, `id`,
    ///   `error` and `message`. Absent if the descriptor selects no font.
    /// - `error` (s), `message` (s): also present if only some of the `fonts` failed; they are then those of the first
    ///   font that failed.
    ///
    /// Errors of an item: InsufficientInfo if the descriptor contains no name of the font, or if several fonts of the
    /// caller have the same PostScript name; NotRegistered if the caller has no such font in this scope;
    /// InsufficientPermissions, RegistrationFailed, Busy, StorageFull, ReadOnly, Corrupt.
    ///
    /// Errors of the call: UnsupportedScope, ExceededResourceLimit, Busy, ReadOnly, Corrupt.
    ///
    /// - Parameters:
    ///   - descriptors: The fonts to remove, as at most 1,000 descriptor dictionaries.
    ///   - scope: The scope that the registrations have: `persistent` or `session`.
    ///   - options: Options; none is defined yet.
    ///   - timeout: How long to wait for the reply.
    /// - Returns: `results`: One dictionary per descriptor, in the order of `descriptors`. `generation`: The generation
    ///   with the change, or the current one if nothing changed.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func unregisterDescriptors(
        descriptors: [[String: BusVariant]], scope: String, options: [String: BusVariant],
        timeout: Duration = BusProxy.standardTimeout
    ) async throws(BusError) -> (results: [[String: BusVariant]], generation: UInt64) {
        let reply = try await proxy.call(
            "UnregisterDescriptors", [descriptors.busValue, scope.busValue, options.busValue], timeout: timeout)
        return (results: try reply.value(0, "results"), generation: try reply.value(1, "generation"))
    }

    /// Enables or disables registrations of the caller.
    ///
    /// A disabled font stays registered, but no program finds it.
    ///
    /// Options:
    ///
    /// - `parent_window` (s), `activation_token` (s): as for RequestRights, if fonts are to be enabled and the user
    ///   must be asked.
    ///
    /// Results:
    ///
    /// - `id` (s): the id as it was given.
    /// - `changed` (b): `false` if the font was already in this state.
    ///
    /// Errors of an item: NotRegistered, both for an unknown id and for an id of another provider; CancelledByUser if a
    /// font is to be enabled and the user has disabled it; DuplicatedName and Shadowed if another font has taken its
    /// name meanwhile; Corrupt, InvalidFontData and Denied if the font is quarantined; InsufficientPermissions,
    /// RegistrationFailed, Busy, StorageFull, ReadOnly.
    ///
    /// Errors of the call: MissingEntitlement and CancelledByUser if fonts are to be enabled; RegistrationFailed if
    /// fonts are to be enabled and the system's fonts cannot be read.
    ///
    /// - Parameters:
    ///   - ids: The registrations to change, at most 1,000.
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

    /// Lists the registrations of the caller, in pages.
    ///
    /// Filter:
    ///
    /// - `id` (s): only the registration with this `id`.
    /// - `name` (s): only those with a face that has this PostScript name, family or full name.
    /// - `scope` (s): `persistent` or `session`.
    /// - `enabled` (b): only the enabled, or only the disabled ones.
    /// - `cursor` (s): where to continue.
    /// - `limit` (u): the maximum number to list; 100 if omitted, never more than 1,000.
    ///
    /// A reply may contain fewer than `limit` entries: only an empty `cursor` means the end of the list.
    ///
    /// Errors: InvalidCursor.
    ///
    /// - Parameters:
    ///   - filter: Which registrations to list.
    ///   - timeout: How long to wait for the reply.
    /// - Returns: `fonts`: Font dictionaries. `cursor`: Pass it in the filter of the next call to go on; empty at the
    ///   end of the list.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func listRegistered(
        filter: [String: BusVariant], timeout: Duration = BusProxy.standardTimeout
    ) async throws(BusError) -> (fonts: [[String: BusVariant]], cursor: String) {
        let reply = try await proxy.call("ListRegistered", [filter.busValue], timeout: timeout)
        return (fonts: try reply.value(0, "fonts"), cursor: try reply.value(1, "cursor"))
    }
}
