// Generated from dbus/org.typecase.Management1.xml by Tools/BusInterfaceGenerator; do not edit.

package import DBus
package import LinuxSystem

/// Manage the fonts of every provider, for the user and not for applications.
///
/// What the user may do to all fonts: install by hand, remove, enable and disable whatever a provider registered, and
/// see the state of the service.
///
/// The command `typecase` and the settings window use it.
///
/// The object is `/org/typecase/Management1` at the bus name `org.typecase.Management1` on the session bus. The name
/// has a connection of its own and must never be granted to a sandboxed application; the service refuses a caller that
/// it identifies as sandboxed with `org.freedesktop.DBus.Error.AccessDenied`.
///
/// The rules for callers, the results per item, the font and face dictionaries and the errors are those of
/// `org.typecase.FontManager1`.
package protocol Management1Service: Sendable {
    /// The version of this interface: it counts up when members or keys are added.
    ///
    /// This is version 1.
    var version: UInt32 { get async throws }

    /// Installs fonts in the name of the user: their provider is `user`.
    ///
    /// On the command line: `typecase install`.
    ///
    /// Options:
    ///
    /// - `names` (as): a name per font to use in messages, such as the file's; as many as there are fonts.
    /// - `replacing` (as): absolute paths, without symbolic links, of files that the caller is about to take away.
    /// - `allow_downgrade` (b): whether the fonts take the place of the user's own of their names even where they are
    ///   not newer.
    /// - `request_id` (s): as for RegisterFonts of `org.typecase.FontManager1`.
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
    /// - `replaced` (as): the user's registrations that the font took the place of; absent where there are none.
    /// - `warnings` (aa{sv}): as in the results of RegisterFonts; absent where there is nothing.
    /// - `faces` (aa{sv}): the faces of the file, as brief face dictionaries.
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
    ///   - call: Who calls, and how.
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
    ///   - call: Who calls, and how.
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
    ///
    /// Results:
    ///
    /// - `faces` (aa{sv}): the faces of the file, as brief face dictionaries; absent where the file is refused.
    /// - `version` (s): the version of the first face as the font has it; absent where the file is refused.
    /// - `holders` (as): the files outside of the service's own directory that hold one of the font's names.
    /// - `id` (s), `enabled` (b): the user's registration of the same bytes; absent where there is none.
    /// - `error` (s), `message` (s): why InstallFonts would refuse the font whatever it replaces.
    ///
    /// InstallFonts refuses a font with Shadowed unless it may replace all files in `holders`.
    ///
    /// Errors of an item: InsufficientPermissions, UnrecognizedFormat, InvalidFontData, Denied, ExceededResourceLimit,
    /// DuplicatedName, RegistrationFailed.
    ///
    /// Errors of the call: Busy, Corrupt, RegistrationFailed.
    ///
    /// - Parameters:
    ///   - call: Who calls, and how.
    ///   - fonts: The fonts as open, readable, regular files, at most 16.
    ///   - options: Options.
    /// - Returns: One dictionary per font, in the order of `fonts`.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func previewInstallation(
        _ call: BusMethodCall, fonts: [OwnedFileDescriptor], options: [String: BusVariant]
    ) async throws -> [[String: BusVariant]]

    /// Removes registrations of any provider.
    ///
    /// The provider learns of it by the method Changes, with the cause `user`. On the command line: `typecase
    /// uninstall`.
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
    ///   - call: Who calls, and how.
    ///   - ids: The registrations to remove, whoever made them, at most 1,000.
    ///   - options: Options; none is defined yet.
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
    /// Results:
    ///
    /// - `id` (s): the id as it was given.
    /// - `changed` (b): `false` where the font was in this state before.
    ///
    /// Errors of an item: NotRegistered; DuplicatedName and Shadowed where a font to be enabled has a name that is
    /// taken by now; Corrupt, InvalidFontData and Denied where it is out of use; InsufficientPermissions,
    /// RegistrationFailed, Busy, StorageFull, ReadOnly.
    ///
    /// Errors of the call: RegistrationFailed where fonts are to be enabled and the system's fonts cannot be read.
    ///
    /// - Parameters:
    ///   - call: Who calls, and how.
    ///   - ids: The registrations to change, whoever made them, at most 1,000.
    ///   - enabled: Whether programs are to find the fonts.
    ///   - options: Options; none is defined yet.
    /// - Returns: `results`: One dictionary per id, in the order of `ids`. `generation`: The generation with the
    ///   change, or the current one where nothing changed.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func setEnabled(
        _ call: BusMethodCall, ids: [String], enabled: Bool, options: [String: BusVariant]
    ) async throws -> (results: [[String: BusVariant]], generation: UInt64)

    /// Lists the registrations of all providers, in pages.
    ///
    /// On the command line: `typecase list` and `typecase info`.
    ///
    /// Filter:
    ///
    /// - `provider` (s): only this provider's.
    /// - `scope` (s): `persistent` or `session`.
    /// - `enabled` (b): only the enabled, or only the disabled ones.
    /// - `name` (s): only fonts with a face of this PostScript name, full name or family, in any language.
    /// - `id` (s): only this registration.
    /// - `details` (b): full face dictionaries in `faces` rather than brief ones.
    /// - `cursor` (s): where to go on.
    /// - `limit` (u): how many to list at most; 100 where it is left out, never more than 1,000.
    ///
    /// A reply may hold fewer than `limit`: only an empty `cursor` means the end.
    ///
    /// Errors: InvalidCursor.
    ///
    /// - Parameters:
    ///   - call: Who calls, and how.
    ///   - filter: Which registrations to list.
    /// - Returns: `fonts`: Font dictionaries, sorted by the family and full name of their first face. `cursor`: Pass it
    ///   in the filter of the next call to go on; empty at the end of the list.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func listFonts(
        _ call: BusMethodCall, filter: [String: BusVariant]
    ) async throws -> (fonts: [[String: BusVariant]], cursor: String)

    /// Lists who has registered fonts, in pages.
    ///
    /// On the command line: `typecase provider list`, and `typecase providers` for short.
    ///
    /// Filter:
    ///
    /// - `id` (s): only this provider.
    /// - `cursor` (s): where to go on.
    /// - `limit` (u): how many to list at most; 100 where it is left out, never more than 1,000.
    ///
    /// A reply may hold fewer than `limit`: only an empty `cursor` means the end.
    ///
    /// Providers:
    ///
    /// - `id` (s): the provider.
    /// - `kind` (s): how it was identified when it was last seen, as in WhoAmI; `user` for fonts installed by hand,
    ///   `recovered` where the registry was lost since.
    /// - `display_name` (s): a name to show to people.
    /// - `fonts` (u): how many registrations it has.
    /// - `enabled` (u): how many of them are enabled.
    /// - `size` (t): their files' sizes added up, in bytes.
    /// - `removed` (u): how many of its registrations are set aside: programs do not find them, and RestoreProvider
    ///   brings them back. Absent where none is, as the following.
    /// - `removed_reason` (s): why, of the last of them: `gone` where the provider was installed and is not any more,
    ///   `unmounted` where it is on a medium that cannot be reached, `user` where RemoveProvider did it.
    /// - `removed_time` (t): since when, in seconds since 1970.
    /// - `expires` (t): when they are removed for good, in seconds since 1970; absent for `unmounted`, which waits
    ///   without end.
    ///
    /// Errors: InvalidCursor.
    ///
    /// - Parameters:
    ///   - call: Who calls, and how.
    ///   - filter: Which providers to list.
    /// - Returns: `providers`: One dictionary per provider that has fonts, in the order of their first registration.
    ///   `cursor`: Pass it in the filter of the next call to go on; empty at the end of the list.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func listProviders(
        _ call: BusMethodCall, filter: [String: BusVariant]
    ) async throws -> (providers: [[String: BusVariant]], cursor: String)

    /// Sets all fonts of a provider aside: programs do not find them any more, their files are kept for 30 days, and
    /// RestoreProvider brings them back until then.
    ///
    /// The provider cannot enable them, and registering them again changes nothing. The fonts that were installed by
    /// hand are removed by Uninstall only. On the command line: `typecase provider remove`.
    ///
    /// Errors: NotRegistered where the provider has no fonts; Busy, StorageFull, ReadOnly, Corrupt.
    ///
    /// - Parameters:
    ///   - call: Who calls, and how.
    ///   - provider: The id of the provider.
    ///   - options: Options; none is defined yet.
    /// - Returns: How many registrations were set aside.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func removeProvider(_ call: BusMethodCall, provider: String, options: [String: BusVariant]) async throws -> UInt32

    /// Brings back what is set aside of a provider's fonts, as it was before, whoever set it aside.
    ///
    /// What another font has the name of by now comes back disabled. The fonts of a provider that is not installed stay
    /// from then on. On the command line: `typecase provider restore`.
    ///
    /// Errors: NotRegistered where nothing is set aside; Busy, StorageFull, ReadOnly, Corrupt.
    ///
    /// - Parameters:
    ///   - call: Who calls, and how.
    ///   - provider: The id of the provider.
    ///   - options: Options; none is defined yet.
    /// - Returns: How many registrations came back.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func restoreProvider(_ call: BusMethodCall, provider: String, options: [String: BusVariant]) async throws -> UInt32

    /// Brings the fonts in order: the published files and the registry, the fonts of login sessions that are over, and
    /// those of providers that are not installed any more or are again.
    ///
    /// Replies when all is done, but for providers that seem to be gone while a package manager is at work: they are
    /// looked at once more when it is done, and all providers once more a second later, for those that came or went
    /// during this call. The service does so by itself at each start and, where it runs, after each login and logout;
    /// `typecase-reconcile.service` calls this at a login, after a logout, and whenever providers may have come or
    /// gone.
    ///
    /// Errors of the call: Busy, StorageFull, ReadOnly, Corrupt.
    ///
    /// - Parameters:
    ///   - call: Who calls, and how.
    ///   - options: Options; none is defined yet.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func reconcile(_ call: BusMethodCall, options: [String: BusVariant]) async throws

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
    ///   - call: Who calls, and how.
    ///   - ids: The registrations to judge anew, whoever made them, at most 1,000; none stands for all.
    ///   - options: Options; none is defined yet.
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
    ///   - call: Who calls, and how.
    ///   - options: Options; none is defined yet.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func cancelRevalidation(_ call: BusMethodCall, options: [String: BusVariant]) async throws

    /// Tells what the user said of the rights of providers.
    ///
    /// What the policy of the machine decides, which comes first, is not among it. On the command line: `typecase
    /// grants list`.
    ///
    /// Filter:
    ///
    /// - `provider` (s): only those of this provider.
    ///
    /// Grant:
    ///
    /// - `provider` (s): the id of the provider, which need not have registered anything.
    /// - `right` (s): `install-fonts`, `install-undeclared-fonts` or `use-installed-fonts`.
    /// - `font` (s): the SHA-256 of the font that alone it is about, as 64 hexadecimal digits; absent where it is about
    ///   all.
    /// - `decision` (s): `allow` or `deny`.
    /// - `time` (t): when the user said so, in seconds since 1970.
    ///
    /// Errors: Busy, Corrupt.
    ///
    /// - Parameters:
    ///   - call: Who calls, and how.
    ///   - filter: Which to list.
    /// - Returns: One dictionary per provider and right, in the order of the providers.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func listGrants(_ call: BusMethodCall, filter: [String: BusVariant]) async throws -> [[String: BusVariant]]

    /// Allows or denies a provider a right, in place of what was said before, of single fonts as well.
    ///
    /// It holds from the provider's next call on, and what it has registered stays. On the command line: `typecase
    /// grants set`.
    ///
    /// Options:
    ///
    /// - `font` (s): the SHA-256 of the font that alone it is about, as 64 hexadecimal digits: one to use or to
    ///   register.
    ///
    /// Errors: ExceededResourceLimit where something is said of 1,000 providers; Busy, StorageFull, ReadOnly, Corrupt.
    ///
    /// - Parameters:
    ///   - call: Who calls, and how.
    ///   - provider: The id of the provider.
    ///   - right: The right: `install-fonts`, `install-undeclared-fonts` or `use-installed-fonts`.
    ///   - decision: What the user says: `allow` or `deny`.
    ///   - options: Options.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func setGrant(
        _ call: BusMethodCall, provider: String, right: String, decision: String, options: [String: BusVariant]
    ) async throws

    /// Forgets what the user said of rights of a provider, as if they had never been asked.
    ///
    /// On the command line: `typecase grants revoke`.
    ///
    /// Errors: Busy, StorageFull, ReadOnly, Corrupt.
    ///
    /// - Parameters:
    ///   - call: Who calls, and how.
    ///   - provider: The id of the provider.
    ///   - right: The right; empty for all.
    ///   - options: Options; there are none yet.
    /// - Returns: Of how many rights something was said.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func revokeGrant(
        _ call: BusMethodCall, provider: String, right: String, options: [String: BusVariant]
    ) async throws -> UInt32

    /// Makes the caller somebody who can ask the user whether a program may have a right.
    ///
    /// It lasts until it is taken back, or until the caller leaves the bus; the service does not end meanwhile by
    /// itself. Where the service does, as for an upgrade, the name `org.typecase.Management1` gets another owner, with
    /// which the agent registers anew. Registered again, an agent is the one that is asked first. On the command line:
    /// `typecase consent`.
    ///
    /// Errors: ExceededResourceLimit where there are 16 agents.
    ///
    /// - Parameters:
    ///   - call: Who calls, and how.
    ///   - agent: An object of the caller's with the interface `org.typecase.ConsentAgent1`.
    ///   - options: Options; there are none yet.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func registerConsentAgent(_ call: BusMethodCall, agent: ObjectPath, options: [String: BusVariant]) async throws

    /// Takes RegisterConsentAgent back.
    ///
    /// A question that the agent was asked goes to the next one. One that is not registered is none, which is no error.
    ///
    /// Errors: those of any method.
    ///
    /// - Parameters:
    ///   - call: Who calls, and how.
    ///   - agent: The object.
    ///   - options: Options; there are none yet.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func unregisterConsentAgent(_ call: BusMethodCall, agent: ObjectPath, options: [String: BusVariant]) async throws

    /// Tells the state of the service.
    ///
    /// On the command line: `typecase status`.
    ///
    /// Status:
    ///
    /// - `daemon_version` (s): the version of the program.
    /// - `process_id` (u): the process.
    /// - `generation` (t): the current generation.
    /// - `fonts` (u), `enabled` (u), `quarantined` (u): registrations: all, the enabled, the quarantined ones.
    /// - `providers` (u): how many providers have fonts.
    /// - `size` (t): the sizes of all registered files added up, in bytes.
    /// - `published_directory` (s): where fontconfig finds the fonts.
    /// - `store_directory` (s): where fonts are kept that are not published.
    /// - `registry_file` (s): the registry.
    /// - `ready` (b): whether the tree has been brought to the registry since the start, and nothing has come between
    ///   them since.
    /// - `read_only` (b): whether fonts cannot be changed from here.
    /// - `read_only_reason` (s): why; absent where they can.
    /// - `jobs` (t), `crashes` (t), `timeouts` (t): what the sandboxed parser has met since the start.
    /// - `denied` (a{sv}): per mode of the sandboxed parser (`inspect`, …) an a{sv}: of each thing that it must not do,
    ///   whether its self-test found it denied (b).
    /// - `sandbox_failure` (a{sv}): per mode why the sandboxed process could not be asked; absent where all could.
    /// - `landlock` (u): the version of the kernel's Landlock, 0 where it has none.
    /// - `judges` (a{sv}): who judges fonts that come (`typecase`, `freetype`, …), in which version (s).
    /// - `judges_unheard` (a{sv}): who else could (`ots`, …), and why it does not (s); absent where all do.
    /// - `colliding_fonts` (u): how many published files a font of the system that came later has the name of, or would
    ///   be hidden by.
    /// - `denied_fonts` (u): how many fonts the lists of denied fonts have.
    /// - `deny_list_failures` (as): what keeps these lists from being read whole; absent where nothing does.
    /// - `policy_failures` (as): what keeps the policy on rights from being read whole, so that sandboxed callers have
    ///   no rights; absent where nothing does.
    /// - `consent_agents` (u): how many programs can ask the user; the desktop's own dialog is not among them.
    /// - `questions` (u): how many questions the user has not answered yet.
    /// - `revalidation_done` (t), `revalidation_total` (t): how far judging fonts anew is; absent while nobody does.
    /// - `system_fonts_failure` (s): why the system's fonts are not known; absent where they are.
    ///
    /// - Parameter call: Who calls, and how.
    /// - Returns: The state of the service.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func status(_ call: BusMethodCall) async throws -> [String: BusVariant]
}
