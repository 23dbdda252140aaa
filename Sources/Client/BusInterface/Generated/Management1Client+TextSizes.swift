// Generated from dbus/org.typecase.Management1.xml by Tools/BusInterfaceGenerator; do not edit.

package import DBus

/// Calls that are about textsizes.
extension Management1Client {
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
    ///   - application: A program, as WhoAmI of `org.typecase.FontManager1` names its provider; empty for all programs.
    ///   - options: Options; none is defined yet.
    ///   - timeout: How long to wait for the reply.
    /// - Returns: Which content size category holds.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func textSize(
        application: String, options: [String: BusVariant], timeout: Duration = BusProxy.standardTimeout
    ) async throws(BusError) -> [String: BusVariant] {
        let reply = try await proxy.call("TextSize", [application.busValue, options.busValue], timeout: timeout)
        return try reply.value(0, "text_size")
    }

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
    ///   - filter: A filter; none is defined yet.
    ///   - timeout: How long to wait for the reply.
    /// - Returns: One dictionary for each choice of the user's, that for all programs first.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func listTextSizes(
        filter: [String: BusVariant], timeout: Duration = BusProxy.standardTimeout
    ) async throws(BusError) -> [[String: BusVariant]] {
        let reply = try await proxy.call("ListTextSizes", [filter.busValue], timeout: timeout)
        return try reply.value(0, "text_sizes")
    }

    /// Chooses how large text is, in the name of the user.
    ///
    /// The choice for a program takes precedence over the one for all. The reply comes when the choice is durable; by
    /// then all programs that it concerns are being told. On the command line: `typecase text-size`.
    ///
    /// Errors: ExceededResourceLimit where something is chosen for 1,000 programs already; Busy, StorageFull, ReadOnly,
    /// Corrupt.
    ///
    /// - Parameters:
    ///   - application: A program, as WhoAmI of `org.typecase.FontManager1` names its provider; empty for all programs.
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

    /// Forgets what was chosen for a program, or for all.
    ///
    /// Choices for single programs stay in the latter case. On the command line: `typecase text-size`.
    ///
    /// Errors: Busy, StorageFull, ReadOnly, Corrupt.
    ///
    /// - Parameters:
    ///   - application: A program, as WhoAmI of `org.typecase.FontManager1` names its provider; empty for all programs.
    ///   - options: Options; none is defined yet.
    ///   - timeout: How long to wait for the reply.
    /// - Returns: Whether anything was chosen.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func resetTextSize(
        application: String, options: [String: BusVariant], timeout: Duration = BusProxy.standardTimeout
    ) async throws(BusError) -> Bool {
        let reply = try await proxy.call("ResetTextSize", [application.busValue, options.busValue], timeout: timeout)
        return try reply.value(0, "existed")
    }
}
