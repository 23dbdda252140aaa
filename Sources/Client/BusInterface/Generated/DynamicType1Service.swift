// Generated from dbus/org.typecase.DynamicType1.xml by Tools/BusInterfaceGenerator; do not edit.

package import DBus

/// How large the user wants text, and the sizes that follow from it.
///
/// The user's choice is one of twelve content size categories.
///
/// A text style, which says what a text is for, has a size for each of them; and a font that an application brings
/// itself is scaled the way a style grows.
///
/// The object is `/org/typecase/DynamicType1` at the bus name `org.typecase.FontManager1` on the session bus. The rules
/// for callers are those of `org.typecase.FontManager1`. Sandboxed applications without a permission for that name find
/// the same interface at the object of `org.freedesktop.portal.Typecase`, which sends them its signal too.
///
/// **Whose category.** Each program has a category of its own, and sees no other: what the user has chosen for it, else
/// what the user has chosen for all programs, else what the desktop makes of text, else `large`. Programs are told
/// apart as WhoAmI of `org.typecase.FontManager1` tells. No program can choose: the user does, with `typecase
/// text-size` or in the settings, by way of `org.typecase.Management1`.
///
/// What the desktop makes of text is the factor by which it enlarges all text: `text-scaling-factor` of
/// `org.gnome.desktop.interface`, from the settings portal of the desktop or from the user's dconf database, else the
/// resolution that Plasma was told for fonts, `forceFontDPI`. It stands for the category whose body text comes closest
/// to it by proportion. A factor of 1 is what everybody has who has set none, and says nothing.
///
/// **Following it.** Who has read Category, or called a method of this interface, is sent CategoryChanged at each
/// change of its own category for as long as it is on the bus, and the service stays for it as long. When the bus name
/// of the service gets a new owner, after an upgrade or a crash, read Category again: whatever has changed meanwhile is
/// told by that, and the new service follows from there. An application that reads Category once and listens misses
/// nothing.
///
/// **Categories.** From the smallest: `extra-small`, `small`, `medium`, `large`, `extra-large`, `extra-extra-large`,
/// `extra-extra-extra-large`, and for people who need larger text `accessibility-medium`, `accessibility-large`,
/// `accessibility-extra-large`, `accessibility-extra-extra-large` and `accessibility-extra-extra-extra-large`.
///
/// **Text styles.** `large-title`, `title1`, `title2`, `title3`, `headline`, `subheadline`, `body`, `callout`,
/// `footnote`, `caption1`, `caption2`.
///
/// **Errors.** What is no category, no style or no size is `org.freedesktop.DBus.Error.InvalidArgs`, whose message
/// names what there is. Where the home cannot be used, what the user has chosen is not known, and what the desktop
/// makes of text holds.
package protocol DynamicType1Service: Sendable {
    /// The version of this interface: it counts up when members or keys are added.
    ///
    /// This is version 1.
    var version: UInt32 { get async throws }

    /// The caller's content size category.
    ///
    /// Each change is announced by PropertiesChanged with the new value, and then by the signal CategoryChanged.
    func category(_ call: BusMethodCall) async throws -> String

    /// Where the caller's category is from: `application` and `user` where the user has chosen it, for this program or
    /// for all; `desktop` where it follows from the desktop's text; `default` where nothing says anything.
    func source(_ call: BusMethodCall) async throws -> String

    /// Tells how text of each style is set.
    ///
    /// On the command line: `typecase text-styles`.
    ///
    /// Options:
    ///
    /// - `category` (s): the category to tell it for; that of the caller where it is left out.
    ///
    /// Styles:
    ///
    /// - `style` (s): the name of the style.
    /// - `size` (d): the size of the font in points.
    /// - `leading` (d): points from one line to the next.
    /// - `weight` (d): the weight of the font on OpenType's scale, 1 to 1000; 400 is regular.
    /// - `emphasized_weight` (d): the weight of what is emphasised within such text.
    /// - `tracking` (d): points between letters, for fonts whose design is close to San Francisco's; absent where none
    ///   is published for the size.
    ///
    /// - Parameters:
    ///   - call: The call, with its sender.
    ///   - options: Options.
    /// - Returns: One dictionary per text style, from the largest title to the smallest caption.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func styles(_ call: BusMethodCall, options: [String: BusVariant]) async throws -> [[String: BusVariant]]

    /// Scales a distance along with text: by the leading of the style, to the nearest pixel, halves away from zero.
    ///
    /// Negative distances scale as positive ones do.
    ///
    /// Options:
    ///
    /// - `category` (s): the category to scale to; that of the caller where it is left out.
    /// - `display_scale` (d): pixels per point, more than 0; 1 where it is left out.
    ///
    /// - Parameters:
    ///   - call: The call, with its sender.
    ///   - style: The text style to scale like.
    ///   - value: A distance in points in the category `large`, such as a margin; finite.
    ///   - options: Options.
    /// - Returns: The distance in points.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func scaledValue(
        _ call: BusMethodCall, style: String, value: Double, options: [String: BusVariant]
    ) async throws -> Double

    /// Scales the size of a font: by the leading of the style, to whole points, halves up, at least one, and then not
    /// past a maximum.
    ///
    /// The size must be the one that the designer gave, and not one that was scaled before.
    ///
    /// Options:
    ///
    /// - `category` (s): the category to scale to; that of the caller where it is left out.
    /// - `maximum` (d): points that the size does not grow past; more than 0.
    /// - `maximum_factor` (d): how many times `size` it does not grow past; more than 0, and not together with
    ///   `maximum`.
    ///
    /// - Parameters:
    ///   - call: The call, with its sender.
    ///   - style: The text style to scale like.
    ///   - size: The size of the font in points in the category `large`: more than 0, at most 100,000.
    ///   - options: Options.
    /// - Returns: The size in points.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func scaledFontSize(
        _ call: BusMethodCall, style: String, size: Double, options: [String: BusVariant]
    ) async throws -> Double
}

extension DynamicType1Service {
    package var version: UInt32 { 1 }
}
