// Generated from dbus/org.typecase.Management1.xml by Tools/BusInterfaceGenerator; do not edit.

package import DBus

/// The methods of `org.typecase.Management1` that are about alternateicons.
package protocol Management1AlternateIconsService: Sendable {
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
    ///   - call: The call, with its sender.
    ///   - filter: A filter; no key is defined yet.
    /// - Returns: One dictionary per application that is shown with an icon other than its primary icon.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func listAlternateIcons(_ call: BusMethodCall, filter: [String: BusVariant]) async throws -> [[String: BusVariant]]

    /// Shows an application with one of its icons, on behalf of the user.
    ///
    /// The reply comes when the change is durable. On the command line: `typecase icons set`.
    ///
    /// Errors: those of AlternateIcons1.SetAlternateIconName.
    ///
    /// - Parameters:
    ///   - call: The call, with its sender.
    ///   - application: The id of an application, which need not be running.
    ///   - name: The name of an icon in its manifest; empty for the primary icon.
    ///   - options: Options: `dry_run` (b) reports whether the icon could be set, and changes nothing.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func setAlternateIcon(
        _ call: BusMethodCall, application: String, name: String, options: [String: BusVariant]
    ) async throws

    /// Shows applications with their primary icons again, and removes everything that was written for the other icons.
    ///
    /// This also works for applications that are no longer installed. On the command line: `typecase icons reset`.
    ///
    /// Errors: StorageFull, ReadOnly, InsufficientPermissions.
    ///
    /// - Parameters:
    ///   - call: The call, with its sender.
    ///   - application: The id of an application; empty for all.
    ///   - options: Options; none is defined yet.
    /// - Returns: How many applications were shown with another icon.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func resetAlternateIcons(
        _ call: BusMethodCall, application: String, options: [String: BusVariant]
    ) async throws -> UInt32
}
