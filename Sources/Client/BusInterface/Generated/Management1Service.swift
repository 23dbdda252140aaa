// Generated from dbus/org.typecase.Management1.xml by Tools/BusInterfaceGenerator; do not edit.

package import DBus

/// Manage the fonts of every provider, for the user and not for applications.
///
/// This interface lets the user manage all fonts: install fonts by hand; remove, enable and disable the fonts that any
/// provider registered; and see the state of the service.
///
/// The command `typecase` and the settings window use it.
///
/// The object is `/org/typecase/Management1` at the bus name `org.typecase.Management1` on the session bus. The bus
/// name has a connection of its own. A sandboxed application must never be granted access to this name. If the service
/// identifies a caller as sandboxed, it refuses the call with `org.freedesktop.DBus.Error.AccessDenied`.
///
/// The rules for callers, the results per item, the font and face dictionaries and the errors are those of
/// `org.typecase.FontManager1`.
package protocol Management1Service: Management1InstallationService, Management1ProvidersService, Management1RemovedFontsService, Management1HiddenFamiliesService, Management1CollectionsService, Management1HistoryService, Management1TextSizesService, Management1AlternateIconsService, Management1RightsService, Sendable {
    /// The version of this interface.
    ///
    /// It increases when members or keys are added. This is version 1.
    var version: UInt32 { get async throws }

    /// Returns the state of the service.
    ///
    /// Callers need not poll for changes that FontsChanged of `org.typecase.FontManager1`, RevalidationProgress or
    /// StatusChanged reports. On the command line: `typecase status`.
    ///
    /// Status:
    ///
    /// - `daemon_version` (s): the version of the program.
    /// - `process_id` (u): the id of the process.
    /// - `generation` (t): the current generation.
    /// - `fonts` (u), `enabled` (u), `quarantined` (u): the number of all registrations, of the enabled ones, and of
    ///   the quarantined ones.
    /// - `providers` (u): how many providers have fonts.
    /// - `size` (t): the total size of all registered files, in bytes.
    /// - `removed_fonts` (u), `removed_size` (t): how many removed fonts RestoreFonts can restore, and their total size
    ///   in bytes.
    /// - `deleted_fonts` (u): how many of these fonts had their files deleted, by hand or by a sync.
    /// - `deleted_with_directory` (u): how many of these files were deleted together with the directory that they were
    ///   in.
    /// - `free_space` (t): the bytes that can still be written where the fonts are kept; absent if this is not known.
    /// - `state_free_space` (t): the bytes that can still be written where the registry is kept; absent if the fonts
    ///   are on the same disk, or if this is not known.
    /// - `fetched_size` (t): the bytes of fetched files that no program holds; the action `purge` of ChangeResources
    ///   frees these bytes.
    /// - `found_fonts` (u): how many fonts were found among the published files and registered as the user's.
    /// - `published_directory` (s): the directory where fontconfig finds the fonts.
    /// - `store_directory` (s): the directory of the fonts that are not published.
    /// - `registry_file` (s): the file of the registry.
    /// - `ready` (b): whether the tree has been reconciled with the registry since the start, and has agreed with it
    ///   since; also false while `read_only` is true or `directory_failures` is present, although queries are still
    ///   answered.
    /// - `read_only` (b): whether this service cannot change fonts.
    /// - `read_only_reason` (s): why the service cannot change fonts; absent if it can.
    /// - `directory_failures` (aa{sv}): the font directories that cannot be written to, or that belong to another user.
    ///   Each has `directory` (s), the problem in `message` (s), and the command that repairs it in `remedy` (s).
    ///   Absent if there is no problem; the service notices a repair without a restart.
    /// - `registry_failure` (s): why the registry cannot be read, in which case the numbers above do not describe the
    ///   registered fonts; absent if it can be read.
    /// - `jobs` (t), `crashes` (t), `timeouts` (t): how many jobs, crashes and time-outs the sandboxed parser has had
    ///   since the start.
    /// - `denied` (a{sv}): an a{sv} for each mode of the sandboxed parser (`inspect`, …), and for the downloader
    ///   (`fetch`). It contains, for each action that must be denied to the process, whether the process's self-test
    ///   found the action denied (b).
    /// - `sandbox_failure` (a{sv}): for each mode, and for `fetch`, why the process could not be queried; absent if all
    ///   processes could be.
    /// - `landlock` (u): the version of the kernel's Landlock; 0 if the kernel has none.
    /// - `judges` (a{sv}): the validators that check new fonts (`typecase`, `freetype`, …), each with its version (s).
    /// - `judges_unheard` (a{sv}): the validators that could check new fonts but do not (`ots`, …), each with the
    ///   reason (s); absent if all do.
    /// - `colliding_fonts` (u): how many published files have the name of a font that was added to the system later, or
    ///   would hide such a font.
    /// - `denied_fonts` (u): how many fonts the lists of denied fonts contain.
    /// - `deny_list_failures` (as): why these lists cannot be read completely; absent if they can.
    /// - `policy_failures` (as): why the policy on rights cannot be read completely, in which case sandboxed callers
    ///   have no rights; absent if it can.
    /// - `denied_providers` (as): the providers whose manifests request the registration of fonts, although the policy
    ///   or the user does not allow these providers to register any; absent if there are none.
    /// - `resource_servers` (as): the servers in manifests that the user has replaced with other servers, each as the
    ///   old and the new beginning of the URLs, with `=>` between them; absent if there are none.
    /// - `resource_servers_failure` (s): why the file that specifies these replacements is not used; absent if it is
    ///   used.
    /// - `grants_failure` (s): why the user's decisions on rights are not known. Either they cannot be read, and
    ///   sandboxed callers have only the rights that the policy allows; or they were lost with a damaged or deleted
    ///   registry, and the user is asked again; the text names the file that the user removes to end this message.
    ///   Absent if the decisions are known.
    /// - `consent_agents` (u): how many programs can ask the user; the desktop's own dialog is not counted.
    /// - `questions` (u): how many questions the user has not answered yet.
    /// - `revalidation_done` (t), `revalidation_total` (t): the progress of checking registered fonts again; absent
    ///   while no check is running.
    /// - `system_fonts_failure` (s): why the system's fonts are not known; absent if they are.
    ///
    /// - Parameter call: The call, with its sender.
    /// - Returns: The state of the service.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func status(_ call: BusMethodCall) async throws -> [String: BusVariant]
}

extension Management1Service {
    package var version: UInt32 { 1 }
}
