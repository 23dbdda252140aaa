// Generated from dbus/org.typecase.FontManager1.xml by Tools/BusInterfaceGenerator; do not edit.

package import DBus
package import LinuxSystem

/// Refuses every call to `org.typecase.FontManager1` with `refusal`, except those that a conforming type answers.
package protocol RefusingFontManager1Service: FontManager1Service {
    /// The error of every reply.
    var refusal: BusError { get }
}

extension RefusingFontManager1Service {
    package var generation: UInt64 { get async throws { throw refusal } }
    package func registerFonts(
        _ call: BusMethodCall, fonts: [OwnedFileDescriptor], scope: String, enabled: Bool, options: [String: BusVariant]
    ) async throws -> (results: [[String: BusVariant]], generation: UInt64) { throw refusal }
    package func registerRemoteFont(
        _ call: BusMethodCall, url: String, scope: String, enabled: Bool, options: [String: BusVariant]
    ) async throws -> ObjectPath { throw refusal }
    package func beginBatch(
        _ call: BusMethodCall, scope: String, enabled: Bool, options: [String: BusVariant]
    ) async throws -> ObjectPath { throw refusal }
    package func endLease(
        _ call: BusMethodCall, handle: String, options: [String: BusVariant]
    ) async throws -> UInt64 { throw refusal }
    package func unregister(
        _ call: BusMethodCall, ids: [String], options: [String: BusVariant]
    ) async throws -> (results: [[String: BusVariant]], generation: UInt64) { throw refusal }
    package func registerDescriptors(
        _ call: BusMethodCall, descriptors: [[String: BusVariant]], scope: String, enabled: Bool,
        options: [String: BusVariant]
    ) async throws -> (results: [[String: BusVariant]], generation: UInt64) { throw refusal }
    package func registerAssets(
        _ call: BusMethodCall, names: [String], scope: String, enabled: Bool, options: [String: BusVariant]
    ) async throws -> ObjectPath { throw refusal }
    package func unregisterDescriptors(
        _ call: BusMethodCall, descriptors: [[String: BusVariant]], scope: String, options: [String: BusVariant]
    ) async throws -> (results: [[String: BusVariant]], generation: UInt64) { throw refusal }
    package func setEnabled(
        _ call: BusMethodCall, ids: [String], enabled: Bool, options: [String: BusVariant]
    ) async throws -> (results: [[String: BusVariant]], generation: UInt64) { throw refusal }
    package func listRegistered(
        _ call: BusMethodCall, filter: [String: BusVariant]
    ) async throws -> (fonts: [[String: BusVariant]], cursor: String) { throw refusal }
    package func match(
        _ call: BusMethodCall, descriptors: [[String: BusVariant]], options: [String: BusVariant]
    ) async throws -> [[String: BusVariant]] { throw refusal }
    package func requestFonts(
        _ call: BusMethodCall, requests: [[String: BusVariant]], options: [String: BusVariant]
    ) async throws -> ObjectPath { throw refusal }
    package func cover(
        _ call: BusMethodCall, text: String, options: [String: BusVariant]
    ) async throws -> [String: BusVariant] { throw refusal }
    package func listFamilies(
        _ call: BusMethodCall, filter: [String: BusVariant]
    ) async throws -> (families: [String], cursor: String) { throw refusal }
    package func listFaces(
        _ call: BusMethodCall, filter: [String: BusVariant]
    ) async throws -> (faces: [[String: BusVariant]], cursor: String) { throw refusal }
    package func listFacesFile(
        _ call: BusMethodCall, filter: [String: BusVariant]
    ) async throws -> OwnedFileDescriptor { throw refusal }
    package func openFont(
        _ call: BusMethodCall, id: String, options: [String: BusVariant]
    ) async throws -> (font: OwnedFileDescriptor, details: [String: BusVariant]) { throw refusal }
    package func validate(
        _ call: BusMethodCall, font: OwnedFileDescriptor, options: [String: BusVariant]
    ) async throws -> String { throw refusal }
    package func changes(
        _ call: BusMethodCall, sinceGeneration: UInt64
    ) async throws -> (generation: UInt64, changes: [[String: BusVariant]], complete: Bool) { throw refusal }
    package func rights(_ call: BusMethodCall) async throws -> [String: String] { throw refusal }
    package func requestRights(
        _ call: BusMethodCall, rights: [String], options: [String: BusVariant]
    ) async throws -> ObjectPath { throw refusal }
    package func pickFont(
        _ call: BusMethodCall, options: [String: BusVariant]
    ) async throws -> ObjectPath { throw refusal }
    package func whoAmI(_ call: BusMethodCall) async throws -> [String: BusVariant] { throw refusal }
}
