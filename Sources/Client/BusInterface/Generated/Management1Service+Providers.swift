// Generated from dbus/org.typecase.Management1.xml by Tools/BusInterfaceGenerator; do not edit.

package import DBus

/// The methods of `org.typecase.Management1` that are about providers.
package protocol Management1ProvidersService: Sendable {
    /// Lists who has registered fonts, in pages.
    ///
    /// On the command line: `typecase provider list`, and `typecase providers` for short.
    ///
    /// Filter:
    ///
    /// - `id` (s): only this provider.
    /// - `cursor` (s): where to go on.
    /// - `limit` (u): how many to list at most; 100 where it is left out, never more than 1,000.
    ///
    /// A reply may hold fewer than `limit`: only an empty `cursor` means the end.
    ///
    /// Providers:
    ///
    /// - `id` (s): the provider.
    /// - `kind` (s): how it was identified when it was last seen, as in WhoAmI; `user` for fonts installed by hand,
    ///   `recovered` where the registry was lost since.
    /// - `display_name` (s): a name to show to people.
    /// - `fonts` (u): how many registrations it has.
    /// - `enabled` (u): how many of them are enabled.
    /// - `size` (t): their files' sizes added up, in bytes.
    /// - `removed` (u): how many of its registrations are set aside: programs do not find them, and RestoreProvider
    ///   brings them back. Absent where none is, as the following.
    /// - `removed_reason` (s): why, of the last of them: `gone` where the provider was installed and is not any more,
    ///   `unmounted` where it is on a medium that cannot be reached, `user` where RemoveProvider did it.
    /// - `removed_time` (t): since when, in seconds since 1970.
    /// - `expires` (t): when they are removed for good, in seconds since 1970; absent for `unmounted`, which waits
    ///   without end.
    ///
    /// Errors: InvalidCursor.
    ///
    /// - Parameters:
    ///   - call: The call, with its sender.
    ///   - filter: Which providers to list.
    /// - Returns: `providers`: One dictionary per provider that has fonts, in the order of their first registration.
    ///   `cursor`: Pass it in the filter of the next call to go on; empty at the end of the list.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func listProviders(
        _ call: BusMethodCall, filter: [String: BusVariant]
    ) async throws -> (providers: [[String: BusVariant]], cursor: String)

    /// Sets all fonts of a provider aside: programs do not find them any more, their files are kept for 30 days, and
    /// RestoreProvider brings them back until then.
    ///
    /// The provider cannot enable them, and registering them again changes nothing. The fonts that were installed by
    /// hand are removed by Uninstall only. On the command line: `typecase provider remove`.
    ///
    /// Errors: NotRegistered where the provider has no fonts; Busy, StorageFull, ReadOnly, Corrupt.
    ///
    /// - Parameters:
    ///   - call: The call, with its sender.
    ///   - provider: The id of the provider.
    ///   - options: Options; none is defined yet.
    /// - Returns: How many registrations were set aside.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func removeProvider(_ call: BusMethodCall, provider: String, options: [String: BusVariant]) async throws -> UInt32

    /// Brings back what is set aside of a provider's fonts, as it was before, whoever set it aside.
    ///
    /// What another font has the name of by now comes back disabled. The fonts of a provider that is not installed stay
    /// from then on. On the command line: `typecase provider restore`.
    ///
    /// Errors: NotRegistered where nothing is set aside; Busy, StorageFull, ReadOnly, Corrupt.
    ///
    /// - Parameters:
    ///   - call: The call, with its sender.
    ///   - provider: The id of the provider.
    ///   - options: Options; none is defined yet.
    /// - Returns: How many registrations came back.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func restoreProvider(_ call: BusMethodCall, provider: String, options: [String: BusVariant]) async throws -> UInt32

    /// Lists the fonts and other files that manifests declare, and where they are.
    ///
    /// On the command line: `typecase resources list`.
    ///
    /// Filter, where each key narrows the list:
    ///
    /// - `providers` (as): the ids of the providers.
    /// - `tags` (as): tags of which a resource has at least one.
    /// - `policies` (as): `initial`, `prefetch` and `on-demand`.
    ///
    /// Resources:
    ///
    /// - `provider` (s): whose it is.
    /// - `file` (s): its path below the directory of assets.
    /// - `name` (s): the name of a font; absent where the manifest gives none, and for other files.
    /// - `font` (b): whether it is a font.
    /// - `sha256` (s): its SHA-256.
    /// - `tags` (as): its tags.
    /// - `policy` (s): when it is wanted on the machine.
    /// - `url` (s): where it is fetched from; absent where it comes with the provider.
    /// - `size` (t): how many bytes it has; absent where the manifest does not say.
    /// - `state` (s): `installed` in the directory of assets, `fetched`, or `absent`.
    /// - `held` (b): whether a program holds it.
    ///
    /// Errors: InvalidArgs, Busy.
    ///
    /// - Parameters:
    ///   - call: The call, with its sender.
    ///   - filter: Which resources to list.
    /// - Returns: One dictionary per resource, in the order of the providers and of their manifests.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func listResources(_ call: BusMethodCall, filter: [String: BusVariant]) async throws -> [[String: BusVariant]]

    /// Fetches resources or removes them.
    ///
    /// On the command line: `typecase resources prefetch`, `typecase resources purge` and `typecase resources reset`.
    ///
    /// Result:
    ///
    /// - `fetched` (u): how many files were fetched.
    /// - `purged` (u): how many files were removed.
    /// - `held` (u): how many files stayed because programs hold them.
    /// - `failures` (aa{sv}): what could not be fetched, each with `provider` (s), `file` (s), `error` (s), the full
    ///   name of an error, and `message` (s).
    ///
    /// Errors of the call: InvalidArgs, Busy; StorageFull, ReadOnly where priorities cannot be forgotten.
    ///
    /// Errors of an item: FileNotFound, DownloadFailed where its server does not give it; InvalidFilePath,
    /// MissingEntitlement where its address is none to fetch from; InvalidFontData where it is not the one of the
    /// manifest; ExceededResourceLimit, StorageFull, ReadOnly where there is no room for it.
    ///
    /// - Parameters:
    ///   - call: The call, with its sender.
    ///   - action: What to do: `prefetch` fetches what is absent; `purge` removes what was fetched and no program
    ///     holds; `reset` does that, forgets preservation priorities, and fetches what is `initial`, which is the state
    ///     right after the installation.
    ///   - filter: Which resources, as for ListResources.
    /// - Returns: What came of it.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func changeResources(
        _ call: BusMethodCall, action: String, filter: [String: BusVariant]
    ) async throws -> [String: BusVariant]

    /// Brings the fonts in order: the published files and the registry, the fonts of login sessions that are over, and
    /// those of providers that are not installed any more or are again.
    ///
    /// Replies when all is done, but for providers that seem to be gone while a package manager is at work: they are
    /// looked at once more when it is done, and all providers once more a second later, for those that came or went
    /// during this call. The service does so by itself at each start and, where it runs, after each login and logout;
    /// `typecase-reconcile.service` calls this at a login and after a logout, unless all is as the last service has
    /// left it, and `typecase-providers.service` whenever providers may have come or gone.
    ///
    /// Errors of the call: Busy, StorageFull, ReadOnly, Corrupt.
    ///
    /// - Parameters:
    ///   - call: The call, with its sender.
    ///   - options: Options; none is defined yet.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func reconcile(_ call: BusMethodCall, options: [String: BusVariant]) async throws
}
