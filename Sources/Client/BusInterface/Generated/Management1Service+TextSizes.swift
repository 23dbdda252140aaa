// Generated from dbus/org.typecase.Management1.xml by Tools/BusInterfaceGenerator; do not edit.

package import DBus

/// The methods of `org.typecase.Management1` that are about textsizes.
package protocol Management1TextSizesService: Sendable {
    /// Tells how large text is in a program, or in those that the user has chosen nothing for.
    ///
    /// A connection that has called this or ListTextSizes gets TextSizesChanged until it leaves the bus, and the
    /// service keeps running for that long. On the command line: `typecase text-size`.
    ///
    /// Text size:
    ///
    /// - `category` (s): the category, as in `org.typecase.DynamicType1`.
    /// - `source` (s): where it is from: `application`, `user`, `desktop` or `default`.
    /// - `text_scale` (d): the factor by which the desktop enlarges all text; absent where nothing is known of it.
    /// - `text_scale_source` (s): who says so: `portal`, `dconf` or `plasma`; goes with `text_scale`.
    ///
    /// - Parameters:
    ///   - call: The call, with its sender.
    ///   - application: A program, as WhoAmI of `org.typecase.FontManager1` names its provider; empty for all programs.
    ///   - options: Options; none is defined yet.
    /// - Returns: Which content size category holds.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func textSize(
        _ call: BusMethodCall, application: String, options: [String: BusVariant]
    ) async throws -> [String: BusVariant]

    /// Lists what the user has chosen.
    ///
    /// On the command line: `typecase text-size`.
    ///
    /// Text sizes:
    ///
    /// - `application` (s): the program; empty for all.
    /// - `category` (s): the category.
    /// - `time` (t): when the user chose it, in seconds since 1970.
    ///
    /// Errors: Corrupt.
    ///
    /// - Parameters:
    ///   - call: The call, with its sender.
    ///   - filter: A filter; none is defined yet.
    /// - Returns: One dictionary for each choice of the user's, that for all programs first.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func listTextSizes(_ call: BusMethodCall, filter: [String: BusVariant]) async throws -> [[String: BusVariant]]

    /// Chooses how large text is, in the name of the user.
    ///
    /// The choice for a program takes precedence over the one for all. The reply comes when the choice is durable; by
    /// then all programs that it concerns are being told. On the command line: `typecase text-size`.
    ///
    /// Errors: ExceededResourceLimit where something is chosen for 1,000 programs already; Busy, StorageFull, ReadOnly,
    /// Corrupt.
    ///
    /// - Parameters:
    ///   - call: The call, with its sender.
    ///   - application: A program, as WhoAmI of `org.typecase.FontManager1` names its provider; empty for all programs.
    ///   - category: The category, as in `org.typecase.DynamicType1`.
    ///   - options: Options; none is defined yet.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func setTextSize(
        _ call: BusMethodCall, application: String, category: String, options: [String: BusVariant]
    ) async throws

    /// Forgets what was chosen for a program, or for all.
    ///
    /// Choices for single programs stay in the latter case. On the command line: `typecase text-size`.
    ///
    /// Errors: Busy, StorageFull, ReadOnly, Corrupt.
    ///
    /// - Parameters:
    ///   - call: The call, with its sender.
    ///   - application: A program, as WhoAmI of `org.typecase.FontManager1` names its provider; empty for all programs.
    ///   - options: Options; none is defined yet.
    /// - Returns: Whether anything was chosen.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func resetTextSize(_ call: BusMethodCall, application: String, options: [String: BusVariant]) async throws -> Bool
}
