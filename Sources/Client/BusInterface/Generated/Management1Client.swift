// Generated from dbus/org.typecase.Management1.xml by Tools/BusInterfaceGenerator; do not edit.

package import DBus

/// Calls `org.typecase.Management1` over a bus connection.
package struct Management1Client: Sendable {
    let proxy: BusProxy

    /// Creates a client; nothing is sent yet.
    ///
    /// - Parameters:
    ///   - connection: The connection to call over.
    ///   - busName: The name of the service.
    package init(_ connection: BusConnection, busName: String = Management1Names.busName) {
        proxy = BusProxy(
            connection: connection, busName: busName, path: Management1Names.path,
            interface: Management1Names.interface)
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

    /// Tells the state of the service.
    ///
    /// What FontsChanged of `org.typecase.FontManager1`, RevalidationProgress and StatusChanged tell of needs no asking
    /// in between. On the command line: `typecase status`.
    ///
    /// Status:
    ///
    /// - `daemon_version` (s): the version of the program.
    /// - `process_id` (u): the process.
    /// - `generation` (t): the current generation.
    /// - `fonts` (u), `enabled` (u), `quarantined` (u): registrations: all, the enabled, the quarantined ones.
    /// - `providers` (u): how many providers have fonts.
    /// - `size` (t): the sizes of all registered files added up, in bytes.
    /// - `removed_fonts` (u), `removed_size` (t): how many fonts left and can be brought back by RestoreFonts, and how
    ///   many bytes they have.
    /// - `deleted_fonts` (u): how many of these had their files deleted, by hand or by a sync.
    /// - `free_space` (t): the bytes that can still be written where the fonts are kept, where that is known.
    /// - `fetched_size` (t): the bytes of fetched files that no program holds, which the action `purge` of
    ///   ManageResources frees.
    /// - `found_fonts` (u): how many fonts were found among the published files and registered as the user's.
    /// - `published_directory` (s): where fontconfig finds the fonts.
    /// - `store_directory` (s): where fonts are kept that are not published.
    /// - `registry_file` (s): the registry.
    /// - `ready` (b): whether the tree has been brought to the registry since the start, and nothing has come between
    ///   them since; false as well while `read_only` is true or `directory_failures` is there, though questions are
    ///   answered.
    /// - `read_only` (b): whether fonts cannot be changed from here.
    /// - `read_only_reason` (s): why; absent where they can.
    /// - `directory_failures` (aa{sv}): the directories of fonts that cannot be written, or that belong to another
    ///   user, each with `directory` (s), what is wrong with it in `message` (s), and the command that repairs it in
    ///   `remedy` (s). Absent where all is well, which is noticed without a restart.
    /// - `registry_failure` (s): why the registry cannot be read, so that the numbers above are not those of the
    ///   registered fonts; absent where it can.
    /// - `jobs` (t), `crashes` (t), `timeouts` (t): what the sandboxed parser has met since the start.
    /// - `denied` (a{sv}): per mode of the sandboxed parser (`inspect`, …), and of the downloader (`fetch`), an a{sv}:
    ///   of each thing that it must not do, whether its self-test found it denied (b).
    /// - `sandbox_failure` (a{sv}): per mode, and for `fetch`, why the process could not be asked; absent where all
    ///   could.
    /// - `landlock` (u): the version of the kernel's Landlock, 0 where it has none.
    /// - `judges` (a{sv}): who judges fonts that come (`typecase`, `freetype`, …), in which version (s).
    /// - `judges_unheard` (a{sv}): who else could (`ots`, …), and why it does not (s); absent where all do.
    /// - `colliding_fonts` (u): how many published files a font of the system that came later has the name of, or would
    ///   be hidden by.
    /// - `denied_fonts` (u): how many fonts the lists of denied fonts have.
    /// - `deny_list_failures` (as): what keeps these lists from being read whole; absent where nothing does.
    /// - `policy_failures` (as): what keeps the policy on rights from being read whole, so that sandboxed callers have
    ///   no rights; absent where nothing does.
    /// - `denied_providers` (as): the providers whose manifests want fonts registered and that may not register any, by
    ///   the policy or the user; absent where there are none.
    /// - `resource_servers` (as): the servers that the user has put in the place of those of manifests, each as the old
    ///   and the new beginning of addresses with `=>` between; absent where there are none.
    /// - `resource_servers_failure` (s): why the file of these servers is not used; absent where it is.
    /// - `grants_failure` (s): why it is not known what the user said of rights: it cannot be read, so that sandboxed
    ///   callers have no rights but those that the policy allows; or it is lost with a damaged registry, so that the
    ///   user is asked anew. Absent where it is known.
    /// - `consent_agents` (u): how many programs can ask the user; the desktop's own dialog is not among them.
    /// - `questions` (u): how many questions the user has not answered yet.
    /// - `revalidation_done` (t), `revalidation_total` (t): how far judging fonts anew is; absent while nobody does.
    /// - `system_fonts_failure` (s): why the system's fonts are not known; absent where they are.
    ///
    /// - Parameter timeout: How long to wait for the reply.
    /// - Returns: The state of the service.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func status(timeout: Duration = BusProxy.standardTimeout) async throws(BusError) -> [String: BusVariant] {
        let reply = try await proxy.call("Status", [], timeout: timeout)
        return try reply.value(0, "status")
    }

    /// A collection was made or removed, or fonts were added to one or taken out.
    ///
    /// Whether its fonts are enabled is told by FontsChanged of `org.typecase.FontManager1`.
    ///
    /// - Returns: The signals from now on; the subscription ends with the stream.
    /// - Throws: What kept the subscription from being made.
    package func collectionsChanged() async throws(BusError) -> some AsyncSequence<Void, Never> & Sendable {
        try await proxy.signals("CollectionsChanged") { reader throws(BusError) in
            ()
        }
    }

    /// What TextSize answers has changed, for some program or for all.
    ///
    /// - Returns: The signals from now on; the subscription ends with the stream.
    /// - Throws: What kept the subscription from being made.
    package func textSizesChanged() async throws(BusError) -> some AsyncSequence<Void, Never> & Sendable {
        try await proxy.signals("TextSizesChanged") { reader throws(BusError) in
            ()
        }
    }

    /// Tells how far judging fonts anew is, at most ten times a second; `done` and `total` are equal at the end.
    ///
    /// - Returns: The signals from now on; the subscription ends with the stream. `done`: How many files have been
    ///   looked at. `total`: How many are to be, as far as that is known.
    /// - Throws: What kept the subscription from being made.
    package func revalidationProgress() async throws(BusError) -> some AsyncSequence<(done: UInt64, total: UInt64), Never> & Sendable {
        try await proxy.signals("RevalidationProgress") { reader throws(BusError) in
            (done: try reader.value(0, "done"), total: try reader.value(1, "total"))
        }
    }

    /// Something of the state of the service has changed that no other signal tells: `ready`, `read_only`,
    /// `read_only_reason`, `directory_failures`, `consent_agents` or `questions` of Status, which tells what it is now;
    /// or what the user said of rights, which ListGrants tells.
    ///
    /// - Returns: The signals from now on; the subscription ends with the stream.
    /// - Throws: What kept the subscription from being made.
    package func statusChanged() async throws(BusError) -> some AsyncSequence<Void, Never> & Sendable {
        try await proxy.signals("StatusChanged") { reader throws(BusError) in
            ()
        }
    }
}
