// Generated from dbus/org.typecase.Batch1.xml by Tools/BusInterfaceGenerator; do not edit.

package import DBus
package import LinuxSystem

/// Register many fonts at once.
///
/// A batch takes any number of fonts, a few in each message, and registers them together: one change on disk, one
/// update of the caches, one generation and one signal.
///
/// The methods `BeginBatch` of `org.typecase.FontManager1` and `BeginBatch` of `org.typecase.Management1` create
/// batches.
///
/// The object is below the object that created it, at the same bus name, in `batch/SENDER/TOKEN`: SENDER is the unique
/// bus name of its owner without the colon and with underscores instead of dots, and TOKEN is the option
/// `handle_token`. Its path is therefore known before the call, and no other caller can take it.
///
/// **One change.** All fonts of a batch have one generation, and one signal reports them; fonts of other callers that
/// are registered at the same moment may share both. An atomic batch is one change or none. A batch that is not atomic
/// is registered in parts if a font fails only during the registration, for example because fontconfig can no longer
/// scan its directory: then only that font is refused. Each part has a generation of its own, one signal may report
/// several generations, and Commit returns the last one.
///
/// **Lifetime.** A batch belongs to the connection that began it, and does not exist for any other connection. It is
/// open, then being committed, then committed; or it is cancelled by Cancel or by the end of the connection, and leaves
/// nothing behind. Added fonts wait on disk, where no program finds them. After the batch has ended, its object stays
/// until its owner disconnects or has ended 16 more batches, and answers every change with
/// `org.typecase.Error.BatchClosed`.
///
/// **Limits.** A connection can have at most 4 open batches, and a provider at most 8. A batch takes up to 20,000
/// fonts, including refused ones. No provider can have more fonts than that; for a provider other than the user, 1,000
/// fonts are registered, and the others are refused with ExceededResourceLimit. The open batches of a provider can
/// contain up to 2 GiB, and those of the user as much as the disk can store. The open batches of a provider, including
/// those of the user, can contain up to 128 MiB of information about the fonts: the fonts' names and characters, and
/// the `names` that callers give them. If a reply to Commit would be longer than 4 MiB, its messages are shortened in
/// the middle. If that is not enough, a result loses its `warnings`, starting with the last one, and then `replaced`
/// and `owner`; it always keeps its `id` or `error`.
///
/// The rules for callers, the results per item, the face dictionary and the errors are those of
/// `org.typecase.FontManager1`.
package protocol Batch1Service: Sendable {
    /// The version of this interface: it increases when members or keys are added.
    ///
    /// This is version 1.
    var version: UInt32 { get async throws }

    /// How many fonts have been passed to the batch so far, including refused ones.
    var count: UInt32 { get async throws }

    /// How far Commit has progressed, from 0 to 1.
    ///
    /// The service announces changes only to the owner, at most ten times a second.
    var progress: Double { get async throws }

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
    ///   - call: The call, with its sender.
    ///   - fonts: The fonts as open, readable, regular files, at most 16; the service reads them from their start.
    ///   - options: Options.
    /// - Returns: One dictionary per font, in the order of `fonts`.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func addFonts(
        _ call: BusMethodCall, fonts: [OwnedFileDescriptor], options: [String: BusVariant]
    ) async throws -> [[String: BusVariant]]

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
    /// - Parameter call: The call, with its sender.
    /// - Returns: `results`: One dictionary per font that was passed to the batch, in the order of `index`.
    ///   `generation`: The generation with the change (the last one, if there are several), or the current one if
    ///   nothing changed.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func commit(_ call: BusMethodCall) async throws -> (results: [[String: BusVariant]], generation: UInt64)

    /// Cancels the batch.
    ///
    /// When the reply comes, nothing of it is left behind. A Commit in flight fails with BatchClosed. If it has
    /// progressed so far that programs are about to find the fonts, it is completed, and this call fails with
    /// BatchClosed.
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
