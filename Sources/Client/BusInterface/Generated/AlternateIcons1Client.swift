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

    /// Whether the caller can be shown with another icon.
    ///
    /// - Parameter timeout: How long to wait for the reply.
    /// - Returns: The value.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func supportsAlternateIcons(timeout: Duration = BusProxy.standardTimeout) async throws(BusError) -> Bool {
        try await proxy.property("SupportsAlternateIcons", timeout: timeout)
    }

    /// Why the caller cannot be shown with another icon, for developers; empty where it can.
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

    /// The name of the icon that the caller is shown with; empty for the primary.
    ///
    /// Changes are announced by the signal AlternateIconNameChanged rather than by PropertiesChanged.
    ///
    /// - Parameter timeout: How long to wait for the reply.
    /// - Returns: The value.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func alternateIconName(timeout: Duration = BusProxy.standardTimeout) async throws(BusError) -> String {
        try await proxy.property("AlternateIconName", timeout: timeout)
    }

    /// Shows the caller with an icon.
    ///
    /// The reply comes when the change is durable; where it fails, the icon is what it was. One change a second is
    /// made: of calls that come faster the last one waits, and the others fail with Busy.
    ///
    /// An icon that the manifest declares with an address is fetched first, unless it was before. With `pictures` the
    /// caller needs the right `set-undeclared-icons`, and the call waits while the user is asked.
    ///
    /// Options:
    ///
    /// - `pictures` (ah): the pictures of the icon, 1 to 16 files, PNG or SVG, in several sizes or one that is scaled;
    ///   `name` is then a word of the caller's choice which the manifest does not have.
    /// - `parent_window` (s): the window that the question belongs to, in the form of the desktop portals.
    /// - `activation_token` (s): lets the question come to the front.
    ///
    /// Errors: AssetNotFound for a name that the manifest does not have; FileNotFound for a caller without a desktop
    /// entry, or where a picture is missing; Corrupt where a picture has another SHA-256 than declared;
    /// UnrecognizedFormat, InvalidFontData and ExceededResourceLimit for what is no icon; MissingEntitlement where the
    /// policy, the user or the manifest does not allow it; CancelledByUser where the user says no; DuplicatedName and
    /// InsufficientInfo for a name that the manifest has, or that none can have; DownloadFailed where the address does
    /// not answer; InsufficientPermissions where the desktop entry is the user's own; Busy, StorageFull, ReadOnly.
    ///
    /// - Parameters:
    ///   - name: A name of the caller's manifest; empty for the primary icon.
    ///   - options: Options.
    ///   - timeout: How long to wait for the reply.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func setAlternateIconName(
        name: String, options: [String: BusVariant], timeout: Duration = BusProxy.standardTimeout
    ) async throws(BusError) {
        _ = try await proxy.call("SetAlternateIconName", [name.busValue, options.busValue], timeout: timeout)
    }

    /// The icon of the receiver has changed, whether the application or the user changed it.
    ///
    /// The signal is sent to every program that has read AlternateIconName or called SetAlternateIconName, for as long
    /// as it is on the bus.
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
