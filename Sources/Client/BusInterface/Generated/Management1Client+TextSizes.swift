// Generated from dbus/org.typecase.Management1.xml by Tools/BusInterfaceGenerator; do not edit.

package import DBus

/// Calls that are about textsizes.
extension Management1Client {
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
    ///   - application: The provider of a program, as WhoAmI of `org.typecase.FontManager1` returns it; empty for all
    ///     programs.
    ///   - options: Options; none is defined yet.
    ///   - timeout: How long to wait for the reply.
    /// - Returns: The content size category that applies.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func textSize(
        application: String, options: [String: BusVariant], timeout: Duration = BusProxy.standardTimeout
    ) async throws(BusError) -> [String: BusVariant] {
        let reply = try await proxy.call("TextSize", [application.busValue, options.busValue], timeout: timeout)
        return try reply.value(0, "text_size")
    }

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
    ///   - filter: A filter; no key is defined yet.
    ///   - timeout: How long to wait for the reply.
    /// - Returns: One dictionary for each choice of the user; the choice for all programs comes first.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func listTextSizes(
        filter: [String: BusVariant], timeout: Duration = BusProxy.standardTimeout
    ) async throws(BusError) -> [[String: BusVariant]] {
        let reply = try await proxy.call("ListTextSizes", [filter.busValue], timeout: timeout)
        return try reply.value(0, "text_sizes")
    }

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
    ///   - application: The provider of a program, as WhoAmI of `org.typecase.FontManager1` returns it; empty for all
    ///     programs.
    ///   - category: The category, as in `org.typecase.DynamicType1`.
    ///   - options: Options; none is defined yet.
    ///   - timeout: How long to wait for the reply.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func setTextSize(
        application: String, category: String, options: [String: BusVariant],
        timeout: Duration = BusProxy.standardTimeout
    ) async throws(BusError) {
        _ = try await proxy.call(
            "SetTextSize", [application.busValue, category.busValue, options.busValue], timeout: timeout)
    }

    /// Removes the choice for a program, or the choice for all programs.
    ///
    /// In the latter case, choices for individual programs stay. On the command line: `typecase text-size`.
    ///
    /// Errors: Busy, StorageFull, ReadOnly, Corrupt.
    ///
    /// - Parameters:
    ///   - application: The provider of a program, as WhoAmI of `org.typecase.FontManager1` returns it; empty for all
    ///     programs.
    ///   - options: Options; none is defined yet.
    ///   - timeout: How long to wait for the reply.
    /// - Returns: Whether there was a choice.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func resetTextSize(
        application: String, options: [String: BusVariant], timeout: Duration = BusProxy.standardTimeout
    ) async throws(BusError) -> Bool {
        let reply = try await proxy.call("ResetTextSize", [application.busValue, options.busValue], timeout: timeout)
        return try reply.value(0, "existed")
    }
}
