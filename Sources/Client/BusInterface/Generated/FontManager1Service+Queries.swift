// Generated from dbus/org.typecase.FontManager1.xml by Tools/BusInterfaceGenerator; do not edit.

package import DBus
package import LinuxSystem

/// The methods of `org.typecase.FontManager1` that are about queries.
package protocol FontManager1QueriesService: Sendable {
    /// Finds the best enabled face for each descriptor, among registered fonts and the system's.
    ///
    /// A name, where one is given, must match; of the faces that have it the nearest in style is taken. On the command
    /// line: `typecase match`, and `typecase why` for what fontconfig makes of a name.
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
    ///   - call: The call, with its sender.
    ///   - descriptors: What the faces should be like, at most 1,000 descriptor dictionaries.
    ///   - options: Options.
    /// - Returns: One face dictionary per descriptor, in order; an empty one where nothing matches.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func match(
        _ call: BusMethodCall, descriptors: [[String: BusVariant]], options: [String: BusVariant]
    ) async throws -> [[String: BusVariant]]

    /// Gets the caller the fonts that it needs, or tells for each why it cannot have it.
    ///
    /// The reply comes at once, and what came of it with the job. On the command line: `typecase request`.
    ///
    /// A request asks by a name, by `languages`, or by a text: then the dictionary has
    ///
    /// - `text` (s): the text that the fonts must cover, at most 64 KiB. Characters that need no glyph are ignored.
    ///   Where no font covers it alone, it is resolved to a small set of enabled fonts that cover it together, as Cover
    ///   finds it. What none of them has, a disabled font may have: one that has all of the rest is brought into use as
    ///   for a request by name.
    ///
    /// The sources are asked in this order:
    ///
    /// - `enabled`: what programs find already, fonts of the system included, as Match finds it.
    /// - `disabled`: what somebody has registered and no program finds. It is in use for as long as somebody who has
    ///   asked for it is there, and its registration does not change: the service makes one of its own, of the provider
    ///   `request`. Where it was the user who disabled it, the user is asked.
    /// - `asset`: a font that the manifest of an installed provider offers, by the name that the manifest gives it, so
    ///   that only requests by a name find it: first the PostScript name is looked up, then `name`, the full name and
    ///   the family. One that has a `url` there and is not on the machine is downloaded. It is registered in the name
    ///   of that provider, and removed when nobody holds it any more, unless the provider has registered it meanwhile.
    ///   Where the user has removed it, the user is asked.
    ///
    /// - `package`: a package of the distribution that is not installed, by the AppStream catalogs, for requests by
    ///   name. Where PackageKit is on the system bus and the policy allows it, it is installed, for all users and for
    ///   good: the user is asked about each package, unless the policy allows the program the right `request-fonts`,
    ///   and polkit decides whether the user may. Otherwise the reason is `package-available`.
    ///
    /// What is resolved is held for the caller's connection before the job is finished, until that connection ends: it
    /// is not taken away to make room, and what is in use for the caller alone ends with it. A restart of the service
    /// changes nothing about that. A connection can make any number of requests. What its first 16 calls bring into use
    /// is held for each call by itself; what later calls bring is held together, and another program that needs a font
    /// of it holds all of it.
    ///
    /// A caller that has not the right `use-installed-fonts` is served from the system's fonts and its own. The right
    /// `request-fonts` decides whether a program may have fonts of others brought into use. Where the user is to be
    /// asked, it is one question for the whole call, with the names of the fonts, whose they are, how many bytes they
    /// have, and which packages are installed. What the user says of a font is remembered: a denied font is not asked
    /// about again, until `typecase grants` takes that back.
    ///
    /// Options:
    ///
    /// - `handle_token` (s): the last part of the path of `job`, of ASCII letters, digits and underscores; a random one
    ///   where it is left out.
    /// - `parent_window` (s), `activation_token` (s): as for RequestRights, where the user has to be asked.
    /// - `dry_run` (b): tells what would be brought into use; nothing is downloaded or held, and nobody is asked.
    ///
    /// Result of the job, which is `done` whatever came of the requests:
    ///
    /// - `resolved` (aa{sv}): a brief face dictionary for each font, in the order of `requests`, with `request` (u),
    ///   which of `requests` it is for, counted from 0; `from` (s), the source; and `offered_by` (s), the provider that
    ///   the font came from, absent for the system's.
    /// - `unresolved` (aa{sv}): for each of the other requests `request` (u), `reason` (s), `message` (s), and where
    ///   they are known `provider` (s), who has the font, and `package` (s). A request by text that fonts cover in part
    ///   is in both lists, here once for each character that none of them has, which is `text` (s); if there are very
    ///   many, one entry without `text` gives their number.
    /// - `offered` (aa{sv}): with `dry_run` alone, for each font that would be brought into use `request` (u), `from`
    ///   (s) and `offered_by` (s) as in `resolved`; `name` (s), what it is called; `size` (t) in bytes, absent where it
    ///   is not known before it is downloaded; `remote` (b), whether it would be downloaded; `asks` (b), whether the
    ///   user would be asked; and `package` (s), the package that would be installed for it, absent where none would.
    ///
    /// Reasons; take one that you do not know for a failure:
    ///
    /// - `not-found`: no source has such a font.
    /// - `denied-by-user`: the user said no, now or before, or polkit did not authorize the installation of a package.
    /// - `denied-by-policy`: the policy of the machine denies it, or the name is another enabled font's.
    /// - `no-network`: the font has to be downloaded, and this machine is in no network.
    /// - `denied-by-server`: the server does not give the font away.
    /// - `download-failed`: the font could not be downloaded for another reason.
    /// - `checksum-mismatch`: the file has other bytes than were declared; `message` has both checksums.
    /// - `invalid-font`: the font does not pass the checks.
    /// - `package-available`: the package `package` of the distribution has it and was not installed; `message` says
    ///   why.
    /// - `storage-full`: there is no room, or fonts cannot be changed from here.
    /// - `limits-exceeded`: a limit on number, size or quota is exceeded.
    /// - `consent-unavailable`: the user has to be asked, and nobody could ask them, or they did not answer in time.
    /// - `cancelled`: the request was given up, or the user closed the question.
    /// - `out-of-date`: what the font is known by is out of date.
    ///
    /// The job is `cancelled` where the caller cancels it: what was brought into use for it is taken back.
    ///
    /// Errors of the call: Busy where the caller has too many jobs.
    ///
    /// - Parameters:
    ///   - call: The call, with its sender.
    ///   - requests: What the caller needs, at most 1,000 descriptor dictionaries.
    ///   - options: Options.
    /// - Returns: An object with the interface `org.typecase.Job1`, for the caller's connection alone.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func requestFonts(
        _ call: BusMethodCall, requests: [[String: BusVariant]], options: [String: BusVariant]
    ) async throws -> ObjectPath

    /// Finds which faces cover a text: a small set of them, and what none has.
    ///
    /// On the command line: `typecase cover`.
    ///
    /// Its unit is the grapheme cluster: a letter with its marks counts for a face that has both, composed or not. What
    /// needs no glyph of its own is not looked at: spaces, controls, joiners, variation selectors.
    ///
    /// Options:
    ///
    /// - `language` (s): the language of the text, as a BCP 47 tag. For Japanese, Korean and Chinese, Han ideographs
    ///   are taken from faces for that language where one has them; for others it decides nothing. With an empty text,
    ///   the faces for the language are found.
    /// - `families` (as): families to prefer, in this order, at most 32: what they have is taken from them, and only
    ///   the rest from others.
    /// - `limit` (u): the most faces in `covering`, at most 1,000; 20 where it is absent.
    ///
    /// Keys of `coverage`:
    ///
    /// - `faces` (aa{sv}): a small set of faces that together have all that any face has, those that have most first;
    ///   brief face dictionaries with `clusters` (u), how many of the different clusters the face has.
    /// - `exact` (b): whether no smaller set does the same: for each preferred family and for the rest. Up to a dozen
    ///   candidates all sets are tried.
    /// - `covering` (aa{sv}): the faces each of which has all of that alone, the best first.
    /// - `covering_count` (u): how many such faces there are.
    /// - `clusters` (u): how many different clusters the text has.
    /// - `uncovered` (as): the clusters that no face has, at most 1,000.
    /// - `uncovered_count` (u): how many such clusters there are.
    /// - `other_style` (as): Han ideographs that only faces for another language than `language` have, at most 1,000.
    ///
    /// A sandboxed program without the right `use-installed-fonts` is told of its own fonts and of the system's, so
    /// that the service does not tell it what fonts the user has. This is no secrecy: fontconfig may show it the same
    /// fonts.
    ///
    /// Errors of the call: ExceededResourceLimit for a text that is too long.
    ///
    /// - Parameters:
    ///   - call: The call, with its sender.
    ///   - text: The text, at most 1 MiB with at most 60,000 different characters; to give each character once is
    ///     enough.
    ///   - options: Options.
    /// - Returns: Which faces cover the text.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func cover(_ call: BusMethodCall, text: String, options: [String: BusVariant]) async throws -> [String: BusVariant]

    /// Lists the families that programs of the session find, in pages.
    ///
    /// Filter:
    ///
    /// - `source` (s): `typecase` or `system`.
    /// - `languages` (as): only families with a face that covers all of these.
    /// - `monospace` (b), `variable` (b): only families with such a face.
    /// - `words`, `scripts`, `licences`, `characters` and `color` as for ListFaces: only families with such a face.
    /// - `cursor` (s): where to go on.
    /// - `limit` (u): how many to list at most; 1,000 where it is left out, never more than 5,000.
    ///
    /// A reply may hold fewer than `limit`: only an empty `cursor` means the end.
    ///
    /// Errors: InvalidCursor.
    ///
    /// - Parameters:
    ///   - call: The call, with its sender.
    ///   - filter: Which families to list.
    /// - Returns: `families`: The names of the families, sorted, each once. `cursor`: Pass it in the filter of the next
    ///   call to go on; empty at the end of the list.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func listFamilies(
        _ call: BusMethodCall, filter: [String: BusVariant]
    ) async throws -> (families: [String], cursor: String)

    /// Lists the faces that programs of the session find, in pages.
    ///
    /// On the command line: `typecase search`, and `typecase list`, which has the faces of the system with the option
    /// `all`.
    ///
    /// Filter:
    ///
    /// - `source` (s): `typecase` or `system`.
    /// - `family` (s): only faces of this family, in any language.
    /// - `words` (as): only faces whose names, in any language, or whose foundry have all of these words in them; case,
    ///   spaces and hyphens do not matter. At most 32 of at most 256 bytes each.
    /// - `id` (s): only faces with this `id`.
    /// - `languages` (as): only faces that cover all of these.
    /// - `scripts` (as): only faces with layout tables for all of these OpenType scripts, such as `arab`.
    /// - `licences` (as): only faces in whose licence one of these texts occurs, whatever the case of ASCII letters,
    ///   such as `Open Font License`; an empty text stands for faces that state none, as those of the system do here.
    /// - `characters` (s): only faces that have all of these characters.
    /// - `monospace` (b), `variable` (b): only such faces.
    /// - `color` (b): only faces with, or without, coloured glyphs.
    /// - `details` (b): full face dictionaries rather than brief ones.
    /// - `cursor` (s): where to go on.
    /// - `limit` (u): how many to list at most; 100 where it is left out, never more than 1,000.
    ///
    /// A reply may hold fewer than `limit`: only an empty `cursor` means the end.
    ///
    /// Errors: InvalidCursor.
    ///
    /// - Parameters:
    ///   - call: The call, with its sender.
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
    ///   - call: The call, with its sender.
    ///   - filter: Which faces to list.
    /// - Returns: A sealed memory file, positioned at its start.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func listFacesFile(_ call: BusMethodCall, filter: [String: BusVariant]) async throws -> OwnedFileDescriptor

    /// Opens the file of a font that programs of the session find, or of a registration of the caller.
    ///
    /// A caller that is not sandboxed may open any registration. A sandboxed one is given a file of `system` that
    /// others than root can have put there, such as one in the user's own directories, only where it passes for
    /// registration and has the face that was found in it. On the command line: `typecase open`, and `typecase copy`
    /// for the fonts of a family.
    ///
    /// Details:
    ///
    /// - `face_index` (u): the index of the face that the id stands for, 0 for a registration.
    /// - `instance` (a{sd}): the place in the design space that the face has by default, value by axis tag; absent for
    ///   a static face. Which place was asked for is told by Match.
    /// - `size` (t): the number of bytes.
    ///
    /// What a caller has open at one time is limited to 512 MiB and 2,048 files, those of ListFacesFile included; all
    /// connections of one provider together may have 512 MiB and 4,096 files. A file counts until it is closed and
    /// unmapped.
    ///
    /// Errors: NotRegistered, FileNotFound, InsufficientPermissions, ExceededResourceLimit, Busy; Corrupt where the
    /// font's file was altered after it was registered, InvalidFontData and Denied where the font is out of use for
    /// what it is; InvalidFontData as well where a sandboxed caller is not given a file of `system`.
    ///
    /// - Parameters:
    ///   - call: The call, with its sender.
    ///   - id: The `id` of a face or font dictionary.
    ///   - options: Options; none is defined yet.
    /// - Returns: `font`: A sealed memory file with the bytes of the font, positioned at its start. `details`: What
    ///   goes with the bytes.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func openFont(
        _ call: BusMethodCall, id: String, options: [String: BusVariant]
    ) async throws -> (font: OwnedFileDescriptor, details: [String: BusVariant])

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
    /// - `kind` (s): `added`, `removed`, `enabled`, `disabled` or `quarantined`; or `evicted` for a fetched file of a
    ///   provider that was removed from the machine, see `org.typecase.Resources1`.
    /// - `id` (s): the registration; of an evicted file its SHA-256.
    /// - `provider` (s): whose it is or was; `request` for an evicted file that no manifest declares any more.
    /// - `cause` (s): `provider`, `user`, `file` (changed by hand), `recovery` (noticed at a start), `check` (judged
    ///   anew), `policy` (a list of denied fonts; of an evicted file that space was low) or `installation` (the
    ///   provider is not installed any more, or is again).
    /// - `reason` (s): why a font is quarantined, in English; absent where kind and cause tell.
    ///
    /// - Parameters:
    ///   - call: The call, with its sender.
    ///   - sinceGeneration: The generation up to which the caller knows the fonts.
    /// - Returns: `generation`: The current generation. `changes`: The changes after `sinceGeneration`, oldest first.
    ///   `complete`: Whether `changes` tells everything; if not, list the fonts anew.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func changes(
        _ call: BusMethodCall, sinceGeneration: UInt64
    ) async throws -> (generation: UInt64, changes: [[String: BusVariant]], complete: Bool)

    /// Has the user pick a font in a dialog, and gives the caller this font alone.
    ///
    /// The reply comes at once, and the font with the job. The caller needs no right and gets none: it learns of no
    /// other font, and what it is given is what the user chose to give it. On the command line: `typecase pick`.
    ///
    /// The dialog is that of the settings window, unless an agent with `PickFont` of `org.typecase.ConsentAgent1` is
    /// registered. It is open until the user picks or closes it, the job is cancelled, or the caller leaves the bus.
    /// One program has one such dialog at a time.
    ///
    /// Options:
    ///
    /// - `parent_window` (s), `activation_token` (s), `handle_token` (s): as for RequestRights.
    ///
    /// Result of the job:
    ///
    /// - `face` (a{sv}): the brief face dictionary of the font, which is a descriptor of it.
    /// - `size` (t): the number of bytes of its file.
    /// - `font` (h): a sealed memory file with the bytes of the font, positioned at its start; in Finished alone. It
    ///   counts like a file that OpenFont opened.
    ///
    /// The job has `failed` with CancelledByUser where the user closed the dialog; with MissingEntitlement where no
    /// program can show the dialog; with Busy where the program has such a dialog open, or too many programs have; with
    /// the errors of OpenFont where the font cannot be opened.
    ///
    /// Errors of the call: Busy where the caller has too many jobs.
    ///
    /// - Parameters:
    ///   - call: The call, with its sender.
    ///   - options: Options.
    /// - Returns: An object with the interface `org.typecase.Job1`, for the caller's connection alone.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func pickFont(_ call: BusMethodCall, options: [String: BusVariant]) async throws -> ObjectPath
}
