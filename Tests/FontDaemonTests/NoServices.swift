internal import BusInterface
internal import DBus
internal import LinuxSystem

/// Answers nothing: only the table of the interface is wanted.
struct NoFontManager: FontManager1Service {
    var generation: UInt64 { get async throws { throw BusError.failed("") } }
    func registerFonts(
        _ call: BusMethodCall, fonts: [OwnedFileDescriptor], scope: String, enabled: Bool,
        options: [String: BusVariant]
    ) async throws -> (results: [[String: BusVariant]], generation: UInt64) { throw BusError.failed("") }
    func registerDescriptors(
        _ call: BusMethodCall, descriptors: [[String: BusVariant]], scope: String, enabled: Bool,
        options: [String: BusVariant]
    ) async throws -> (results: [[String: BusVariant]], generation: UInt64) { throw BusError.failed("") }
    func unregisterDescriptors(
        _ call: BusMethodCall, descriptors: [[String: BusVariant]], scope: String, options: [String: BusVariant]
    ) async throws -> (results: [[String: BusVariant]], generation: UInt64) { throw BusError.failed("") }
    func beginBatch(
        _ call: BusMethodCall, scope: String, enabled: Bool, options: [String: BusVariant]
    ) async throws -> ObjectPath { throw BusError.failed("") }
    func unregister(
        _ call: BusMethodCall, ids: [String], options: [String: BusVariant]
    ) async throws -> (results: [[String: BusVariant]], generation: UInt64) { throw BusError.failed("") }
    func setEnabled(
        _ call: BusMethodCall, ids: [String], enabled: Bool, options: [String: BusVariant]
    ) async throws -> (results: [[String: BusVariant]], generation: UInt64) { throw BusError.failed("") }
    func listRegistered(
        _ call: BusMethodCall, filter: [String: BusVariant]
    ) async throws -> (fonts: [[String: BusVariant]], cursor: String) { throw BusError.failed("") }
    func match(
        _ call: BusMethodCall, descriptors: [[String: BusVariant]], options: [String: BusVariant]
    ) async throws -> [[String: BusVariant]] { throw BusError.failed("") }
    func listFamilies(
        _ call: BusMethodCall, filter: [String: BusVariant]
    ) async throws -> (families: [String], cursor: String) { throw BusError.failed("") }
    func listFaces(
        _ call: BusMethodCall, filter: [String: BusVariant]
    ) async throws -> (faces: [[String: BusVariant]], cursor: String) { throw BusError.failed("") }
    func listFacesFile(_ call: BusMethodCall, filter: [String: BusVariant]) async throws -> OwnedFileDescriptor {
        throw BusError.failed("")
    }

    func openFont(
        _ call: BusMethodCall, id: String, options: [String: BusVariant]
    ) async throws -> (font: OwnedFileDescriptor, details: [String: BusVariant]) { throw BusError.failed("") }
    func validate(
        _ call: BusMethodCall, font: OwnedFileDescriptor, options: [String: BusVariant]
    ) async throws -> String { throw BusError.failed("") }
    func changes(
        _ call: BusMethodCall, sinceGeneration: UInt64
    ) async throws -> (generation: UInt64, changes: [[String: BusVariant]], complete: Bool) {
        throw BusError.failed("")
    }
    func registerRemoteFont(
        _ call: BusMethodCall, url: String, scope: String, enabled: Bool, options: [String: BusVariant]
    ) async throws -> ObjectPath { throw BusError.failed("") }
    func rights(_ call: BusMethodCall) async throws -> [String: String] { throw BusError.failed("") }
    func requestRights(
        _ call: BusMethodCall, rights: [String], options: [String: BusVariant]
    ) async throws -> ObjectPath { throw BusError.failed("") }
    func whoAmI(_ call: BusMethodCall) async throws -> [String: BusVariant] { throw BusError.failed("") }
}

/// Answers nothing: only the table of the interface is wanted.
struct NoManagement: Management1Service {
    func installFonts(
        _ call: BusMethodCall, fonts: [OwnedFileDescriptor], scope: String, enabled: Bool,
        options: [String: BusVariant]
    ) async throws -> (results: [[String: BusVariant]], generation: UInt64) { throw BusError.failed("") }
    func beginBatch(
        _ call: BusMethodCall, scope: String, enabled: Bool, options: [String: BusVariant]
    ) async throws -> ObjectPath { throw BusError.failed("") }
    func previewInstallation(
        _ call: BusMethodCall, fonts: [OwnedFileDescriptor], options: [String: BusVariant]
    ) async throws -> [[String: BusVariant]] { throw BusError.failed("") }
    func uninstall(
        _ call: BusMethodCall, ids: [String], options: [String: BusVariant]
    ) async throws -> (results: [[String: BusVariant]], generation: UInt64) { throw BusError.failed("") }
    func setEnabled(
        _ call: BusMethodCall, ids: [String], enabled: Bool, options: [String: BusVariant]
    ) async throws -> (results: [[String: BusVariant]], generation: UInt64) { throw BusError.failed("") }
    func listFonts(
        _ call: BusMethodCall, filter: [String: BusVariant]
    ) async throws -> (fonts: [[String: BusVariant]], cursor: String) { throw BusError.failed("") }
    func listProviders(
        _ call: BusMethodCall, filter: [String: BusVariant]
    ) async throws -> (providers: [[String: BusVariant]], cursor: String) { throw BusError.failed("") }
    func revalidate(
        _ call: BusMethodCall, ids: [String], options: [String: BusVariant]
    ) async throws -> [String: BusVariant] { throw BusError.failed("") }
    func cancelRevalidation(_ call: BusMethodCall, options: [String: BusVariant]) async throws {
        throw BusError.failed("")
    }
    func reconcile(_ call: BusMethodCall, options: [String: BusVariant]) async throws { throw BusError.failed("") }
    func listGrants(_ call: BusMethodCall, filter: [String: BusVariant]) async throws -> [[String: BusVariant]] {
        throw BusError.failed("")
    }

