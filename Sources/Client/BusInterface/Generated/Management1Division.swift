// Generated from dbus/org.typecase.Management1.xml by Tools/BusInterfaceGenerator; do not edit.

package import DBus
package import LinuxSystem

/// Serves `org.typecase.Management1` by a service for each topic, besides what a conforming type answers itself.
package protocol DividedManagement1Service: Management1Service {
    /// Answers the methods of the topic `Installation`.
    var installation: any Management1InstallationService { get }
    /// Answers the methods of the topic `Providers`.
    var providers: any Management1ProvidersService { get }
    /// Answers the methods of the topic `RemovedFonts`.
    var removedFonts: any Management1RemovedFontsService { get }
    /// Answers the methods of the topic `HiddenFamilies`.
    var hiddenFamilies: any Management1HiddenFamiliesService { get }
    /// Answers the methods of the topic `Collections`.
    var collections: any Management1CollectionsService { get }
    /// Answers the methods of the topic `History`.
    var history: any Management1HistoryService { get }
    /// Answers the methods of the topic `TextSizes`.
    var textSizes: any Management1TextSizesService { get }
    /// Answers the methods of the topic `AlternateIcons`.
    var alternateIcons: any Management1AlternateIconsService { get }
    /// Answers the methods of the topic `Rights`.
    var rights: any Management1RightsService { get }
}

