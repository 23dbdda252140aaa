// Generated from dbus/org.typecase.Batch1.xml by Tools/BusInterfaceGenerator; do not edit.

package import DBus
package import LinuxSystem

/// Register many fonts at once.
///
/// A batch takes any number of fonts, a few in each message, and registers them together: one change on disk, one
/// update of the caches, one generation and one signal.
///
/// The methods `BeginBatch` of `org.typecase.FontManager1` and `BeginBatch` of `org.typecase.Management1` make it.
///
/// The object is below the object that made it, at the same bus name, in `batch/SENDER/TOKEN`: SENDER is the unique bus
/// name of its owner without the colon and with underscores for dots, TOKEN the option `handle_token`. So its path is
/// known before the call, and nobody else can take it.
///
/// **One change.** All fonts of a batch have one generation, and one signal tells of them; fonts of others that are
/// registered at the same moment may share both. An atomic batch is one change or none. One that is not atomic is
/// registered in parts where a font fails only then, such as one whose directory fontconfig cannot scan any more: so
/// that font alone is refused. Each part has a generation of its own, a signal may tell of several, and Commit returns
/// the last of them.
///
/// **Life.** A batch belongs to the connection that began it, and exists for no other. It is open, then being
/// committed, then committed; or it is cancelled by Cancel or by the end of the connection, and leaves nothing behind.
/// What is added waits on the disk, where no program finds it. After the end the object stays until its owner leaves or
/// has ended 16 more batches, and answers every change with `org.typecase.Error.BatchClosed`.
///
/// **Limits.** A connection has at most 4 open batches, a provider 8. A batch takes up to 20,000 fonts, refused ones
/// included, which is as many as anybody may have; of a provider other than the user 1,000 are registered, and the
/// others are refused with ExceededResourceLimit. The open batches of a provider hold up to 2 GiB, those of the user
/// what the disk holds; and of what the fonts say of themselves, their names and characters, and of the `names` that
/// callers give them, up to 128 MiB. In a reply to Commit that would be longer than 4 MiB, messages lose their middle,
/// and where that is not enough results lose their `warnings`, the last ones first, and then `replaced` and `owner`: an
/// item has its `id` or `error` in any case.
///
/// The rules for callers, the results per item, the face dictionary and the errors are those of
/// `org.typecase.FontManager1`.
package protocol Batch1Service: Sendable {
    /// The version of this interface: it counts up when members or keys are added.
    ///
    /// This is version 1.
    var version: UInt32 { get async throws }

    /// How many fonts the batch was offered so far, those that were refused included.
    var count: UInt32 { get async throws }

    /// How far Commit has come, from 0 to 1.
    ///
    /// The signal of a change goes to the owner alone, at most ten times a second.
    var progress: Double { get async throws }

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
    ///   - call: The call, with its sender.
    ///   - fonts: The fonts as open, readable, regular files, at most 16; the service reads them from their start.
    ///   - options: Options.
    /// - Returns: One dictionary per font, in the order of `fonts`.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func addFonts(
        _ call: BusMethodCall, fonts: [OwnedFileDescriptor], options: [String: BusVariant]
    ) async throws -> [[String: BusVariant]]

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
    /// - Parameter call: The call, with its sender.
    /// - Returns: `results`: One dictionary per font that the batch was offered, by its `index`. `generation`: The
    ///   generation with the change, the last of several, or the current one where nothing changed.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func commit(_ call: BusMethodCall) async throws -> (results: [[String: BusVariant]], generation: UInt64)

    /// Gives the batch up.
    ///
    /// Nothing of it is left behind when the reply comes. A Commit in flight fails with BatchClosed; where it has come
    /// so far that the fonts are about to be found by programs, it is completed and this call fails with BatchClosed.
    ///
    /// Errors of the call: BatchClosed.
    ///
    /// - Parameter call: The call, with its sender.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func cancel(_ call: BusMethodCall) async throws
}

extension Batch1Service {
    package var version: UInt32 { 1 }
}