    func setGrant(
        _ call: BusMethodCall, provider: String, right: String, decision: String, options: [String: BusVariant]
    ) async throws { throw BusError.failed("") }

    func revokeGrant(
        _ call: BusMethodCall, provider: String, right: String, options: [String: BusVariant]
    ) async throws -> UInt32 { throw BusError.failed("") }

    func removeProvider(
        _ call: BusMethodCall, provider: String, options: [String: BusVariant]
    ) async throws -> UInt32 { throw BusError.failed("") }

    func restoreProvider(
        _ call: BusMethodCall, provider: String, options: [String: BusVariant]
    ) async throws -> UInt32 { throw BusError.failed("") }

    func registerConsentAgent(
        _ call: BusMethodCall, agent: ObjectPath, options: [String: BusVariant]
    ) async throws { throw BusError.failed("") }

    func unregisterConsentAgent(
        _ call: BusMethodCall, agent: ObjectPath, options: [String: BusVariant]
    ) async throws { throw BusError.failed("") }

    func textSize(
        _ call: BusMethodCall, application: String, options: [String: BusVariant]
    ) async throws -> [String: BusVariant] { throw BusError.failed("") }

    func listTextSizes(_ call: BusMethodCall, filter: [String: BusVariant]) async throws -> [[String: BusVariant]] {
        throw BusError.failed("")
    }

    func setTextSize(
        _ call: BusMethodCall, application: String, category: String, options: [String: BusVariant]
    ) async throws { throw BusError.failed("") }

    func resetTextSize(
        _ call: BusMethodCall, application: String, options: [String: BusVariant]
    ) async throws -> Bool { throw BusError.failed("") }

    func status(_ call: BusMethodCall) async throws -> [String: BusVariant] { throw BusError.failed("") }
}

/// Answers nothing: only the table of the interface is wanted.
struct NoPortal: TypecasePortalService {
    func registerFonts(
        _ call: BusMethodCall, fonts: [OwnedFileDescriptor], scope: String, enabled: Bool,
        options: [String: BusVariant]
    ) async throws -> (results: [[String: BusVariant]], generation: UInt64) { throw BusError.failed("") }
    func unregister(
        _ call: BusMethodCall, ids: [String], options: [String: BusVariant]
    ) async throws -> (results: [[String: BusVariant]], generation: UInt64) { throw BusError.failed("") }
    func listRegistered(
        _ call: BusMethodCall, filter: [String: BusVariant]
    ) async throws -> (fonts: [[String: BusVariant]], cursor: String) { throw BusError.failed("") }
    func match(
        _ call: BusMethodCall, descriptors: [[String: BusVariant]], options: [String: BusVariant]
    ) async throws -> [[String: BusVariant]] { throw BusError.failed("") }
    func openFont(
        _ call: BusMethodCall, id: String, options: [String: BusVariant]
    ) async throws -> (font: OwnedFileDescriptor, details: [String: BusVariant]) { throw BusError.failed("") }
    func requestRights(
        _ call: BusMethodCall, rights: [String], options: [String: BusVariant]
    ) async throws -> ObjectPath { throw BusError.failed("") }
    func rights(_ call: BusMethodCall) async throws -> [String: String] { throw BusError.failed("") }
}

/// Answers nothing: only the table of the interface is wanted.
struct NoBatch: Batch1Service {
    var count: UInt32 { get async throws { throw BusError.failed("") } }
    var progress: Double { get async throws { throw BusError.failed("") } }
    func addFonts(
        _ call: BusMethodCall, fonts: [OwnedFileDescriptor], options: [String: BusVariant]
    ) async throws -> [[String: BusVariant]] { throw BusError.failed("") }
    func commit(_ call: BusMethodCall) async throws -> (results: [[String: BusVariant]], generation: UInt64) {
        throw BusError.failed("")
    }
    func cancel(_ call: BusMethodCall) async throws { throw BusError.failed("") }
}

/// Answers nothing: only the table of the interface is wanted.
struct NoJob: Job1Service {
    var state: String { get async throws { throw BusError.failed("") } }
    var progress: Double { get async throws { throw BusError.failed("") } }
    var bytesDone: UInt64 { get async throws { throw BusError.failed("") } }
    var bytesTotal: UInt64 { get async throws { throw BusError.failed("") } }
    var result: [String: BusVariant] { get async throws { throw BusError.failed("") } }
    func cancel(_ call: BusMethodCall) async throws { throw BusError.failed("") }
}

/// Answers nothing: only the table of the interface is wanted.
struct NoDynamicType: DynamicType1Service {
    func category(_ call: BusMethodCall) async throws -> String { throw BusError.failed("") }
    func source(_ call: BusMethodCall) async throws -> String { throw BusError.failed("") }
    func styles(_ call: BusMethodCall, options: [String: BusVariant]) async throws -> [[String: BusVariant]] {
        throw BusError.failed("")
    }
    func scaledValue(
        _ call: BusMethodCall, style: String, value: Double, options: [String: BusVariant]
    ) async throws -> Double { throw BusError.failed("") }
    func scaledFontSize(
        _ call: BusMethodCall, style: String, size: Double, options: [String: BusVariant]
    ) async throws -> Double { throw BusError.failed("") }
}
