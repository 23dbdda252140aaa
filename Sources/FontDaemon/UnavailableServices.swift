internal import BusInterface
internal import DBus
internal import FontModel
internal import Glibc
internal import LinuxSystem

/// Serves `org.typecase.FontManager1` where the home cannot be used: every call gets the reason.
struct UnavailableFontManager: FontManager1Service {
    let error: FontError
    let callers: CallerDirectory

    var generation: UInt64 {
        get async throws { throw BusError(error) }
    }

    func registerFonts(
        _ call: BusMethodCall, fonts: [OwnedFileDescriptor], scope: String, enabled: Bool,
        options: [String: BusVariant]
    ) async throws -> (results: [[String: BusVariant]], generation: UInt64) { throw BusError(error) }

    func registerDescriptors(
        _ call: BusMethodCall, descriptors: [[String: BusVariant]], scope: String, enabled: Bool,
        options: [String: BusVariant]
    ) async throws -> (results: [[String: BusVariant]], generation: UInt64) { throw BusError(error) }

    func unregisterDescriptors(
        _ call: BusMethodCall, descriptors: [[String: BusVariant]], scope: String, options: [String: BusVariant]
    ) async throws -> (results: [[String: BusVariant]], generation: UInt64) { throw BusError(error) }

    func beginBatch(
        _ call: BusMethodCall, scope: String, enabled: Bool, options: [String: BusVariant]
    ) async throws -> ObjectPath { throw BusError(error) }

    func unregister(
        _ call: BusMethodCall, ids: [String], options: [String: BusVariant]
    ) async throws -> (results: [[String: BusVariant]], generation: UInt64) { throw BusError(error) }

    func setEnabled(
        _ call: BusMethodCall, ids: [String], enabled: Bool, options: [String: BusVariant]
    ) async throws -> (results: [[String: BusVariant]], generation: UInt64) { throw BusError(error) }

    func listRegistered(
        _ call: BusMethodCall, filter: [String: BusVariant]
    ) async throws -> (fonts: [[String: BusVariant]], cursor: String) { throw BusError(error) }

    func match(
        _ call: BusMethodCall, descriptors: [[String: BusVariant]], options: [String: BusVariant]
    ) async throws -> [[String: BusVariant]] { throw BusError(error) }

    func listFamilies(
        _ call: BusMethodCall, filter: [String: BusVariant]
    ) async throws -> (families: [String], cursor: String) { throw BusError(error) }

    func listFaces(
        _ call: BusMethodCall, filter: [String: BusVariant]
    ) async throws -> (faces: [[String: BusVariant]], cursor: String) { throw BusError(error) }

    func listFacesFile(_ call: BusMethodCall, filter: [String: BusVariant]) async throws -> OwnedFileDescriptor {
        throw BusError(error)
    }

    func openFont(
        _ call: BusMethodCall, id: String, options: [String: BusVariant]
    ) async throws -> (font: OwnedFileDescriptor, details: [String: BusVariant]) { throw BusError(error) }

    func validate(
        _ call: BusMethodCall, font: OwnedFileDescriptor, options: [String: BusVariant]
    ) async throws -> String { throw BusError(error) }

    func changes(
        _ call: BusMethodCall, sinceGeneration: UInt64
    ) async throws -> (generation: UInt64, changes: [[String: BusVariant]], complete: Bool) { throw BusError(error) }

    func rights(_ call: BusMethodCall) async throws -> [String: String] { throw BusError(error) }

    func registerRemoteFont(
        _ call: BusMethodCall, url: String, scope: String, enabled: Bool, options: [String: BusVariant]
    ) async throws -> ObjectPath { throw BusError(error) }

    func requestRights(
        _ call: BusMethodCall, rights: [String], options: [String: BusVariant]
    ) async throws -> ObjectPath { throw BusError(error) }

    func whoAmI(_ call: BusMethodCall) async throws -> [String: BusVariant] {
        CallerDictionary.make(try await callers.identity(of: call.sender))
    }
}

/// Answers every call by the name that sandboxes reach with the reason for which there is no service.
struct UnavailablePortal: TypecasePortalService {
    let error: FontError

    func registerFonts(
        _ call: BusMethodCall, fonts: [OwnedFileDescriptor], scope: String, enabled: Bool,
        options: [String: BusVariant]
    ) async throws -> (results: [[String: BusVariant]], generation: UInt64) { throw BusError(error) }

    func unregister(
        _ call: BusMethodCall, ids: [String], options: [String: BusVariant]
    ) async throws -> (results: [[String: BusVariant]], generation: UInt64) { throw BusError(error) }

    func listRegistered(
        _ call: BusMethodCall, filter: [String: BusVariant]
    ) async throws -> (fonts: [[String: BusVariant]], cursor: String) { throw BusError(error) }

