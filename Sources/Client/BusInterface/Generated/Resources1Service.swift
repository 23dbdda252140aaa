// Generated from dbus/org.typecase.Resources1.xml by Tools/BusInterfaceGenerator; do not edit.

package import DBus
package import LinuxSystem

/// Fonts and other files of an application that are fetched on demand.
///
/// In its manifest, an application lists the fonts and other files that it may need.
///
/// Each file has a SHA-256, tags and, if it is not shipped with the application, a `url`; see `typecase-provider(5)`.
/// The application begins an access to one or more tags, uses the files with these tags, and ends the access. While an
/// access is held, none of its files is evicted.
///
/// The object is `/org/typecase/Resources1` at the bus name `org.typecase.FontManager1` on the session bus. The rules
/// for callers are those of `org.typecase.FontManager1`. Sandboxed applications without a permission for that name find
/// the same interface at the object of `org.freedesktop.portal.Typecase`.
///
/// **Resources of a program.** Each program has access to the resources of its own manifest, and to no others. The
/// service identifies programs in the way that WhoAmI of `org.typecase.FontManager1` reports.
///
/// **Accesses.** An access has a handle, which the caller chooses: any string of 1 to 255 bytes that the caller has not
/// used for another access. Accesses belong to the connection that began them, and end with it. Several accesses may
/// hold the same file. A connection has at most 1024 accesses at a time. After a restart of the service, callers have
/// to begin their accesses again.
///
/// **Eviction.** Fetched files are kept until space is low. Space is low if fewer bytes are free than `free-bytes` in
/// the policy, or if all fetched files together have more bytes than `bytes`; see `typecase-policy(5)`. The service
/// then removes files that no access holds: those with the lowest preservation priority first and, among files with the
/// same priority, the least recently used ones first. Changes of `org.typecase.FontManager1` reports each removed file.
/// Files that are shipped with an application are never removed.
///
/// **Errors.** In addition to the errors of `org.typecase.FontManager1` for any method: AssetNotFound for a tag, a file
/// or a handle that does not exist; RequestReused for a handle that was used before, and for an access that was already
/// ended; ExceededResourceLimit.
package protocol Resources1Service: Sendable {
    /// The version of this interface: it increases when members or keys are added.
    ///
    /// This is version 1.
    var version: UInt32 { get async throws }

    /// Begins an access: fetches the files that are not on the machine, and then holds all files.
    ///
    /// The access is held once the job has ended with `done`. If the job fails or is cancelled, nothing is held, and
    /// the handle can be used again; files that were already fetched are kept for the next access. If several programs
    /// request the same file, it is downloaded once.
    ///
    /// Options:
    ///
    /// - `handle_token` (s): the last part of the path of the job; ASCII letters, digits and underscores.
    /// - `loading_priority` (d): how urgent the download is, from 0 to 1 (most urgent); 0.5 by default. Waiting files
    ///   with the highest priority are fetched first.
    ///
    /// The result of the job:
    ///
    /// - `files` (u): how many files are held.
    /// - `fetched` (u): how many of them had to be fetched.
    ///
    /// Errors of the job: AssetNotFound; RequestReused; ExceededResourceLimit; MissingEntitlement if the policy denies
    /// downloads; DownloadFailed; InvalidFontData, with both checksums, if a server sent bytes other than those that
    /// the manifest declares; StorageFull.
    ///
    /// - Parameters:
    ///   - call: The call, with its sender.
    ///   - handle: The caller's name for the access.
    ///   - tags: The tags, at least one; the access is to the files that have any of them.
    ///   - options: Options.
    /// - Returns: The job, an object of `org.typecase.Job1` below `/org/typecase/FontManager1`, or below the object of
    ///   the portal.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func beginAccess(
        _ call: BusMethodCall, handle: String, tags: [String], options: [String: BusVariant]
    ) async throws -> ObjectPath

    /// Begins an access if no file has to be fetched; the method never fetches.
    ///
    /// If a file is missing, the handle can be used for BeginAccess.
    ///
    /// Errors: AssetNotFound; RequestReused; ExceededResourceLimit.
    ///
    /// - Parameters:
    ///   - call: The call, with its sender.
    ///   - handle: The caller's name for the access.
    ///   - tags: The tags, at least one.
    ///   - options: Options; none is defined yet.
    /// - Returns: Whether all files are on the machine; if true, the access is held.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func conditionallyBeginAccess(
        _ call: BusMethodCall, handle: String, tags: [String], options: [String: BusVariant]
    ) async throws -> Bool

    /// Ends an access.
    ///
    /// Its files can be evicted once no other access holds them.
    ///
    /// Errors: AssetNotFound if the caller has no such access; RequestReused if the access was already ended.
    ///
    /// - Parameters:
    ///   - call: The call, with its sender.
    ///   - handle: The caller's name for the access.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func endAccess(_ call: BusMethodCall, handle: String) async throws

    /// Raises or lowers the priority of those downloads of an access that have not begun.
    ///
    /// This method can be called as soon as BeginAccess has replied.
    ///
    /// Errors: AssetNotFound; RequestReused.
    ///
    /// - Parameters:
    ///   - call: The call, with its sender.
    ///   - handle: The caller's name for the access.
    ///   - priority: How urgent the downloads are, from 0 to 1.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func setLoadingPriority(_ call: BusMethodCall, handle: String, priority: Double) async throws

    /// Sets how important it is to keep the files of tags when space is low, compared with the files of other tags.
    ///
    /// A file has the highest priority of its tags. A priority applies until the caller sets another one.
    ///
    /// Errors: AssetNotFound; ExceededResourceLimit for more than 64 tags with a priority; StorageFull, ReadOnly.
    ///
    /// - Parameters:
    ///   - call: The call, with its sender.
    ///   - tags: The tags.
    ///   - priority: The priority, from 0 (the default of all tags) to 1.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func setPreservationPriority(_ call: BusMethodCall, tags: [String], priority: Double) async throws

    /// Opens a file that an access of the caller holds.
    ///
    /// Errors: AssetNotFound if no access of the caller holds the file; Corrupt if the file has bytes other than those
    /// that the manifest declares; ExceededResourceLimit or Busy if too many files or bytes are open.
    ///
    /// - Parameters:
    ///   - call: The call, with its sender.
    ///   - name: The path of a file as in the manifest, or the name that the manifest gives a font.
    /// - Returns: The bytes, in memory that no process can change.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func openAsset(_ call: BusMethodCall, name: String) async throws -> OwnedFileDescriptor
}

extension Resources1Service {
    package var version: UInt32 { 1 }
}
