// Generated from dbus/org.typecase.Management1.xml by Tools/BusInterfaceGenerator; do not edit.

package import DBus

/// Calls that are about alternateicons.
extension Management1Client {
    /// Lists the alternate icons that are shown.
    ///
    /// On the command line: `typecase icons list`.
    ///
    /// Icons:
    ///
    /// - `application` (s): the id of the application.
    /// - `display_name` (s): the name that users see.
    /// - `name` (s): the application's name for the icon.
    /// - `icon` (s): the name of the icon in the icon theme.
    /// - `desktop_entry` (s): the path of the desktop entry that shows it.
    /// - `source` (s): the path of the application's own desktop entry.
    ///
    /// - Parameters:
    ///   - filter: A filter; no key is defined yet.
    ///   - timeout: How long to wait for the reply.
    /// - Returns: One dictionary per application that is shown with an icon other than its primary icon.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func listAlternateIcons(
        filter: [String: BusVariant], timeout: Duration = BusProxy.standardTimeout
    ) async throws(BusError) -> [[String: BusVariant]] {
        let reply = try await proxy.call("ListAlternateIcons", [filter.busValue], timeout: timeout)
        return try reply.value(0, "icons")
    }

    /// Shows an application with one of its icons, on behalf of the user.
    ///
    /// The reply comes when the change is durable. On the command line: `typecase icons set`.
    ///
    /// Errors: those of AlternateIcons1.SetAlternateIconName.
    ///
    /// - Parameters:
    ///   - application: The id of an application, which need not be running.
    ///   - name: The name of an icon in its manifest; empty for the primary icon.
    ///   - options: Options: `dry_run` (b) reports whether the icon could be set, and changes nothing.
    ///   - timeout: How long to wait for the reply.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func setAlternateIcon(
        application: String, name: String, options: [String: BusVariant], timeout: Duration = BusProxy.standardTimeout
    ) async throws(BusError) {
        _ = try await proxy.call(
            "SetAlternateIcon", [application.busValue, name.busValue, options.busValue], timeout: timeout)
    }

    /// Shows applications with their primary icons again, and removes everything that was written for the other icons.
    ///
    /// This also works for applications that are no longer installed. On the command line: `typecase icons reset`.
    ///
    /// Errors: StorageFull, ReadOnly, InsufficientPermissions.
    ///
    /// - Parameters:
    ///   - application: The id of an application; empty for all.
    ///   - options: Options; none is defined yet.
    ///   - timeout: How long to wait for the reply.
    /// - Returns: How many applications were shown with another icon.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func resetAlternateIcons(
        application: String, options: [String: BusVariant], timeout: Duration = BusProxy.standardTimeout
    ) async throws(BusError) -> UInt32 {
        let reply = try await proxy.call(
            "ResetAlternateIcons", [application.busValue, options.busValue], timeout: timeout)
        return try reply.value(0, "count")
    }
}
