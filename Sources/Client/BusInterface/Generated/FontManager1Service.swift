// Generated from dbus/org.typecase.FontManager1.xml by Tools/BusInterfaceGenerator; do not edit.

package import DBus
package import LinuxSystem

/// Provide fonts to the desktop session and find the fonts in it.
///
/// An application registers fonts by passing them as open files; from then on, the fonts are available to the whole
/// session, including sandboxed applications.
///
/// The fonts belong to their provider. The service itself determines the provider from the caller: an application can
/// see, change and remove only its own registrations.
///
/// The object is `/org/typecase/FontManager1` at the bus name `org.typecase.FontManager1` on the session bus.
///
/// **Rules for callers.** The last argument of a method is a dictionary of options or a filter, and may be empty. The
/// service ignores keys that it does not know. If the value of a known key has the wrong type, the call fails with
/// `org.freedesktop.DBus.Error.InvalidArgs`, and the message names the key, the expected type and the actual type.
/// Dictionaries in replies may contain keys that are not listed here, because later versions may add keys. A message
/// carries at most 16 file descriptors, because the bus disconnects clients that send more. Split larger sets across
/// several calls, which may be in flight at the same time. A caller may have up to 256 unanswered calls, which together
/// may carry up to 512 descriptors and 32 MiB of arguments. The unanswered calls of all connections of one provider
/// together may carry up to 64 MiB of arguments. The service immediately answers calls beyond these limits with Busy.
/// Strings in replies are UTF-8 and may come from fonts: treat them as untrusted.
///
/// **Results per item.** A method that works on several items returns one dictionary per item, in the order of the
/// items. If an item fails, the other items can still succeed. The dictionary of a failed item contains:
///
/// - `error` (s): the full name of an error, such as `org.typecase.Error.InvalidFontData`; present only if the item
///   failed.
/// - `message` (s): what went wrong, in English, for developers; accompanies `error`.
/// - `owner` (s): the owner of the conflicting font, which is either a provider or `system`; accompanies
///   DuplicatedName, Shadowed and Downgrade.
///
/// The service sends the reply after the change is durable on disk and visible to fontconfig. If the caller leaves the
/// bus before the reply, the call is cancelled: fonts that are not yet being published at that moment are never
/// published.
///
/// **Time-outs.** Before the service replies, it waits for earlier requests from other callers, examines the fonts,
/// saves them durably, and may ask the user. Unless told otherwise, most D-Bus libraries wait 25 seconds for a reply.
/// With large fonts, many calls in flight or a slow disk, a call can take longer: use a time-out of 300 seconds for
/// every call that registers, changes or removes fonts. A time-out in the caller does not cancel the call: the service
/// does not notice the time-out and continues to process the call. To get the result of a call that registers fonts,
/// make the call again with the same `request_id`.
///
/// **Pages.** Lists are returned in pages. A page ends after `limit` entries, or earlier if it reaches a size limit. To
/// continue after a page, pass the `cursor` of its reply; an empty cursor means the end of the list. An entry that
/// exists throughout is listed exactly once, even if other entries are added or removed between two pages or the
/// service restarts. An entry that is added or removed meanwhile is listed at most once. A cursor is valid for the list
/// and the filter that it came from.
///
/// **Many fonts in one call.** Each item of a call succeeds or fails independently. If a call contains more than 256
/// fonts, the service carries it out in parts, so that calls from other callers can run in between. Each part is a
/// change with its own generation and its own signal, and the `generation` of the reply is that of the last part. To
/// register fonts together in one change, use a batch.
///
/// **Properties.** If PropertiesChanged does not announce changes to a property, the annotation EmitsChangedSignal of
/// the property is `false`: read such a property with Get each time. GDBusProxy ignores this annotation and keeps the
/// value that it read when it was created, unless it is created with the flag
/// `G_DBUS_PROXY_FLAGS_DO_NOT_LOAD_PROPERTIES`.
///
/// **Qt.** For the type `a{ss}`, `qdbusxml2cpp` needs a name without a comma. Here, this name is TypecaseStrings, which
/// is a QMap from QString to QString. Pass the header that declares this type to `qdbusxml2cpp` with `-i
/// typecase-types.h`, and call `qRegisterTypecaseTypes()` from that header before the first D-Bus call. The header is
/// among the examples in `qt`.
///
/// **Scopes.** Fonts registered as `persistent` stay until they are removed, even across reboots. Fonts registered as
/// `session` are removed at the user's last logout: overlapping logins count as one session, and lingering user
/// services do not prolong it. While the user is not logged in, the service refuses this scope with UnsupportedScope.
/// On systems without logind, the session lasts as long as its bus; overlapping buses, such as a nested one, also count
/// as one session. A home directory that several machines may use at the same time has no `session` scope, because no
/// machine knows about the logins on the others: there, the service always refuses the scope with UnsupportedScope. A
/// home directory counts as shared in this way if it is on a file system that is not known to belong to one machine;
/// this includes network file systems and all FUSE file systems.
///
/// **Leases.** With the option `lease` of RegisterFonts and RegisterAssets, fonts stay until the caller leaves the bus,
/// for whatever reason, instead of until the end of the login session. `lease_seconds` ends the lease earlier, after a
/// period of time. Changes to the machine's clock do not make this period longer or shorter, and time during which the
/// machine sleeps does not count. `lease_handle` is a name that the caller chooses and later passes to EndLease to end
/// the lease. Both options may be given, and whichever event comes first ends the lease. A restart of the service does
/// not end leases. A font that already has a longer-lasting registration stays as it is. A font that is registered
/// under several leases lasts until all of them have ended. If it is registered again with another `lease_seconds`, it
/// lasts until the later of the two end times. A connection can have at most 100 leases at a time, and all programs
/// together can have at most 400: register several fonts with one call.
///
/// **Visibility.** Fonts registered with the visibility `session` are published: their files are in a directory that
/// every program, including sandboxed ones, can read, so every program finds them, however it searches. Fonts
/// registered as `granted` are never in that directory. Programs that have the right `use-installed-fonts`, or a grant
/// for such a font, can find the font with Match, ListFaces, ListFamilies and ListFacesFile, and open it with OpenFont;
/// other programs cannot. The font's provider can open it by its `id`. A program without a sandbox has that right
/// unless the user or the policy denies it; such a program could also read the service's files directly. If the caller
/// lacks the right, Match, Cover, RequestFonts and the lists return only the caller's own fonts, the system's fonts,
/// and other providers' fonts that are granted individually. If several providers have registered the same bytes, these
/// bytes are published as long as at least one of the providers has registered them as `session`. The names of enabled
/// fonts count as taken whatever the visibility of the fonts is, so an error may mention a font that the caller cannot
/// find.
///
/// **Font dictionary.** Describes one registration, which is one file:
///
/// - `id` (s): identifies the registration; opaque.
/// - `provider` (s): the provider that registered the font: an application id, `snap.NAME` for a snap, `appimage.NAME`
///   for an AppImage (the name comes from the desktop entry in it), `package.NAME` for a program from a package,
///   `session.NAME` for other programs and units, `session.INTERPRETER:SCRIPT` for a script, or `user`.
/// - `scope` (s): how long the registration lasts: `persistent` until it is removed, `session` until the user's last
///   login session ends.
/// - `enabled` (b): whether programs find the font.
/// - `visibility` (s): which programs find the font: `session` for all, `granted` for those with the right
///   `use-installed-fonts` or with a grant for the font.
/// - `quarantined` (b): whether the font was taken out of use, regardless of what its provider and the user want.
/// - `quarantine` (s): the cause of the quarantine: `altered` if the file was altered, `lost` if it was lost together
///   with the store, `invalid` if the font no longer passes validation, `denied` if the font is banned; absent
///   otherwise.
/// - `quarantine_reason` (s): the reason, in English; accompanies `quarantine`.
/// - `collision` (s): the file of a system font that was added later and has one of this font's names, or would be
///   hidden by this font. Bytes of the path that are not UTF-8 are escaped, as in `\xE9`, and a backslash that would
///   look like the start of such an escape is written as `\x5C`. Absent if there is no such font. Both fonts stay until
///   one of them is disabled or removed.
/// - `format` (s): `truetype`, `cff`, `cff2` or `collection`.
/// - `sha256` (s): the SHA-256 of the file as 64 hexadecimal digits.
/// - `size` (t): the size of the file in bytes.
/// - `path` (s): the path of the file that programs find; present only in full dictionaries from the method ListFonts
///   of `org.typecase.Management1`.
/// - `user_info` (s): the `user_info` that the provider gave; absent if it gave none.
/// - `faces` (aa{sv}): the faces of the file, in the same order as in the file, as brief face dictionaries; see *Faces
///   of a file*.
///
/// **Face dictionary.** A brief dictionary contains:
///
/// - `id` (s): the id of the registration; for a face of the system, `system-` followed by a digest of its location.
/// - `source` (s): `typecase` for registered fonts, `system` for fonts that fontconfig finds elsewhere.
/// - `provider` (s): the provider that registered the font; absent for `system`.
/// - `enabled` (b): whether programs find the face.
/// - `face_index` (u): the index of the face in its file.
/// - `postscript_name` (s): the PostScript name.
/// - `family` (s): the family, which groups at most four styles.
/// - `typographic_family` (s): the family as its designer defines it; absent if it is the same as `family`.
/// - `full_name` (s): the full name.
/// - `display_name` (s): a name to show to people: the same as `full_name`, because the service does not know the
///   caller's locale; `names` contains the family in other languages.
/// - `style` (s): the name of the style within the family.
/// - `weight` (d): the weight on OpenType's scale, 1 to 1000; 400 is regular.
/// - `width` (d): the width in percent of normal.
/// - `slant` (s): `upright`, `italic` or `oblique`.
/// - `monospace` (b): whether all glyphs have the same advance width.
/// - `variable` (b): whether the face has variation axes.
/// - `user_info` (s): the `user_info` that the provider gave; absent if it gave none, or if the caller is sandboxed and
///   the font belongs to another provider.
///
/// A full dictionary also contains:
///
/// - `names` (a{ss}): the name of the family in every language for which the font has one, by BCP 47 tag.
/// - `languages` (as): the languages that the face covers, as BCP 47 tags.
/// - `scripts` (as): the OpenType scripts of its layout tables.
/// - `axes` (a{s(ddd)}): variation axes by tag: minimum, default, maximum; absent for a static face.
/// - `named_instances` (aa{sv}): `name` (s), `postscript_name` (s) and `instance` (a{sd}) of each named instance. If
///   the font declares no PostScript name for an instance, `postscript_name` is the name that programs compose from
///   `name` and either the font's prefix for such names or its family. Absent for a static face.
/// - `format` (s), `sha256` (s), `size` (t): as in the font dictionary; the last two are absent for faces of the
///   system.
/// - `path` (s): for a face of the system, the path of its file; absent for registered fonts, whose bytes OpenFont
///   provides, and for sandboxed callers.
/// - `color` (as): the colour tables present: `COLR`, `CBDT`, `sbix`, `SVG`.
/// - `version` (s): the version string.
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
///   that matches a face counts. If the descriptor also has preferences, PostScript names and families are compared
///   together, because the PostScript name of a family's plain face is often the name of the family: the face that is
///   nearest to the preferences is taken, and among equally near faces, the one with this PostScript name.
/// - `postscript_name` (s): the exact PostScript name, of a face or of a named instance.
/// - `family` (s): the family, in any language.
/// - `full_name` (s): the full name, in any language.
/// - `style` (s): the name of the style, of a face or of a named instance, in any language.
/// - `weight` (d), `width` (d), `slant` (s): the nearest face is taken, as fontconfig does for programs: the slant
///   takes precedence over the weight, and the weight over the width. If left out, the slant counts as upright, the
///   weight as regular and the width as normal.
/// - `bold` (b): whether the weight is 600 or more.
/// - `italic` (b): whether the slant is `italic` or `oblique`.
/// - `monospace` (b), `variable` (b): as in the face dictionary.
/// - `instance` (a{sd}): the values that the axes of the face should take, by axis tag.
/// - `languages` (as): languages that the face must cover, as BCP 47 tags or Unicode locale identifiers.
/// - `characters` (s): characters that the face should have; the face with the most of them is taken.
/// - `source` (s): `typecase` or `system`.
/// - `user_info` (s): the provider's mark, which distinguishes fonts with equal names.
///
/// Names, `languages` and `source` must match. The other keys are preferences, listed here in order of importance:
/// `characters`, `user_info`, `style`, `instance`, `italic`, `slant`, `bold`, `weight`, `width`, `monospace`,
/// `variable`. Among equally good faces, registered ones come first, then the user's own files, then those of the
/// machine, and then those of the system. A descriptor without any name must have at least one of `characters`,
/// `languages`, `style`, `monospace`, `variable`, `instance` and `user_info`, and in this case those that it has must
/// match too.
///
/// The comparison of names ignores case, spaces, hyphens and underscores, how accents are composed, and the width of
/// letters.
///
/// **Name conflicts.** Among the fonts that programs find, a PostScript name identifies one font. Another font that has
/// a face with this name is refused with DuplicatedName if an enabled font of any provider has the name, and with
/// Shadowed if a system font has it. This also applies to two fonts in one call or batch. A named instance of a
/// variable font counts as a face, even under a name that programs compose for it, but it is not compared with faces of
/// the font's own family: a variable font and the static fonts that it can replace may have names in common. A font is
/// also refused with DuplicatedName if one of its faces belongs to the same family as a face of another provider's
/// enabled font, and the two faces have the same style, or the same weight, width and slope if the revision of the
/// refused font is not lower. This rule does not apply if exactly one of the two is variable. A font that is refused
/// for this reason can be registered as disabled; when it is to be enabled, the service checks it again. Files with the
/// same bytes are the same font: each provider has its own registration of it, and the bytes stay until the last
/// registration is removed. A registered font does not replace a system font either. A font is also refused with
/// Shadowed if it shares a family with a system font, in any language, and has either the same style, or the same
/// weight, width and slope and a higher revision. A font is refused with the same error if its family is a name such as
/// `serif` or `monospace`, by which programs request any font of that kind. If the system has some fonts of a family,
/// other fonts of this family are accepted.
///
/// **Identity of a font.** A PostScript name alone does not identify the font of a face: in some families, several
/// styles have the same name. Two faces are the same font if they have the same PostScript name, family (the
/// typographic one if there is one, otherwise the legacy one), weight, width and slant; for variable fonts, the values
/// of the default instance count. A variable font and a static font are never the same font. Different styles of a
/// family that share a PostScript name can be registered together, with the warning `shared-name`. If only the name is
/// given, Match finds the upright, regular style and returns the number of the others in `namesakes`; if the properties
/// of a style are given, Match finds that style. If several fonts have the same PostScript name, RegisterDescriptors
/// and UnregisterDescriptors return InsufficientInfo for this name. A font of another family with the same PostScript
/// name is refused with DuplicatedName. A font that programs would find before a system font with the same name is
/// refused with Shadowed.
///
/// **Upgrades.** A new font replaces an old one of the same provider if the new one is registered as enabled, has all
/// faces of the old one, and, among the faces that the two share, has a higher revision (`head.fontRevision`) in at
/// least one face and a lower revision in none. The replacement happens in one step for all programs, and the new font
/// takes over the scope and the state of the old one. If the call requests it, a registration that was to end with the
/// session becomes persistent. The new registration has its own `id`, because an `id` always identifies the same bytes.
/// Changes reports the old registration as `removed` and the new one as `added` or `disabled`, both in one generation.
/// A font that is registered as disabled replaces only a disabled font; if the old font is enabled, the new font stays
/// disabled alongside it. A lower revision is refused with Downgrade. An equal revision with different bytes is refused
/// with DuplicatedName, because the font does not claim to be newer; it is treated like a font of another program. The
/// option `allow_downgrade` lets the font replace the registered one in both cases. The dictionary of a refused item
/// contains the name of this option as `option` (s), and the id of the old registration, which stays, as `kept` (s). If
/// the old registration has a different format, the dictionary also contains that format as `kept_format` (s). The new
/// font must have all faces of the old font, and no other provider may have the old font enabled. If one call contains
/// several revisions of a font with the same faces, the newest one is registered, whatever their order. The others are
/// refused with DuplicatedName or Downgrade.
///
/// **Read-only homes.** If this service cannot change fonts, because another service manages them or the home directory
/// is not writable, it refuses changes, gives the reason, and answers queries from the registry as it is. If no file in
/// the home directory can be locked, for example on a network file system without a lock service, it answers queries
/// from a copy of the registry, and makes a new copy when the registry has changed. If the registry exists but cannot
/// be read, methods that return registrations, providers or changes fail and give the reason instead of returning empty
/// lists, as does OpenFont for an id that is not that of a system font. Match and the lists of faces then return only
/// the system fonts.
///
/// **Errors.** All names begin with `org.typecase.Error.`:
///
/// - `FileNotFound`: the file does not exist.
/// - `InsufficientPermissions`: the file descriptor cannot be read, or does not refer to a regular file.
/// - `UnrecognizedFormat`: the bytes are not a TrueType, OpenType or collection file.
/// - `InvalidFontData`: the bytes claim to be a font but are damaged or would harm programs.
/// - `AlreadyRegistered`: the same bytes are registered in a way that conflicts with the request.
/// - `ExceededResourceLimit`: a limit on size, count or quota is exceeded.
/// - `AssetNotFound`: the asset does not exist.
/// - `NotRegistered`: the caller has no font with this id; the id may be unknown or belong to another provider.
/// - `InUse`: the font is in use. No method returns this error: a font that is open can be removed, and programs that
///   have it open keep it.
/// - `SystemRequired`: the system needs the font.
/// - `RegistrationFailed`: the request failed for a reason that has no error name of its own.
/// - `MissingEntitlement`: the caller lacks the required right.
/// - `InsufficientInfo`: the descriptor does not identify a font.
/// - `CancelledByUser`: the user refused or has disabled the font, or the caller cancelled the request or left the bus.
/// - `DuplicatedName`: another enabled font is the same font, or belongs to another family and has the same PostScript
///   name, or belongs to another provider and could be mistaken for this font in its family.
/// - `InvalidFilePath`: the file is not in a place from which the caller may register fonts.
/// - `UnsupportedScope`: the scope is unknown, or not supported here.
/// - `Downgrade`: the provider has already registered a newer revision of the font.
/// - `Shadowed`: a system font has the same name, or programs would get this font instead of the system's.
/// - `Denied`: a list on this machine bans the font.
/// - `BatchClosed`: the batch was committed or cancelled, and accepts no more changes.
/// - `RequestReused`: another call by the caller had the same `request_id`.
/// - `Busy`: too much work is waiting; try again later.
/// - `StorageFull`: the disk or the user's quota is full.
/// - `ReadOnly`: this service cannot change fonts.
/// - `Corrupt`: a file or the registry is damaged.
/// - `DownloadFailed`: the font could not be downloaded from the web; another request may succeed.
/// - `InvalidCursor`: the cursor does not belong to this list, or the registry has been recreated since then; list
///   again from the start.
/// - `NotUndoable`: the change cannot be undone, or has already been undone; the message gives the reason.
///
/// Any method may fail with `org.freedesktop.DBus.Error.InvalidArgs` (wrong type, or a value out of range),
/// `org.freedesktop.DBus.Error.AccessDenied` (the service cannot reliably determine who the caller is), Busy (too many
/// calls in flight), `org.freedesktop.DBus.Error.LimitsExceeded` (the arguments or the reply are too large for a
/// message; request less), ReadOnly (there is no usable home directory or no readable registry), Corrupt and
/// RegistrationFailed (the registry cannot be read). The description of each method lists its other errors.
package protocol FontManager1Service: FontManager1RegistrationService, FontManager1QueriesService, Sendable {
    /// The version of this interface: it counts up when members or keys are added.
    ///
    /// This is version 1.
    var version: UInt32 { get async throws }

    /// Increases with every change to the session's fonts.
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
    /// The report has the same members as the report of Apple's font validator (TN3214). `Failures`, `FilesProcessed`
    /// and `FontFiles` are numbers. `Details` is a list with one object:
    ///
    /// - `path`: empty, as the service does not know it.
    /// - `result`: `pass` or `fail`: this is the verdict, whatever the codes are.
    /// - `fonts`: one object per face, with `issues`, `format`, `fontname` and, in a full report, `warnings`.
    /// - `max_code`: the most severe code that was found.
    /// - `os_installable`: whether the font can be registered, judging by its content alone.
    /// - `format`: `truetype`, `cff`, `cff2` or `collection`; null if the file is not a font.
    /// - `opinions`: the opinions of the validators that checked the font; absent in a summary.
    ///
    /// An opinion contains `judge` (`typecase` for the service's own checks, `freetype`, `harfbuzz`, `fontconfig`, or
    /// `ots` for the OpenType Sanitizer), `version`, `heard` and, if `heard` is false, the reason as `silence`. There
    /// are no opinions if the process that reads fonts ended while it was reading the font.
    ///
    /// An issue contains the name of the rule as `issue`, a `code`, and `messages`. The codes are: 0, nothing was
    /// found; -101, the specification is violated; -102, the format cannot be installed; -201, the font would cost
    /// every program memory or time; -202, the specification is violated in a part that programs can do without; -301,
    /// a warning. At level `minimum`, only -101 makes the font fail.
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
    /// If a call needs a right that the caller does not have, the call fails with MissingEntitlement. If the right is
    /// `ask`, the user is asked first: the call waits for the answer, for up to two minutes.
    ///
    /// The rights:
    ///
    /// - `install-fonts`: to register fonts, and to enable them. A caller needs no right to remove or disable its own
    ///   fonts.
    /// - `install-undeclared-fonts`: to register fonts whose SHA-256 the caller's manifest does not declare. Without
    ///   this right, only such fonts are refused, with InvalidFilePath; if the right is `ask`, the user is asked about
    ///   each of them by name.
    /// - `use-installed-fonts`: to find and open fonts whose visibility is `granted`, and to receive the changes of
    ///   other providers' fonts from Changes. Without this right, Match, the lists and RequestFonts return to the
    ///   caller only the system fonts, its own fonts, and individual fonts that the user allowed it to use; for a
    ///   sandboxed caller, the same applies to OpenFont.
    /// - `request-fonts`: to have fonts of other providers made available with RequestFonts. If the right is `ask`, the
    ///   user is asked about the requested fonts. If the user has disabled or removed a font, every program needs the
    ///   user's permission for it.
    /// - `set-alternate-icons`: to be shown with an icon that the caller's manifest declares, set with
    ///   SetAlternateIconName of `org.typecase.AlternateIcons1`. Every program has this right until it is denied.
    /// - `set-undeclared-icons`: to be shown with an icon that the caller passes to the service. The user is asked
    ///   about every program.
    ///
    /// The policy of the machine decides first, then the user's decision, then, for a Flatpak, a manifest that the
    /// administrator installed with it and that requests the right. If none of them decides, the user is asked if the
    /// caller is sandboxed; any other caller has the right. A manifest can request only `install-fonts` and
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
    /// two minutes. All requests from one program during this time are combined into one question. The user's decision
    /// is remembered, and `typecase grants` shows and changes it.
    ///
    /// Options:
    ///
    /// - `parent_window` (s): the window that the question belongs to, in the format that desktop portals use, such as
    ///   `wayland:HANDLE`.
    /// - `activation_token` (s): a token that allows the question to come to the front.
    /// - `handle_token` (s): the last part of the path of `job`, consisting of ASCII letters, digits and underscores;
    ///   random if omitted.
    ///
    /// Result of the job:
    ///
    /// - `rights` (a{ss}): each of `rights` with `granted`, `denied` or `ask`.
    ///
    /// If the caller has all of `rights`, the job is `done`. Otherwise, it fails with MissingEntitlement if the policy
    /// or the user has already denied one of them, if no program could ask the user, or if the user did not answer in
    /// time; with CancelledByUser if the user denied the request or closed the dialog; with Busy if too many programs
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
    /// connect, give its connection to a child and end. The service then cannot distinguish this process from another
    /// process of the user that got the same id before the service saw the connection, unless the bus reports through
    /// `LinuxSecurityLabel` that the caller belongs to another snap. A process that got the id later is refused. Other
    /// processes of the user can impersonate each other, because they can change each other's files: for them, the
    /// identity only keeps their fonts apart.
    ///
    /// Identity:
    ///
    /// - `kind` (s): `flatpak` or `snap`; `application`, an installed application without a sandbox; `appimage`, a
    ///   program that runs from an AppImage of the user; `package`, a program that belongs to a package of the system
    ///   and that, unlike an interpreter, does not run code that others give it; `unit`, a unit of the user's service
    ///   manager; or `process`.
    /// - `app_id` (s): the application id; absent if the caller has none.
    /// - `display_name` (s): a name to show to people.
    /// - `provider` (s): the provider that the caller's registrations belong to.
    ///
    /// Each script of an interpreter is a provider of its own (`session.INTERPRETER:SCRIPT`, named after the file that
    /// the process was started with), so that no script can remove the fonts of another. A process can claim that it
    /// was started with another file, and then counts as another script of the same interpreter. If no file is known,
    /// as for code on the command line, the interpreter is the provider (`session.INTERPRETER`). The same applies to
    /// fonts that were registered before the service distinguished scripts. `typecase provider remove` removes these
    /// fonts.
    ///
    /// - Parameter call: The call, with its sender.
    /// - Returns: The identity of the caller, as the service sees it.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func whoAmI(_ call: BusMethodCall) async throws -> [String: BusVariant]
}

extension FontManager1Service {
    package var version: UInt32 { 1 }
}
