// Generated from dbus/org.freedesktop.portal.Typecase.xml by Tools/BusInterfaceGenerator; do not edit.

package import DBus
package import LinuxSystem

/// Calls `org.freedesktop.portal.Typecase` over a bus connection.
package struct TypecasePortalClient: Sendable {
    let proxy: BusProxy

    /// Creates a client; nothing is sent yet.
    ///
    /// - Parameters:
    ///   - connection: The connection to call over.
    ///   - busName: The name of the service.
    package init(_ connection: BusConnection, busName: String = TypecasePortalNames.busName) {
        proxy = BusProxy(
            connection: connection, busName: busName, path: TypecasePortalNames.path,
            interface: TypecasePortalNames.interface)
    }

    /// The version of this interface: it increases when members or keys are added, or the object gets another
    /// interface.
    ///
    /// This is version 2.
    ///
    /// - Parameter timeout: How long to wait for the reply.
    /// - Returns: The value.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func version(timeout: Duration = BusProxy.standardTimeout) async throws(BusError) -> UInt32 {
        try await proxy.property("version", timeout: timeout)
    }

    /// Registers font files with the session, for the caller.
    ///
    /// Errors of an item: those of FontManager1.RegisterFonts.
    ///
    /// Errors of the call: those of FontManager1.RegisterFonts.
    ///
    /// - Parameters:
    ///   - fonts: The fonts as open, readable, regular files, at most 16.
    ///   - scope: How long the registration lasts: `persistent` or `session`.
    ///   - enabled: Whether programs find the fonts immediately.
    ///   - options: Options.
    ///   - timeout: How long to wait for the reply.
    /// - Returns: `results`: One dictionary per font, in the order of `fonts`. `generation`: The generation with the
    ///   change, or the current one if nothing changed.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func registerFonts(
        fonts: [OwnedFileDescriptor], scope: String, enabled: Bool, options: [String: BusVariant],
        timeout: Duration = BusProxy.standardTimeout
    ) async throws(BusError) -> (results: [[String: BusVariant]], generation: UInt64) {
        let reply = try await proxy.call(
            "RegisterFonts", [fonts.busValue, scope.busValue, enabled.busValue, options.busValue], timeout: timeout)
        return (results: try reply.value(0, "results"), generation: try reply.value(1, "generation"))
    }

    /// Removes registrations of the caller.
    ///
    /// Errors of an item: those of FontManager1.Unregister.
    ///
    /// Errors of the call: those of FontManager1.Unregister.
    ///
    /// - Parameters:
    ///   - ids: The registrations to remove, at most 1,000.
    ///   - options: Options; none is defined yet.
    ///   - timeout: How long to wait for the reply.
    /// - Returns: `results`: One dictionary per id, in the order of `ids`. `generation`: The generation with the
    ///   change, or the current one if nothing changed.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func unregister(
        ids: [String], options: [String: BusVariant], timeout: Duration = BusProxy.standardTimeout
    ) async throws(BusError) -> (results: [[String: BusVariant]], generation: UInt64) {
        let reply = try await proxy.call("Unregister", [ids.busValue, options.busValue], timeout: timeout)
        return (results: try reply.value(0, "results"), generation: try reply.value(1, "generation"))
    }

    /// Ends the leases that the caller's connection holds under a handle.
    ///
    /// Errors: those of FontManager1.EndLease.
    ///
    /// - Parameters:
    ///   - handle: The `lease_handle` of the calls that registered the fonts.
    ///   - options: Options; none is defined yet.
    ///   - timeout: How long to wait for the reply.
    /// - Returns: The generation after the change.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func endLease(
        handle: String, options: [String: BusVariant], timeout: Duration = BusProxy.standardTimeout
    ) async throws(BusError) -> UInt64 {
        let reply = try await proxy.call("EndLease", [handle.busValue, options.busValue], timeout: timeout)
        return try reply.value(0, "generation")
    }

    /// Lists the caller's own registrations, in pages.
    ///
    /// Errors: those of FontManager1.ListRegistered.
    ///
    /// - Parameters:
    ///   - filter: Which registrations to list.
    ///   - timeout: How long to wait for the reply.
    /// - Returns: `fonts`: Font dictionaries. `cursor`: Pass it in the filter of the next call to go on; empty at the
    ///   end of the list.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func listRegistered(
        filter: [String: BusVariant], timeout: Duration = BusProxy.standardTimeout
    ) async throws(BusError) -> (fonts: [[String: BusVariant]], cursor: String) {
        let reply = try await proxy.call("ListRegistered", [filter.busValue], timeout: timeout)
        return (fonts: try reply.value(0, "fonts"), cursor: try reply.value(1, "cursor"))
    }

    /// Finds the best face for each descriptor, among the faces that the caller may use.
    ///
    /// Errors of the call: those of FontManager1.Match.
    ///
    /// - Parameters:
    ///   - descriptors: The requested faces, at most 1,000.
    ///   - options: Options.
    ///   - timeout: How long to wait for the reply.
    /// - Returns: One face dictionary per descriptor, in order; an empty one if nothing matches.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func match(
        descriptors: [[String: BusVariant]], options: [String: BusVariant], timeout: Duration = BusProxy.standardTimeout
    ) async throws(BusError) -> [[String: BusVariant]] {
        let reply = try await proxy.call("Match", [descriptors.busValue, options.busValue], timeout: timeout)
        return try reply.value(0, "faces")
    }

    /// Registers fonts that the caller's manifest declares, by the names in the manifest.
    ///
    /// Errors of the call: those of FontManager1.RegisterAssets.
    ///
    /// - Parameters:
    ///   - names: The names of fonts in the caller's manifest, at most 1,000.
    ///   - scope: How long the registrations last: `persistent` or `session`.
    ///   - enabled: Whether programs find the fonts immediately.
    ///   - options: Options.
    ///   - timeout: How long to wait for the reply.
    /// - Returns: An object with the interface `org.typecase.Job1`, below this object, for the caller's connection
    ///   alone.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func registerAssets(
        names: [String], scope: String, enabled: Bool, options: [String: BusVariant],
        timeout: Duration = BusProxy.standardTimeout
    ) async throws(BusError) -> ObjectPath {
        let reply = try await proxy.call(
            "RegisterAssets", [names.busValue, scope.busValue, enabled.busValue, options.busValue], timeout: timeout)
        return try reply.value(0, "job")
    }

    /// Provides the fonts that the caller needs, among those that it may use, or reports for each why it is not
    /// available.
    ///
    /// Errors of the call: those of FontManager1.RequestFonts.
    ///
    /// - Parameters:
    ///   - requests: The fonts that the caller needs, as at most 1,000 descriptor dictionaries.
    ///   - options: Options.
    ///   - timeout: How long to wait for the reply.
    /// - Returns: An object with the interface `org.typecase.Job1`, below this object, for the caller's connection
    ///   alone.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func requestFonts(
        requests: [[String: BusVariant]], options: [String: BusVariant], timeout: Duration = BusProxy.standardTimeout
    ) async throws(BusError) -> ObjectPath {
        let reply = try await proxy.call("RequestFonts", [requests.busValue, options.busValue], timeout: timeout)
        return try reply.value(0, "job")
    }

    /// Finds a small set of faces that support a text: among the caller's own fonts and those of the system, or, if the
    /// caller has the right `use-installed-fonts`, among all fonts.
    ///
    /// Errors of the call: those of FontManager1.Cover.
    ///
    /// - Parameters:
    ///   - text: The text, at most 1 MiB with at most 60,000 different characters.
    ///   - options: Options.
    ///   - timeout: How long to wait for the reply.
    /// - Returns: The faces that support the characters of the text.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func cover(
        text: String, options: [String: BusVariant], timeout: Duration = BusProxy.standardTimeout
    ) async throws(BusError) -> [String: BusVariant] {
        let reply = try await proxy.call("Cover", [text.busValue, options.busValue], timeout: timeout)
        return try reply.value(0, "coverage")
    }

    /// Opens a font that the caller may use.
    ///
    /// Errors: those of FontManager1.OpenFont.
    ///
    /// - Parameters:
    ///   - id: The `id` of a face or font dictionary.
    ///   - options: Options; none is defined yet.
    ///   - timeout: How long to wait for the reply.
    /// - Returns: `font`: A sealed memory file with the bytes of the font file. `details`: The part of the file that
    ///   the id identifies.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func openFont(
        id: String, options: [String: BusVariant], timeout: Duration = BusProxy.standardTimeout
    ) async throws(BusError) -> (font: OwnedFileDescriptor, details: [String: BusVariant]) {
        let reply = try await proxy.call("OpenFont", [id.busValue, options.busValue], timeout: timeout)
        return (font: try reply.value(0, "font"), details: try reply.value(1, "details"))
    }

    /// Lets the user pick a font, and gives the caller only this font.
    ///
    /// Errors of the call: those of FontManager1.PickFont.
    ///
    /// - Parameters:
    ///   - options: Options.
    ///   - timeout: How long to wait for the reply.
    /// - Returns: An object with the interface `org.typecase.Job1`, below this object, for the caller's connection
    ///   alone.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func pickFont(
        options: [String: BusVariant], timeout: Duration = BusProxy.standardTimeout
    ) async throws(BusError) -> ObjectPath {
        let reply = try await proxy.call("PickFont", [options.busValue], timeout: timeout)
        return try reply.value(0, "job")
    }

    /// Asks the user for rights, if nothing else decides.
    ///
    /// Errors of the call: those of FontManager1.RequestRights.
    ///
    /// - Parameters:
    ///   - rights: The rights that the caller would like to have, at least one.
    ///   - options: Options.
    ///   - timeout: How long to wait for the reply.
    /// - Returns: An object with the interface `org.typecase.Job1`, below this object, for the caller's connection
    ///   alone.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func requestRights(
        rights: [String], options: [String: BusVariant], timeout: Duration = BusProxy.standardTimeout
    ) async throws(BusError) -> ObjectPath {
        let reply = try await proxy.call("RequestRights", [rights.busValue, options.busValue], timeout: timeout)
        return try reply.value(0, "job")
    }

    /// Reports what the caller may do.
    ///
    /// Errors: those of FontManager1.Rights.
    ///
    /// - Parameter timeout: How long to wait for the reply.
    /// - Returns: All rights, each with `granted`, `denied` or `ask`.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func rights(timeout: Duration = BusProxy.standardTimeout) async throws(BusError) -> [String: String] {
        let reply = try await proxy.call("Rights", [], timeout: timeout)
        return try reply.value(0, "rights")
    }

    /// The fonts of the session have changed, and fontconfig's caches are up to date with the change.
    ///
    /// - Returns: The signals from now on; the subscription ends with the stream. `generation`: The generation after
    ///   the change.
    /// - Throws: What kept the subscription from being made.
    package func changed() async throws(BusError) -> some AsyncSequence<UInt64, Never> & Sendable {
        try await proxy.signals("Changed") { reader throws(BusError) in
            try reader.value(0, "generation")
        }
    }
}
