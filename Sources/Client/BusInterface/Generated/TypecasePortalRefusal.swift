// Generated from dbus/org.freedesktop.portal.Typecase.xml by Tools/BusInterfaceGenerator; do not edit.

package import DBus
package import LinuxSystem

/// Refuses every call to `org.freedesktop.portal.Typecase` with `refusal`, except those that a conforming type answers.
package protocol RefusingTypecasePortalService: TypecasePortalService {
    /// The error of every reply.
    var refusal: BusError { get }
}

extension RefusingTypecasePortalService {
    package func registerFonts(
        _ call: BusMethodCall, fonts: [OwnedFileDescriptor], scope: String, enabled: Bool, options: [String: BusVariant]
    ) async throws -> (results: [[String: BusVariant]], generation: UInt64) { throw refusal }
    package func unregister(
        _ call: BusMethodCall, ids: [String], options: [String: BusVariant]
    ) async throws -> (results: [[String: BusVariant]], generation: UInt64) { throw refusal }
    package func endLease(
        _ call: BusMethodCall, handle: String, options: [String: BusVariant]
    ) async throws -> UInt64 { throw refusal }
    package func listRegistered(
        _ call: BusMethodCall, filter: [String: BusVariant]
    ) async throws -> (fonts: [[String: BusVariant]], cursor: String) { throw refusal }
    package func match(
        _ call: BusMethodCall, descriptors: [[String: BusVariant]], options: [String: BusVariant]
    ) async throws -> [[String: BusVariant]] { throw refusal }
    package func registerAssets(
        _ call: BusMethodCall, names: [String], scope: String, enabled: Bool, options: [String: BusVariant]
    ) async throws -> ObjectPath { throw refusal }
    package func requestFonts(
        _ call: BusMethodCall, requests: [[String: BusVariant]], options: [String: BusVariant]
    ) async throws -> ObjectPath { throw refusal }
    package func cover(
        _ call: BusMethodCall, text: String, options: [String: BusVariant]
    ) async throws -> [String: BusVariant] { throw refusal }
    package func openFont(
        _ call: BusMethodCall, id: String, options: [String: BusVariant]
    ) async throws -> (font: OwnedFileDescriptor, details: [String: BusVariant]) { throw refusal }
    package func pickFont(
        _ call: BusMethodCall, options: [String: BusVariant]
    ) async throws -> ObjectPath { throw refusal }
    package func requestRights(
        _ call: BusMethodCall, rights: [String], options: [String: BusVariant]
    ) async throws -> ObjectPath { throw refusal }
    package func rights(_ call: BusMethodCall) async throws -> [String: String] { throw refusal }
}