extension DividedManagement1Service {
    package func installFonts(
        _ call: BusMethodCall, fonts: [OwnedFileDescriptor], scope: String, enabled: Bool, options: [String: BusVariant]
    ) async throws -> (results: [[String: BusVariant]], generation: UInt64) {
        try await installation.installFonts(call, fonts: fonts, scope: scope, enabled: enabled, options: options)
    }
    package func beginBatch(
        _ call: BusMethodCall, scope: String, enabled: Bool, options: [String: BusVariant]
    ) async throws -> ObjectPath {
        try await installation.beginBatch(call, scope: scope, enabled: enabled, options: options)
    }
    package func previewInstallation(
        _ call: BusMethodCall, fonts: [OwnedFileDescriptor], options: [String: BusVariant]
    ) async throws -> [[String: BusVariant]] {
        try await installation.previewInstallation(call, fonts: fonts, options: options)
    }
    package func planInstallation(
        _ call: BusMethodCall, fonts: [OwnedFileDescriptor], scope: String, enabled: Bool, options: [String: BusVariant]
    ) async throws -> [[String: BusVariant]] {
        try await installation.planInstallation(call, fonts: fonts, scope: scope, enabled: enabled, options: options)
    }
    package func planChange(
        _ call: BusMethodCall, change: String, ids: [String], options: [String: BusVariant]
    ) async throws -> [[String: BusVariant]] {
        try await installation.planChange(call, change: change, ids: ids, options: options)
    }
    package func uninstall(
        _ call: BusMethodCall, ids: [String], options: [String: BusVariant]
    ) async throws -> (results: [[String: BusVariant]], generation: UInt64) {
        try await installation.uninstall(call, ids: ids, options: options)
    }
    package func setEnabled(
        _ call: BusMethodCall, ids: [String], enabled: Bool, options: [String: BusVariant]
    ) async throws -> (results: [[String: BusVariant]], generation: UInt64) {
        try await installation.setEnabled(call, ids: ids, enabled: enabled, options: options)
    }
    package func listFonts(
        _ call: BusMethodCall, filter: [String: BusVariant]
    ) async throws -> (fonts: [[String: BusVariant]], cursor: String) {
        try await installation.listFonts(call, filter: filter)
    }
    package func listFontsFile(
        _ call: BusMethodCall, filter: [String: BusVariant]
    ) async throws -> OwnedFileDescriptor {
        try await installation.listFontsFile(call, filter: filter)
    }
    package func listProviders(
        _ call: BusMethodCall, filter: [String: BusVariant]
    ) async throws -> (providers: [[String: BusVariant]], cursor: String) {
        try await providers.listProviders(call, filter: filter)
    }
    package func removeProvider(
        _ call: BusMethodCall, provider: String, options: [String: BusVariant]
    ) async throws -> UInt32 {
        try await providers.removeProvider(call, provider: provider, options: options)
    }
    package func restoreProvider(
        _ call: BusMethodCall, provider: String, options: [String: BusVariant]
    ) async throws -> UInt32 {
        try await providers.restoreProvider(call, provider: provider, options: options)
    }
    package func listResources(
        _ call: BusMethodCall, filter: [String: BusVariant]
    ) async throws -> [[String: BusVariant]] {
        try await providers.listResources(call, filter: filter)
    }
    package func changeResources(
        _ call: BusMethodCall, action: String, filter: [String: BusVariant]
    ) async throws -> [String: BusVariant] {
        try await providers.changeResources(call, action: action, filter: filter)
    }
    package func listRemoved(
        _ call: BusMethodCall, filter: [String: BusVariant]
    ) async throws -> (fonts: [[String: BusVariant]], cursor: String) {
        try await removedFonts.listRemoved(call, filter: filter)
    }
    package func restoreFonts(
        _ call: BusMethodCall, ids: [String], options: [String: BusVariant]
    ) async throws -> (results: [[String: BusVariant]], generation: UInt64) {
        try await removedFonts.restoreFonts(call, ids: ids, options: options)
    }
    package func purgeRemoved(
        _ call: BusMethodCall, ids: [String], options: [String: BusVariant]
    ) async throws -> UInt32 {
        try await removedFonts.purgeRemoved(call, ids: ids, options: options)
    }
    package func listHiddenFamilies(
        _ call: BusMethodCall, filter: [String: BusVariant]
    ) async throws -> [[String: BusVariant]] {
        try await hiddenFamilies.listHiddenFamilies(call, filter: filter)
    }
    package func setFamiliesHidden(
        _ call: BusMethodCall, names: [String], hidden: Bool, options: [String: BusVariant]
    ) async throws -> [[String: BusVariant]] {
        try await hiddenFamilies.setFamiliesHidden(call, names: names, hidden: hidden, options: options)
    }
    package func listCollections(
        _ call: BusMethodCall, filter: [String: BusVariant]
    ) async throws -> [[String: BusVariant]] {
        try await collections.listCollections(call, filter: filter)
    }
    package func createCollection(_ call: BusMethodCall, name: String, options: [String: BusVariant]) async throws {
        try await collections.createCollection(call, name: name, options: options)
    }
    package func deleteCollection(_ call: BusMethodCall, name: String, options: [String: BusVariant]) async throws {
        try await collections.deleteCollection(call, name: name, options: options)
    }
    package func changeCollection(
        _ call: BusMethodCall, name: String, ids: [String], add: Bool, options: [String: BusVariant]
    ) async throws -> [[String: BusVariant]] {
        try await collections.changeCollection(call, name: name, ids: ids, add: add, options: options)
    }
    package func setCollectionEnabled(
        _ call: BusMethodCall, name: String, enabled: Bool, options: [String: BusVariant]
    ) async throws -> (results: [[String: BusVariant]], generation: UInt64) {
        try await collections.setCollectionEnabled(call, name: name, enabled: enabled, options: options)
    }
    package func listHistory(
        _ call: BusMethodCall, filter: [String: BusVariant]
    ) async throws -> (changes: [[String: BusVariant]], cursor: String) {
        try await history.listHistory(call, filter: filter)
    }
    package func undo(
        _ call: BusMethodCall, change: UInt64, options: [String: BusVariant]
    ) async throws -> (results: [[String: BusVariant]], made: UInt64, generation: UInt64) {
        try await history.undo(call, change: change, options: options)
    }
    package func reconcile(_ call: BusMethodCall, options: [String: BusVariant]) async throws {
        try await providers.reconcile(call, options: options)
    }
    package func revalidate(
        _ call: BusMethodCall, ids: [String], options: [String: BusVariant]
    ) async throws -> [String: BusVariant] {
        try await installation.revalidate(call, ids: ids, options: options)
    }
    package func cancelRevalidation(_ call: BusMethodCall, options: [String: BusVariant]) async throws {
        try await installation.cancelRevalidation(call, options: options)
    }
    package func textSize(
        _ call: BusMethodCall, application: String, options: [String: BusVariant]
    ) async throws -> [String: BusVariant] {
        try await textSizes.textSize(call, application: application, options: options)
    }
    package func listTextSizes(
        _ call: BusMethodCall, filter: [String: BusVariant]
    ) async throws -> [[String: BusVariant]] {
        try await textSizes.listTextSizes(call, filter: filter)
    }
    package func setTextSize(
        _ call: BusMethodCall, application: String, category: String, options: [String: BusVariant]
    ) async throws {
        try await textSizes.setTextSize(call, application: application, category: category, options: options)
    }
    package func resetTextSize(
        _ call: BusMethodCall, application: String, options: [String: BusVariant]
    ) async throws -> Bool {
        try await textSizes.resetTextSize(call, application: application, options: options)
    }
    package func listAlternateIcons(
        _ call: BusMethodCall, filter: [String: BusVariant]
    ) async throws -> [[String: BusVariant]] {
        try await alternateIcons.listAlternateIcons(call, filter: filter)
    }
    package func setAlternateIcon(
        _ call: BusMethodCall, application: String, name: String, options: [String: BusVariant]
    ) async throws {
        try await alternateIcons.setAlternateIcon(call, application: application, name: name, options: options)
    }
    package func resetAlternateIcons(
        _ call: BusMethodCall, application: String, options: [String: BusVariant]
    ) async throws -> UInt32 {
        try await alternateIcons.resetAlternateIcons(call, application: application, options: options)
    }
    package func listGrants(
        _ call: BusMethodCall, filter: [String: BusVariant]
    ) async throws -> [[String: BusVariant]] {
        try await rights.listGrants(call, filter: filter)
    }
    package func setGrant(
        _ call: BusMethodCall, provider: String, right: String, decision: String, options: [String: BusVariant]
    ) async throws {
        try await rights.setGrant(call, provider: provider, right: right, decision: decision, options: options)
    }
    package func revokeGrant(
        _ call: BusMethodCall, provider: String, right: String, options: [String: BusVariant]
    ) async throws -> UInt32 {
        try await rights.revokeGrant(call, provider: provider, right: right, options: options)
    }
    package func registerConsentAgent(
        _ call: BusMethodCall, agent: ObjectPath, options: [String: BusVariant]
    ) async throws {
        try await rights.registerConsentAgent(call, agent: agent, options: options)
    }
    package func unregisterConsentAgent(
        _ call: BusMethodCall, agent: ObjectPath, options: [String: BusVariant]
    ) async throws {
        try await rights.unregisterConsentAgent(call, agent: agent, options: options)
    }
}
