// Generated from dbus/org.typecase.DynamicType1.xml by Tools/BusInterfaceGenerator; do not edit.

package import DBus

/// How large the user wants text, and the sizes that follow from it.
///
/// The user's choice is one of twelve content size categories.
///
/// A text style describes the purpose of text and has a size for each category. An application's own font is scaled in
/// proportion to a style.
///
/// The object is `/org/typecase/DynamicType1` at the bus name `org.typecase.FontManager1` on the session bus. The rules
/// for callers are those of `org.typecase.FontManager1`. Sandboxed applications without a permission for that name find
/// the same interface at the object of `org.freedesktop.portal.Typecase`, which also sends them the signal.
///
/// **Category of a program.** Each program has its own category, and sees no other. It is the user's choice for this
/// program, else the user's choice for all programs, else the category that follows from the desktop's text scale, else
/// `large`. The service distinguishes programs in the way that WhoAmI of `org.typecase.FontManager1` reports. No
/// program can choose its category: only the user can, with `typecase text-size` or in the settings, through
/// `org.typecase.Management1`.
///
/// The desktop's text scale is the factor by which the desktop enlarges all text: `text-scaling-factor` of
/// `org.gnome.desktop.interface`, from the settings portal of the desktop or from the user's dconf database, or else
/// the font resolution set in Plasma, `forceFontDPI`. It selects the category whose body text is closest to it in
/// proportion. A factor of 1 is the value for everyone who has not set one, and selects no category.
///
/// **Following changes.** If a program has read Category, or called a method of this interface, the service sends it
/// CategoryChanged at each change of its own category, for as long as the program is on the bus. The service keeps
/// running during that time. When the bus name of the service gets a new owner, after an upgrade or a crash, read
/// Category again: the value reflects any change made meanwhile, and the new service sends changes from then on. An
/// application that reads Category once and listens misses nothing.
///
/// **Categories.** From the smallest to the largest: `extra-small`, `small`, `medium`, `large`, `extra-large`,
/// `extra-extra-large`, `extra-extra-extra-large`, and for people who need larger text `accessibility-medium`,
/// `accessibility-large`, `accessibility-extra-large`, `accessibility-extra-extra-large` and
/// `accessibility-extra-extra-extra-large`.
///
/// **Text styles.** `large-title`, `title1`, `title2`, `title3`, `headline`, `subheadline`, `body`, `callout`,
/// `footnote`, `caption1`, `caption2`.
///
/// **Errors.** An invalid category, style or size causes the error `org.freedesktop.DBus.Error.InvalidArgs`; its
/// message states what is valid. If the home directory cannot be used, the user's choice is unknown, and the desktop's
/// text scale applies.
package protocol DynamicType1Service: Sendable {
    /// The version of this interface: it increases when members or keys are added.
    ///
    /// This is version 1.
    var version: UInt32 { get async throws }

    /// The caller's content size category.
    ///
    /// PropertiesChanged announces each change with the new value, followed by the signal CategoryChanged.
    func category(_ call: BusMethodCall) async throws -> String

    /// The origin of the caller's category: `application` if the user has chosen it for this program; `user` if the
    /// user has chosen it for all programs; `desktop` if it follows from the desktop's text scale; `default` if none of
    /// these apply.
    func source(_ call: BusMethodCall) async throws -> String

    /// Reports how text of each style is set.
    ///
    /// On the command line: `typecase text-styles`.
    ///
    /// Options:
    ///
    /// - `category` (s): the category to report; the caller's if omitted.
    ///
    /// Styles:
    ///
    /// - `style` (s): the name of the style.
    /// - `size` (d): the size of the font in points.
    /// - `leading` (d): the distance from one line to the next, in points.
    /// - `weight` (d): the weight of the font on OpenType's scale, 1 to 1000; 400 is regular.
    /// - `emphasized_weight` (d): the weight of emphasised text within such text.
    /// - `tracking` (d): the tracking in points, which adjusts the space between letters, for fonts whose design is
    ///   close to San Francisco's; absent if none is published for the size.
    ///
    /// - Parameters:
    ///   - call: The call, with its sender.
    ///   - options: Options.
    /// - Returns: One dictionary per text style, from the largest title to the smallest caption.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func styles(_ call: BusMethodCall, options: [String: BusVariant]) async throws -> [[String: BusVariant]]

    /// Scales a distance in proportion to text: by the leading of the style, rounded to the nearest pixel, with halves
    /// rounded away from zero.
    ///
    /// Negative distances scale in the same way as positive ones.
    ///
    /// Options:
    ///
    /// - `category` (s): the category to scale to; the caller's if omitted.
    /// - `display_scale` (d): pixels per point, more than 0; 1 if omitted.
    ///
    /// - Parameters:
    ///   - call: The call, with its sender.
    ///   - style: The text style to scale with.
    ///   - value: A distance in points in the category `large`, such as a margin; finite.
    ///   - options: Options.
    /// - Returns: The distance in points.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func scaledValue(
        _ call: BusMethodCall, style: String, value: Double, options: [String: BusVariant]
    ) async throws -> Double

    /// Scales the size of a font: by the leading of the style, rounded to whole points with halves rounded up, to at
    /// least one point, and then to at most the maximum, if one is given.
    ///
    /// The size must be the one that the designer specified, not one that was already scaled.
    ///
    /// Options:
    ///
    /// - `category` (s): the category to scale to; the caller's if omitted.
    /// - `maximum` (d): the largest size in points; more than 0.
    /// - `maximum_factor` (d): the largest size as a multiple of `size`; more than 0, and not together with `maximum`.
    ///
    /// - Parameters:
    ///   - call: The call, with its sender.
    ///   - style: The text style to scale with.
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
