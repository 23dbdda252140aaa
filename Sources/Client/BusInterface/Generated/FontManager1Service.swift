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
/// the bus disconnects whoever sends more; split larger sets over several calls, which may be in flight together. A
/// caller may have up to 256 calls without a reply, with 512 descriptors and arguments of 32 MiB in them, and all
/// connections of one provider together arguments of 64 MiB; what it calls beyond that is answered with Busy at once.
/// Texts in replies are UTF-8 and may come from fonts: treat them as untrusted.
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
/// **Time-outs.** Fonts are examined and made durable before the reply comes, behind what others have asked for, and
/// the user may be asked. Most libraries for D-Bus wait 25 seconds for a reply where they are not told otherwise, which
/// large fonts, many calls in flight or a slow disk exceed: give whatever registers, changes or removes fonts 300
/// seconds. A time-out of the caller's gives nothing up: the service knows nothing of it, and goes on. What came of a
/// call to register fonts is told when it is made again under its `request_id`.
///
/// **Pages.** Lists come in pages. A page ends after `limit` entries, or earlier where it has become as long as a
/// message should be; the `cursor` of its reply goes on after it, and an empty one means the end. What is there all the
/// time is listed exactly once, whatever comes and goes between two pages, restarts included; what comes or goes
/// meanwhile is listed at most once. A cursor is good for the list and the filter that it came from.
///
/// **Many fonts in one call.** Each item of a call succeeds or fails by itself. One about more than 256 fonts is
/// carried out in parts, so that the calls of others come in between: each part is a change with a generation and a
/// signal of its own, and the `generation` of the reply is that of the last. What must come about together is
/// registered as a batch.
///
/// **Properties.** Where PropertiesChanged does not announce a property, its annotation EmitsChangedSignal says
/// `false`: read such a property with Get each time. GDBusProxy does not look at the annotation and keeps the value of
/// its start, unless it is made with the flag `G_DBUS_PROXY_FLAGS_DO_NOT_LOAD_PROPERTIES`.
///
/// **Qt.** qdbusxml2cpp needs a name without a comma for the type of `a{ss}`, which is TypecaseStrings here, a QMap of
/// QString to QString. Give it the header that declares it, `-i typecase-types.h`, which is among the examples in `qt`,
/// and call `qRegisterTypecaseTypes()` of that header before the first call.
///
/// **Scopes.** What is registered as `persistent` stays until it is removed, over reboots too. What is registered as
/// `session` goes with the last logout of the user: all logins that overlap are one session, and services that linger
/// do not prolong it. While nobody is logged in, the scope is refused with UnsupportedScope. Where there is no logind,
/// the session is as long as its bus; buses that overlap, as a nested one does, are one session as well. A home that
/// several machines may have at once has no `session`, as none of them knows of the logins on the others: there it is
/// always refused with UnsupportedScope. A home is taken for such a one on every file system that is not known to be
/// one machine's own, so on those of a network and on all of FUSE.
///
/// **Leases.** With the option `lease` of RegisterFonts and RegisterAssets, fonts stay until the caller leaves the bus,
/// however it ends, in place of the end of the login session. `lease_seconds` ends them earlier: after a time, which a
/// change of the machine's clock does not make longer or shorter, and which stands still while the machine sleeps.
/// `lease_handle` is a name of the caller's own by which EndLease ends them. Both may be given, and what comes first
/// ends the lease. A restart of the service ends none of them. What is registered in a way that lasts longer stays as
/// it is, and what is registered for several leases lasts until all of them have ended; registered again with another
/// `lease_seconds` a font lasts until the later end. A connection has at most 100 leases at a time, and all programs
/// together 400: register several fonts with one call.
///
/// **Visibility.** What is registered with the visibility `session` is published: it lies in a directory that every
/// program can read, sandboxed ones too, so that every program finds it, by whatever way it looks. What is `granted` is
/// never there. It is found by Match, ListFaces, ListFamilies and ListFacesFile, and opened by OpenFont, for programs
/// with the right `use-installed-fonts` or with a grant for this font, and for nobody else; whoever registered it opens
/// it by its `id`. A program without a sandbox has that right unless the user or the policy denies it, and could read
/// the files of the service as well. Without the right, Match, Cover, RequestFonts and the lists tell of the caller's
/// own fonts and those of the system, and of others that are granted one by one. The same bytes are published as long
/// as somebody has registered them for everybody. The names of enabled fonts count as taken either way, so that an
/// error may tell of a font that its receiver cannot find.
///
/// **Font dictionary.** One registration, which is one file:
///
/// - `id` (s): names the registration; opaque.
/// - `provider` (s): who registered it: an application id, `snap.NAME` for a snap, `appimage.NAME` for an AppImage, by
///   the desktop entry in it, `package.NAME` for a program of a package, `session.NAME` for other programs and units,
///   `session.INTERPRETER:SCRIPT` for a script, or `user`.
/// - `scope` (s): `persistent` until it is removed, `session` until the user's last login session ends.
/// - `enabled` (b): whether programs find the font.
/// - `visibility` (s): which programs do: `session` for all, `granted` for those with the right.
/// - `quarantined` (b): whether the font was taken out of use, whatever its provider and the user want.
/// - `quarantine` (s): `altered` where its file was, `invalid` where it does not pass any more, `denied` where nobody
///   is to have it; absent otherwise.
/// - `quarantine_reason` (s): why, in English; goes with `quarantine`.
/// - `collision` (s): the file of a font of the system that came later and has a name of this one's, or would be hidden
///   by it; bytes of the path that are not UTF-8 are written as `\xE9`, and a backslash that would look like such an
///   escape as `\x5C`. Absent otherwise. Both stay until somebody disables or removes one.
/// - `format` (s): `truetype`, `cff`, `cff2` or `collection`.
/// - `sha256` (s): the SHA-256 of the file as 64 hexadecimal digits.
/// - `size` (t): the size of the file in bytes.
/// - `path` (s): where the file is that programs find; in full dictionaries of ListFonts of `org.typecase.Management1`
///   alone.
/// - `user_info` (s): what the provider gave as `user_info`; absent where it gave nothing.
/// - `faces` (aa{sv}): the faces of the file, in the order of the file, as brief dictionaries of faces of a file.
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
/// - `display_name` (s): a name to show to people: the same as `full_name`, as the service does not know the caller's
///   locale; `names` has the family in other languages.
/// - `style` (s): the name of the style within the family.
/// - `weight` (d): on OpenType's scale, 1 to 1000; 400 is regular.
/// - `width` (d): in percent of normal.
/// - `slant` (s): `upright`, `italic` or `oblique`.
/// - `monospace` (b): whether all glyphs have one advance width.
/// - `variable` (b): whether the face has variation axes.
/// - `user_info` (s): what the provider gave as `user_info`; absent where it gave nothing, and for a sandboxed caller
///   where the font is another provider's.
///
/// A full one adds:
///
/// - `names` (a{ss}): the family in every language that the font has it in, by BCP 47 tag.
/// - `languages` (as): the languages that the face covers, as BCP 47 tags.
/// - `scripts` (as): the OpenType scripts of its layout tables.
/// - `axes` (a{s(ddd)}): variation axes by tag: minimum, default, maximum; absent for a static face.
/// - `named_instances` (aa{sv}): `name` (s), `postscript_name` (s) and `instance` (a{sd}) of each. Where the font
///   declares no PostScript name, it is the one that programs make of its prefix for them, or its family, and the name.
///   Absent for a static face.
/// - `format` (s), `sha256` (s), `size` (t): as in the font dictionary; the last two are absent for faces of the
///   system.
/// - `path` (s): where the file of a face of the system is; absent for registered fonts, whose bytes OpenFont hands
///   out, and for sandboxed callers.
/// - `color` (as): the colour tables present: `COLR`, `CBDT`, `sbix`, `SVG`.
/// - `version` (s): the version text.
/// - `foundry` (s): the vendor.
/// - `licence` (s): the licence, or where to find it.
/// - `embedding` (s): `installable`, `preview-and-print`, `editable`, `restricted` or `unknown`.
/// - `glyph_count` (u): the number of glyphs; absent where the service does not know it, as for faces of the system.
///
/// A variable face that was found by a named instance, or by something that its axes decide, has besides:
///
/// - `instance` (a{sd}): where in the design space it is what was asked for, as near as it comes, value by axis tag.
/// - `named_instance` (s): the name that the font has for this place; absent where it has none.
/// - `namesakes` (u): where nothing but a PostScript name was asked for, how many other faces have it; absent where
///   there are none.
///
/// **Faces of a file.** Where a dictionary tells of a whole file, each of its `faces` is a face dictionary without what
/// is said of the file or the registration, and is the same for all of them: `id`, `source`, `provider`, `enabled`,
/// `user_info`, `format`, `sha256` and `size`; and without `instance` and `named_instance`, as nothing was asked for.
///
/// **Descriptor dictionary.** What a face should be like; every key is optional, and what is left out does not matter:
///
/// - `name` (s): compared with PostScript names first, then families, then full names; of the first that a face has.
///   Where a wish comes with it, PostScript names and families are compared at once, as the plain face of a family is
///   often named like it: the face that comes nearest to the wishes is taken, of equals the one of this PostScript
///   name.
/// - `postscript_name` (s): the exact PostScript name, of a face or of a named instance.
/// - `family` (s): the family, in any language.
/// - `full_name` (s): the full name, in any language.
/// - `style` (s): the name of the style, of a face or of a named instance, in any language.
/// - `weight` (d), `width` (d), `slant` (s): the nearest is taken, as fontconfig takes it for programs: the slant
///   counts before the weight, the weight before the width, and what is left out of the three is upright, regular and
///   normal.
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
/// system has with Shadowed; two fonts of one call or batch are no exception. A named instance of a variable font
/// counts as a face, also by a name that programs make for it, but for faces of the font's own family: a variable font
/// and the static ones that it stands for may have names in common. DuplicatedName is also the answer to a font with a
/// face of a family that an enabled font of another provider is of, where the two have the same style, or the same
/// weight, width and slope and the font's revision is not lower, unless one of the two is variable. Registered disabled
/// it may wait; what enables it looks again. The same bytes are the same font: each provider has a registration of its
/// own, and they stay until the last has left. No font stands in for one of the system either: Shadowed is as well the
/// answer to one that shares a family with it, in any language, and has the same style, or has the same weight, width
/// and slope and a higher revision; and to one with a family such as `serif` or `monospace`, by which programs ask for
/// any font of a kind. Other fonts of a family that the system has some fonts of are welcome.
///
/// **Who a font is.** A PostScript name alone does not say which font a face is: there are families whose styles carry
/// one name. Two faces are the same font where PostScript name, family (the typographic one, else the legacy one),
/// weight, width and slant are the same, of variable fonts those of the default instance; a variable font and a static
/// one never are. Other styles of a family that share a PostScript name live side by side, with the warning
/// `shared-name`: Match by the name alone finds the upright, regular one and tells how many others there are in
/// `namesakes`, and any of them by what it looks like. RegisterDescriptors and UnregisterDescriptors answer a
/// PostScript name of several with InsufficientInfo. Another family with the name is refused with DuplicatedName, and
/// whatever would be found before a font of the system that has it, with Shadowed.
///
/// **Upgrades.** Where a provider registers, enabled, a font with the faces of one that it has registered before, and a
/// higher revision (`head.fontRevision`) in each of the faces that the two share, or the same one in some, the new font
/// takes the place of the old one: in one step for whoever looks, with its scope and its state. A registration that was
/// to end with the session is made one for good where the call says so. The new registration has an `id` of its own, as
/// an `id` always stands for the same bytes; Changes tells of the old one as `removed` and of the new one as `added`,
/// or `disabled`, in one generation. Registered disabled, a font takes the place of a disabled one only, and waits
/// beside an enabled one. A lower revision is refused with Downgrade, an equal one of other bytes with DuplicatedName:
/// no more than another program's font does it say that it is newer. The option `allow_downgrade` lets either take the
/// place: the item's dictionary has it as `option` (s), the registration that stays as `kept` (s), and the format of
/// that, where it is another one, as `kept_format` (s). The new font must have all faces of the one that goes, and that
/// one no other provider that has it enabled.
///
/// **Homes that cannot be changed.** Where fonts cannot be changed from here, as another service changes them or the
/// home cannot be written to, changes are refused with the reason, and questions are answered from the registry as it
/// is. Where nothing in the home can be locked, as on a network without a lock service, they are answered from a copy,
/// which is made anew when the registry has changed. Where the registry is there and cannot be read, whatever tells of
/// registrations, providers and changes fails with the reason rather than to say that there are none, as OpenFont does
/// for an id that is not one of the system's; Match and the lists of faces tell of the fonts of the system alone then.
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
/// - `DuplicatedName`: another enabled font is the same font, or is of another family and has the same PostScript name,
///   or one of another provider passes for it in its family.
/// - `InvalidFilePath`: the file is not where the caller may register fonts from.
/// - `UnsupportedScope`: the scope is unknown, or not supported here.
/// - `Downgrade`: the provider has a newer revision of the font registered.
/// - `Shadowed`: a font of the system has the same name, or programs would be given this one in its place.
/// - `Denied`: nobody is to have the font, says a list of this machine.
/// - `BatchClosed`: the batch was committed or cancelled, and takes no more changes.
/// - `RequestReused`: another call of the caller's had the same `request_id`.
/// - `Busy`: too much work is waiting; try again later.
/// - `StorageFull`: the disk or the user's quota is full.
/// - `ReadOnly`: fonts cannot be changed from here.
/// - `Corrupt`: a file or the registry is damaged.
/// - `DownloadFailed`: the font could not be fetched from the web; asked again, it may be.
/// - `InvalidCursor`: the cursor is not one of this list, or the registry was made anew since; list from the start.
/// - `NotUndoable`: the change cannot be undone, or was undone before; the message tells why.
///
/// Any method may fail with `org.freedesktop.DBus.Error.InvalidArgs` (wrong type, or a value out of range),
/// `org.freedesktop.DBus.Error.AccessDenied` (the service cannot tell for sure who the caller is), Busy (too many calls
/// in flight), `org.freedesktop.DBus.Error.LimitsExceeded` (the arguments or the reply are more than a message should
/// carry; ask for less), ReadOnly (there is no home that could be used, or no registry that could be read), Corrupt and
/// RegistrationFailed (the registry cannot be read). What else a method fails with is said where it is described.
package protocol FontManager1Service: FontManager1RegistrationService, FontManager1QueriesService, Sendable {
    /// The version of this interface: it counts up when members or keys are added.
    ///
    /// This is version 1.
    var version: UInt32 { get async throws }

    /// Counts up with every change of the fonts that the session has.
    ///
    /// It never goes back, restarts included. Each change is announced by PropertiesChanged with the new value, and
    /// then by the signal FontsChanged.
    var generation: UInt64 { get async throws }

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
    ///   - call: The call, with its sender.
    ///   - font: The font, open for reading: a regular file of at most 64 MiB.
    ///   - options: Options.
    /// - Returns: The verdict, as JSON on one line.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func validate(
        _ call: BusMethodCall, font: OwnedFileDescriptor, options: [String: BusVariant]
    ) async throws -> String

    /// Tells what the caller may do.
    ///
    /// A call that needs a right which the caller has not gets MissingEntitlement, and with `ask` the user is asked
    /// first: the call waits for the answer, for up to two minutes.
    ///
    /// The rights:
    ///
    /// - `install-fonts`: to register fonts, and to enable them. Removing and disabling its own fonts needs no right.
    /// - `install-undeclared-fonts`: to register fonts whose SHA-256 the caller's manifest does not declare. Without
    ///   it, such a font alone is refused with InvalidFilePath; where the right is `ask`, the user is asked for each of
    ///   them by its name.
    /// - `use-installed-fonts`: to find and open fonts whose visibility is `granted`, and to learn of the fonts of
    ///   other providers from Changes. A caller in a sandbox without it is told by Match, the lists, OpenFont and
    ///   RequestFonts of the fonts of the system, of its own, and of single fonts that the user allowed it, and of no
    ///   others.
    /// - `request-fonts`: to have fonts of others brought into use with RequestFonts. Where it is `ask`, the user is
    ///   asked about the fonts that are requested. What the user has disabled or removed needs the user's word from any
    ///   program.
    /// - `set-alternate-icons`: to be shown with an icon that the caller's manifest declares, by SetAlternateIconName
    ///   of `org.typecase.AlternateIcons1`. Every program has it until it is denied.
    /// - `set-undeclared-icons`: to be shown with an icon that it hands over. The user is asked of any program.
    ///
    /// What decides is the policy of the machine, then what the user said, then, for a Flatpak, a manifest that the
    /// administrator installed with it and that asks for the right. Where none of them says anything the user is asked
    /// for a sandboxed caller, and any other caller has the right. A manifest can ask for `install-fonts` and
    /// `use-installed-fonts` alone. Published fonts are files that every program can read: fontconfig shows them to
    /// sandboxed programs too, whatever this service tells. Without `use-installed-fonts` the service is no way to tell
    /// users apart by their fonts; that is no secrecy.
    ///
    /// - Parameter call: The call, with its sender.
    /// - Returns: The rights that there are, each with `granted`, `denied` or `ask`.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func rights(_ call: BusMethodCall) async throws -> [String: String]

    /// Asks the user for rights, where nothing else decides.
    ///
    /// The reply comes at once, and the answer with the job. What the methods that need a right do by themselves, a
    /// program can do with this at a time of its choice.
    ///
    /// The user is asked by a program that has registered for that, or by the desktop's own dialog; the question is
    /// open for two minutes. All that one program asks for meanwhile is one question. What the user allows or denies is
    /// remembered, and `typecase grants` shows and changes it.
    ///
    /// Options:
    ///
    /// - `parent_window` (s): the window that the question belongs to, in the form of the desktop portals, such as
    ///   `wayland:HANDLE`.
    /// - `activation_token` (s): what lets the question come to the front.
    /// - `handle_token` (s): the last part of the path of `job`, of ASCII letters, digits and underscores; a random one
    ///   where it is left out.
    ///
    /// Result of the job:
    ///
    /// - `rights` (a{ss}): each of `rights` with `granted`, `denied` or `ask`.
    ///
    /// The job is `done` where the caller has all of `rights`. Otherwise it has `failed` with MissingEntitlement where
    /// the policy or the user has denied one before, or nobody was there to be asked or answered in time; with
    /// CancelledByUser where the user said no or closed the question; with Busy where too many programs ask at this
    /// moment; with StorageFull, ReadOnly or Corrupt where the answer could not be written down.
    ///
    /// Errors of the call: Busy where the caller has too many jobs.
    ///
    /// - Parameters:
    ///   - call: The call, with its sender.
    ///   - rights: The rights that the caller would like to have, at least one.
    ///   - options: Options.
    /// - Returns: An object with the interface `org.typecase.Job1`, for the caller's connection alone.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func requestRights(
        _ call: BusMethodCall, rights: [String], options: [String: BusVariant]
    ) async throws -> ObjectPath

    /// Tells how the caller was identified.
    ///
    /// Who a sandboxed application is cannot be changed by it, and it is held to that, on a bus that tells callers by
    /// `ProcessFD`. On one that tells the process id alone, a process that connected, gave its connection to a child
    /// and ended is not told from a process of the user that had got its id before the service saw the connection,
    /// unless the bus tells by `LinuxSecurityLabel` that it is of another snap. A later one is refused. Other processes
    /// of the user can pose as each other, as they can change each other's files: to them the answer is for keeping
    /// their fonts apart.
    ///
    /// Identity:
    ///
    /// - `kind` (s): `flatpak` or `snap`; `application`, which is installed and not sandboxed; `appimage`, a program
    ///   that runs from an AppImage of the user's; `package`, a program that a package of the system owns and that runs
    ///   nothing that others give it, as interpreters do; `unit`, of the user's service manager; or `process`.
    /// - `app_id` (s): the application id; absent where the caller has none.
    /// - `display_name` (s): a name to show to people.
    /// - `provider` (s): the provider that the caller's registrations belong to.
    ///
    /// Scripts of one interpreter are providers of their own (`session.INTERPRETER:SCRIPT`, by the file that the
    /// process was started with), so that none removes the fonts of another. A process can say that it was started with
    /// another file, and is another script of the same interpreter then. Where no file is known, as for code on the
    /// command line, and for fonts that were registered before scripts were told apart, the interpreter is the provider
    /// (`session.INTERPRETER`): `typecase provider remove` removes those.
    ///
    /// - Parameter call: The call, with its sender.
    /// - Returns: Who the caller is to the service.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func whoAmI(_ call: BusMethodCall) async throws -> [String: BusVariant]
}

extension FontManager1Service {
    package var version: UInt32 { 1 }
}
