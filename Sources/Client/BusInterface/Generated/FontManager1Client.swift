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

    /// Increases with every change to the session's fonts.
    ///
    /// It never decreases, not even after a restart. Each change is announced by PropertiesChanged with the new value,
    /// and then by the signal FontsChanged.
    ///
    /// - Parameter timeout: How long to wait for the reply.
    /// - Returns: The value.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func generation(timeout: Duration = BusProxy.standardTimeout) async throws(BusError) -> UInt64 {
        try await proxy.property("Generation", timeout: timeout)
    }

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
    /// - Parameter timeout: How long to wait for the reply.
    /// - Returns: All rights, each with `granted`, `denied` or `ask`.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func rights(timeout: Duration = BusProxy.standardTimeout) async throws(BusError) -> [String: String] {
        let reply = try await proxy.call("Rights", [], timeout: timeout)
        return try reply.value(0, "rights")
    }

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
    /// - Parameter timeout: How long to wait for the reply.
    /// - Returns: The identity of the caller, as the service sees it.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func whoAmI(timeout: Duration = BusProxy.standardTimeout) async throws(BusError) -> [String: BusVariant] {
        let reply = try await proxy.call("WhoAmI", [], timeout: timeout)
        return try reply.value(0, "identity")
    }

    /// The fonts of the session have changed, and fontconfig's caches are up to date with the change.
    ///
    /// Several changes may share one signal; the method Changes reports what happened.
    ///
    /// The service ends when no program needs it, and the next call starts it again. A program that waits for this
    /// signal misses nothing, because every change by a program or the user is made by a call. If the published files
    /// are changed by hand while the service is not running, the service detects and reports this at its next start.
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
