// Generated from dbus/org.typecase.AlternateIcons1.xml by Tools/BusInterfaceGenerator; do not edit.

package import DBus

/// Another icon for an application, chosen while it runs.
///
/// An application shows itself with one of the icons that its manifest declares, such as for a season or a skin, in the
/// menus, the overview and the dock of the desktop.
///
/// The object is `/org/typecase/AlternateIcons1` at the bus name `org.typecase.FontManager1` on the session bus. The
/// rules for callers are those of `org.typecase.FontManager1`. Sandboxed applications without a permission for that
/// name find the same interface at the object of `org.freedesktop.portal.Typecase`, which sends them its signal too.
///
/// **Which icons.** The icons are those of `alternate-icons` in the manifest of the caller: see
/// **typecase-provider**\(5). Where the manifest has `icons-at-run-time`, the caller can hand over others, which the
/// user is asked about once. The primary icon is the one that the application's own desktop entry names, and has the
/// empty name.
///
/// **What is changed.** The service writes the pictures into the user's icon theme `hicolor`, under a name of their
/// own, and a copy of the application's desktop entry with this icon into the user's applications folder. It makes the
/// copy again when the application is upgraded, and removes it with the pictures when the application is uninstalled or
/// the user says so. A desktop entry that the user or another program put there is never changed. The user is told of
/// each change, and can take it back.
///
/// Icons that an application gives to its windows itself, as programs on X11 may, do not change.
///
/// **Differences from UIKit.** There are no alerts, but a notification; an icon is the same on all kinds of devices;
/// and each icon has its checksums in the manifest.
package protocol AlternateIcons1Service: Sendable {
    /// The version of this interface: it counts up when members or keys are added.
    ///
    /// This is version 1.
    var version: UInt32 { get async throws }

    /// Whether the caller can be shown with another icon.
    func supportsAlternateIcons(_ call: BusMethodCall) async throws -> Bool

    /// Why the caller cannot be shown with another icon, for developers; empty where it can.
    func unsupportedReason(_ call: BusMethodCall) async throws -> String

    /// The names of the icons that the caller's manifest declares.
    func alternateIconNames(_ call: BusMethodCall) async throws -> [String]

    /// The name of the icon that the caller is shown with; empty for the primary.
    ///
    /// Changes are announced by the signal AlternateIconNameChanged rather than by PropertiesChanged.
    func alternateIconName(_ call: BusMethodCall) async throws -> String

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
    ///   - call: The call, with its sender.
    ///   - name: A name of the caller's manifest; empty for the primary icon.
    ///   - options: Options.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func setAlternateIconName(_ call: BusMethodCall, name: String, options: [String: BusVariant]) async throws
}

extension AlternateIcons1Service {
    package var version: UInt32 { 1 }
}
