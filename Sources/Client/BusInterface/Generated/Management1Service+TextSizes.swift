// Generated from dbus/org.typecase.Management1.xml by Tools/BusInterfaceGenerator; do not edit.

package import DBus

/// The methods of `org.typecase.Management1` that are about textsizes.
package protocol Management1TextSizesService: Sendable {
    /// Returns the size of text in a program, or in the programs for which the user has chosen no size.
    ///
    /// A connection that has called this method or ListTextSizes receives TextSizesChanged until it leaves the bus. The
    /// service keeps running until then. On the command line: `typecase text-size`.
    ///
    /// Text size:
    ///
    /// - `category` (s): the category, as in `org.typecase.DynamicType1`.
    /// - `source` (s): where the category comes from: `application`, `user`, `desktop` or `default`.
    /// - `text_scale` (d): the factor by which the desktop enlarges all text; absent if it is not known.
    /// - `text_scale_source` (s): where the factor comes from: `portal`, `dconf` or `plasma`; accompanies `text_scale`.
    ///
    /// - Parameters:
    ///   - call: The call, with its sender.
    ///   - application: The provider of a program, as WhoAmI of `org.typecase.FontManager1` returns it; empty for all
    ///     programs.
    ///   - options: Options; none is defined yet.
    /// - Returns: The content size category that applies.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func textSize(
        _ call: BusMethodCall, application: String, options: [String: BusVariant]
    ) async throws -> [String: BusVariant]

    /// Lists the text sizes that the user has chosen.
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
    ///   - filter: A filter; no key is defined yet.
    /// - Returns: One dictionary for each choice of the user; the choice for all programs comes first.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func listTextSizes(_ call: BusMethodCall, filter: [String: BusVariant]) async throws -> [[String: BusVariant]]

    /// Sets the size of text, on behalf of the user.
    ///
    /// The choice for a program takes precedence over the choice for all programs. The reply comes when the choice is
    /// durable; by then, the service is already notifying all affected programs. On the command line: `typecase
    /// text-size`.
    ///
    /// Errors: ExceededResourceLimit if sizes are already chosen for 1,000 programs; Busy, StorageFull, ReadOnly,
    /// Corrupt.
    ///
    /// - Parameters:
    ///   - call: The call, with its sender.
    ///   - application: The provider of a program, as WhoAmI of `org.typecase.FontManager1` returns it; empty for all
    ///     programs.
    ///   - category: The category, as in `org.typecase.DynamicType1`.
    ///   - options: Options; none is defined yet.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func setTextSize(
        _ call: BusMethodCall, application: String, category: String, options: [String: BusVariant]
    ) async throws

    /// Removes the choice for a program, or the choice for all programs.
    ///
    /// In the latter case, choices for individual programs stay. On the command line: `typecase text-size`.
    ///
    /// Errors: Busy, StorageFull, ReadOnly, Corrupt.
    ///
    /// - Parameters:
    ///   - call: The call, with its sender.
    ///   - application: The provider of a program, as WhoAmI of `org.typecase.FontManager1` returns it; empty for all
    ///     programs.
    ///   - options: Options; none is defined yet.
    /// - Returns: Whether there was a choice.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func resetTextSize(_ call: BusMethodCall, application: String, options: [String: BusVariant]) async throws -> Bool
}
