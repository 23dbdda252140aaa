// Generated from dbus/org.typecase.Resources1.xml by Tools/BusInterfaceGenerator; do not edit.

package import DBus
package import LinuxSystem

/// Calls `org.typecase.Resources1` over a bus connection.
package struct Resources1Client: Sendable {
    let proxy: BusProxy

    /// Creates a client; nothing is sent yet.
    ///
    /// - Parameters:
    ///   - connection: The connection to call over.
    ///   - busName: The name of the service.
    package init(_ connection: BusConnection, busName: String = Resources1Names.busName) {
        proxy = BusProxy(
            connection: connection, busName: busName, path: Resources1Names.path,
            interface: Resources1Names.interface)
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
    ///   - handle: The caller's name for the access.
    ///   - tags: The tags, at least one; the access is to the files that have any of them.
    ///   - options: Options.
    ///   - timeout: How long to wait for the reply.
    /// - Returns: The job, an object of `org.typecase.Job1` below `/org/typecase/FontManager1`, or below the object of
    ///   the portal.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func beginAccess(
        handle: String, tags: [String], options: [String: BusVariant], timeout: Duration = BusProxy.standardTimeout
    ) async throws(BusError) -> ObjectPath {
        let reply = try await proxy.call(
            "BeginAccess", [handle.busValue, tags.busValue, options.busValue], timeout: timeout)
        return try reply.value(0, "job")
    }

    /// Begins an access if no file has to be fetched; the method never fetches.
    ///
    /// If a file is missing, the handle can be used for BeginAccess.
    ///
    /// Errors: AssetNotFound; RequestReused; ExceededResourceLimit.
    ///
    /// - Parameters:
    ///   - handle: The caller's name for the access.
    ///   - tags: The tags, at least one.
    ///   - options: Options; none is defined yet.
    ///   - timeout: How long to wait for the reply.
    /// - Returns: Whether all files are on the machine; if true, the access is held.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func conditionallyBeginAccess(
        handle: String, tags: [String], options: [String: BusVariant], timeout: Duration = BusProxy.standardTimeout
    ) async throws(BusError) -> Bool {
        let reply = try await proxy.call(
            "ConditionallyBeginAccess", [handle.busValue, tags.busValue, options.busValue], timeout: timeout)
        return try reply.value(0, "available")
    }

    /// Ends an access.
    ///
    /// Its files can be evicted once no other access holds them.
    ///
    /// Errors: AssetNotFound if the caller has no such access; RequestReused if the access was already ended.
    ///
    /// - Parameters:
    ///   - handle: The caller's name for the access.
    ///   - timeout: How long to wait for the reply.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func endAccess(handle: String, timeout: Duration = BusProxy.standardTimeout) async throws(BusError) {
        _ = try await proxy.call("EndAccess", [handle.busValue], timeout: timeout)
    }

    /// Raises or lowers the priority of those downloads of an access that have not begun.
    ///
    /// This method can be called as soon as BeginAccess has replied.
    ///
    /// Errors: AssetNotFound; RequestReused.
    ///
    /// - Parameters:
    ///   - handle: The caller's name for the access.
    ///   - priority: How urgent the downloads are, from 0 to 1.
    ///   - timeout: How long to wait for the reply.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func setLoadingPriority(
        handle: String, priority: Double, timeout: Duration = BusProxy.standardTimeout
    ) async throws(BusError) {
        _ = try await proxy.call("SetLoadingPriority", [handle.busValue, priority.busValue], timeout: timeout)
    }

    /// Sets how important it is to keep the files of tags when space is low, compared with the files of other tags.
    ///
    /// A file has the highest priority of its tags. A priority applies until the caller sets another one.
    ///
    /// Errors: AssetNotFound; ExceededResourceLimit for more than 64 tags with a priority; StorageFull, ReadOnly.
    ///
    /// - Parameters:
    ///   - tags: The tags.
    ///   - priority: The priority, from 0 (the default of all tags) to 1.
    ///   - timeout: How long to wait for the reply.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func setPreservationPriority(
        tags: [String], priority: Double, timeout: Duration = BusProxy.standardTimeout
    ) async throws(BusError) {
        _ = try await proxy.call("SetPreservationPriority", [tags.busValue, priority.busValue], timeout: timeout)
    }

    /// Opens a file that an access of the caller holds.
    ///
    /// Errors: AssetNotFound if no access of the caller holds the file; Corrupt if the file has bytes other than those
    /// that the manifest declares; ExceededResourceLimit or Busy if too many files or bytes are open.
    ///
    /// - Parameters:
    ///   - name: The path of a file as in the manifest, or the name that the manifest gives a font.
    ///   - timeout: How long to wait for the reply.
    /// - Returns: The bytes, in memory that no process can change.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func openAsset(
        name: String, timeout: Duration = BusProxy.standardTimeout
    ) async throws(BusError) -> OwnedFileDescriptor {
        let reply = try await proxy.call("OpenAsset", [name.busValue], timeout: timeout)
        return try reply.value(0, "file")
    }
}
