// Generated from dbus/org.typecase.Management1.xml by Tools/BusInterfaceGenerator; do not edit.

package import DBus
package import LinuxSystem

/// Refuses every call to `org.typecase.Management1` with `refusal`, except those that a conforming type answers.
package protocol RefusingManagement1Service: Management1Service {
    /// The error of every reply.
    var refusal: BusError { get }
}

extension RefusingManagement1Service {
    package func installFonts(
        _ call: BusMethodCall, fonts: [OwnedFileDescriptor], scope: String, enabled: Bool, options: [String: BusVariant]
    ) async throws -> (results: [[String: BusVariant]], generation: UInt64) { throw refusal }
    package func beginBatch(
        _ call: BusMethodCall, scope: String, enabled: Bool, options: [String: BusVariant]
    ) async throws -> ObjectPath { throw refusal }
    package func previewInstallation(
        _ call: BusMethodCall, fonts: [OwnedFileDescriptor], options: [String: BusVariant]
    ) async throws -> [[String: BusVariant]] { throw refusal }
    package func planInstallation(
        _ call: BusMethodCall, fonts: [OwnedFileDescriptor], scope: String, enabled: Bool, options: [String: BusVariant]
    ) async throws -> [[String: BusVariant]] { throw refusal }
    package func planChange(
        _ call: BusMethodCall, change: String, ids: [String], options: [String: BusVariant]
    ) async throws -> [[String: BusVariant]] { throw refusal }
    package func uninstall(
        _ call: BusMethodCall, ids: [String], options: [String: BusVariant]
    ) async throws -> (results: [[String: BusVariant]], generation: UInt64) { throw refusal }
    package func setEnabled(
        _ call: BusMethodCall, ids: [String], enabled: Bool, options: [String: BusVariant]
    ) async throws -> (results: [[String: BusVariant]], generation: UInt64) { throw refusal }
    package func listFonts(
        _ call: BusMethodCall, filter: [String: BusVariant]
    ) async throws -> (fonts: [[String: BusVariant]], cursor: String) { throw refusal }
    package func listFontsFile(
        _ call: BusMethodCall, filter: [String: BusVariant]
    ) async throws -> OwnedFileDescriptor { throw refusal }
    package func listProviders(
        _ call: BusMethodCall, filter: [String: BusVariant]
    ) async throws -> (providers: [[String: BusVariant]], cursor: String) { throw refusal }
    package func removeProvider(
        _ call: BusMethodCall, provider: String, options: [String: BusVariant]
    ) async throws -> UInt32 { throw refusal }
    package func restoreProvider(
        _ call: BusMethodCall, provider: String, options: [String: BusVariant]
    ) async throws -> UInt32 { throw refusal }
    package func listResources(
        _ call: BusMethodCall, filter: [String: BusVariant]
    ) async throws -> [[String: BusVariant]] { throw refusal }
    package func changeResources(
        _ call: BusMethodCall, action: String, filter: [String: BusVariant]
    ) async throws -> [String: BusVariant] { throw refusal }
    package func listRemoved(
        _ call: BusMethodCall, filter: [String: BusVariant]
    ) async throws -> (fonts: [[String: BusVariant]], cursor: String) { throw refusal }
    package func restoreFonts(
        _ call: BusMethodCall, ids: [String], options: [String: BusVariant]
    ) async throws -> (results: [[String: BusVariant]], generation: UInt64) { throw refusal }
    package func purgeRemoved(
        _ call: BusMethodCall, ids: [String], options: [String: BusVariant]
    ) async throws -> UInt32 { throw refusal }
    package func listHiddenFamilies(
        _ call: BusMethodCall, filter: [String: BusVariant]
    ) async throws -> [[String: BusVariant]] { throw refusal }
    package func setFamiliesHidden(
        _ call: BusMethodCall, names: [String], hidden: Bool, options: [String: BusVariant]
    ) async throws -> [[String: BusVariant]] { throw refusal }
    package func listCollections(
        _ call: BusMethodCall, filter: [String: BusVariant]
    ) async throws -> [[String: BusVariant]] { throw refusal }
    package func createCollection(
        _ call: BusMethodCall, name: String, options: [String: BusVariant]
    ) async throws { throw refusal }
    package func deleteCollection(
        _ call: BusMethodCall, name: String, options: [String: BusVariant]
    ) async throws { throw refusal }
    package func changeCollection(
        _ call: BusMethodCall, name: String, ids: [String], add: Bool, options: [String: BusVariant]
    ) async throws -> [[String: BusVariant]] { throw refusal }
    package func setCollectionEnabled(
        _ call: BusMethodCall, name: String, enabled: Bool, options: [String: BusVariant]
    ) async throws -> (results: [[String: BusVariant]], generation: UInt64) { throw refusal }
    package func listHistory(
        _ call: BusMethodCall, filter: [String: BusVariant]
    ) async throws -> (changes: [[String: BusVariant]], cursor: String) { throw refusal }
    package func undo(
        _ call: BusMethodCall, change: UInt64, options: [String: BusVariant]
    ) async throws -> (results: [[String: BusVariant]], made: UInt64, generation: UInt64) { throw refusal }
    package func reconcile(_ call: BusMethodCall, options: [String: BusVariant]) async throws { throw refusal }
    package func revalidate(
        _ call: BusMethodCall, ids: [String], options: [String: BusVariant]
    ) async throws -> [String: BusVariant] { throw refusal }
    package func cancelRevalidation(_ call: BusMethodCall, options: [String: BusVariant]) async throws { throw refusal }
    package func textSize(
        _ call: BusMethodCall, application: String, options: [String: BusVariant]
    ) async throws -> [String: BusVariant] { throw refusal }
    package func listTextSizes(
        _ call: BusMethodCall, filter: [String: BusVariant]
    ) async throws -> [[String: BusVariant]] { throw refusal }
    package func setTextSize(
        _ call: BusMethodCall, application: String, category: String, options: [String: BusVariant]
    ) async throws { throw refusal }
    package func resetTextSize(
        _ call: BusMethodCall, application: String, options: [String: BusVariant]
    ) async throws -> Bool { throw refusal }
    package func listAlternateIcons(
        _ call: BusMethodCall, filter: [String: BusVariant]
    ) async throws -> [[String: BusVariant]] { throw refusal }
    package func setAlternateIcon(
        _ call: BusMethodCall, application: String, name: String, options: [String: BusVariant]
    ) async throws { throw refusal }
    package func resetAlternateIcons(
        _ call: BusMethodCall, application: String, options: [String: BusVariant]
    ) async throws -> UInt32 { throw refusal }
    package func listGrants(
        _ call: BusMethodCall, filter: [String: BusVariant]
    ) async throws -> [[String: BusVariant]] { throw refusal }
    package func setGrant(
        _ call: BusMethodCall, provider: String, right: String, decision: String, options: [String: BusVariant]
    ) async throws { throw refusal }
    package func revokeGrant(
        _ call: BusMethodCall, provider: String, right: String, options: [String: BusVariant]
    ) async throws -> UInt32 { throw refusal }
    package func registerConsentAgent(
        _ call: BusMethodCall, agent: ObjectPath, options: [String: BusVariant]
    ) async throws { throw refusal }
    package func unregisterConsentAgent(
        _ call: BusMethodCall, agent: ObjectPath, options: [String: BusVariant]
    ) async throws { throw refusal }
    package func status(_ call: BusMethodCall) async throws -> [String: BusVariant] { throw refusal }
}