    func match(
        _ call: BusMethodCall, descriptors: [[String: BusVariant]], options: [String: BusVariant]
    ) async throws -> [[String: BusVariant]] { throw BusError(error) }

    func openFont(
        _ call: BusMethodCall, id: String, options: [String: BusVariant]
    ) async throws -> (font: OwnedFileDescriptor, details: [String: BusVariant]) { throw BusError(error) }

    func requestRights(
        _ call: BusMethodCall, rights: [String], options: [String: BusVariant]
    ) async throws -> ObjectPath { throw BusError(error) }

    func rights(_ call: BusMethodCall) async throws -> [String: String] { throw BusError(error) }
}

/// Answers every call of the management interface with the reason for which there is no service.
struct UnavailableManagement: Management1Service {
    let error: FontError

    func removeProvider(_ call: BusMethodCall, provider: String, options: [String: BusVariant]) async throws -> UInt32 {
        throw BusError(error)
    }

    func restoreProvider(
        _ call: BusMethodCall, provider: String, options: [String: BusVariant]
    ) async throws -> UInt32 { throw BusError(error) }

    func installFonts(
        _ call: BusMethodCall, fonts: [OwnedFileDescriptor], scope: String, enabled: Bool,
        options: [String: BusVariant]
    ) async throws -> (results: [[String: BusVariant]], generation: UInt64) { throw BusError(error) }

    func beginBatch(
        _ call: BusMethodCall, scope: String, enabled: Bool, options: [String: BusVariant]
    ) async throws -> ObjectPath { throw BusError(error) }

    func previewInstallation(
        _ call: BusMethodCall, fonts: [OwnedFileDescriptor], options: [String: BusVariant]
    ) async throws -> [[String: BusVariant]] { throw BusError(error) }

    func uninstall(
        _ call: BusMethodCall, ids: [String], options: [String: BusVariant]
    ) async throws -> (results: [[String: BusVariant]], generation: UInt64) { throw BusError(error) }

    func setEnabled(
        _ call: BusMethodCall, ids: [String], enabled: Bool, options: [String: BusVariant]
    ) async throws -> (results: [[String: BusVariant]], generation: UInt64) { throw BusError(error) }

    func listFonts(
        _ call: BusMethodCall, filter: [String: BusVariant]
    ) async throws -> (fonts: [[String: BusVariant]], cursor: String) { throw BusError(error) }

    func listProviders(
        _ call: BusMethodCall, filter: [String: BusVariant]
    ) async throws -> (providers: [[String: BusVariant]], cursor: String) { throw BusError(error) }

    func reconcile(_ call: BusMethodCall, options: [String: BusVariant]) async throws { throw BusError(error) }

    func revalidate(
        _ call: BusMethodCall, ids: [String], options: [String: BusVariant]
    ) async throws -> [String: BusVariant] { throw BusError(error) }

    func cancelRevalidation(_ call: BusMethodCall, options: [String: BusVariant]) async throws {
        throw BusError(error)
    }

    func listGrants(_ call: BusMethodCall, filter: [String: BusVariant]) async throws -> [[String: BusVariant]] {
        throw BusError(error)
    }

    func setGrant(
        _ call: BusMethodCall, provider: String, right: String, decision: String, options: [String: BusVariant]
    ) async throws { throw BusError(error) }

    func revokeGrant(
        _ call: BusMethodCall, provider: String, right: String, options: [String: BusVariant]
    ) async throws -> UInt32 { throw BusError(error) }

    func registerConsentAgent(
        _ call: BusMethodCall, agent: ObjectPath, options: [String: BusVariant]
    ) async throws { throw BusError(error) }

    func unregisterConsentAgent(
        _ call: BusMethodCall, agent: ObjectPath, options: [String: BusVariant]
    ) async throws { throw BusError(error) }

    func textSize(
        _ call: BusMethodCall, application: String, options: [String: BusVariant]
    ) async throws -> [String: BusVariant] { throw BusError(error) }

    func listTextSizes(_ call: BusMethodCall, filter: [String: BusVariant]) async throws -> [[String: BusVariant]] {
        throw BusError(error)
    }

    func setTextSize(
        _ call: BusMethodCall, application: String, category: String, options: [String: BusVariant]
    ) async throws { throw BusError(error) }

    func resetTextSize(
        _ call: BusMethodCall, application: String, options: [String: BusVariant]
    ) async throws -> Bool { throw BusError(error) }

    func status(_ call: BusMethodCall) async throws -> [String: BusVariant] {
        [
            "daemon_version": BusVariant(TypecaseVersion.current),
            "process_id": BusVariant(UInt32(getpid())),
            "ready": BusVariant(false),
            "read_only": BusVariant(true),
            "read_only_reason": BusVariant(error.message),
        ]
    }
}
