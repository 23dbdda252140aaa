// Generated from dbus/org.freedesktop.portal.Typecase.xml by Tools/BusInterfaceGenerator; do not edit.

package import DBus
package import LinuxSystem

/// Fonts for sandboxed applications without a special permission.
///
/// This interface contains what a sandboxed application needs to provide fonts and to use the fonts that it may use,
/// and nothing else.
///
/// A Flatpak can reach every bus name that begins with `org.freedesktop.portal.` without a special permission, so it
/// needs none for this interface. Its rights determine what it may do; if nothing else decides about a right, the user
/// is asked.
///
/// The object is `/org/freedesktop/portal/desktop/typecase` at the bus name `org.freedesktop.portal.Typecase` on the
/// session bus. This name has a connection of its own.
///
/// The methods do the same as those with the same names in `org.typecase.FontManager1`, for the same callers and with
/// the same rights. The description of that interface explains the methods, the contents of the dictionaries and the
/// errors. An application that needs more, such as batches, requests a permission for the bus name of that interface.
///
/// **Text size.** From version 2 on, the same object also has the complete interface `org.typecase.DynamicType1`: it
/// reports how large the user wants text to be in the calling application, and sends the signal from this object when
/// that changes. No application needs a right for it, and none learns the text size of another.
package protocol TypecasePortalService: Sendable {
    /// The version of this interface: it increases when members or keys are added, or the object gets another
    /// interface.
    ///
    /// This is version 2.
    var version: UInt32 { get async throws }

    /// Registers font files with the session, for the caller.
    ///
    /// Errors of an item: those of FontManager1.RegisterFonts.
    ///
    /// Errors of the call: those of FontManager1.RegisterFonts.
    ///
    /// - Parameters:
    ///   - call: The call, with its sender.
    ///   - fonts: The fonts as open, readable, regular files, at most 16.
    ///   - scope: How long the registration lasts: `persistent` or `session`.
    ///   - enabled: Whether programs find the fonts immediately.
    ///   - options: Options.
    /// - Returns: `results`: One dictionary per font, in the order of `fonts`. `generation`: The generation with the
    ///   change, or the current one if nothing changed.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func registerFonts(
        _ call: BusMethodCall, fonts: [OwnedFileDescriptor], scope: String, enabled: Bool, options: [String: BusVariant]
    ) async throws -> (results: [[String: BusVariant]], generation: UInt64)

    /// Removes registrations of the caller.
    ///
    /// Errors of an item: those of FontManager1.Unregister.
    ///
    /// Errors of the call: those of FontManager1.Unregister.
    ///
    /// - Parameters:
    ///   - call: The call, with its sender.
    ///   - ids: The registrations to remove, at most 1,000.
    ///   - options: Options; none is defined yet.
    /// - Returns: `results`: One dictionary per id, in the order of `ids`. `generation`: The generation with the
    ///   change, or the current one if nothing changed.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func unregister(
        _ call: BusMethodCall, ids: [String], options: [String: BusVariant]
    ) async throws -> (results: [[String: BusVariant]], generation: UInt64)

    /// Ends the leases that the caller's connection holds under a handle.
    ///
    /// Errors: those of FontManager1.EndLease.
    ///
    /// - Parameters:
    ///   - call: The call, with its sender.
    ///   - handle: The `lease_handle` of the calls that registered the fonts.
    ///   - options: Options; none is defined yet.
    /// - Returns: The generation after the change.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func endLease(_ call: BusMethodCall, handle: String, options: [String: BusVariant]) async throws -> UInt64

    /// Lists the caller's own registrations, in pages.
    ///
    /// Errors: those of FontManager1.ListRegistered.
    ///
    /// - Parameters:
    ///   - call: The call, with its sender.
    ///   - filter: Which registrations to list.
    /// - Returns: `fonts`: Font dictionaries. `cursor`: Pass it in the filter of the next call to go on; empty at the
    ///   end of the list.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func listRegistered(
        _ call: BusMethodCall, filter: [String: BusVariant]
    ) async throws -> (fonts: [[String: BusVariant]], cursor: String)

    /// Finds the best face for each descriptor, among the faces that the caller may use.
    ///
    /// Errors of the call: those of FontManager1.Match.
    ///
    /// - Parameters:
    ///   - call: The call, with its sender.
    ///   - descriptors: The requested faces, at most 1,000.
    ///   - options: Options.
    /// - Returns: One face dictionary per descriptor, in order; an empty one if nothing matches.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func match(
        _ call: BusMethodCall, descriptors: [[String: BusVariant]], options: [String: BusVariant]
    ) async throws -> [[String: BusVariant]]

    /// Registers fonts that the caller's manifest declares, by the names in the manifest.
    ///
    /// Errors of the call: those of FontManager1.RegisterAssets.
    ///
    /// - Parameters:
    ///   - call: The call, with its sender.
    ///   - names: The names of fonts in the caller's manifest, at most 1,000.
    ///   - scope: How long the registrations last: `persistent` or `session`.
    ///   - enabled: Whether programs find the fonts immediately.
    ///   - options: Options.
    /// - Returns: An object with the interface `org.typecase.Job1`, below this object, for the caller's connection
    ///   alone.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func registerAssets(
        _ call: BusMethodCall, names: [String], scope: String, enabled: Bool, options: [String: BusVariant]
    ) async throws -> ObjectPath

    /// Provides the fonts that the caller needs, among those that it may use, or reports for each why it is not
    /// available.
    ///
    /// Errors of the call: those of FontManager1.RequestFonts.
    ///
    /// - Parameters:
    ///   - call: The call, with its sender.
    ///   - requests: The fonts that the caller needs, as at most 1,000 descriptor dictionaries.
    ///   - options: Options.
    /// - Returns: An object with the interface `org.typecase.Job1`, below this object, for the caller's connection
    ///   alone.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func requestFonts(
        _ call: BusMethodCall, requests: [[String: BusVariant]], options: [String: BusVariant]
    ) async throws -> ObjectPath

    /// Finds a small set of faces that support a text: among the caller's own fonts and those of the system, or, if the
    /// caller has the right `use-installed-fonts`, among all fonts.
    ///
    /// Errors of the call: those of FontManager1.Cover.
    ///
    /// - Parameters:
    ///   - call: The call, with its sender.
    ///   - text: The text, at most 1 MiB with at most 60,000 different characters.
    ///   - options: Options.
    /// - Returns: The faces that support the characters of the text.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func cover(_ call: BusMethodCall, text: String, options: [String: BusVariant]) async throws -> [String: BusVariant]

    /// Opens a font that the caller may use.
    ///
    /// Errors: those of FontManager1.OpenFont.
    ///
    /// - Parameters:
    ///   - call: The call, with its sender.
    ///   - id: The `id` of a face or font dictionary.
    ///   - options: Options; none is defined yet.
    /// - Returns: `font`: A sealed memory file with the bytes of the font file. `details`: The part of the file that
    ///   the id identifies.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func openFont(
        _ call: BusMethodCall, id: String, options: [String: BusVariant]
    ) async throws -> (font: OwnedFileDescriptor, details: [String: BusVariant])

    /// Lets the user pick a font, and gives the caller only this font.
    ///
    /// Errors of the call: those of FontManager1.PickFont.
    ///
    /// - Parameters:
    ///   - call: The call, with its sender.
    ///   - options: Options.
    /// - Returns: An object with the interface `org.typecase.Job1`, below this object, for the caller's connection
    ///   alone.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func pickFont(_ call: BusMethodCall, options: [String: BusVariant]) async throws -> ObjectPath

    /// Asks the user for rights, if nothing else decides.
    ///
    /// Errors of the call: those of FontManager1.RequestRights.
    ///
    /// - Parameters:
    ///   - call: The call, with its sender.
    ///   - rights: The rights that the caller would like to have, at least one.
    ///   - options: Options.
    /// - Returns: An object with the interface `org.typecase.Job1`, below this object, for the caller's connection
    ///   alone.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func requestRights(
        _ call: BusMethodCall, rights: [String], options: [String: BusVariant]
    ) async throws -> ObjectPath

    /// Reports what the caller may do.
    ///
    /// Errors: those of FontManager1.Rights.
    ///
    /// - Parameter call: The call, with its sender.
    /// - Returns: All rights, each with `granted`, `denied` or `ask`.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func rights(_ call: BusMethodCall) async throws -> [String: String]
}

extension TypecasePortalService {
    package var version: UInt32 { 2 }
}
