// Generated from dbus/org.typecase.FontManager1.xml by Tools/BusInterfaceGenerator; do not edit.

package import DBus
package import LinuxSystem

/// Provide fonts to the desktop session and find the fonts that it has.
///
/// An application registers fonts that it holds as open files; from then on the whole session has them, sandboxed
/// applications included.
///
/// The fonts belong to their provider, which the service derives from the caller itself: an application sees, changes
/// and removes only its own registrations.
///
/// The object is `/org/typecase/FontManager1` at the bus name `org.typecase.FontManager1` on the session bus.
///
/// **Rules for callers.** The last argument of a method is a dictionary of options or a filter, which may be empty. A
/// key that the service does not know is ignored; a known key with a value of another type is the error
/// `org.freedesktop.DBus.Error.InvalidArgs`, whose message names the key and both types. Dictionaries in replies may
/// hold keys that are not listed here: they come with later versions. A message carries at most 16 file descriptors, as
/// the bus disconnects whoever sends more; split larger sets over several calls, which may be in flight together. Texts
/// in replies are UTF-8 and may come from fonts: treat them as untrusted.
///
/// **Results per item.** A method that works on several items answers with one dictionary per item, in the order of the
/// items. An item that failed has the key `error` and does not keep the others from succeeding:
///
/// - `error` (s): the full name of an error, such as `org.typecase.Error.InvalidFontData`; only where it failed.
/// - `message` (s): what went wrong, in English, for developers; goes with `error`.
/// - `owner` (s): whose font is in the way, a provider or `system`; goes with DuplicatedName, Shadowed and Downgrade.
///
/// The reply comes after the change is durable on disk and visible to fontconfig. Who leaves the bus before it gives
/// the call up: fonts that are not being published yet by then never are.
///
/// **Pages.** Lists come in pages. A page ends after `limit` entries, or earlier where it has become as long as a
/// message should be; the `cursor` of its reply goes on after it, and an empty one means the end. What is there all the
/// time is listed exactly once, whatever comes and goes between two pages, restarts included; what comes or goes
/// meanwhile is listed at most once. A cursor is good for the list and the filter that it came from.
///
/// **Scopes.** What is registered as `persistent` stays until it is removed, over reboots too. What is registered as
/// `session` goes with the last logout of the user: all logins that overlap are one session, and services that linger
/// do not prolong it. While nobody is logged in, the scope is refused with UnsupportedScope. Where there is no logind,
/// the session is as long as its bus.
///
/// **Font dictionary.** One registration, which is one file:
///
/// - `id` (s): names the registration; opaque.
/// - `provider` (s): who registered it: an application id, `session.NAME` for other programs and units, or `user`.
/// - `scope` (s): `persistent` until it is removed, `session` until the user's last login session ends.
/// - `enabled` (b): whether programs find the font.
/// - `quarantined` (b): whether the font was taken out of use, whatever its provider and the user want.
/// - `quarantine` (s): `altered` where its file was, `invalid` where it does not pass any more, `denied` where nobody
///   is to have it; absent otherwise.
/// - `quarantine_reason` (s): why, in English; goes with `quarantine`.
/// - `format` (s): `truetype`, `cff`, `cff2` or `collection`.
/// - `sha256` (s): the SHA-256 of the file as 64 hexadecimal digits.
/// - `size` (t): the size of the file in bytes.
/// - `user_info` (s): what the provider gave as `user_info`; absent where it gave nothing.
/// - `faces` (aa{sv}): the faces of the file, in the order of the file, as brief face dictionaries.
///
/// **Face dictionary.** A brief one holds:
///
/// - `id` (s): the registration; for a face of the system `system-` and a digest of its place.
/// - `source` (s): `typecase` for registered fonts, `system` for those that fontconfig finds elsewhere.
/// - `provider` (s): who registered it; absent for `system`.
/// - `enabled` (b): whether programs find the face.
/// - `face_index` (u): the index of the face in its file.
/// - `postscript_name` (s): the PostScript name.
/// - `family` (s): the family, in groups of at most four styles.
/// - `typographic_family` (s): the family as its designer means it; absent where it is the same.
/// - `full_name` (s): the full name.
/// - `display_name` (s): the full name in the caller's locale, as far as the service knows it.
/// - `style` (s): the name of the style within the family.
/// - `weight` (d): on OpenType's scale, 1 to 1000; 400 is regular.
/// - `width` (d): in percent of normal.
/// - `slant` (s): `upright`, `italic` or `oblique`.
/// - `monospace` (b): whether all glyphs have one advance width.
/// - `variable` (b): whether the face has variation axes.
///
/// A full one adds:
///
/// - `names` (a{ss}): the family in every language that the font has it in, by BCP 47 tag.
/// - `languages` (as): the languages that the face covers, as BCP 47 tags.
/// - `scripts` (as): the OpenType scripts of its layout tables.
/// - `axes` (a{s(ddd)}): variation axes by tag: minimum, default, maximum; absent for a static face.
/// - `named_instances` (aa{sv}): `name` (s), `postscript_name` (s) and `instance` (a{sd}) of each.
/// - `format` (s): as in the font dictionary.
/// - `color` (as): the colour tables present: `COLR`, `CBDT`, `sbix`, `SVG`.
/// - `version` (s): the version text.
/// - `foundry` (s): the vendor.
/// - `licence` (s): the licence, or where to find it.
/// - `embedding` (s): `installable`, `preview-and-print`, `editable`, `restricted` or `unknown`.
/// - `glyph_count` (u): the number of glyphs.
///
/// A variable face that was found by a named instance, or by something that its axes decide, has besides:
///
/// - `instance` (a{sd}): where in the design space it is what was asked for, as near as it comes, value by axis tag.
/// - `named_instance` (s): the name that the font has for this place; absent where it has none.
///
/// **Descriptor dictionary.** What a face should be like; every key is optional, and what is left out does not matter:
///
/// - `name` (s): compared with PostScript names first, then families, then full names; of the first that a face has.
/// - `postscript_name` (s): the exact PostScript name, of a face or of a named instance.
/// - `family` (s): the family, in any language.
/// - `full_name` (s): the full name, in any language.
/// - `style` (s): the name of the style, of a face or of a named instance, in any language.
/// - `weight` (d), `width` (d), `slant` (s): the nearest is taken.
/// - `bold` (b): whether the weight is 600 or more.
/// - `italic` (b): whether the slant is `italic` or `oblique`.
/// - `monospace` (b), `variable` (b): as in the face dictionary.
/// - `instance` (a{sd}): values that the face's axes should take on, by axis tag.
/// - `languages` (as): languages that the face must cover, as BCP 47 tags or Unicode locale identifiers.
/// - `characters` (s): characters that the face should have; the face with most of them is taken.
/// - `source` (s): `typecase` or `system`.
/// - `user_info` (s): the provider's mark that tells equal names apart.
///
/// Names, `languages` and `source` must be as they are given. The rest are wishes, of which those that come first here
/// count most: `characters`, `user_info`, `style`, `instance`, `width`, `italic`, `slant`, `bold`, `weight`,
/// `monospace`, `variable`. Of equal faces registered ones come first, then the user's own files, those of the machine,
/// and those of the system. A descriptor without any name must have one of `characters`, `languages`, `style`,
/// `monospace`, `variable`, `instance` and `user_info`, and then these must be as they are given too.
///
/// Names are compared without regard to case, spaces, hyphens and underscores, to how accents are composed and to the
/// width of letters.
///
/// **Fonts of one name.** Among the fonts that programs find a PostScript name stands for one font. Another font with a
/// face of a name that an enabled font of any provider has is refused with DuplicatedName, one of a name that the
/// system has with Shadowed; two fonts of one call or batch are no exception. Registered disabled it may wait; what
/// enables it looks again. The same bytes are the same font: each provider has a registration of its own, and they stay
/// until the last has left. No font stands in for one of the system either: Shadowed is as well the answer to one that
/// shares a family with it, in any language, and has the same style, or has the same weight, width and slope and a
/// higher revision; and to one with a family such as `serif` or `monospace`, by which programs ask for any font of a
/// kind. Other fonts of a family that the system has some fonts of are welcome.
///
/// **Upgrades.** Where a provider registers, enabled, a font with the PostScript names of one that it has registered
/// before, and a higher revision (`head.fontRevision`) in each of the faces that the two share, or the same one in
/// some, the new font takes the place of the old one: in one step for whoever looks, with its scope and its state. A
/// registration that was to end with the session is made one for good where the call says so. The new registration has
/// an `id` of its own, as an `id` always stands for the same bytes; Changes tells of the old one as `removed` and of
/// the new one as `added`, or `disabled`, in one generation. Registered disabled, a font takes the place of a disabled
/// one only, and waits beside an enabled one. A lower revision is refused with Downgrade, an equal one of other bytes
/// with DuplicatedName: no more than another program's font does it say that it is newer. The option `allow_downgrade`
/// lets either take the place. The new font must have all faces of the one that goes, and that one no other provider
/// that has it enabled.
///
/// **Errors.** All names begin with `org.typecase.Error.`:
///
/// - `FileNotFound`: there is no such file.
/// - `InsufficientPermissions`: the descriptor cannot be read, or is no regular file.
/// - `UnrecognizedFormat`: the bytes are not a TrueType, OpenType or collection file.
/// - `InvalidFontData`: the bytes claim to be a font but are damaged or would harm programs.
/// - `AlreadyRegistered`: the same bytes are registered in a way that excludes the request.
/// - `ExceededResourceLimit`: a limit on size, count or quota is exceeded.
/// - `AssetNotFound`: there is no such asset.
/// - `NotRegistered`: the caller has no font under this id, which may be unknown or another's.
/// - `InUse`: the font is in use. No method answers it: a font can be removed, and whoever has it open keeps it.
/// - `SystemRequired`: the system needs the font.
/// - `RegistrationFailed`: it failed in a way that has no name of its own.
/// - `MissingEntitlement`: the caller lacks the right.
/// - `InsufficientInfo`: the descriptor does not name a font.
/// - `CancelledByUser`: the user said no.
/// - `DuplicatedName`: another enabled font has the same PostScript name.
/// - `InvalidFilePath`: the file is not where the caller may register fonts from.
/// - `UnsupportedScope`: the scope is unknown, or not supported here.
/// - `Downgrade`: the provider has a newer revision of the font registered.
/// - `Shadowed`: a font of the system has the same name, or programs would be given this one in its place.
/// - `Denied`: nobody is to have the font, says a list of this machine.
/// - `BatchClosed`: the batch was committed or cancelled, and takes no more changes.
/// - `Busy`: too much work is waiting; try again later.
/// - `StorageFull`: the disk or the user's quota is full.
/// - `ReadOnly`: fonts cannot be changed from here.
/// - `Corrupt`: a file or the registry is damaged.
/// - `InvalidCursor`: the cursor is not one of this list, or the registry was made anew since; list from the start.
///
/// Any method may fail with `org.freedesktop.DBus.Error.InvalidArgs` (wrong type, or a value out of range),
/// `org.freedesktop.DBus.Error.AccessDenied` (the service cannot tell for sure who the caller is) and
/// `org.typecase.Error.Busy` (too many calls in flight).
package protocol FontManager1Service: Sendable {
    /// The version of this interface: it counts up when members or keys are added.
    ///
    /// This is version 1.
    var version: UInt32 { get async throws }

    /// Counts up with every change of the fonts that the session has.
    ///
    /// It never goes back, restarts included. Changes are announced by the signal FontsChanged rather than by
    /// PropertiesChanged.
    var generation: UInt64 { get async throws }

    /// Registers font files with the session, in the name of the caller.
    ///
    /// Bytes that the caller has registered before keep their `id`; they move to `scope`, and are enabled where
    /// `enabled` says so. RegisterDescriptors does the same without the bytes. The service copies the bytes, examines
    /// the copy in a sandbox, and publishes exactly those bytes.
    ///
    /// Options:
    ///
    /// - `names` (as): a name per font to use in messages, such as the file's; as many as there are fonts.
    /// - `request_id` (s): a name of the provider's own for the call, kept with the fonts; at most 255 bytes. A retry
    ///   is harmless with and without it: the same bytes are the same registration.
    /// - `user_info` (s): a mark of the provider's own that is kept with the fonts; at most 1 KiB. Given for a font
    ///   that is registered already, it takes the place of the font's mark; left out, the font keeps it.
    /// - `visibility` (s): `session`, which is everybody's. Another one is refused with InvalidArgs rather than
    ///   ignored, as is the key `expires`: this version has neither.
    /// - `allow_downgrade` (b): whether the fonts take the place of the caller's own of their names even where they are
    ///   not newer.
    ///
    /// Results:
    ///
    /// - `id` (s): the registration.
    /// - `already_registered` (b): whether the caller had registered the same bytes before, under this `id`.
    /// - `enabled` (b): whether programs find the font; `false` also where the user has disabled it, or a font of its
    ///   name that the caller has removed since: a provider does not undo that.
    /// - `scope` (s): how long the registration lasts.
    /// - `replaced` (as): the caller's registrations that the font took the place of; absent where there are none.
    /// - `warnings` (aa{sv}): what the caller should know; absent where there is nothing.
    /// - `faces` (aa{sv}): the faces of the file, as brief face dictionaries.
    ///
    /// Warnings have `kind` (s), `owner` (s), which is whose the other font is, and `message` (s):
    ///
    /// - `static-siblings`: the font is variable, and programs find static fonts of its family as well.
    /// - `variable-sibling`: the font is static, and programs find a variable font of its family as well.
    ///
    /// Errors of an item: InsufficientPermissions, UnrecognizedFormat, InvalidFontData, Denied, ExceededResourceLimit,
    /// DuplicatedName, Downgrade, Shadowed, RegistrationFailed, Busy, StorageFull, ReadOnly, Corrupt.
    ///
    /// Errors of the call: UnsupportedScope, Busy, ReadOnly, Corrupt; RegistrationFailed where fonts are to be enabled
    /// and the system's fonts, whose names must not be taken, cannot be read.
    ///
    /// - Parameters:
    ///   - call: Who calls, and how.
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

    /// Begins to register many fonts at once, in the name of the caller.
    ///
    /// Nothing is registered before the method Commit of the batch; the end of the caller's connection cancels it.
    ///
    /// Options:
    ///
    /// - `visibility` (s): as for RegisterFonts.
    /// - `allow_downgrade` (b): as for RegisterFonts.
    /// - `atomic` (b): register all fonts of the batch or none; without it each succeeds or fails by itself.
    /// - `handle_token` (s): the last element of `batch`; 1 to 64 ASCII letters, digits and underscores. It must not be
    ///   in use by another batch of the caller.
    /// - `request_id` (s): as for RegisterFonts.
    /// - `user_info` (s): as for RegisterFonts.
    ///
    /// Errors: UnsupportedScope, ExceededResourceLimit where the caller has too many open batches, Busy, ReadOnly,
    /// Corrupt.
    ///
    /// - Parameters:
    ///   - call: Who calls, and how.
    ///   - scope: How long the registrations last: `persistent` or `session`.
    ///   - enabled: Whether programs find the fonts at once; `false` keeps them for SetEnabled.
    ///   - options: Options.
    /// - Returns: An object with the interface `org.typecase.Batch1`, for the caller's connection alone.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func beginBatch(
        _ call: BusMethodCall, scope: String, enabled: Bool, options: [String: BusVariant]
    ) async throws -> ObjectPath

    /// Removes registrations of the caller.
    ///
    /// The fonts disappear from the session, unless another provider has registered the same bytes.
    ///
    /// Results:
    ///
    /// - `id` (s): the id as it was given.
    ///
    /// Errors of an item: NotRegistered, for an unknown id and for another provider's alike; RegistrationFailed, Busy,
    /// StorageFull, ReadOnly, Corrupt.
    ///
    /// Errors of the call: ReadOnly where there is no home that could be used.
    ///
    /// - Parameters:
    ///   - call: Who calls, and how.
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
    /// that it says must be so. It stands for all fonts of the caller that are so, such as those of a family; fonts of
    /// equal PostScript names are told apart by `user_info`.
    ///
    /// Results:
    ///
    /// - `fonts` (aa{sv}): for each font that the descriptor stands for its `id` (s), `enabled` (b) and `changed` (b),
    ///   `false` where it was so before; or `id`, `error` and `message`. Absent where it stands for none.
    /// - `error` (s), `message` (s): also where one of several `fonts` failed, those of the first one.
    ///
    /// Errors of an item: InsufficientInfo where the descriptor does not say what the font is called, or where several
    /// fonts of the caller have the same PostScript name; AssetNotFound where the caller has registered no such font;
    /// CancelledByUser where the user has disabled a font to be enabled; DuplicatedName and Shadowed where it has a
    /// name that is taken; Corrupt where its file was altered; RegistrationFailed, Busy, StorageFull, ReadOnly.
    ///
    /// Errors of the call: UnsupportedScope, ExceededResourceLimit where the descriptors stand for more than 10,000
    /// fonts together, RegistrationFailed where the system's fonts cannot be read, Busy, ReadOnly, Corrupt.
    ///
    /// - Parameters:
    ///   - call: Who calls, and how.
    ///   - descriptors: Which fonts to register, at most 1,000 descriptor dictionaries.
    ///   - scope: How long the registrations last from now on: `persistent` or `session`.
    ///   - enabled: Whether programs find the fonts; `false` leaves what is enabled as it is.
    ///   - options: Options; none is defined yet.
    /// - Returns: `results`: One dictionary per descriptor, in the order of `descriptors`. `generation`: The generation
    ///   with the change, or the current one where nothing changed.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func registerDescriptors(
        _ call: BusMethodCall, descriptors: [[String: BusVariant]], scope: String, enabled: Bool,
        options: [String: BusVariant]
    ) async throws -> (results: [[String: BusVariant]], generation: UInt64)

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
    /// scope; RegistrationFailed, Busy, StorageFull, ReadOnly, Corrupt.
    ///
    /// Errors of the call: UnsupportedScope, ExceededResourceLimit, Busy, ReadOnly, Corrupt.
    ///
    /// - Parameters:
    ///   - call: Who calls, and how.
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
    /// Results:
    ///
    /// - `id` (s): the id as it was given.
    /// - `changed` (b): `false` where the font was in this state before.
    ///
    /// Errors of an item: NotRegistered, for an unknown id and for another provider's alike; CancelledByUser where the
    /// user has disabled a font to be enabled; DuplicatedName and Shadowed where it has a name that is taken by now;
    /// Corrupt where its file was altered; RegistrationFailed, Busy, StorageFull, ReadOnly.
    ///
    /// Errors of the call: RegistrationFailed where fonts are to be enabled and the system's fonts cannot be read,
    /// ReadOnly where there is no home that could be used.
    ///
    /// - Parameters:
    ///   - call: Who calls, and how.
    ///   - ids: The registrations to change, at most 1,000.
    ///   - enabled: Whether programs are to find the fonts.
    ///   - options: Options; none is defined yet.
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
    /// - `scope` (s): `persistent` or `session`.
    /// - `enabled` (b): only the enabled, or only the disabled ones.
    /// - `cursor` (s): where to go on.
    /// - `limit` (u): how many to list at most; 100 where it is left out, never more than 1,000.
    ///
    /// A reply may hold fewer than `limit`: only an empty `cursor` means the end.
    ///
    /// - Parameters:
    ///   - call: Who calls, and how.
    ///   - filter: Which registrations to list.
    /// - Returns: `fonts`: Font dictionaries. `cursor`: Pass it in the filter of the next call to go on; empty at the
    ///   end of the list.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func listRegistered(
        _ call: BusMethodCall, filter: [String: BusVariant]
    ) async throws -> (fonts: [[String: BusVariant]], cursor: String)

    /// Finds the best enabled face for each descriptor, among registered fonts and the system's.
    ///
    /// A name, where one is given, must match; of the faces that have it the nearest in style is taken. On the command
    /// line: `typecase match`.
    ///
    /// Options:
    ///
    /// - `details` (b): full face dictionaries rather than brief ones; for hundreds of descriptors they may not fit
    ///   into a reply, which is then the error `org.freedesktop.DBus.Error.LimitsExceeded`.
    /// - `mandatory` (as): keys of the descriptors that must match exactly rather than come near.
    ///
    /// Errors of the call: InsufficientInfo where a key in `mandatory` is not in a descriptor.
    ///
    /// - Parameters:
    ///   - call: Who calls, and how.
    ///   - descriptors: What the faces should be like, at most 1,000 descriptor dictionaries.
    ///   - options: Options.
    /// - Returns: One face dictionary per descriptor, in order; an empty one where nothing matches.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func match(
        _ call: BusMethodCall, descriptors: [[String: BusVariant]], options: [String: BusVariant]
    ) async throws -> [[String: BusVariant]]

    /// Lists the families that programs of the session find, in pages.
    ///
    /// Filter:
    ///
    /// - `source` (s): `typecase` or `system`.
    /// - `languages` (as): only families with a face that covers all of these.
    /// - `monospace` (b), `variable` (b): only families with such a face.
    /// - `cursor` (s): where to go on.
    /// - `limit` (u): how many to list at most; 1,000 where it is left out, never more than 5,000.
    ///
    /// A reply may hold fewer than `limit`: only an empty `cursor` means the end.
    ///
    /// - Parameters:
    ///   - call: Who calls, and how.
    ///   - filter: Which families to list.
    /// - Returns: `families`: The names of the families, sorted, each once. `cursor`: Pass it in the filter of the next
    ///   call to go on; empty at the end of the list.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func listFamilies(
        _ call: BusMethodCall, filter: [String: BusVariant]
    ) async throws -> (families: [String], cursor: String)

    /// Lists the faces that programs of the session find, in pages.
    ///
    /// On the command line: `typecase list`, which has the faces of the system with the option `all`.
    ///
    /// Filter:
    ///
    /// - `source` (s): `typecase` or `system`.
    /// - `family` (s): only faces of this family, in any language.
    /// - `id` (s): only faces with this `id`.
    /// - `languages` (as): only faces that cover all of these.
    /// - `monospace` (b), `variable` (b): only such faces.
    /// - `details` (b): full face dictionaries rather than brief ones.
    /// - `cursor` (s): where to go on.
    /// - `limit` (u): how many to list at most; 100 where it is left out, never more than 1,000.
    ///
    /// A reply may hold fewer than `limit`: only an empty `cursor` means the end.
    ///
    /// - Parameters:
    ///   - call: Who calls, and how.
    ///   - filter: Which faces to list.
    /// - Returns: `faces`: Face dictionaries. `cursor`: Pass it in the filter of the next call to go on; empty at the
    ///   end of the list.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func listFaces(
        _ call: BusMethodCall, filter: [String: BusVariant]
    ) async throws -> (faces: [[String: BusVariant]], cursor: String)

    /// Lists the faces that programs of the session find, all of them at once.
    ///
    /// Each line of the file is a JSON object with the keys of a face dictionary. Numbers are numbers, truth values are
    /// `true` and `false`, arrays and structures are arrays, dictionaries are objects.
    ///
    /// Filter: as for ListFaces; `cursor` and `limit` do not matter.
    ///
    /// Errors: ExceededResourceLimit where the list has more than 64 MiB, or where the caller has too much open.
    ///
    /// - Parameters:
    ///   - call: Who calls, and how.
    ///   - filter: Which faces to list.
    /// - Returns: A sealed memory file, positioned at its start.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func listFacesFile(_ call: BusMethodCall, filter: [String: BusVariant]) async throws -> OwnedFileDescriptor

    /// Opens the file of a font that programs of the session find, or of a registration of the caller.
    ///
    /// A caller that is not sandboxed may open any registration. On the command line: `typecase open`.
    ///
    /// Details:
    ///
    /// - `face_index` (u): the index of the face that the id stands for, 0 for a registration.
    /// - `instance` (a{sd}): the place in the design space, value by axis tag; absent for a static face.
    /// - `size` (t): the number of bytes.
    ///
    /// What a caller has open at one time is limited to 512 MiB and 2,048 files, those of ListFacesFile included; a
    /// file counts until it is closed and unmapped.
    ///
    /// Errors: NotRegistered, FileNotFound, InsufficientPermissions, ExceededResourceLimit, Busy; Corrupt where the
    /// font's file was altered after it was registered.
    ///
    /// - Parameters:
    ///   - call: Who calls, and how.
    ///   - id: The `id` of a face or font dictionary.
    ///   - options: Options; none is defined yet.
    /// - Returns: `font`: A sealed memory file with the bytes of the font, positioned at its start. `details`: What
    ///   goes with the bytes.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func openFont(
        _ call: BusMethodCall, id: String, options: [String: BusVariant]
    ) async throws -> (font: OwnedFileDescriptor, details: [String: BusVariant])

    /// Examines a font as a registration would, and registers nothing.
    ///
    /// On the command line: `typecase validate`, which needs no service.
    ///
    /// Options:
    ///
    /// - `level` (s): `strict`, the default, asks whether the font can be registered; `minimum` whether it can be read.
    /// - `report` (s): `summary`, `detailed` (the default, with what is wrong) or `full` (with warnings too).
    ///
    /// The report has the members of Apple's font validator (TN3214). `Failures`, `FilesProcessed` and `FontFiles` are
    /// numbers. `Details` is a list with one object:
    ///
    /// - `path`: empty, as the service does not know it.
    /// - `result`: `pass` or `fail`: what counts, whatever the codes are.
    /// - `fonts`: one object per face, with `issues`, `format`, `fontname` and, in a full report, `warnings`.
    /// - `max_code`: the gravest code that was found.
    /// - `os_installable`: whether the font can be registered, as far as its content goes.
    /// - `format`: `truetype`, `cff`, `cff2` or `collection`; null for what is no font.
    /// - `opinions`: who judged the font, but not in a summary.
    ///
    /// An opinion has `judge` (`typecase` for its own checks, `freetype`, `harfbuzz`, `fontconfig`, or `ots` for the
    /// OpenType Sanitizer), `version`, `heard` and, where that is false, the reason as `silence`. There is none where
    /// reading the font ended the process that reads fonts.
    ///
    /// An issue has the name of the rule as `issue`, a `code`, and `messages`. The codes: 0 nothing found, -101 the
    /// specification is broken, -102 a format that cannot be installed, -201 a cost for every program, -202 the
    /// specification is broken where programs can do without, -301 a warning. At level `minimum` only -101 fails.
    ///
    /// Errors: InsufficientPermissions, RegistrationFailed, Busy.
    ///
    /// - Parameters:
    ///   - call: Who calls, and how.
    ///   - font: The font, open for reading: a regular file of at most 64 MiB.
    ///   - options: Options.
    /// - Returns: The verdict, as JSON on one line.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func validate(
        _ call: BusMethodCall, font: OwnedFileDescriptor, options: [String: BusVariant]
    ) async throws -> String

    /// Tells what has changed, so that a client that comes back misses nothing.
    ///
    /// On the command line: `typecase monitor`.
    ///
    /// The list is not complete where `sinceGeneration` is too old, or newer than the service knows, or where more than
    /// 1,000 changes have happened since.
    ///
    /// Changes:
    ///
    /// - `generation` (t): when it happened.
    /// - `kind` (s): `added`, `removed`, `enabled`, `disabled` or `quarantined`.
    /// - `id` (s): the registration.
    /// - `provider` (s): whose it is or was.
    /// - `cause` (s): `provider`, `user`, `file` (changed by hand), `recovery` (noticed at a start), `check` (judged
    ///   anew) or `policy` (a list of denied fonts).
    /// - `reason` (s): why a font is quarantined, in English; absent where kind and cause tell.
    ///
    /// - Parameters:
    ///   - call: Who calls, and how.
    ///   - sinceGeneration: The generation up to which the caller knows the fonts.
    /// - Returns: `generation`: The current generation. `changes`: The changes after `sinceGeneration`, oldest first.
    ///   `complete`: Whether `changes` tells everything; if not, list the fonts anew.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func changes(
        _ call: BusMethodCall, sinceGeneration: UInt64
    ) async throws -> (generation: UInt64, changes: [[String: BusVariant]], complete: Bool)

    /// Tells how the caller was identified.
    ///
    /// Who a sandboxed application is cannot be changed by it, and it is held to that. Other processes of the user can
    /// pose as each other, as they can change each other's files: to them the answer is for keeping their fonts apart.
    ///
    /// Identity:
    ///
    /// - `kind` (s): `flatpak` or `snap`; `application`, which is installed and not sandboxed; `unit`, of the user's
    ///   service manager; or `process`.
    /// - `app_id` (s): the application id; absent where the caller has none.
    /// - `display_name` (s): a name to show to people.
    /// - `provider` (s): the provider that the caller's registrations belong to.
    ///
    /// - Parameter call: Who calls, and how.
    /// - Returns: Who the caller is to the service.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func whoAmI(_ call: BusMethodCall) async throws -> [String: BusVariant]
}
