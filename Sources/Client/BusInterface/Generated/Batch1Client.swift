// Generated from dbus/org.typecase.Batch1.xml by Tools/BusInterfaceGenerator; do not edit.

package import DBus
package import LinuxSystem

/// Calls `org.typecase.Batch1` over a bus connection.
package struct Batch1Client: Sendable {
    let proxy: BusProxy

    /// Creates a client; nothing is sent yet.
    ///
    /// - Parameters:
    ///   - connection: The connection to call over.
    ///   - busName: The name of the service.
    ///   - path: The path of the object.
    package init(_ connection: BusConnection, busName: String, path: ObjectPath) {
        proxy = BusProxy(
            connection: connection, busName: busName, path: path,
            interface: Batch1Names.interface)
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

    /// How many fonts the batch was offered so far, those that were refused included.
    ///
    /// - Parameter timeout: How long to wait for the reply.
    /// - Returns: The value.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func count(timeout: Duration = BusProxy.standardTimeout) async throws(BusError) -> UInt32 {
        try await proxy.property("Count", timeout: timeout)
    }

    /// How far Commit has come, from 0 to 1.
    ///
    /// The signal of a change goes to the owner alone, at most ten times a second.
    ///
    /// - Parameter timeout: How long to wait for the reply.
    /// - Returns: The value.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func progress(timeout: Duration = BusProxy.standardTimeout) async throws(BusError) -> Double {
        try await proxy.property("Progress", timeout: timeout)
    }

    /// Adds fonts to the batch: copies and examines them.
    ///
    /// Nothing is registered before Commit. Several calls may be in flight together, and wait for each other then:
    /// thousands of fonts may take a minute. Give each call 300 seconds.
    ///
    /// Options:
    ///
    /// - `names` (as): a name per font to use in messages, such as the file's; as many as there are fonts.
    ///
    /// Results:
    ///
    /// - `index` (u): the place of the font in the results of Commit; also where it was refused.
    /// - `faces` (aa{sv}): the faces of the file, as brief dictionaries of faces of a file.
    ///
    /// Errors of an item: InsufficientPermissions, UnrecognizedFormat, InvalidFontData, Denied, ExceededResourceLimit,
    /// RegistrationFailed, Busy, StorageFull, ReadOnly.
    ///
    /// Errors of the call: BatchClosed; ExceededResourceLimit where the batch would have too many fonts, or the open
    /// batches of the provider too much of `names`, and then none is added; MissingEntitlement where the caller has
    /// been uninstalled since; Busy, ReadOnly, Corrupt.
    ///
    /// - Parameters:
    ///   - fonts: The fonts as open, readable, regular files, at most 16; the service reads them from their start.
    ///   - options: Options.
    ///   - timeout: How long to wait for the reply.
    /// - Returns: One dictionary per font, in the order of `fonts`.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func addFonts(
        fonts: [OwnedFileDescriptor], options: [String: BusVariant], timeout: Duration = BusProxy.standardTimeout
    ) async throws(BusError) -> [[String: BusVariant]] {
        let reply = try await proxy.call("AddFonts", [fonts.busValue, options.busValue], timeout: timeout)
        return try reply.value(0, "results")
    }

    /// Registers the fonts of the batch, which is closed then; waits for calls of AddFonts in flight.
    ///
    /// It takes some seconds for thousands of fonts that have been added and examined, and longer on a slow disk or
    /// behind the batches of others. Wait without a time-out: as long as the service answers when it is asked for
    /// Progress, it is at work. A time-out of the caller's does not give the batch up: it is registered all the same,
    /// unless Cancel comes in time.
    ///
    /// An atomic batch registers all fonts or, where one was refused by AddFonts or is refused now, none: then that
    /// font has its own error, and every other the error RegistrationFailed.
    ///
    /// Results:
    ///
    /// - `id` (s): the registration.
    /// - `already_registered` (b): whether the caller had registered the same bytes before, under this `id`.
    /// - `enabled` (b): whether programs find the font.
    /// - `scope` (s), `version` (s), `replaced` (as), `warnings` (aa{sv}): as in the results of RegisterFonts.
    ///
    /// Errors of an item: those of AddFonts, MissingEntitlement, InvalidFilePath, CancelledByUser, DuplicatedName,
    /// Downgrade, Shadowed, RequestReused, StorageFull, ReadOnly, Corrupt, and UnsupportedScope where the login session
    /// ends meanwhile.
    ///
    /// Errors of the call: BatchClosed, also where the batch is cancelled meanwhile; UnsupportedScope where the login
    /// session is over that the fonts were to end with; RegistrationFailed where the names of the system's fonts are
    /// not known; MissingEntitlement where the caller has been uninstalled since. What its manifest declares and the
    /// rights that it has when it calls this decide on each font. After any of them the batch is closed and nothing was
    /// registered.
    ///
    /// - Parameter timeout: How long to wait for the reply.
    /// - Returns: `results`: One dictionary per font that the batch was offered, by its `index`. `generation`: The
    ///   generation with the change, the last of several, or the current one where nothing changed.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func commit(
        timeout: Duration = BusProxy.standardTimeout
    ) async throws(BusError) -> (results: [[String: BusVariant]], generation: UInt64) {
        let reply = try await proxy.call("Commit", [], timeout: timeout)
        return (results: try reply.value(0, "results"), generation: try reply.value(1, "generation"))
    }

    /// Gives the batch up.
    ///
    /// Nothing of it is left behind when the reply comes. A Commit in flight fails with BatchClosed; where it has come
    /// so far that the fonts are about to be found by programs, it is completed and this call fails with BatchClosed.
    ///
    /// Errors of the call: BatchClosed.
    ///
    /// - Parameter timeout: How long to wait for the reply.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func cancel(timeout: Duration = BusProxy.standardTimeout) async throws(BusError) {
        _ = try await proxy.call("Cancel", [], timeout: timeout)
    }
}
