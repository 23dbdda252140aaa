// Generated from dbus/org.typecase.Resources1.xml by Tools/BusInterfaceGenerator; do not edit.

package import DBus
package import LinuxSystem

/// Fonts and other files of an application that are fetched when they are wanted.
///
/// An application names the fonts and other files that it may want in its manifest, with a SHA-256, with tags and,
/// where a file does not come with the application, with a `url`; see `typecase-provider(5)`.
///
/// It begins an access to one or more tags, uses the files that have them, and ends the access. While an access is
/// held, none of its files is evicted.
///
/// The object is `/org/typecase/Resources1` at the bus name `org.typecase.FontManager1` on the session bus. The rules
/// for callers are those of `org.typecase.FontManager1`. Sandboxed applications without a permission for that name find
/// the same interface at the object of `org.freedesktop.portal.Typecase`.
///
/// **Whose resources.** Each program has the resources of its own manifest, and sees no other. Programs are told apart
/// as WhoAmI of `org.typecase.FontManager1` tells.
///
/// **Accesses.** An access has a handle, which the caller chooses: any text of 1 to 255 bytes that it has not used for
/// another access. Accesses belong to the connection that began them, and end with it. Several accesses may hold one
/// file. A connection has at most 1024 accesses at a time. After a restart of the service accesses have to begin again.
///
/// **Eviction.** Fetched files are kept until space is low: less than `free-bytes` of the policy are free, or all of
/// them together have more than `bytes`, see `typecase-policy(5)`. Then files that nobody holds are removed, those of
/// the lowest preservation priority first, of equals those that were not used for longest. Changes of
/// `org.typecase.FontManager1` tells of each. Files that come with an application are never removed.
///
/// **Errors.** Besides those of `org.typecase.FontManager1` for any method: AssetNotFound for a tag, a file or a handle
/// that there is not; RequestReused for a handle that was used before, and for an access that was ended before;
/// ExceededResourceLimit.
package protocol Resources1Service: Sendable {
    /// The version of this interface: it counts up when members or keys are added.
    ///
    /// This is version 1.
    var version: UInt32 { get async throws }

    /// Begins an access: fetches what is not on the machine, and then holds all of it.
    ///
    /// The access is held once the job has ended with `done`. Where the job fails or is cancelled, nothing is held, and
    /// the handle can be used again; what was fetched by then is kept for the next time. Several programs that want one
    /// file cause one download.
    ///
    /// Options:
    ///
    /// - `handle_token` (s): the last part of the path of the job; ASCII letters, digits and underscores.
    /// - `loading_priority` (d): how urgent the download is, from 0 to 1 (most urgent); 0.5 where it is left out.
    ///   Waiting files with the highest priority are fetched first.
    ///
    /// The result of the job:
    ///
    /// - `files` (u): how many files are held.
    /// - `fetched` (u): how many of them had to be fetched.
    ///
    /// Errors of the job: AssetNotFound; RequestReused; ExceededResourceLimit; MissingEntitlement where the policy
    /// denies downloads; DownloadFailed; InvalidFontData where a server sent other bytes than the manifest declares,
    /// with both checksums; StorageFull.
    ///
    /// - Parameters:
    ///   - call: The call, with its sender.
    ///   - handle: What the caller calls the access.
    ///   - tags: The tags, at least one; the access is to the files that have any of them.
    ///   - options: Options.
    /// - Returns: The job, an object of `org.typecase.Job1` below `/org/typecase/FontManager1`, or below the object of
    ///   the portal.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func beginAccess(
        _ call: BusMethodCall, handle: String, tags: [String], options: [String: BusVariant]
    ) async throws -> ObjectPath

    /// Begins an access where nothing has to be fetched, and never fetches.
    ///
    /// Where something is missing, the handle can be used for BeginAccess.
    ///
    /// Errors: AssetNotFound; RequestReused; ExceededResourceLimit.
    ///
    /// - Parameters:
    ///   - call: The call, with its sender.
    ///   - handle: What the caller calls the access.
    ///   - tags: The tags, at least one.
    ///   - options: Options; none is defined yet.
    /// - Returns: Whether everything is on the machine; then the access is held.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func conditionallyBeginAccess(
        _ call: BusMethodCall, handle: String, tags: [String], options: [String: BusVariant]
    ) async throws -> Bool

    /// Ends an access.
    ///
    /// Its files can be evicted once no other access holds them.
    ///
    /// Errors: AssetNotFound where the caller has no such access; RequestReused where it was ended before.
    ///
    /// - Parameters:
    ///   - call: The call, with its sender.
    ///   - handle: What the caller calls the access.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func endAccess(_ call: BusMethodCall, handle: String) async throws

    /// Sets the priority of the downloads of an access that have not begun, higher or lower.
    ///
    /// It can be called as soon as BeginAccess has replied.
    ///
    /// Errors: AssetNotFound; RequestReused.
    ///
    /// - Parameters:
    ///   - call: The call, with its sender.
    ///   - handle: What the caller calls the access.
    ///   - priority: How urgent it is, from 0 to 1.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func setLoadingPriority(_ call: BusMethodCall, handle: String, priority: Double) async throws

    /// Says how much the caller wants the files of tags kept when space is low, compared with those of other tags.
    ///
    /// A file has the highest priority of its tags. It holds until the caller says something else.
    ///
    /// Errors: AssetNotFound; ExceededResourceLimit for more than 64 tags with a priority; StorageFull, ReadOnly.
    ///
    /// - Parameters:
    ///   - call: The call, with its sender.
    ///   - tags: The tags.
    ///   - priority: From 0, which is what tags have by themselves, to 1.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func setPreservationPriority(_ call: BusMethodCall, tags: [String], priority: Double) async throws

    /// Opens a file that an access of the caller holds.
    ///
    /// Errors: AssetNotFound where no access of the caller holds it; Corrupt where the file has other bytes than the
    /// manifest declares; ExceededResourceLimit, Busy where too much is open.
    ///
    /// - Parameters:
    ///   - call: The call, with its sender.
    ///   - name: The path of a file as the manifest has it, or the name that it gives a font.
    /// - Returns: The bytes, in memory that nobody can change.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func openAsset(_ call: BusMethodCall, name: String) async throws -> OwnedFileDescriptor
}

extension Resources1Service {
    package var version: UInt32 { 1 }
}
