internal import BusInterface
internal import DBus
internal import LinuxSystem

/// Serves `org.freedesktop.portal.Typecase`: the part of the public interface that every sandbox can reach.
struct PortalHarness: TypecasePortalService {
    /// The harness that carries out all calls; its jobs are those of the portal's connection.
    let manager: FontManagerHarness

    func registerFonts(
        _ call: BusMethodCall, fonts: [OwnedFileDescriptor], scope: String, enabled: Bool,
        options: [String: BusVariant]
    ) async throws -> (results: [[String: BusVariant]], generation: UInt64) {
        try await manager.registerFonts(call, fonts: fonts, scope: scope, enabled: enabled, options: options)
    }

    func endLease(_ call: BusMethodCall, handle: String, options: [String: BusVariant]) async throws -> UInt64 {
        try await manager.endLease(call, handle: handle, options: options)
    }

    func unregister(
        _ call: BusMethodCall, ids: [String], options: [String: BusVariant]
    ) async throws -> (results: [[String: BusVariant]], generation: UInt64) {
        try await manager.unregister(call, ids: ids, options: options)
    }

    func listRegistered(
        _ call: BusMethodCall, filter: [String: BusVariant]
    ) async throws -> (fonts: [[String: BusVariant]], cursor: String) {
        try await manager.listRegistered(call, filter: filter)
    }

    func match(
        _ call: BusMethodCall, descriptors: [[String: BusVariant]], options: [String: BusVariant]
    ) async throws -> [[String: BusVariant]] {
        try await manager.match(call, descriptors: descriptors, options: options)
    }

    func registerAssets(
        _ call: BusMethodCall, names: [String], scope: String, enabled: Bool, options: [String: BusVariant]
    ) async throws -> ObjectPath {
        try await manager.registerAssets(call, names: names, scope: scope, enabled: enabled, options: options)
    }

    func requestFonts(
        _ call: BusMethodCall, requests: [[String: BusVariant]], options: [String: BusVariant]
    ) async throws -> ObjectPath {
        try await manager.requestFonts(call, requests: requests, options: options)
    }

    func cover(
        _ call: BusMethodCall, text: String, options: [String: BusVariant]
    ) async throws -> [String: BusVariant] {
        try await manager.cover(call, text: text, options: options)
    }

    func openFont(
        _ call: BusMethodCall, id: String, options: [String: BusVariant]
    ) async throws -> (font: OwnedFileDescriptor, details: [String: BusVariant]) {
        try await manager.openFont(call, id: id, options: options)
    }

    func requestRights(
        _ call: BusMethodCall, rights: [String], options: [String: BusVariant]
    ) async throws -> ObjectPath {
        try await manager.requestRights(call, rights: rights, options: options)
    }

    func pickFont(_ call: BusMethodCall, options: [String: BusVariant]) async throws -> ObjectPath {
        try await manager.pickFont(call, options: options)
    }

    func rights(_ call: BusMethodCall) async throws -> [String: String] { try await manager.rights(call) }
}
