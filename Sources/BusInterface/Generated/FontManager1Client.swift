// Generated from dbus/org.typecase.FontManager1.xml by Tools/BusInterfaceGenerator; do not edit.

package import DBus
package import LinuxSystem

/// Calls `org.typecase.FontManager1` over a bus connection.
package struct FontManager1Client: Sendable {
    private let proxy: BusProxy

    /// Creates a client; nothing is sent yet.
    ///
    /// - Parameters:
    ///   - connection: The connection to call over.
    ///   - busName: The name of the service.
    package init(_ connection: BusConnection, busName: String = FontManager1Names.busName) {
        proxy = BusProxy(
            connection: connection, busName: busName, path: FontManager1Names.path,
            interface: FontManager1Names.interface)
    }

    /// The version of this interface: it counts up when members or keys are added.
    ///
    /// This is version 1.
    ///
    /// - Parameter timeout: How long to wait for the reply.
    /// - Returns: The value.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func version(timeout: Duration = BusProxy.standardTimeout) async throws(BusError) -> UInt32 {
        try await proxy.property("version", timeout: timeout)
    }

    /// Counts up with every change of the fonts that the session has.
    ///
    /// It never goes back, restarts included. Changes are announced by the signal FontsChanged rather than by
    /// PropertiesChanged.
    ///
    /// - Parameter timeout: How long to wait for the reply.
    /// - Returns: The value.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func generation(timeout: Duration = BusProxy.standardTimeout) async throws(BusError) -> UInt64 {
        try await proxy.property("Generation", timeout: timeout)
    }

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
    ///   - fonts: The fonts as open, readable, regular files, at most 16; the service reads them from their start.
    ///   - scope: How long the registration lasts: `persistent` or `session`.
    ///   - enabled: Whether programs find the fonts at once; `false` keeps them for SetEnabled.
    ///   - options: Options.
    ///   - timeout: How long to wait for the reply.
    /// - Returns: `results`: One dictionary per font, in the order of `fonts`. `generation`: The generation with the
    ///   change, or the current one where nothing changed.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func registerFonts(
        fonts: [OwnedFileDescriptor], scope: String, enabled: Bool, options: [String: BusVariant],
        timeout: Duration = BusProxy.standardTimeout
    ) async throws(BusError) -> (results: [[String: BusVariant]], generation: UInt64) {
        let reply = try await proxy.call(
            "RegisterFonts", [fonts.busValue, scope.busValue, enabled.busValue, options.busValue], timeout: timeout)
        return (results: try reply.value(0, "results"), generation: try reply.value(1, "generation"))
    }

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
    ///   - scope: How long the registrations last: `persistent` or `session`.
    ///   - enabled: Whether programs find the fonts at once; `false` keeps them for SetEnabled.
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
    ///   - ids: The registrations to remove, at most 1,000.
    ///   - options: Options; none is defined yet.
    ///   - timeout: How long to wait for the reply.
    /// - Returns: `results`: One dictionary per id, in the order of `ids`. `generation`: The generation with the
    ///   change, or the current one where nothing changed.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func unregister(
        ids: [String], options: [String: BusVariant], timeout: Duration = BusProxy.standardTimeout
    ) async throws(BusError) -> (results: [[String: BusVariant]], generation: UInt64) {
        let reply = try await proxy.call("Unregister", [ids.busValue, options.busValue], timeout: timeout)
        return (results: try reply.value(0, "results"), generation: try reply.value(1, "generation"))
    }

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
    ///   - descriptors: Which fonts to register, at most 1,000 descriptor dictionaries.
    ///   - scope: How long the registrations last from now on: `persistent` or `session`.
    ///   - enabled: Whether programs find the fonts; `false` leaves what is enabled as it is.
    ///   - options: Options; none is defined yet.
    ///   - timeout: How long to wait for the reply.
    /// - Returns: `results`: One dictionary per descriptor, in the order of `descriptors`. `generation`: The generation
    ///   with the change, or the current one where nothing changed.
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
    ///   - descriptors: Which fonts to remove, at most 1,000 descriptor dictionaries.
    ///   - scope: The scope that the registrations have: `persistent` or `session`.
    ///   - options: Options; none is defined yet.
    ///   - timeout: How long to wait for the reply.
    /// - Returns: `results`: One dictionary per descriptor, in the order of `descriptors`. `generation`: The generation
    ///   with the change, or the current one where nothing changed.
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
    ///   - ids: The registrations to change, at most 1,000.
    ///   - enabled: Whether programs are to find the fonts.
    ///   - options: Options; none is defined yet.
    ///   - timeout: How long to wait for the reply.
    /// - Returns: `results`: One dictionary per id, in the order of `ids`. `generation`: The generation with the
    ///   change, or the current one where nothing changed.
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
    /// - `scope` (s): `persistent` or `session`.
    /// - `enabled` (b): only the enabled, or only the disabled ones.
    /// - `cursor` (s): where to go on.
    /// - `limit` (u): how many to list at most; 100 where it is left out, never more than 1,000.
    ///
    /// A reply may hold fewer than `limit`: only an empty `cursor` means the end.
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
    ///   - descriptors: What the faces should be like, at most 1,000 descriptor dictionaries.
    ///   - options: Options.
    ///   - timeout: How long to wait for the reply.
    /// - Returns: One face dictionary per descriptor, in order; an empty one where nothing matches.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func match(
        descriptors: [[String: BusVariant]], options: [String: BusVariant], timeout: Duration = BusProxy.standardTimeout
    ) async throws(BusError) -> [[String: BusVariant]] {
        let reply = try await proxy.call("Match", [descriptors.busValue, options.busValue], timeout: timeout)
        return try reply.value(0, "faces")
    }

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
    ///   - filter: Which families to list.
    ///   - timeout: How long to wait for the reply.
    /// - Returns: `families`: The names of the families, sorted, each once. `cursor`: Pass it in the filter of the next
    ///   call to go on; empty at the end of the list.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func listFamilies(
        filter: [String: BusVariant], timeout: Duration = BusProxy.standardTimeout
    ) async throws(BusError) -> (families: [String], cursor: String) {
        let reply = try await proxy.call("ListFamilies", [filter.busValue], timeout: timeout)
        return (families: try reply.value(0, "families"), cursor: try reply.value(1, "cursor"))
    }

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
    ///   - filter: Which faces to list.
    ///   - timeout: How long to wait for the reply.
    /// - Returns: `faces`: Face dictionaries. `cursor`: Pass it in the filter of the next call to go on; empty at the
    ///   end of the list.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func listFaces(
        filter: [String: BusVariant], timeout: Duration = BusProxy.standardTimeout
    ) async throws(BusError) -> (faces: [[String: BusVariant]], cursor: String) {
        let reply = try await proxy.call("ListFaces", [filter.busValue], timeout: timeout)
        return (faces: try reply.value(0, "faces"), cursor: try reply.value(1, "cursor"))
    }

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
    ///   - filter: Which faces to list.
    ///   - timeout: How long to wait for the reply.
    /// - Returns: A sealed memory file, positioned at its start.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func listFacesFile(
        filter: [String: BusVariant], timeout: Duration = BusProxy.standardTimeout
    ) async throws(BusError) -> OwnedFileDescriptor {
        let reply = try await proxy.call("ListFacesFile", [filter.busValue], timeout: timeout)
        return try reply.value(0, "faces")
    }

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
    ///   - id: The `id` of a face or font dictionary.
    ///   - options: Options; none is defined yet.
    ///   - timeout: How long to wait for the reply.
    /// - Returns: `font`: A sealed memory file with the bytes of the font, positioned at its start. `details`: What
    ///   goes with the bytes.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func openFont(
        id: String, options: [String: BusVariant], timeout: Duration = BusProxy.standardTimeout
    ) async throws(BusError) -> (font: OwnedFileDescriptor, details: [String: BusVariant]) {
        let reply = try await proxy.call("OpenFont", [id.busValue, options.busValue], timeout: timeout)
        return (font: try reply.value(0, "font"), details: try reply.value(1, "details"))
    }

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
    ///   - font: The font, open for reading: a regular file of at most 64 MiB.
    ///   - options: Options.
    ///   - timeout: How long to wait for the reply.
    /// - Returns: The verdict, as JSON on one line.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func validate(
        font: OwnedFileDescriptor, options: [String: BusVariant], timeout: Duration = BusProxy.standardTimeout
    ) async throws(BusError) -> String {
        let reply = try await proxy.call("Validate", [font.busValue, options.busValue], timeout: timeout)
        return try reply.value(0, "report")
    }

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
    ///   - sinceGeneration: The generation up to which the caller knows the fonts.
    ///   - timeout: How long to wait for the reply.
    /// - Returns: `generation`: The current generation. `changes`: The changes after `sinceGeneration`, oldest first.
    ///   `complete`: Whether `changes` tells everything; if not, list the fonts anew.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func changes(
        sinceGeneration: UInt64, timeout: Duration = BusProxy.standardTimeout
    ) async throws(BusError) -> (generation: UInt64, changes: [[String: BusVariant]], complete: Bool) {
        let reply = try await proxy.call("Changes", [sinceGeneration.busValue], timeout: timeout)
        return (
            generation: try reply.value(0, "generation"), changes: try reply.value(1, "changes"),
            complete: try reply.value(2, "complete")
        )
    }

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
    /// - Parameter timeout: How long to wait for the reply.
    /// - Returns: Who the caller is to the service.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func whoAmI(timeout: Duration = BusProxy.standardTimeout) async throws(BusError) -> [String: BusVariant] {
        let reply = try await proxy.call("WhoAmI", [], timeout: timeout)
        return try reply.value(0, "identity")
    }

    /// The fonts of the session have changed, and fontconfig's caches are up to date with the change.
    ///
    /// Several changes may share one signal; the method Changes tells what happened.
    ///
    /// The service ends when nobody needs it, and the next call starts it again. Whoever waits for this signal misses
    /// nothing by that, as every change that a program or the user makes is a call. What is done to the published files
    /// by hand while the service is not there is noticed, and told, at its next start.
    ///
    /// - Returns: The signals from now on; the subscription ends with the stream. `generation`: The generation after
    ///   the change.
    /// - Throws: What kept the subscription from being made.
    package func fontsChanged() async throws(BusError) -> some AsyncSequence<UInt64, Never> & Sendable {
        try await proxy.signals("FontsChanged") { reader throws(BusError) in
            try reader.value(0, "generation")
        }
    }
}

extension BusConnection {
    /// The fonts of the session have changed, and fontconfig's caches are up to date with the change.
    ///
    /// Several changes may share one signal; the method Changes tells what happened.
    ///
    /// The service ends when nobody needs it, and the next call starts it again. Whoever waits for this signal misses
    /// nothing by that, as every change that a program or the user makes is a call. What is done to the published files
    /// by hand while the service is not there is noticed, and told, at its next start.
    ///
    /// - Parameter generation: The generation after the change.
    /// - Throws: What kept the signal from being sent.
    package func emitFontsChanged(generation: UInt64) throws(BusError) {
        try emit(
            signal: "FontsChanged", interface: FontManager1Names.interface, path: FontManager1Names.path,
            arguments: [generation.busValue])
    }
}
