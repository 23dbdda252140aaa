// Generated from dbus/org.typecase.AlternateIcons1.xml by Tools/BusInterfaceGenerator; do not edit.

package import DBus

/// Another icon for an application, chosen while it runs.
///
/// In the menus, the overview and the dock of the desktop, an application is shown with one of the icons that its
/// manifest declares, for example an icon for a season or a skin.
///
/// The object is `/org/typecase/AlternateIcons1` at the bus name `org.typecase.FontManager1` on the session bus. The
/// rules for callers are those of `org.typecase.FontManager1`. Sandboxed applications without a permission for that
/// name find the same interface at the object of `org.freedesktop.portal.Typecase`, which also sends them the signal.
///
/// **Available icons.** The icons are those of `alternate-icons` in the manifest of the caller: see
/// **typecase-provider**\(5). If the manifest contains `icons-at-run-time`, the caller can pass other icons; the user
/// is asked about them once. The primary icon is the one that the application's own desktop entry names; its name is
/// the empty string.
///
/// **Changes on disk.** The service writes the pictures into the user's icon theme `hicolor`, under a name of their
/// own. It writes a copy of the application's desktop entry with the new icon into the user's applications folder. It
/// makes the copy again when the application is upgraded. It removes the copy and the pictures when the application is
/// uninstalled or the user requests it. It never changes a desktop entry that the user or another program put there. It
/// notifies the user of each change, and the user can undo it.
///
/// Icons that an application sets on its windows itself, as programs on X11 may do, do not change.
///
/// **Differences from UIKit.** There is a notification instead of an alert; an icon is the same on all kinds of
/// devices; and the manifest contains the checksums of each icon.
package protocol AlternateIcons1Service: Sendable {
    /// The version of this interface: it increases when members or keys are added.
    ///
    /// This is version 1.
    var version: UInt32 { get async throws }

    /// Whether the caller can be shown with another icon.
    func supportsAlternateIcons(_ call: BusMethodCall) async throws -> Bool

    /// Why the caller cannot be shown with another icon, for developers; empty if it can.
    func unsupportedReason(_ call: BusMethodCall) async throws -> String

    /// The names of the icons that the caller's manifest declares.
    func alternateIconNames(_ call: BusMethodCall) async throws -> [String]

    /// The name of the icon that the caller is shown with; empty for the primary icon.
    ///
    /// The signal AlternateIconNameChanged announces changes; PropertiesChanged does not.
    func alternateIconName(_ call: BusMethodCall) async throws -> String

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
    ///   - call: The call, with its sender.
    ///   - name: The name of an icon in the caller's manifest; empty for the primary icon.
    ///   - options: Options.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func setAlternateIconName(_ call: BusMethodCall, name: String, options: [String: BusVariant]) async throws
}

extension AlternateIcons1Service {
    package var version: UInt32 { 1 }
}
