// Generated from dbus/org.typecase.DynamicType1.xml by Tools/BusInterfaceGenerator; do not edit.

package import DBus

/// Calls `org.typecase.DynamicType1` over a bus connection.
package struct DynamicType1Client: Sendable {
    let proxy: BusProxy

    /// Creates a client; nothing is sent yet.
    ///
    /// - Parameters:
    ///   - connection: The connection to call over.
    ///   - busName: The name of the service.
    package init(_ connection: BusConnection, busName: String = DynamicType1Names.busName) {
        proxy = BusProxy(
            connection: connection, busName: busName, path: DynamicType1Names.path,
            interface: DynamicType1Names.interface)
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

    /// The caller's content size category.
    ///
    /// PropertiesChanged announces each change with the new value, followed by the signal CategoryChanged.
    ///
    /// - Parameter timeout: How long to wait for the reply.
    /// - Returns: The value.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func category(timeout: Duration = BusProxy.standardTimeout) async throws(BusError) -> String {
        try await proxy.property("Category", timeout: timeout)
    }

    /// The origin of the caller's category: `application` if the user has chosen it for this program; `user` if the
    /// user has chosen it for all programs; `desktop` if it follows from the desktop's text scale; `default` if none of
    /// these apply.
    ///
    /// - Parameter timeout: How long to wait for the reply.
    /// - Returns: The value.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func source(timeout: Duration = BusProxy.standardTimeout) async throws(BusError) -> String {
        try await proxy.property("Source", timeout: timeout)
    }

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
    ///   - options: Options.
    ///   - timeout: How long to wait for the reply.
    /// - Returns: One dictionary per text style, from the largest title to the smallest caption.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func styles(
        options: [String: BusVariant], timeout: Duration = BusProxy.standardTimeout
    ) async throws(BusError) -> [[String: BusVariant]] {
        let reply = try await proxy.call("Styles", [options.busValue], timeout: timeout)
        return try reply.value(0, "styles")
    }

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
    ///   - style: The text style to scale with.
    ///   - value: A distance in points in the category `large`, such as a margin; finite.
    ///   - options: Options.
    ///   - timeout: How long to wait for the reply.
    /// - Returns: The distance in points.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func scaledValue(
        style: String, value: Double, options: [String: BusVariant], timeout: Duration = BusProxy.standardTimeout
    ) async throws(BusError) -> Double {
        let reply = try await proxy.call(
            "ScaledValue", [style.busValue, value.busValue, options.busValue], timeout: timeout)
        return try reply.value(0, "scaled")
    }

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
    ///   - style: The text style to scale with.
    ///   - size: The size of the font in points in the category `large`: more than 0, at most 100,000.
    ///   - options: Options.
    ///   - timeout: How long to wait for the reply.
    /// - Returns: The size in points.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func scaledFontSize(
        style: String, size: Double, options: [String: BusVariant], timeout: Duration = BusProxy.standardTimeout
    ) async throws(BusError) -> Double {
        let reply = try await proxy.call(
            "ScaledFontSize", [style.busValue, size.busValue, options.busValue], timeout: timeout)
        return try reply.value(0, "scaled")
    }

    /// The receiver's category has changed.
    ///
    /// The service sends the signal to each program separately; *Following changes* describes which programs receive
    /// it.
    ///
    /// - Returns: The signals from now on; the subscription ends with the stream. `category`: The category from now on.
    /// - Throws: What kept the subscription from being made.
    package func categoryChanged() async throws(BusError) -> some AsyncSequence<String, Never> & Sendable {
        try await proxy.signals("CategoryChanged") { reader throws(BusError) in
            try reader.value(0, "category")
        }
    }
}
