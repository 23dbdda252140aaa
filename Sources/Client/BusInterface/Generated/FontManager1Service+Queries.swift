// Generated from dbus/org.typecase.FontManager1.xml by Tools/BusInterfaceGenerator; do not edit.

package import DBus
package import LinuxSystem

/// The methods of `org.typecase.FontManager1` that are about queries.
package protocol FontManager1QueriesService: Sendable {
    /// Finds the best enabled face for each descriptor, among registered fonts and those of the system.
    ///
    /// If a descriptor contains a name, the name must match; of the faces with this name, the nearest in style is
    /// chosen. On the command line: `typecase match`, and `typecase why` to see how fontconfig resolves a name.
    ///
    /// Options:
    ///
    /// - `details` (b): full face dictionaries instead of brief ones. For hundreds of descriptors, they may not fit
    ///   into a reply; the call then fails with `org.freedesktop.DBus.Error.LimitsExceeded`.
    /// - `mandatory` (as): keys of the descriptors that must match exactly instead of approximately.
    ///
    /// Errors of the call: InsufficientInfo if a descriptor does not contain a key in `mandatory`.
    ///
    /// - Parameters:
    ///   - call: The call, with its sender.
    ///   - descriptors: The requested faces, at most 1,000 descriptor dictionaries.
    ///   - options: Options.
    /// - Returns: One face dictionary per descriptor, in order; an empty one if nothing matches.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func match(
        _ call: BusMethodCall, descriptors: [[String: BusVariant]], options: [String: BusVariant]
    ) async throws -> [[String: BusVariant]]

    /// Provides the fonts that the caller needs, or reports for each why it is not available.
    ///
    /// The reply comes at once; the job returns the results. On the command line: `typecase request`.
    ///
    /// A request specifies a name, `languages`, or text. If it specifies text, the dictionary contains:
    ///
    /// - `text` (s): the text whose characters the fonts must support, at most 64 KiB. Characters that need no glyph
    ///   are ignored. If no single font supports all characters of the text, the request is resolved to a small set of
    ///   enabled fonts that support them together, as Cover finds it. If these fonts lack some characters, a disabled
    ///   font that has all of the missing characters is made available, as for a request by name.
    ///
    /// The sources are searched in this order:
    ///
    /// - `enabled`: fonts that programs already find, as Match finds them, including system fonts.
    /// - `disabled`: fonts that are registered but that no program finds. Such a font is available as long as a program
    ///   that requested it is connected. Its registration does not change: the service creates a separate registration,
    ///   with the provider `request`. If the user disabled the font, the user is asked.
    /// - `asset`: a font that the manifest of an installed provider offers. It is found by the name that the manifest
    ///   gives it, so only requests by name find it: first the PostScript name is looked up, then `name`, the full name
    ///   and the family. If the font has a `url` in the manifest and is not on the machine, it is downloaded. The
    ///   service registers it for that provider, and removes it when no program holds it any more, unless the provider
    ///   has registered it meanwhile. If the user has removed the font, the user is asked.
    ///
    /// - `package`: a distribution package that is not installed, found in the AppStream catalogs; only for requests by
    ///   name. If PackageKit is on the system bus and the policy allows it, the package is installed, permanently and
    ///   for all users. The user is asked about each package unless the policy grants the program the right
    ///   `request-fonts`; in addition, polkit decides whether the user may install the package. If PackageKit is not on
    ///   the system bus or the policy does not allow the installation, the reason is `package-available`.
    ///
    /// Before the job finishes, the service starts to hold the resolved fonts for the caller's connection, and it holds
    /// them until that connection ends. It does not remove held fonts to free space. Fonts that are available only for
    /// the caller become unavailable when its connection ends. A restart of the service does not change this. A
    /// connection can make any number of requests. The fonts that its first 16 calls make available are held separately
    /// for each call. The fonts of later calls are held together: another program that needs one of them holds all of
    /// them.
    ///
    /// A caller without the right `use-installed-fonts` gets only system fonts and its own fonts. The right
    /// `request-fonts` decides whether fonts of other providers may be made available for a program. If the user must
    /// be asked, there is one question for the whole call. It contains the names of the fonts, their providers, their
    /// total size in bytes, and the packages to be installed. The user's decision about a font is remembered: the user
    /// is not asked again about a denied font until `typecase grants` revokes the decision.
    ///
    /// Options:
    ///
    /// - `handle_token` (s): the last part of the path of `job`, consisting of ASCII letters, digits and underscores;
    ///   random if omitted.
    /// - `parent_window` (s), `activation_token` (s): as for RequestRights, if the user must be asked.
    /// - `dry_run` (b): reports what would be made available; nothing is downloaded or held, and the user is not asked.
    ///
    /// The job is `done` whatever the results of the individual requests are. Its result:
    ///
    /// - `resolved` (aa{sv}): a brief face dictionary for each font, in the order of `requests`. It also contains
    ///   `request` (u), the index in `requests` of the request that it is for, counted from 0; `from` (s), the source;
    ///   and `offered_by` (s), the provider that the font came from, absent for system fonts.
    /// - `unresolved` (aa{sv}): for each of the other requests, `request` (u), `reason` (s), `message` (s), and, if
    ///   known, `provider` (s), the provider that has the font, and `package` (s). If the fonts support only some of
    ///   the characters of a text, the request is in both lists. In `unresolved`, it has one entry for each character
    ///   that none of the fonts has, with the character as `text` (s); if there are very many, one entry without `text`
    ///   reports their number.
    /// - `offered` (aa{sv}): only with `dry_run`; for each font that would be made available, `request` (u), `from` (s)
    ///   and `offered_by` (s) as in `resolved`; `name` (s), the name of the font; `size` (t) in bytes, absent if it is
    ///   not known before the download; `remote` (b), whether the font would be downloaded; `asks` (b), whether the
    ///   user would be asked; and `package` (s), the package that would be installed for it, absent if none would.
    ///
    /// Reasons; treat an unknown reason as a failure:
    ///
    /// - `not-found`: no source has such a font.
    /// - `denied-by-user`: the user denied the request, now or before, or polkit did not authorize the installation of
    ///   a package.
    /// - `denied-by-policy`: the policy of the machine denies it, or another enabled font has the name.
    /// - `no-network`: the font must be downloaded, and this machine is not connected to a network.
    /// - `denied-by-server`: the server refuses to deliver the font.
    /// - `download-failed`: the font could not be downloaded for another reason.
    /// - `checksum-mismatch`: the bytes of the file are not those that were declared; `message` contains both
    ///   checksums.
    /// - `invalid-font`: the font does not pass the checks.
    /// - `package-available`: the distribution package `package` contains the font but was not installed; `message`
    ///   explains why.
    /// - `storage-full`: there is not enough space, or this service cannot change fonts.
    /// - `limits-exceeded`: a limit on number, size or quota is exceeded.
    /// - `consent-unavailable`: the user must be asked, but no program could ask, or the user did not answer in time.
    /// - `cancelled`: the request was cancelled, or the user closed the dialog.
    /// - `out-of-date`: the information that identifies the font is out of date.
    ///
    /// If the caller cancels the job, the job is `cancelled`, and the fonts that the job made available are released.
    ///
    /// Errors of the call: Busy if the caller has too many jobs.
    ///
    /// - Parameters:
    ///   - call: The call, with its sender.
    ///   - requests: The fonts that the caller needs, as at most 1,000 descriptor dictionaries.
    ///   - options: Options.
    /// - Returns: An object with the interface `org.typecase.Job1`, for the caller's connection alone.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func requestFonts(
        _ call: BusMethodCall, requests: [[String: BusVariant]], options: [String: BusVariant]
    ) async throws -> ObjectPath

    /// Finds a small set of faces that support a text, and reports unsupported characters.
    ///
    /// On the command line: `typecase cover`.
    ///
    /// The unit is the grapheme cluster: a face supports a letter with its marks if it has both, composed or not.
    /// Characters that need no glyph of their own are ignored: spaces, controls, joiners, variation selectors.
    ///
    /// Options:
    ///
    /// - `language` (s): the language of the text, as a BCP 47 tag. For Japanese, Korean and Chinese, Han ideographs
    ///   are taken from faces for that language if one of these faces has them; other languages have no influence on
    ///   the choice. If `text` is an empty string, the faces for the language are found.
    /// - `families` (as): at most 32 families to prefer, in this order: clusters that they have are taken from them,
    ///   and only the rest from other families.
    /// - `limit` (u): the maximum number of faces in `covering`, at most 1,000; 20 if absent.
    ///
    /// Keys of `coverage`:
    ///
    /// - `faces` (aa{sv}): a small set of faces that together support every cluster that any face supports, those that
    ///   support the most first; as brief face dictionaries with `clusters` (u), the number of different clusters that
    ///   the face has.
    /// - `exact` (b): whether no smaller set supports the same clusters; this is checked separately for each preferred
    ///   family and for the rest. With up to a dozen candidates, all sets are tried.
    /// - `covering` (aa{sv}): the faces that each, on their own, support every cluster that any face supports, the best
    ///   first.
    /// - `covering_count` (u): the number of such faces.
    /// - `clusters` (u): the number of different clusters in the text.
    /// - `uncovered` (as): the clusters that no face has, at most 1,000.
    /// - `uncovered_count` (u): the number of such clusters.
    /// - `other_style` (as): Han ideographs that only faces for a language other than `language` have, at most 1,000.
    ///
    /// For a sandboxed program without the right `use-installed-fonts`, the reply includes only its own fonts and those
    /// of the system, so that the service does not disclose which fonts the user has. This does not keep the fonts
    /// secret: fontconfig may show the program the same fonts.
    ///
    /// Errors of the call: ExceededResourceLimit if the text is too long.
    ///
    /// - Parameters:
    ///   - call: The call, with its sender.
    ///   - text: The text, at most 1 MiB with at most 60,000 different characters; it is enough to give each character
    ///     once.
    ///   - options: Options.
    /// - Returns: The faces that support the characters of the text.
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
    /// - `cursor` (s): where to continue.
    /// - `limit` (u): the maximum number to list; 1,000 if omitted, never more than 5,000.
    ///
    /// A reply may contain fewer than `limit` entries: only an empty `cursor` means the end of the list.
    ///
    /// Errors: InvalidCursor.
    ///
    /// - Parameters:
    ///   - call: The call, with its sender.
    ///   - filter: Which families to list.
    /// - Returns: `families`: The names of the families, sorted and without duplicates. `cursor`: Pass it in the filter
    ///   of the next call to go on; empty at the end of the list.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func listFamilies(
        _ call: BusMethodCall, filter: [String: BusVariant]
    ) async throws -> (families: [String], cursor: String)

    /// Lists the faces that programs of the session find, in pages.
    ///
    /// On the command line: `typecase search`, and `typecase list`, which, with the option `all`, includes the faces of
    /// the system.
    ///
    /// Filter:
    ///
    /// - `source` (s): `typecase` or `system`.
    /// - `family` (s): only faces of this family, in any language.
    /// - `words` (as): only faces whose names, in any language, or whose foundry contain all of these words; case,
    ///   spaces and hyphens are ignored. At most 32 words of at most 256 bytes each.
    /// - `id` (s): only faces with this `id`.
    /// - `languages` (as): only faces that cover all of these.
    /// - `scripts` (as): only faces with layout tables for all of these OpenType scripts, such as `arab`.
    /// - `licences` (as): only faces whose licence contains one of these strings, such as `Open Font License`; the case
    ///   of ASCII letters is ignored. An empty string selects faces that state no licence; all faces of the system
    ///   count as such faces.
    /// - `characters` (s): only faces that have all of these characters.
    /// - `monospace` (b), `variable` (b): only such faces.
    /// - `color` (b): only faces with, or without, coloured glyphs.
    /// - `details` (b): full face dictionaries instead of brief ones.
    /// - `cursor` (s): where to continue.
    /// - `limit` (u): the maximum number to list; 100 if omitted, never more than 1,000.
    ///
    /// A reply may contain fewer than `limit` entries: only an empty `cursor` means the end of the list.
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

    /// Lists the faces that programs of the session find, all at once.
    ///
    /// Each line of the file is a JSON object with the keys of a face dictionary. Numbers are JSON numbers, Boolean
    /// values are `true` and `false`, arrays and structures are JSON arrays, and dictionaries are JSON objects.
    ///
    /// Filter: as for ListFaces; `cursor` and `limit` are ignored.
    ///
    /// Errors: ExceededResourceLimit if the list is larger than 64 MiB, or if the caller has too many files or bytes
    /// open.
    ///
    /// - Parameters:
    ///   - call: The call, with its sender.
    ///   - filter: Which faces to list.
    /// - Returns: A sealed memory file, positioned at its start.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func listFacesFile(_ call: BusMethodCall, filter: [String: BusVariant]) async throws -> OwnedFileDescriptor

    /// Opens the file of a font that programs of the session find, or that the caller has registered.
    ///
    /// A caller that is not sandboxed may open any registration. Some files whose source is `system`, such as those in
    /// the user's own directories, may have been installed by users other than root. A sandboxed caller gets such a
    /// file only if the file passes the checks for registration and contains the face that was found in it. On the
    /// command line: `typecase open`, and `typecase copy` for the fonts of a family.
    ///
    /// Details:
    ///
    /// - `face_index` (u): the index of the face that the id identifies; 0 for a registration.
    /// - `instance` (a{sd}): the default location of the face in the design space, as values by axis tag; absent for a
    ///   static face. Match reports which location was requested.
    /// - `size` (t): the number of bytes.
    ///
    /// A caller can have at most 512 MiB and 2,048 files open at one time, including those of ListFacesFile; all
    /// connections of one provider together can have 512 MiB and 4,096 files open. A file counts until it is closed and
    /// unmapped.
    ///
    /// Errors: NotRegistered, FileNotFound, InsufficientPermissions, ExceededResourceLimit, Busy; Corrupt if the font's
    /// file was altered or lost after it was registered; InvalidFontData and Denied if the font is quarantined because
    /// of its content; InvalidFontData also if a sandboxed caller is refused a file whose source is `system`.
    ///
    /// - Parameters:
    ///   - call: The call, with its sender.
    ///   - id: The `id` of a face or font dictionary.
    ///   - options: Options; none is defined yet.
    /// - Returns: `font`: A sealed memory file with the bytes of the font, positioned at its start. `details`: Details
    ///   of the font.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func openFont(
        _ call: BusMethodCall, id: String, options: [String: BusVariant]
    ) async throws -> (font: OwnedFileDescriptor, details: [String: BusVariant])

    /// Reports what has changed, so that a returning client misses nothing.
    ///
    /// On the command line: `typecase monitor`.
    ///
    /// The list is not complete if `sinceGeneration` is too old or newer than the service knows, or if more than 1,000
    /// changes have happened since.
    ///
    /// Changes:
    ///
    /// - `generation` (t): the generation of the change.
    /// - `kind` (s): `added`, `removed`, `enabled`, `disabled` or `quarantined`; or `evicted` if a provider's fetched
    ///   file was removed from the machine, see `org.typecase.Resources1`.
    /// - `id` (s): the registration; for an evicted file, its SHA-256.
    /// - `provider` (s): the present or former owner; `request` for an evicted file that no manifest declares any more.
    /// - `cause` (s): `provider`, `user`, `file` (changed by hand), `recovery` (detected when the service started),
    ///   `check` (validated again), `policy` (a list of denied fonts; for an evicted file, low space) or `installation`
    ///   (the provider is no longer installed, or is installed again).
    /// - `reason` (s): why a font is quarantined, in English; absent if kind and cause explain it.
    ///
    /// - Parameters:
    ///   - call: The call, with its sender.
    ///   - sinceGeneration: The generation up to which the caller knows the fonts.
    /// - Returns: `generation`: The current generation. `changes`: The changes after `sinceGeneration`, oldest first.
    ///   `complete`: Whether `changes` is complete; if not, list the fonts again.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func changes(
        _ call: BusMethodCall, sinceGeneration: UInt64
    ) async throws -> (generation: UInt64, changes: [[String: BusVariant]], complete: Bool)

    /// Lets the user pick a font in a dialog, and gives the caller only this font.
    ///
    /// The reply comes at once; the job returns the font. The caller needs no right and gets none: it learns about no
    /// other font, and it gets what the user chose to give it. On the command line: `typecase pick`.
    ///
    /// The settings window shows the dialog, unless an agent with `PickFont` of `org.typecase.ConsentAgent1` is
    /// registered. The dialog is open until the user picks a font or closes it, the job is cancelled, or the caller
    /// leaves the bus. A program can have one such dialog at a time.
    ///
    /// Options:
    ///
    /// - `parent_window` (s), `activation_token` (s), `handle_token` (s): as for RequestRights.
    ///
    /// Result of the job:
    ///
    /// - `face` (a{sv}): the brief face dictionary of the font, which can also be used as a descriptor of the font.
    /// - `size` (t): the size of its file in bytes.
    /// - `font` (h): a sealed memory file with the bytes of the font, positioned at its start; only in Finished. It
    ///   counts like a file that OpenFont opened.
    ///
    /// The job fails with CancelledByUser if the user closed the dialog; with MissingEntitlement if no program can show
    /// the dialog; with Busy if the program already has such a dialog open, or if too many programs have one; with the
    /// errors of OpenFont if the font cannot be opened.
    ///
    /// Errors of the call: Busy if the caller has too many jobs.
    ///
    /// - Parameters:
    ///   - call: The call, with its sender.
    ///   - options: Options.
    /// - Returns: An object with the interface `org.typecase.Job1`, for the caller's connection alone.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func pickFont(_ call: BusMethodCall, options: [String: BusVariant]) async throws -> ObjectPath
}
