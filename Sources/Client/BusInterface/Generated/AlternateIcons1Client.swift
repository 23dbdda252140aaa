// Generated from dbus/org.typecase.AlternateIcons1.xml by Tools/BusInterfaceGenerator; do not edit.

package import DBus

/// Calls `org.typecase.AlternateIcons1` over a bus connection.
package struct AlternateIcons1Client: Sendable {
    let proxy: BusProxy

    /// Creates a client; nothing is sent yet.
    ///
    /// - Parameters:
    ///   - connection: The connection to call over.
    ///   - busName: The name of the service.
    package init(_ connection: BusConnection, busName: String = AlternateIcons1Names.busName) {
        proxy = BusProxy(
            connection: connection, busName: busName, path: AlternateIcons1Names.path,
            interface: AlternateIcons1Names.interface)
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

    /// Whether the caller can be shown with another icon.
    ///
    /// - Parameter timeout: How long to wait for the reply.
    /// - Returns: The value.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func supportsAlternateIcons(timeout: Duration = BusProxy.standardTimeout) async throws(BusError) -> Bool {
        try await proxy.property("SupportsAlternateIcons", timeout: timeout)
    }

    /// Why the caller cannot be shown with another icon, for developers; empty if it can.
    ///
    /// - Parameter timeout: How long to wait for the reply.
    /// - Returns: The value.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func unsupportedReason(timeout: Duration = BusProxy.standardTimeout) async throws(BusError) -> String {
        try await proxy.property("UnsupportedReason", timeout: timeout)
    }

    /// The names of the icons that the caller's manifest declares.
    ///
    /// - Parameter timeout: How long to wait for the reply.
    /// - Returns: The value.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func alternateIconNames(timeout: Duration = BusProxy.standardTimeout) async throws(BusError) -> [String] {
        try await proxy.property("AlternateIconNames", timeout: timeout)
    }

    /// The name of the icon that the caller is shown with; empty for the primary icon.
    ///
    /// The signal AlternateIconNameChanged announces changes; PropertiesChanged does not.
    ///
    /// - Parameter timeout: How long to wait for the reply.
    /// - Returns: The value.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func alternateIconName(timeout: Duration = BusProxy.standardTimeout) async throws(BusError) -> String {
        try await proxy.property("AlternateIconName", timeout: timeout)
    }

    /// Changes the icon that the caller is shown with.
    ///
    /// The reply comes when the change is durable; if the change fails, the icon stays as it was. The service makes at
    /// most one change per second: if calls come faster, the last one waits, and the others fail with Busy.
    ///
    /// If the manifest declares an icon with an address, the icon is downloaded first, unless this was done before.
    /// With `pictures`, the caller needs the right `set-undeclared-icons`, and the call waits while the user is asked.
    ///
    /// Options:
    ///
    /// - `pictures` (ah): the pictures of the icon, as 1 to 16 PNG or SVG files, either in several sizes or as one
    ///   picture that is scaled; `name` is then a name of the caller's choice that is not in the manifest.
    /// - `parent_window` (s): the window that the question belongs to, in the format that desktop portals use.
    /// - `activation_token` (s): a token that allows the question to come to the front.
    ///
    /// Errors: AssetNotFound if the manifest does not contain the name; FileNotFound if the caller has no desktop
    /// entry, or if a picture is missing; Corrupt if a picture has a SHA-256 other than the declared one;
    /// UnrecognizedFormat, InvalidFontData and ExceededResourceLimit if a picture is not a valid icon;
    /// MissingEntitlement if the policy, the user or the manifest does not allow the change; CancelledByUser if the
    /// user denies it; with `pictures`, DuplicatedName if the name is in the manifest, and InsufficientInfo if it is
    /// not a valid name; DownloadFailed if the address does not answer; InsufficientPermissions if the desktop entry is
    /// the user's own; Busy, StorageFull, ReadOnly.
    ///
    /// - Parameters:
    ///   - name: The name of an icon in the caller's manifest; empty for the primary icon.
    ///   - options: Options.
    ///   - timeout: How long to wait for the reply.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func setAlternateIconName(
        name: String, options: [String: BusVariant], timeout: Duration = BusProxy.standardTimeout
    ) async throws(BusError) {
        _ = try await proxy.call("SetAlternateIconName", [name.busValue, options.busValue], timeout: timeout)
    }

    /// The receiver's icon has changed, because the application or the user changed it.
    ///
    /// The service sends the signal to every program that has read AlternateIconName or called SetAlternateIconName,
    /// for as long as the program is on the bus.
    ///
    /// - Returns: The signals from now on; the subscription ends with the stream. `name`: The name from now on; empty
    ///   for the primary icon.
    /// - Throws: What kept the subscription from being made.
    package func alternateIconNameChanged() async throws(BusError) -> some AsyncSequence<String, Never> & Sendable {
        try await proxy.signals("AlternateIconNameChanged") { reader throws(BusError) in
            try reader.value(0, "name")
        }
    }
}
