// Generated from dbus/org.typecase.Management1.xml by Tools/BusInterfaceGenerator; do not edit.

package import DBus

/// Calls that are about providers.
extension Management1Client {
    /// Lists the providers that have registered fonts, in pages.
    ///
    /// On the command line: `typecase provider list`, and `typecase providers` for short.
    ///
    /// Filter:
    ///
    /// - `id` (s): only this provider.
    /// - `cursor` (s): where to continue.
    /// - `limit` (u): the maximum number to list; 100 if omitted, never more than 1,000.
    ///
    /// A reply may contain fewer than `limit` entries: only an empty `cursor` marks the end of the list.
    ///
    /// Providers:
    ///
    /// - `id` (s): the provider.
    /// - `kind` (s): how the provider was identified when it was last seen, as in WhoAmI; `user` for fonts installed by
    ///   hand, `recovered` if the registry has been lost since then.
    /// - `display_name` (s): a name to show to people.
    /// - `fonts` (u): how many registrations the provider has.
    /// - `enabled` (u): how many of them are enabled.
    /// - `size` (t): the total size of the files of its registrations, in bytes.
    /// - `removed` (u): how many of its registrations are set aside: programs do not find them, and RestoreProvider
    ///   restores them. If there are none, this key and the following keys are absent.
    /// - `removed_reason` (s): why the last of them was set aside: `gone` if the provider was installed and is no
    ///   longer installed, `unmounted` if the provider is on a medium that cannot be reached, `user` if RemoveProvider
    ///   set it aside.
    /// - `removed_time` (t): when the last of them was set aside, in seconds since 1970.
    /// - `expires` (t): when they are removed permanently, in seconds since 1970; absent for `unmounted`, which has no
    ///   time limit.
    /// - `gained_rights` (a{st}): the rights that an update of the program has given it, by a manifest that an
    ///   administrator installed, with the times of the changes in seconds since 1970; absent if there are none.
    ///   RevokeGrant removes a right from this list.
    /// - `lost_rights` (a{st}): the same for rights that the manifest no longer gives.
    ///
    /// Errors: InvalidCursor.
    ///
    /// - Parameters:
    ///   - filter: Which providers to list.
    ///   - timeout: How long to wait for the reply.
    /// - Returns: `providers`: One dictionary per provider that has fonts, in the order of their first registration.
    ///   `cursor`: Pass it in the filter of the next call to go on; empty at the end of the list.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func listProviders(
        filter: [String: BusVariant], timeout: Duration = BusProxy.standardTimeout
    ) async throws(BusError) -> (providers: [[String: BusVariant]], cursor: String) {
        let reply = try await proxy.call("ListProviders", [filter.busValue], timeout: timeout)
        return (providers: try reply.value(0, "providers"), cursor: try reply.value(1, "cursor"))
    }

    /// Sets aside all fonts of a provider: programs no longer find them.
    ///
    /// The service keeps their files for 30 days; until then, RestoreProvider restores them. The provider cannot enable
    /// these fonts. If the provider registers them again, nothing changes. Only Uninstall removes fonts that were
    /// installed by hand. On the command line: `typecase provider remove`.
    ///
    /// Errors: NotRegistered if the provider has no fonts; Busy, StorageFull, ReadOnly, Corrupt.
    ///
    /// - Parameters:
    ///   - provider: The id of the provider.
    ///   - options: Options; none is defined yet.
    ///   - timeout: How long to wait for the reply.
    /// - Returns: How many registrations were set aside.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func removeProvider(
        provider: String, options: [String: BusVariant], timeout: Duration = BusProxy.standardTimeout
    ) async throws(BusError) -> UInt32 {
        let reply = try await proxy.call("RemoveProvider", [provider.busValue, options.busValue], timeout: timeout)
        return try reply.value(0, "count")
    }

    /// Restores the set-aside fonts of a provider to their previous state, regardless of who set them aside.
    ///
    /// If another font now has the name of a restored font, the restored font is disabled. A font that was disabled
    /// before, or is quarantined, is restored as disabled. If the provider is not installed, the restored fonts stay
    /// from then on. On the command line: `typecase provider restore`.
    ///
    /// Errors: NotRegistered if nothing is set aside; Busy, StorageFull, ReadOnly, Corrupt.
    ///
    /// - Parameters:
    ///   - provider: The id of the provider.
    ///   - options: Options; none is defined yet.
    ///   - timeout: How long to wait for the reply.
    /// - Returns: How many registrations were restored.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func restoreProvider(
        provider: String, options: [String: BusVariant], timeout: Duration = BusProxy.standardTimeout
    ) async throws(BusError) -> UInt32 {
        let reply = try await proxy.call("RestoreProvider", [provider.busValue, options.busValue], timeout: timeout)
        return try reply.value(0, "count")
    }

    /// Lists the fonts and other files that manifests declare, with their locations.
    ///
    /// On the command line: `typecase resources list`.
    ///
    /// Filter; each key narrows the list:
    ///
    /// - `providers` (as): the ids of the providers.
    /// - `tags` (as): tags; each listed resource has at least one of them.
    /// - `policies` (as): `initial`, `prefetch` and `on-demand`.
    ///
    /// Resources:
    ///
    /// - `provider` (s): the provider of the resource.
    /// - `file` (s): its path below the asset directory.
    /// - `name` (s): the name of a font; absent if the manifest gives none, and for other files.
    /// - `font` (b): whether the resource is a font.
    /// - `sha256` (s): its SHA-256.
    /// - `tags` (as): its tags.
    /// - `policy` (s): when the resource should be on the machine.
    /// - `url` (s): the address that the resource is fetched from; absent if the resource ships with the provider.
    /// - `size` (t): its size in bytes; absent if the manifest does not state it.
    /// - `state` (s): `installed` if it is in the asset directory, `fetched` if it was fetched, or `absent`.
    /// - `held` (b): whether a program holds the resource.
    ///
    /// Errors: InvalidArgs, Busy.
    ///
    /// - Parameters:
    ///   - filter: Which resources to list.
    ///   - timeout: How long to wait for the reply.
    /// - Returns: One dictionary per resource, grouped by provider, in the order of each provider's manifest.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func listResources(
        filter: [String: BusVariant], timeout: Duration = BusProxy.standardTimeout
    ) async throws(BusError) -> [[String: BusVariant]] {
        let reply = try await proxy.call("ListResources", [filter.busValue], timeout: timeout)
        return try reply.value(0, "resources")
    }

    /// Fetches or removes resources.
    ///
    /// On the command line: `typecase resources prefetch`, `typecase resources purge` and `typecase resources reset`.
    ///
    /// Result:
    ///
    /// - `fetched` (u): how many files were fetched.
    /// - `purged` (u): how many files were removed.
    /// - `held` (u): how many files stayed because programs hold them.
    /// - `failures` (aa{sv}): the resources that could not be fetched. Each has `provider` (s), `file` (s), `error`
    ///   (s), which is the full name of an error, and `message` (s).
    ///
    /// Errors of the call: InvalidArgs, Busy; StorageFull or ReadOnly if priorities cannot be forgotten.
    ///
    /// Errors of an item: FileNotFound or DownloadFailed if the server does not provide the file; InvalidFilePath or
    /// MissingEntitlement if files cannot be fetched from the address; InvalidFontData if the file is not the one that
    /// the manifest declares; ExceededResourceLimit, StorageFull or ReadOnly if there is no room for the file.
    ///
    /// - Parameters:
    ///   - action: What to do: `prefetch` fetches absent files; `purge` removes fetched files that no program holds;
    ///     `reset` does the same as `purge`, forgets preservation priorities, and fetches the files with the policy
    ///     `initial`, which restores the state right after the installation.
    ///   - filter: Which resources, as for ListResources.
    ///   - timeout: How long to wait for the reply.
    /// - Returns: The result.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func changeResources(
        action: String, filter: [String: BusVariant], timeout: Duration = BusProxy.standardTimeout
    ) async throws(BusError) -> [String: BusVariant] {
        let reply = try await proxy.call("ChangeResources", [action.busValue, filter.busValue], timeout: timeout)
        return try reply.value(0, "result")
    }

    /// Reconciles the fonts: it makes the published files and the registry agree, removes the fonts of login sessions
    /// that have ended, sets aside those of uninstalled providers, and restores those of providers that are installed
    /// again.
    ///
    /// The reply comes when all of this is done, with one exception: if a provider seems to be uninstalled while a
    /// package manager is running, the service checks this provider again when the package manager has finished. One
    /// second after the reply, the service also checks all providers again, to find those that were installed or
    /// uninstalled during the call. The service reconciles the fonts by itself at each start and, while it is running,
    /// after each login and logout. `typecase-reconcile.service` calls this method at login and after logout, unless
    /// everything is as the last service left it. `typecase-providers.service` calls this method whenever providers may
    /// have been installed or uninstalled.
    ///
    /// Errors of the call: Busy, StorageFull, ReadOnly, Corrupt.
    ///
    /// - Parameters:
    ///   - options: Options; none is defined yet.
    ///   - timeout: How long to wait for the reply.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func reconcile(
        options: [String: BusVariant], timeout: Duration = BusProxy.standardTimeout
    ) async throws(BusError) {
        _ = try await proxy.call("Reconcile", [options.busValue], timeout: timeout)
    }
}
