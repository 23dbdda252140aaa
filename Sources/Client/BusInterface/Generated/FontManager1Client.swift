// Generated from dbus/org.typecase.FontManager1.xml by Tools/BusInterfaceGenerator; do not edit.

package import DBus
package import LinuxSystem

/// Calls `org.typecase.FontManager1` over a bus connection.
package struct FontManager1Client: Sendable {
    let proxy: BusProxy

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
    /// It never goes back, restarts included. Each change is announced by PropertiesChanged with the new value, and
    /// then by the signal FontsChanged.
    ///
    /// - Parameter timeout: How long to wait for the reply.
    /// - Returns: The value.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func generation(timeout: Duration = BusProxy.standardTimeout) async throws(BusError) -> UInt64 {
        try await proxy.property("Generation", timeout: timeout)
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
    /// - Parameter timeout: How long to wait for the reply.
    /// - Returns: The rights that there are, each with `granted`, `denied` or `ask`.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func rights(timeout: Duration = BusProxy.standardTimeout) async throws(BusError) -> [String: String] {
        let reply = try await proxy.call("Rights", [], timeout: timeout)
        return try reply.value(0, "rights")
    }

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
    ///   - rights: The rights that the caller would like to have, at least one.
    ///   - options: Options.
    ///   - timeout: How long to wait for the reply.
    /// - Returns: An object with the interface `org.typecase.Job1`, for the caller's connection alone.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func requestRights(
        rights: [String], options: [String: BusVariant], timeout: Duration = BusProxy.standardTimeout
    ) async throws(BusError) -> ObjectPath {
        let reply = try await proxy.call("RequestRights", [rights.busValue, options.busValue], timeout: timeout)
        return try reply.value(0, "job")
    }

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
