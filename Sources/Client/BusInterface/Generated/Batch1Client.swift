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

    /// The version of this interface: it increases when members or keys are added.
    ///
    /// This is version 1.
    ///
    /// - Parameter timeout: How long to wait for the reply.
    /// - Returns: The value.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func version(timeout: Duration = BusProxy.standardTimeout) async throws(BusError) -> UInt32 {
        try await proxy.property("version", timeout: timeout)
    }

    /// How many fonts have been passed to the batch so far, including refused ones.
    ///
    /// - Parameter timeout: How long to wait for the reply.
    /// - Returns: The value.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func count(timeout: Duration = BusProxy.standardTimeout) async throws(BusError) -> UInt32 {
        try await proxy.property("Count", timeout: timeout)
    }

    /// How far Commit has progressed, from 0 to 1.
    ///
    /// The service announces changes only to the owner, at most ten times a second.
    ///
    /// - Parameter timeout: How long to wait for the reply.
    /// - Returns: The value.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func progress(timeout: Duration = BusProxy.standardTimeout) async throws(BusError) -> Double {
        try await proxy.property("Progress", timeout: timeout)
    }

    /// Adds fonts to the batch: copies and examines them.
    ///
    /// No font is registered before Commit. Several calls may be in flight together, and then wait for each other:
    /// thousands of fonts may take a minute. Use a time-out of 300 seconds for each call.
    ///
    /// Options:
    ///
    /// - `names` (as): a name for each font, such as the name of its file, for use in messages; there must be as many
    ///   names as fonts.
    ///
    /// Results:
    ///
    /// - `index` (u): the index of the font in the results of Commit; present even if the font was refused.
    /// - `faces` (aa{sv}): the faces of the file, as brief face dictionaries; see *Faces of a file* of
    ///   `org.typecase.FontManager1`.
    ///
    /// Errors of an item: InsufficientPermissions, UnrecognizedFormat, InvalidFontData, Denied, ExceededResourceLimit,
    /// RegistrationFailed, Busy, StorageFull, ReadOnly.
    ///
    /// Errors of the call: BatchClosed; ExceededResourceLimit if the batch would have too many fonts, or if the `names`
    /// in the open batches of the provider would be too long in total, and in either case no font is added;
    /// MissingEntitlement if the caller has been uninstalled in the meantime; Busy, ReadOnly, Corrupt.
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

    /// Registers the fonts of the batch and closes it; waits for calls to AddFonts that are in flight.
    ///
    /// For thousands of fonts that have been added and examined, this takes some seconds, and longer on a slow disk or
    /// if batches of other callers come first. Wait without a time-out: as long as the service answers requests for
    /// Progress, it is working. A time-out of the caller does not cancel the batch: it is registered anyway, unless
    /// Cancel arrives in time.
    ///
    /// An atomic batch registers all fonts, or none if AddFonts or Commit refuses a font. In that case, the refused
    /// font has its own error, and every other font has the error RegistrationFailed.
    ///
    /// Results:
    ///
    /// - `id` (s): the registration.
    /// - `already_registered` (b): whether the caller had already registered the same bytes, under this `id`.
    /// - `enabled` (b): whether programs find the font.
    /// - `scope` (s), `version` (s), `replaced` (as), `warnings` (aa{sv}): as in the results of RegisterFonts.
    ///
    /// Errors of an item: those of AddFonts, MissingEntitlement, InvalidFilePath, CancelledByUser, DuplicatedName,
    /// Downgrade, Shadowed, RequestReused, StorageFull, ReadOnly, Corrupt, and UnsupportedScope if the login session
    /// ends meanwhile.
    ///
    /// Errors of the call: BatchClosed, also if the batch is cancelled meanwhile; UnsupportedScope if the fonts were to
    /// end with a login session that is over; RegistrationFailed if the names of the system's fonts are not known;
    /// MissingEntitlement if the caller has been uninstalled in the meantime. For each font, the caller's manifest and
    /// rights at the time of this call apply. After any of these errors, the batch is closed and nothing was
    /// registered.
    ///
    /// - Parameter timeout: How long to wait for the reply.
    /// - Returns: `results`: One dictionary per font that was passed to the batch, in the order of `index`.
    ///   `generation`: The generation with the change (the last one, if there are several), or the current one if
    ///   nothing changed.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func commit(
        timeout: Duration = BusProxy.standardTimeout
    ) async throws(BusError) -> (results: [[String: BusVariant]], generation: UInt64) {
        let reply = try await proxy.call("Commit", [], timeout: timeout)
        return (results: try reply.value(0, "results"), generation: try reply.value(1, "generation"))
    }

    /// Cancels the batch.
    ///
    /// When the reply comes, nothing of it is left behind. A Commit in flight fails with BatchClosed. If it has
    /// progressed so far that programs are about to find the fonts, it is completed, and this call fails with
    /// BatchClosed.
    ///
    /// Errors of the call: BatchClosed.
    ///
    /// - Parameter timeout: How long to wait for the reply.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func cancel(timeout: Duration = BusProxy.standardTimeout) async throws(BusError) {
        _ = try await proxy.call("Cancel", [], timeout: timeout)
    }
}
