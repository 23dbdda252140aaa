// Generated from dbus/org.typecase.FontManager1.xml by Tools/BusInterfaceGenerator; do not edit.

package import DBus
package import LinuxSystem

/// Provide fonts to the desktop session and find the fonts that it has.
///
/// An application registers fonts by passing them as open files; from then on, they are available to the whole session,
/// sandboxed applications included.
///
/// The fonts belong to their provider. The service derives the provider from the caller itself: an application sees,
/// changes and removes only its own registrations.
///
/// The object is `/org/typecase/FontManager1` at the bus name `org.typecase.FontManager1` on the session bus.
///
/// **Rules for callers.** The last argument of a method is a dictionary of options or a filter, and may be empty. The
/// service ignores keys that it does not know. If a known key has a value of another type, the call fails with
/// `org.freedesktop.DBus.Error.InvalidArgs`, and the message names the key and both types. Dictionaries in replies may
/// contain keys that are not listed here: later versions add them. A message carries at most 16 file descriptors,
/// because the bus disconnects clients that send more. Split larger sets over several calls, which may be in flight at
/// the same time. A caller may have up to 256 calls without a reply, with 512 descriptors and arguments of 32 MiB in
/// them. All connections of one provider together may have arguments of 64 MiB. The service answers calls beyond these
/// limits with Busy at once. Texts in replies are UTF-8 and may come from fonts: treat them as untrusted.
///
/// **Results per item.** A method that works on several items returns one dictionary per item, in the order of the
/// items. If an item fails, its dictionary has the key `error`, and the other items can still succeed:
///
/// - `error` (s): the full name of an error, such as `org.typecase.Error.InvalidFontData`; present only if the item
///   failed.
/// - `message` (s): what went wrong, in English, for developers; accompanies `error`.
/// - `owner` (s): the owner of the conflicting font, a provider or `system`; accompanies DuplicatedName, Shadowed and
///   Downgrade.
///
/// The service sends the reply after the change is durable on disk and visible to fontconfig. If the caller leaves the
/// bus before the reply, the call is cancelled: fonts that are not yet being published at that moment are never
/// published.
///
/// **Time-outs.** Before the service replies, it waits for earlier requests of other callers, examines the fonts and
/// makes them durable, and may ask the user. Unless told otherwise, most D-Bus libraries wait 25 seconds for a reply.
/// With large fonts, many calls in flight or a slow disk, a call takes longer: use a time-out of 300 seconds for every
/// call that registers, changes or removes fonts. A time-out in the caller does not cancel the call: the service does
/// not notice it and continues. To get the result of a call that registers fonts, make the call again with the same
/// `request_id`.
///
/// **Pages.** Lists are returned in pages. A page ends after `limit` entries, or earlier if it has become as long as a
/// message should be. To continue after a page, pass the `cursor` of its reply; an empty cursor means the end of the
/// list. An entry that exists all the time is listed exactly once, even if other entries are added or removed between
/// two pages or the service restarts. An entry that is added or removed meanwhile is listed at most once. A cursor is
/// valid for the list and the filter that it came from.
///
/// **Many fonts in one call.** Each item of a call succeeds or fails by itself. If a call has more than 256 fonts, the
/// service carries it out in parts, so that calls of other callers can run in between. Each part is a change with its
/// own generation and its own signal, and the `generation` of the reply is that of the last part. To register fonts
/// together in one change, use a batch.
///
/// **Properties.** If PropertiesChanged does not announce a property, the annotation EmitsChangedSignal of the property
/// is `false`: read such a property with Get each time. GDBusProxy ignores this annotation and keeps the value that it
/// read at its start, unless it is created with the flag `G_DBUS_PROXY_FLAGS_DO_NOT_LOAD_PROPERTIES`.
///
/// **Qt.** For the type `a{ss}`, qdbusxml2cpp needs a name without a comma. This name is TypecaseStrings here, a QMap
/// of QString to QString. Pass the header that declares this type to qdbusxml2cpp, `-i typecase-types.h`, and call
/// `qRegisterTypecaseTypes()` of that header before the first call. The header is among the examples in `qt`.
///
/// **Scopes.** Fonts registered as `persistent` stay until they are removed, also across reboots. Fonts registered as
/// `session` are removed at the last logout of the user: all logins that overlap are one session, and user services
/// that linger do not prolong it. While the user is not logged in, the service refuses this scope with
/// UnsupportedScope. On systems without logind, the session lasts as long as its bus; buses that overlap, such as a
/// nested one, are one session as well. A home that several machines may use at the same time has no `session` scope,
/// because no machine knows of the logins on the others: there, the service always refuses the scope with
/// UnsupportedScope. A home counts as shared in this way on every file system that is not known to belong to one
/// machine, so on network file systems and on all FUSE file systems.
///
/// **Leases.** With the option `lease` of RegisterFonts and RegisterAssets, fonts stay until the caller leaves the bus,
/// for whatever reason, instead of until the end of the login session. `lease_seconds` ends the lease earlier, after a
/// period of time. Changes of the machine's clock do not make this period longer or shorter, and it does not advance
/// while the machine sleeps. `lease_handle` is a name that the caller chooses, by which EndLease ends the lease. Both
/// options may be given, and whichever event comes first ends the lease. A restart of the service does not end leases.
/// A font that is already registered in a way that lasts longer stays as it is. A font that is registered under several
/// leases lasts until all of them have ended. If it is registered again with another `lease_seconds`, it lasts until
/// the later end. A connection has at most 100 leases at a time, and all programs together 400: register several fonts
/// with one call.
///
/// **Visibility.** Fonts registered with the visibility `session` are published: their files are in a directory that
/// every program can read, sandboxed programs included, so that every program finds them, in whatever way it searches.
/// Fonts registered as `granted` are never in that directory. Programs with the right `use-installed-fonts`, or with a
/// grant for such a font, find it with Match, ListFaces, ListFamilies and ListFacesFile, and open it with OpenFont;
/// other programs cannot. Its provider opens it by its `id`. A program without a sandbox has that right unless the user
/// or the policy denies it, and could read the files of the service as well. If the caller lacks the right, Match,
/// Cover, RequestFonts and the lists return only the caller's own fonts, the system's fonts, and fonts of others that
/// are granted individually. The same bytes are published as long as at least one provider has registered them as
/// `session`. The names of enabled fonts count as taken with either visibility, so an error may mention a font that the
/// caller cannot find.
///
/// **Font dictionary.** Describes one registration, which is one file:
///
/// - `id` (s): identifies the registration; opaque.
/// - `provider` (s): the provider that registered the font: an application id, `snap.NAME` for a snap, `appimage.NAME`
///   for an AppImage, according to the desktop entry in it, `package.NAME` for a program of a package, `session.NAME`
///   for other programs and units, `session.INTERPRETER:SCRIPT` for a script, or `user`.
/// - `scope` (s): how long the registration lasts: `persistent` until it is removed, `session` until the user's last
///   login session ends.
/// - `enabled` (b): whether programs find the font.
/// - `visibility` (s): which programs find the font: `session` for all, `granted` for those with the right.
/// - `quarantined` (b): whether the font was taken out of use, regardless of what its provider and the user want.
/// - `quarantine` (s): the cause of the quarantine: `altered` if the file was altered, `invalid` if the font no longer
///   passes validation, `denied` if the font is banned; absent otherwise.
/// - `quarantine_reason` (s): the reason, in English; accompanies `quarantine`.
/// - `collision` (s): the file of a system font that was added later and has a name of this font, or would be hidden by
///   this font. Bytes of the path that are not UTF-8 are written as `\xE9`, and a backslash that would look like such
///   an escape as `\x5C`. Absent otherwise. Both fonts stay until one of them is disabled or removed.
/// - `format` (s): `truetype`, `cff`, `cff2` or `collection`.
/// - `sha256` (s): the SHA-256 of the file as 64 hexadecimal digits.
/// - `size` (t): the size of the file in bytes.
/// - `path` (s): the path of the file that programs find; only in full dictionaries of ListFonts of
///   `org.typecase.Management1`.
/// - `user_info` (s): the `user_info` that the provider gave; absent if it gave none.
/// - `faces` (aa{sv}): the faces of the file, in the order of the file, as brief face dictionaries, see *Faces of a
///   file*.
///
/// **Face dictionary.** A brief dictionary contains:
///
/// - `id` (s): the id of the registration; for a face of the system, `system-` and a digest of its location.
/// - `source` (s): `typecase` for registered fonts, `system` for fonts that fontconfig finds elsewhere.
/// - `provider` (s): the provider that registered the font; absent for `system`.
/// - `enabled` (b): whether programs find the face.
/// - `face_index` (u): the index of the face in its file.
/// - `postscript_name` (s): the PostScript name.
/// - `family` (s): the family, which groups at most four styles.
/// - `typographic_family` (s): the family as its designer defines it; absent if it is the same as `family`.
/// - `full_name` (s): the full name.
/// - `display_name` (s): a name to show to people: the same as `full_name`, because the service does not know the
///   caller's locale; `names` has the family in other languages.
/// - `style` (s): the name of the style within the family.
/// - `weight` (d): the weight on OpenType's scale, 1 to 1000; 400 is regular.
/// - `width` (d): the width in percent of normal.
/// - `slant` (s): `upright`, `italic` or `oblique`.
/// - `monospace` (b): whether all glyphs have the same advance width.
/// - `variable` (b): whether the face has variation axes.
/// - `user_info` (s): the `user_info` that the provider gave; absent if it gave none, and for a sandboxed caller if the
///   font belongs to another provider.
///
/// A full dictionary also contains:
///
/// - `names` (a{ss}): the family in every language in which the font names it, by BCP 47 tag.
/// - `languages` (as): the languages that the face covers, as BCP 47 tags.
/// - `scripts` (as): the OpenType scripts of its layout tables.
/// - `axes` (a{s(ddd)}): variation axes by tag: minimum, default, maximum; absent for a static face.
/// - `named_instances` (aa{sv}): `name` (s), `postscript_name` (s) and `instance` (a{sd}) of each named instance. If
///   the font declares no PostScript name for an instance, `postscript_name` is the name that programs compose from the
///   font's prefix for such names, or from its family, and `name`. Absent for a static face.
/// - `format` (s), `sha256` (s), `size` (t): as in the font dictionary; the last two are absent for faces of the
///   system.
/// - `path` (s): the path of the file of a face of the system; absent for registered fonts, whose bytes OpenFont
///   provides, and for sandboxed callers.
/// - `color` (as): the colour tables present: `COLR`, `CBDT`, `sbix`, `SVG`.
/// - `version` (s): the version text.
/// - `foundry` (s): the vendor.
/// - `licence` (s): the licence, or where to find it.
/// - `embedding` (s): `installable`, `preview-and-print`, `editable`, `restricted` or `unknown`.
/// - `glyph_count` (u): the number of glyphs; absent if the service does not know it, for example for faces of the
///   system.
///
/// A variable face that was found by a named instance, or by a property that its axes determine, also has:
///
/// - `instance` (a{sd}): the position in the design space that matches the request or comes nearest to it, as values by
///   axis tag.
/// - `named_instance` (s): the name that the font has for this position; absent if it has none.
/// - `namesakes` (u): if the request has only a PostScript name, the number of other faces that have this name; absent
///   if there are none.
///
/// **Faces of a file.** If a dictionary describes a whole file, each of its `faces` is a face dictionary without the
/// keys that describe the file or the registration and are the same for all faces: `id`, `source`, `provider`,
/// `enabled`, `user_info`, `format`, `sha256` and `size`. The keys `instance` and `named_instance` are missing too,
/// because they answer a request for a face.
///
/// **Descriptor dictionary.** Describes the requested face. Every key is optional; a property whose key is left out
/// does not matter:
///
/// - `name` (s): compared with PostScript names first, then with families, then with full names; the first kind of name
///   that matches a face counts. If the descriptor also has wishes, PostScript names and families are compared
///   together, because the plain face of a family often has the name of the family: the face that is nearest to the
///   wishes is taken, and among equal faces the one with this PostScript name.
/// - `postscript_name` (s): the exact PostScript name, of a face or of a named instance.
/// - `family` (s): the family, in any language.
/// - `full_name` (s): the full name, in any language.
/// - `style` (s): the name of the style, of a face or of a named instance, in any language.
/// - `weight` (d), `width` (d), `slant` (s): the nearest face is taken, as fontconfig does for programs: the slant
///   counts before the weight, and the weight before the width. A slant that is left out counts as upright, a weight as
///   regular and a width as normal.
/// - `bold` (b): whether the weight is 600 or more.
/// - `italic` (b): whether the slant is `italic` or `oblique`.
/// - `monospace` (b), `variable` (b): as in the face dictionary.
/// - `instance` (a{sd}): the values that the axes of the face should take, by axis tag.
/// - `languages` (as): languages that the face must cover, as BCP 47 tags or Unicode locale identifiers.
/// - `characters` (s): characters that the face should have; the face with most of them is taken.
/// - `source` (s): `typecase` or `system`.
/// - `user_info` (s): the provider's mark, which distinguishes fonts with equal names.
///
/// Names, `languages` and `source` must match. The other keys are wishes, and those that come first in this order count
/// most: `characters`, `user_info`, `style`, `instance`, `italic`, `slant`, `bold`, `weight`, `width`, `monospace`,
/// `variable`. Among equal faces, registered ones come first, then the user's own files, then those of the machine, and
/// then those of the system. A descriptor without any name must have one of `characters`, `languages`, `style`,
/// `monospace`, `variable`, `instance` and `user_info`, and then these must match too.
///
/// The comparison of names ignores case, spaces, hyphens and underscores, how accents are composed, and the width of
/// letters.
///
/// **Name conflicts.** Among the fonts that programs find, a PostScript name identifies one font. Another font that has
/// a face with this name is refused: with DuplicatedName if an enabled font of any provider has the name, and with
/// Shadowed if the system has it. This also applies to two fonts of one call or batch. A named instance of a variable
/// font counts as a face, also under a name that programs compose for it, but not in comparison with faces of the
/// font's own family: a variable font and the static fonts that it can replace may have names in common. A font is also
/// refused with DuplicatedName if one of its faces belongs to a family of an enabled font of another provider, and the
/// two have the same style, or have the same weight, width and slope and the refused font's revision is not lower. This
/// rule does not apply if exactly one of the two is variable. Such a font can be registered as disabled; when it is to
/// be enabled, the service checks it again. The same bytes are the same font: each provider has its own registration,
/// and the bytes stay until the last registration is removed. A registered font does not replace a system font either.
/// A font is also refused with Shadowed if it shares a family with a system font, in any language, and has the same
/// style, or has the same weight, width and slope and a higher revision. The error is the same for a font with a family
/// such as `serif` or `monospace`, by which programs request any font of a kind. Other fonts of a family of which the
/// system has some fonts are accepted.
///
/// **Identity of a font.** A PostScript name alone does not identify the font of a face: in some families, several
/// styles have the same name. Two faces are the same font if the PostScript name, the family (the typographic one,
/// otherwise the legacy one), weight, width and slant are the same; for variable fonts, those of the default instance
/// count. A variable font and a static font are never the same font. Other styles of a family that share a PostScript
/// name can be registered together, with the warning `shared-name`. Match by the name alone finds the upright, regular
/// style and returns the number of the others in `namesakes`; Match by the properties of a style finds any of them. If
/// several fonts have a PostScript name, RegisterDescriptors and UnregisterDescriptors return InsufficientInfo for it.
/// A font of another family with the name is refused with DuplicatedName. A font that programs would find before a
/// system font of the name is refused with Shadowed.
///
/// **Upgrades.** A new font replaces an old one of the same provider if the new one is registered as enabled, has the
/// faces of the old one, and has a higher revision (`head.fontRevision`) in each of the faces that the two share, or
/// the same revision in some of them. The replacement happens in one step for all programs, and the new font takes over
/// the scope and the state of the old one. If the call requests it, a registration that was to end with the session
/// becomes persistent. The new registration has its own `id`, because an `id` always identifies the same bytes. Changes
/// reports the old registration as `removed` and the new one as `added`, or `disabled`, in one generation. A font that
/// is registered as disabled replaces only a disabled font; if the old font is enabled, the new font stays disabled
/// beside it. A lower revision is refused with Downgrade. An equal revision with other bytes is refused with
/// DuplicatedName, because the font does not claim to be newer; it is treated like a font of another program. The
/// option `allow_downgrade` lets the font replace the registered one in both cases. The dictionary of a refused item
/// has the name of this option as `option` (s) and the registration that stays as `kept` (s). If the format of that
/// registration differs, the dictionary also has this format as `kept_format` (s). The new font must have all faces of
/// the old font, and no other provider may have the old font enabled. If one call has several revisions of a font with
/// the same faces, the newest one is registered, whatever their order. The other ones are refused with DuplicatedName
/// or Downgrade.
///
/// **Read-only homes.** If this service cannot change fonts, because another service changes them or the home is not
/// writable, it refuses changes with the reason and answers queries from the registry as it is. If no file in the home
/// can be locked, for example on a network file system without a lock service, it answers queries from a copy of the
/// registry, and copies it again when the registry has changed. If the registry exists and cannot be read, methods that
/// return registrations, providers and changes fail with the reason instead of returning empty lists, as does OpenFont
/// for an id that is not an id of the system. Match and the lists of faces then return only the system fonts.
///
/// **Errors.** All names begin with `org.typecase.Error.`:
///
/// - `FileNotFound`: the file does not exist.
/// - `InsufficientPermissions`: the descriptor cannot be read, or is not a regular file.
/// - `UnrecognizedFormat`: the bytes are not a TrueType, OpenType or collection file.
/// - `InvalidFontData`: the bytes claim to be a font but are damaged or would harm programs.
/// - `AlreadyRegistered`: the same bytes are registered in a way that excludes the request.
/// - `ExceededResourceLimit`: a limit on size, count or quota is exceeded.
/// - `AssetNotFound`: the asset does not exist.
/// - `NotRegistered`: the caller has no font with this id; the id may be unknown or belong to another provider.
/// - `InUse`: the font is in use. No method returns this error: a font that is open can be removed, and programs that
///   have it open keep it.
/// - `SystemRequired`: the system needs the font.
/// - `RegistrationFailed`: the request failed for a reason that has no error name of its own.
/// - `MissingEntitlement`: the caller lacks the right.
/// - `InsufficientInfo`: the descriptor does not identify a font.
/// - `CancelledByUser`: the user refused or has disabled the font, or the caller cancelled the request or left the bus.
/// - `DuplicatedName`: another enabled font is the same font, or is of another family and has the same PostScript name,
///   or is of another provider and could be taken for this font in its family.
/// - `InvalidFilePath`: the file is not in a place from which the caller may register fonts.
/// - `UnsupportedScope`: the scope is unknown, or not supported here.
/// - `Downgrade`: the provider has a newer revision of the font registered.
/// - `Shadowed`: a system font has the same name, or programs would get this font instead of the system's.
/// - `Denied`: a list of this machine bans the font.
/// - `BatchClosed`: the batch was committed or cancelled, and accepts no more changes.
/// - `RequestReused`: another call of the caller had the same `request_id`.
/// - `Busy`: too much work is waiting; try again later.
/// - `StorageFull`: the disk or the user's quota is full.
/// - `ReadOnly`: this service cannot change fonts.
/// - `Corrupt`: a file or the registry is damaged.
/// - `DownloadFailed`: the font could not be downloaded from the web; another request may succeed.
/// - `InvalidCursor`: the cursor does not belong to this list, or the registry was created again since; list from the
///   start.
/// - `NotUndoable`: the change cannot be undone, or was undone before; the message gives the reason.
///
/// Any method may fail with `org.freedesktop.DBus.Error.InvalidArgs` (wrong type, or a value out of range),
/// `org.freedesktop.DBus.Error.AccessDenied` (the service cannot determine reliably who the caller is), Busy (too many
/// calls in flight), `org.freedesktop.DBus.Error.LimitsExceeded` (the arguments or the reply are larger than a message
/// should be; request less), ReadOnly (there is no usable home or no readable registry), Corrupt and RegistrationFailed
/// (the registry cannot be read). The description of each method lists its other errors.
package protocol FontManager1Service: FontManager1RegistrationService, FontManager1QueriesService, Sendable {
    /// The version of this interface: it counts up when members or keys are added.
    ///
    /// This is version 1.
    var version: UInt32 { get async throws }

    /// Increases with every change of the fonts of the session.
    ///
    /// It never decreases, not even after a restart. Each change is announced by PropertiesChanged with the new value,
    /// and then by the signal FontsChanged.
    var generation: UInt64 { get async throws }

    /// Examines a font as a registration does, without registering it.
    ///
    /// On the command line: `typecase validate`, which does not need the service.
    ///
    /// Options:
    ///
    /// - `level` (s): `strict`, the default, checks whether the font can be registered; `minimum` checks whether it can
    ///   be read.
    /// - `report` (s): `summary`, `detailed` (the default, with the problems found) or `full` (with warnings as well).
    ///
    /// The report has the members of Apple's font validator (TN3214). `Failures`, `FilesProcessed` and `FontFiles` are
    /// numbers. `Details` is a list with one object:
    ///
    /// - `path`: empty, as the service does not know it.
    /// - `result`: `pass` or `fail`: this decides, whatever the codes are.
    /// - `fonts`: one object per face, with `issues`, `format`, `fontname` and, in a full report, `warnings`.
    /// - `max_code`: the most severe code that was found.
    /// - `os_installable`: whether the font can be registered, judging by its content alone.
    /// - `format`: `truetype`, `cff`, `cff2` or `collection`; null if the file is not a font.
    /// - `opinions`: the opinions of the validators that checked the font; absent in a summary.
    ///
    /// An opinion contains `judge` (`typecase` for the service's own checks, `freetype`, `harfbuzz`, `fontconfig`, or
    /// `ots` for the OpenType Sanitizer), `version`, `heard` and, if `heard` is false, the reason as `silence`. There
    /// are no opinions if reading the font ended the process that reads fonts.
    ///
    /// An issue contains the name of the rule as `issue`, a `code`, and `messages`. The codes: 0 nothing found, -101
    /// the specification is violated, -102 a format that cannot be installed, -201 a cost for every program, -202 the
    /// specification is violated in a part that programs can do without, -301 a warning. At level `minimum`, only -101
    /// fails.
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

    /// Reports what the caller may do.
    ///
    /// If a call needs a right that the caller does not have, it fails with MissingEntitlement. If the right is `ask`,
    /// the user is asked first: the call waits for the answer, for up to two minutes.
    ///
    /// The rights:
    ///
    /// - `install-fonts`: to register fonts, and to enable them. Removing and disabling its own fonts needs no right.
    /// - `install-undeclared-fonts`: to register fonts whose SHA-256 the caller's manifest does not declare. Without
    ///   this right, only such fonts are refused, with InvalidFilePath; if the right is `ask`, the user is asked about
    ///   each of them by its name.
    /// - `use-installed-fonts`: to find and open fonts whose visibility is `granted`, and to receive the changes of
    ///   other providers' fonts from Changes. Without this right, a caller gets from Match, the lists and RequestFonts,
    ///   and a sandboxed one also from OpenFont, only the system fonts, its own fonts, and single fonts that the user
    ///   allowed it to use.
    /// - `request-fonts`: to have fonts of other providers made available with RequestFonts. If the right is `ask`, the
    ///   user is asked about the requested fonts. If the user has disabled or removed a font, every program needs the
    ///   user's permission for it.
    /// - `set-alternate-icons`: to be shown with an icon that the caller's manifest declares, by SetAlternateIconName
    ///   of `org.typecase.AlternateIcons1`. Every program has this right until it is denied.
    /// - `set-undeclared-icons`: to be shown with an icon that the caller passes to the service. The user is asked for
    ///   every program.
    ///
    /// The policy of the machine decides first, then the user's decision, then, for a Flatpak, a manifest that the
    /// administrator installed with it and that requests the right. If none of them decides, the user is asked for a
    /// sandboxed caller; any other caller has the right. A manifest can request only `install-fonts` and
    /// `use-installed-fonts`. Published fonts are files that every program can read: fontconfig shows them to sandboxed
    /// programs too, whatever this service reports. Without `use-installed-fonts`, a program cannot use the service to
    /// tell users apart by their fonts, but the fonts are not secret.
    ///
    /// - Parameter call: The call, with its sender.
    /// - Returns: All rights, each with `granted`, `denied` or `ask`.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func rights(_ call: BusMethodCall) async throws -> [String: String]

    /// Asks the user for rights, if nothing else decides.
    ///
    /// The reply comes at once; the job returns the answer. The methods that need a right ask for it themselves; with
    /// this method, a program can ask at a time of its choice.
    ///
    /// The question is shown by a program that has registered for this, or by the desktop's own dialog; it is open for
    /// two minutes. All requests of one program during this time are one question. The user's decision is remembered,
    /// and `typecase grants` shows and changes it.
    ///
    /// Options:
    ///
    /// - `parent_window` (s): the window that the question belongs to, in the form of the desktop portals, such as
    ///   `wayland:HANDLE`.
    /// - `activation_token` (s): a token that allows the question to come to the front.
    /// - `handle_token` (s): the last part of the path of `job`, of ASCII letters, digits and underscores; random if
    ///   omitted.
    ///
    /// Result of the job:
    ///
    /// - `rights` (a{ss}): each of `rights` with `granted`, `denied` or `ask`.
    ///
    /// If the caller has all of `rights`, the job is `done`. Otherwise, it is `failed`: with MissingEntitlement if the
    /// policy or the user has denied one before, if no program could ask the user, or if the user did not answer in
    /// time; with CancelledByUser if the user denied the request or closed the question; with Busy if too many programs
    /// are asking at this moment; with StorageFull, ReadOnly or Corrupt if the answer could not be saved.
    ///
    /// Errors of the call: Busy if the caller has too many jobs.
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

    /// Reports how the service identified the caller.
    ///
    /// If the bus identifies callers by `ProcessFD`, a sandboxed application cannot change its identity, and the
    /// service enforces the restrictions of that identity. If the bus reports only the process id, a process can
    /// connect, give its connection to a child and end. The service cannot distinguish it from a process of the user
    /// that got the same id before the service saw the connection, unless the bus reports by `LinuxSecurityLabel` that
    /// the caller belongs to another snap. A process that got the id later is refused. Other processes of the user can
    /// impersonate each other, because they can change each other's files: for them, the identity only keeps their
    /// fonts apart.
    ///
    /// Identity:
    ///
    /// - `kind` (s): `flatpak` or `snap`; `application`, an installed application without a sandbox; `appimage`, a
    ///   program that runs from an AppImage of the user; `package`, a program that a package of the system owns and
    ///   that, unlike an interpreter, runs nothing that others give it; `unit`, a unit of the user's service manager;
    ///   or `process`.
    /// - `app_id` (s): the application id; absent if the caller has none.
    /// - `display_name` (s): a name to show to people.
    /// - `provider` (s): the provider that the caller's registrations belong to.
    ///
    /// Each script of an interpreter is a provider of its own (`session.INTERPRETER:SCRIPT`, named by the file that the
    /// process was started with), so that no script removes the fonts of another. A process can claim that it was
    /// started with another file, and then counts as another script of the same interpreter. If no file is known, as
    /// for code on the command line, the interpreter is the provider (`session.INTERPRETER`). The same applies to fonts
    /// that were registered before the service distinguished scripts. `typecase provider remove` removes those.
    ///
    /// - Parameter call: The call, with its sender.
    /// - Returns: Who the caller is to the service.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func whoAmI(_ call: BusMethodCall) async throws -> [String: BusVariant]
}

extension FontManager1Service {
    package var version: UInt32 { 1 }
}
