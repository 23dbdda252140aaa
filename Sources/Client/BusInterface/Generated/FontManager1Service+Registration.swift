// Generated from dbus/org.typecase.FontManager1.xml by Tools/BusInterfaceGenerator; do not edit.

package import DBus
package import LinuxSystem

/// The methods of `org.typecase.FontManager1` that are about registration.
package protocol FontManager1RegistrationService: Sendable {
    /// Registers font files with the session, in the name of the caller.
    ///
    /// Bytes that the caller has registered before keep their `id`; they move to `scope`, and are enabled where
    /// `enabled` says so. RegisterDescriptors does the same without the bytes. The service copies the bytes, examines
    /// the copy in a sandbox, and publishes exactly those bytes.
    ///
    /// Options:
    ///
    /// - `names` (as): a name per font to use in messages, such as the file's; as many as there are fonts.
    /// - `request_id` (s): a name of the provider's own for this one call, at most 255 bytes; an empty one is none. Who
    ///   lost a reply makes the same call again under the same name: what it did is not done again, whatever happened
    ///   to the fonts since, and what was refused is tried again. Without it the same bytes are the same registration
    ///   all the same, but what was removed or disabled meanwhile comes back. The names of the last 40,000 fonts are
    ///   kept, over restarts too.
    /// - `user_info` (s): a mark of the provider's own that is kept with the fonts; at most 1 KiB. Given for a font
    ///   that is registered already, it takes the place of the font's mark; left out, the font keeps it.
    /// - `visibility` (s): `session`, where everybody finds the fonts, or `granted`, see *Visibility*; left out, what
    ///   is registered stays as it is, and what is not is everybody's.
    /// - `lease` (b): whether the fonts stay until the caller leaves the bus, see *Leases*. `scope` has to be `session`
    ///   and `request_id` left out. The fonts replace none of the caller's own; one that is registered already and
    ///   disabled is RegistrationFailed.
    /// - `lease_seconds` (u): how many seconds they stay at most, 1 to 31,622,400; `lease` is implied.
    /// - `lease_handle` (s): 1 to 64 ASCII letters, digits and underscores by which EndLease ends them, of one call or
    ///   several; `lease` is implied.
    /// - `expires` (t): is refused with InvalidArgs rather than ignored, as this version does not have it; use
    ///   `lease_seconds`.
    /// - `allow_downgrade` (b): whether the fonts take the place of the caller's own of their names even where they are
    ///   not newer.
    /// - `browser_safe` (b): whether fonts that web browsers do not show are refused with InvalidFontData, though other
    ///   programs show them.
    /// - `parent_window` (s), `activation_token` (s): as for RequestRights, where the user has to be asked.
    ///
    /// Results:
    ///
    /// - `id` (s): the registration.
    /// - `already_registered` (b): whether the caller had registered the same bytes before, under this `id`.
    /// - `enabled` (b): whether programs find the font; `false` also where the user has disabled it, or a font of its
    ///   name that the caller has removed since: a provider does not undo that.
    /// - `scope` (s): how long the registration lasts.
    /// - `version` (s): the version of the first face, by the revision in it.
    /// - `state_change` (s): what became of a font whose bytes were registered before: `enabled`, `disabled`, or
    ///   `restored` where it was out of use; absent where it is as it was.
    /// - `replaced` (as): the caller's registrations that the font took the place of; absent where there are none.
    /// - `warnings` (aa{sv}): what the caller should know; absent where there is nothing.
    /// - `faces` (aa{sv}): the faces of the file, as brief dictionaries of faces of a file.
    ///
    /// Warnings, at most 8 that come from the font itself and one for each family and each PostScript name, have `kind`
    /// (s), `message` (s) and what goes with the kind:
    ///
    /// - `static-siblings`: the font is variable, and programs find static fonts of its family as well; `owner` (s) is
    ///   whose they are.
    /// - `variable-sibling`: the font is static, and programs find a variable font of its family as well; `owner` (s)
    ///   is whose it is.
    /// - `shared-name`: other styles of the font's family have its PostScript name, so that programs which choose by it
    ///   get one of them, the upright, regular one first; `owner` (s) is whose they are, absent where they are in the
    ///   same file.
    /// - `finding`: something in the font that is no reason to refuse it, such as a name that may pass for another, one
    ///   glyph for very many characters, instructions that are not defined, or a wrong checksum; `rule` (s) is the
    ///   rule's name, as Validate has it.
    /// - `more`: so much was found that the rest is left out; Validate tells all of it.
    ///
    /// Errors of an item: InsufficientPermissions, UnrecognizedFormat, InvalidFontData, Denied, ExceededResourceLimit,
    /// DuplicatedName, Downgrade, Shadowed, RequestReused, RegistrationFailed, Busy, StorageFull, ReadOnly, Corrupt;
    /// InvalidFilePath where the font is none that the manifest declares, and nobody has allowed it; MissingEntitlement
    /// where the policy denies such fonts; CancelledByUser where the user denied that, or the caller has left the bus
    /// meanwhile; UnsupportedScope where the login session ends meanwhile.
    ///
    /// Errors of the call: MissingEntitlement, CancelledByUser, UnsupportedScope, Busy, ReadOnly, Corrupt;
    /// InsufficientPermissions and StorageFull where the home cannot be written to; ExceededResourceLimit for more
    /// leases than a connection or all programs may have; RegistrationFailed where fonts are to be enabled and the
    /// system's fonts, whose names must not be taken, cannot be read.
    ///
    /// - Parameters:
    ///   - call: The call, with its sender.
    ///   - fonts: The fonts as open, readable, regular files, at most 16; the service reads them from their start.
    ///   - scope: How long the registration lasts: `persistent` or `session`.
    ///   - enabled: Whether programs find the fonts at once; `false` keeps them for SetEnabled.
    ///   - options: Options.
    /// - Returns: `results`: One dictionary per font, in the order of `fonts`. `generation`: The generation with the
    ///   change, or the current one where nothing changed.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func registerFonts(
        _ call: BusMethodCall, fonts: [OwnedFileDescriptor], scope: String, enabled: Bool, options: [String: BusVariant]
    ) async throws -> (results: [[String: BusVariant]], generation: UInt64)

    /// Fetches a font from the web, and registers it in the name of the caller as RegisterFonts does.
    ///
    /// The reply comes at once, and what came of it with the job.
    ///
    /// A process of its own fetches the font, which has the network and no file but the memory that the font goes to,
    /// and what names are looked up and servers are trusted by. It goes by https, unless the policy lets the caller use
    /// http as well, and by the proxy that the environment of the session names. It connects neither to the local
    /// network nor to this machine, whatever the address is or stands for, unless the policy lets the caller:
    /// typecase-policy(5) says what counts as that, and what is not seen. It follows at most three redirects, none from
    /// https to http. A connection that breaks is taken up where it broke, four times. A server has 30 seconds to
    /// answer, 30 seconds for each 4 KiB, and 10 minutes for all of it. The font has at most 64 MiB. An address with a
    /// user or a password in it is refused.
    ///
    /// Before anything is fetched the caller needs the right `install-fonts`, but for `process`, and the policy must
    /// not deny the caller fonts by the way `download`. A sandboxed caller that has no network of its own, or of which
    /// that is not known, as of a snap, needs a rule of the policy that allows that way: it could send out by addresses
    /// what it cannot send otherwise. What was fetched is examined in a sandbox; a font that is refused there is not
    /// handed out either, but with `unexamined`.
    ///
    /// Options:
    ///
    /// - `sha256` (s): the SHA-256 of the font as 64 hexadecimal digits; other bytes are refused with InvalidFontData.
    /// - `unexamined` (b): with `process`, hand the file over whatever it is, such as an archive or a web font; for a
    ///   caller that has it unpacked or converted, and the fonts examined, before anything is made of them. Sandboxed
    ///   callers get InvalidArgs.
    /// - `handle_token` (s): the last part of the path of `job`, of ASCII letters, digits and underscores; a random one
    ///   where it is left out.
    /// - `request_id` (s), `user_info` (s), `visibility` (s), `allow_downgrade` (b), `browser_safe` (b),
    ///   `parent_window` (s), `activation_token` (s): as for RegisterFonts.
    ///
    /// Result of the job with `persistent` and `session`: that of RegisterFonts for one font, and
    ///
    /// - `generation` (t): the generation with the change, or the current one where nothing changed.
    ///
    /// Result of the job with `process`:
    ///
    /// - `font` (h): the font in sealed memory, in the signal Finished alone; it counts as one that OpenFont opened for
    ///   as long as somebody has it open.
    /// - `sha256` (s): the SHA-256 of the font as 64 hexadecimal digits.
    /// - `size` (t): the size of the font in bytes.
    ///
    /// Where the user is asked before, the question names the file, the server and the SHA-256 of `options`; that of
    /// the font itself and the server where they are asked after it was fetched.
    ///
    /// The job has `failed` with InvalidFilePath where the address is none to fetch from, or a server sends to one;
    /// MissingEntitlement where an address stands for a machine of the local network, or a server sends to one;
    /// FileNotFound where the server has no such file; ExceededResourceLimit where the font is too large, or the caller
    /// has too much open; DownloadFailed where it could not be fetched for another reason; InvalidFontData where it is
    /// not the one of `sha256`; and with what RegisterFonts fails with. It is `cancelled` where the caller cancels it,
    /// and nothing is registered then unless it was being published already.
    ///
    /// Errors of the call: InvalidFilePath where the address is none to fetch from; UnsupportedScope;
    /// MissingEntitlement where the policy denies it, or the address names the local network; Busy where the caller has
    /// too many jobs.
    ///
    /// - Parameters:
    ///   - call: The call, with its sender.
    ///   - url: The address of the font on the web, such as `https://example.org/Foundry.ttf`; what is not in ASCII is
    ///     escaped.
    ///   - scope: How long the registration lasts: `persistent` or `session`; or `process`, which registers nothing and
    ///     has the caller get the font.
    ///   - enabled: Whether programs find the font at once; `false` keeps it for SetEnabled. Means nothing with
    ///     `process`.
    ///   - options: Options.
    /// - Returns: An object with the interface `org.typecase.Job1`, for the caller's connection alone.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func registerRemoteFont(
        _ call: BusMethodCall, url: String, scope: String, enabled: Bool, options: [String: BusVariant]
    ) async throws -> ObjectPath

    /// Begins to register many fonts at once, in the name of the caller.
    ///
    /// Nothing is registered before the method Commit of the batch; the end of the caller's connection cancels it.
    ///
    /// Options:
    ///
    /// - `visibility` (s): as for RegisterFonts.
    /// - `allow_downgrade` (b): as for RegisterFonts.
    /// - `browser_safe` (b): as for RegisterFonts.
    /// - `atomic` (b): register all fonts of the batch or none; without it each succeeds or fails by itself.
    /// - `handle_token` (s): the last element of `batch`; 1 to 64 ASCII letters, digits and underscores. It must not be
    ///   in use by another batch of the caller.
    /// - `request_id` (s): as for RegisterFonts, for the batch: another one under the name has the same fonts in the
    ///   same order.
    /// - `user_info` (s): as for RegisterFonts.
    /// - `parent_window` (s), `activation_token` (s): as for RequestRights, where the user has to be asked.
    ///
    /// Errors: MissingEntitlement, CancelledByUser, UnsupportedScope, ExceededResourceLimit where the caller has too
    /// many open batches, InsufficientPermissions and StorageFull where the home cannot be written to, Busy, ReadOnly,
    /// Corrupt.
    ///
    /// - Parameters:
    ///   - call: The call, with its sender.
    ///   - scope: How long the registrations last: `persistent` or `session`.
    ///   - enabled: Whether programs find the fonts at once; `false` keeps them for SetEnabled.
    ///   - options: Options.
    /// - Returns: An object with the interface `org.typecase.Batch1`, for the caller's connection alone.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func beginBatch(
        _ call: BusMethodCall, scope: String, enabled: Bool, options: [String: BusVariant]
    ) async throws -> ObjectPath

    /// Ends the leases that the caller's connection has by a handle.
    ///
    /// Fonts that nothing else keeps are gone when the reply comes. The handle can be used again.
    ///
    /// Errors: NotRegistered where the connection has no lease by that handle, or not any more; Busy, StorageFull.
    ///
    /// - Parameters:
    ///   - call: The call, with its sender.
    ///   - handle: The `lease_handle` of the calls that registered the fonts.
    ///   - options: Options; none is defined yet.
    /// - Returns: The generation after the change.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func endLease(_ call: BusMethodCall, handle: String, options: [String: BusVariant]) async throws -> UInt64

    /// Removes registrations of the caller.
    ///
    /// The fonts disappear from the session, unless another provider has registered the same bytes.
    ///
    /// Results:
    ///
    /// - `id` (s): the id as it was given.
    ///
    /// Errors of an item: NotRegistered, for an unknown id and for another provider's alike; InsufficientPermissions,
    /// RegistrationFailed, Busy, StorageFull, ReadOnly, Corrupt.
    ///
    /// Errors of the call: those of any method.
    ///
    /// - Parameters:
    ///   - call: The call, with its sender.
    ///   - ids: The registrations to remove, at most 1,000.
    ///   - options: Options; none is defined yet.
    /// - Returns: `results`: One dictionary per id, in the order of `ids`. `generation`: The generation with the
    ///   change, or the current one where nothing changed.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func unregister(
        _ call: BusMethodCall, ids: [String], options: [String: BusVariant]
    ) async throws -> (results: [[String: BusVariant]], generation: UInt64)

    /// Registers once more what the caller has registered before, without its bytes.
    ///
    /// It enables fonts that were registered disabled, and moves fonts from one scope to the other.
    ///
    /// A descriptor has to say what the font is called: `name`, `postscript_name`, `family` or `full_name`. All else
    /// that it says must be so. It stands for all fonts of the caller that are so, such as those of a family. A
    /// PostScript name has to be that of one font: several are told apart by `weight`, `width`, `slant`, `variable` or
    /// `user_info`.
    ///
    /// Options:
    ///
    /// - `parent_window` (s), `activation_token` (s): as for RequestRights, where the user has to be asked.
    ///
    /// Results:
    ///
    /// - `fonts` (aa{sv}): for each font that the descriptor stands for its `id` (s), `enabled` (b) and `changed` (b),
    ///   `false` where it was so before; or `id`, `error` and `message`. Absent where it stands for none.
    /// - `error` (s), `message` (s): also where one of several `fonts` failed, those of the first one.
    ///
    /// In a reply that would be longer than 4 MiB, results are shortened as those of Commit.
    ///
    /// Errors of an item: InsufficientInfo where the descriptor does not say what the font is called, or where several
    /// fonts of the caller have the PostScript name, or are the same font: `message` has their ids; AssetNotFound where
    /// the caller has registered no such font; CancelledByUser where the user has disabled a font to be enabled;
    /// DuplicatedName and Shadowed where it has a name that is taken; Corrupt, InvalidFontData and Denied where it is
    /// out of use; InsufficientPermissions, RegistrationFailed, Busy, StorageFull, ReadOnly; UnsupportedScope where the
    /// login session ends meanwhile.
    ///
    /// Errors of the call: MissingEntitlement, CancelledByUser, UnsupportedScope, ExceededResourceLimit where the
    /// descriptors stand for more than 10,000 fonts together, InsufficientPermissions and StorageFull where the home
    /// cannot be written to, RegistrationFailed where the system's fonts cannot be read, Busy, ReadOnly, Corrupt.
    ///
    /// - Parameters:
    ///   - call: The call, with its sender.
    ///   - descriptors: Which fonts to register, at most 1,000 descriptor dictionaries.
    ///   - scope: How long the registrations last from now on: `persistent` or `session`.
    ///   - enabled: Whether programs find the fonts; `false` leaves what is enabled as it is.
    ///   - options: Options.
    /// - Returns: `results`: One dictionary per descriptor, in the order of `descriptors`. `generation`: The generation
    ///   with the change, or the current one where nothing changed.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func registerDescriptors(
        _ call: BusMethodCall, descriptors: [[String: BusVariant]], scope: String, enabled: Bool,
        options: [String: BusVariant]
    ) async throws -> (results: [[String: BusVariant]], generation: UInt64)

    /// Registers fonts that came with the caller, by the names that its manifest gives them; see typecase-provider(5).
    ///
    /// A name stands for all fonts that have it. Names are compared as Match compares them. The service reads the files
    /// from the directory of assets itself, downloads those that have a `url` in the manifest and are not on the
    /// machine, and registers them as RegisterFonts does.
    ///
    /// Options:
    ///
    /// - `handle_token` (s): the last part of the path of `job`, of ASCII letters, digits and underscores; a random one
    ///   where it is left out.
    /// - `user_info` (s), `visibility` (s), `allow_downgrade` (b), `browser_safe` (b), `lease` (b), `lease_seconds`
    ///   (u), `lease_handle` (s), `parent_window` (s), `activation_token` (s): as for RegisterFonts.
    ///
    /// Result of the job, which is `done` where each of `names` could be looked up, whatever came of it:
    ///
    /// - `results` (aa{sv}): one dictionary per name, in the order of `names`.
    /// - `generation` (t): the generation with the change, or the current one where nothing changed.
    ///
    /// Results:
    ///
    /// - `fonts` (aa{sv}): for each font of the name what RegisterFonts answers of it.
    /// - `error` (s), `message` (s): also where one of several `fonts` failed, those of the first one.
    ///
    /// Errors of an item: AssetNotFound where the manifest gives the name to no font, or a file is missing; Corrupt
    /// where a file has not the SHA-256 that the manifest declares; those of FetchFont where it is downloaded; and
    /// those of RegisterFonts.
    ///
    /// The job has `failed` with AssetNotFound where no manifest of the caller is installed or it cannot be understood,
    /// and with what RegisterFonts fails with as a call.
    ///
    /// Errors of the call: UnsupportedScope; Busy where the caller has too many jobs.
    ///
    /// - Parameters:
    ///   - call: The call, with its sender.
    ///   - names: The names of fonts in the caller's manifest, at most 1,000: PostScript names of single faces,
    ///     families of collections and of variable fonts.
    ///   - scope: How long the registrations last: `persistent` or `session`.
    ///   - enabled: Whether programs find the fonts at once; `false` keeps them for SetEnabled.
    ///   - options: Options.
    /// - Returns: An object with the interface `org.typecase.Job1`, for the caller's connection alone.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func registerAssets(
        _ call: BusMethodCall, names: [String], scope: String, enabled: Bool, options: [String: BusVariant]
    ) async throws -> ObjectPath

    /// Removes registrations of the caller by what their fonts are called.
    ///
    /// What a descriptor stands for is told by RegisterDescriptors; of that, what has another scope stays. A file is
    /// removed as a whole, with faces that the descriptor does not describe.
    ///
    /// Results:
    ///
    /// - `fonts` (aa{sv}): for each font that the descriptor stands for its `id` (s), or `id`, `error` and `message`.
    ///   Absent where it stands for none.
    /// - `error` (s), `message` (s): also where one of several `fonts` failed, those of the first one.
    ///
    /// Errors of an item: InsufficientInfo where the descriptor does not say what the font is called, or where several
    /// fonts of the caller have the same PostScript name; NotRegistered where the caller has no such font in this
    /// scope; InsufficientPermissions, RegistrationFailed, Busy, StorageFull, ReadOnly, Corrupt.
    ///
    /// Errors of the call: UnsupportedScope, ExceededResourceLimit, Busy, ReadOnly, Corrupt.
    ///
    /// - Parameters:
    ///   - call: The call, with its sender.
    ///   - descriptors: Which fonts to remove, at most 1,000 descriptor dictionaries.
    ///   - scope: The scope that the registrations have: `persistent` or `session`.
    ///   - options: Options; none is defined yet.
    /// - Returns: `results`: One dictionary per descriptor, in the order of `descriptors`. `generation`: The generation
    ///   with the change, or the current one where nothing changed.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func unregisterDescriptors(
        _ call: BusMethodCall, descriptors: [[String: BusVariant]], scope: String, options: [String: BusVariant]
    ) async throws -> (results: [[String: BusVariant]], generation: UInt64)

    /// Enables or disables registrations of the caller.
    ///
    /// A disabled font stays registered, but no program finds it.
    ///
    /// Options:
    ///
    /// - `parent_window` (s), `activation_token` (s): as for RequestRights, where fonts are to be enabled and the user
    ///   has to be asked.
    ///
    /// Results:
    ///
    /// - `id` (s): the id as it was given.
    /// - `changed` (b): `false` where the font was in this state before.
    ///
    /// Errors of an item: NotRegistered, for an unknown id and for another provider's alike; CancelledByUser where the
    /// user has disabled a font to be enabled; DuplicatedName and Shadowed where it has a name that is taken by now;
    /// Corrupt, InvalidFontData and Denied where it is out of use; InsufficientPermissions, RegistrationFailed, Busy,
    /// StorageFull, ReadOnly.
    ///
    /// Errors of the call: MissingEntitlement and CancelledByUser where fonts are to be enabled; RegistrationFailed
    /// where they are, and the system's fonts cannot be read.
    ///
    /// - Parameters:
    ///   - call: The call, with its sender.
    ///   - ids: The registrations to change, at most 1,000.
    ///   - enabled: Whether programs are to find the fonts.
    ///   - options: Options.
    /// - Returns: `results`: One dictionary per id, in the order of `ids`. `generation`: The generation with the
    ///   change, or the current one where nothing changed.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func setEnabled(
        _ call: BusMethodCall, ids: [String], enabled: Bool, options: [String: BusVariant]
    ) async throws -> (results: [[String: BusVariant]], generation: UInt64)

    /// Lists the registrations of the caller, in pages.
    ///
    /// Filter:
    ///
    /// - `id` (s): only the registration with this `id`.
    /// - `name` (s): only those with a face that has this PostScript name, family or full name.
    /// - `scope` (s): `persistent` or `session`.
    /// - `enabled` (b): only the enabled, or only the disabled ones.
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
    /// - Returns: `fonts`: Font dictionaries. `cursor`: Pass it in the filter of the next call to go on; empty at the
    ///   end of the list.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func listRegistered(
        _ call: BusMethodCall, filter: [String: BusVariant]
    ) async throws -> (fonts: [[String: BusVariant]], cursor: String)
}
