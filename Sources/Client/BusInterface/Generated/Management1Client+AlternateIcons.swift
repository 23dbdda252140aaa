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
    /// - `display_name` (s): its name for people.
    /// - `name` (s): what the application calls the icon.
    /// - `icon` (s): the name of the icon in the icon theme.
    /// - `desktop_entry` (s): the path of the desktop entry that shows it.
    /// - `source` (s): the path of the application's own desktop entry.
    ///
    /// - Parameters:
    ///   - filter: Nothing is defined yet.
    ///   - timeout: How long to wait for the reply.
    /// - Returns: One dictionary per application that is shown with another icon than its own.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func listAlternateIcons(
        filter: [String: BusVariant], timeout: Duration = BusProxy.standardTimeout
    ) async throws(BusError) -> [[String: BusVariant]] {
        let reply = try await proxy.call("ListAlternateIcons", [filter.busValue], timeout: timeout)
        return try reply.value(0, "icons")
    }

    /// Shows an application with one of its icons, in the name of the user.
    ///
    /// The reply comes when the change is durable. On the command line: `typecase icons set`.
    ///
    /// Errors: those of AlternateIcons1.SetAlternateIconName.
    ///
    /// - Parameters:
    ///   - application: The id of an application, which need not run.
    ///   - name: A name of its manifest; empty for the primary icon.
    ///   - options: Options: `dry_run` (b) has the service tell whether that could be done, and change nothing.
    ///   - timeout: How long to wait for the reply.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func setAlternateIcon(
        application: String, name: String, options: [String: BusVariant], timeout: Duration = BusProxy.standardTimeout
    ) async throws(BusError) {
        _ = try await proxy.call(
            "SetAlternateIcon", [application.busValue, name.busValue, options.busValue], timeout: timeout)
    }

    /// Shows applications with their primary icons again, and removes what was written for the others.
    ///
    /// Also for applications that are not installed any more. On the command line: `typecase icons reset`.
    ///
    /// Errors: StorageFull, ReadOnly, InsufficientPermissions.
    ///
    /// - Parameters:
    ///   - application: The id of an application; empty for all.
    ///   - options: Options; none is defined yet.
    ///   - timeout: How long to wait for the reply.
    /// - Returns: How many were shown with another icon.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func resetAlternateIcons(
        application: String, options: [String: BusVariant], timeout: Duration = BusProxy.standardTimeout
    ) async throws(BusError) -> UInt32 {
        let reply = try await proxy.call(
            "ResetAlternateIcons", [application.busValue, options.busValue], timeout: timeout)
        return try reply.value(0, "count")
    }
}
