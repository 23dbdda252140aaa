internal import BusInterface
internal import DBus
internal import LinuxSystem
internal import Testing

@Suite struct GeneratedInterfaceTests {
    private let interface = management1Interface(RecordingService())

    private func call(_ member: String, _ arguments: [BusValue]) async throws -> [BusValue] {
        let method = try #require(interface.methods.first { $0.name == member })
        return try await method.handler(
            BusMethodCall(
                sender: ":1.7", path: Management1Names.path, interface: interface.name, member: member,
                arguments: arguments))
    }

    @Test func `Arguments reach the service in their places, and results come back in theirs`() async throws {
        let results = try await call(
            "SetEnabled", [["one", "two"].busValue, true.busValue, ["key": BusVariant("value")].busValue])
        let first: [String: BusVariant] = [
            "caller": BusVariant(":1.7"), "ids": BusVariant(["one", "two"]), "enabled": BusVariant(true),
            "options": BusVariant(["key": BusVariant("value")]),
        ]
        #expect(results == [[first].busValue, UInt64(9).busValue])
    }

    @Test func `An argument of another type is InvalidArgs that names it and both types`() async {
        await #expect(
            throws: BusError(
                .invalidArguments, "org.typecase.Management1.SetEnabled: enabled is of type s, not b")
        ) {
            _ = try await call("SetEnabled", [["one"].busValue, "yes".busValue, [String: BusVariant]().busValue])
        }
        await #expect(
            throws: BusError(
                .invalidArguments, "org.typecase.Management1.SetEnabled: options (a{sv}) is missing")
        ) {
            _ = try await call("SetEnabled", [["one"].busValue, true.busValue])
        }
    }

    @Test func `The table has the signatures of the interface description`() throws {
        let signatures = Dictionary(
            uniqueKeysWithValues: interface.methods.map { ($0.name, "\($0.inputSignature) \($0.outputSignature)") })
        #expect(signatures["InstallFonts"] == "ahsba{sv} aa{sv}t")
        #expect(signatures["ListFonts"] == "a{sv} aa{sv}s")
        #expect(signatures["Status"] == " a{sv}")
        #expect(interface.properties.map(\.name) == ["version"])
        #expect(fontManager1Interface(UnusedFontService()).signals.map(\.name) == ["FontsChanged"])
    }

    @Test func `Properties are read from the service`() async throws {
        let property = try #require(interface.properties.first)
        let value = try await property.get(
            BusMethodCall(
                sender: ":1.7", path: Management1Names.path, interface: "org.freedesktop.DBus.Properties",
                member: "Get", arguments: []))
        #expect(value == UInt32(1).busValue)
    }

    @Test func `Introspection data is the interface element without its documentation`() {
        #expect(interface.introspection.hasPrefix("<interface name=\"org.typecase.Management1\">\n"))
        #expect(interface.introspection.hasSuffix("</interface>"))
        #expect(interface.introspection.contains("<method name=\"InstallFonts\">"))
        #expect(!interface.introspection.contains("<!--"))
    }

    @Test func `A reply that does not follow the interface description is an error and not a crash`() {
        let reply = BusReply([UInt32(1).busValue], of: "org.example.X.Y")
        #expect(throws: BusError(.failed, "org.example.X.Y came with cursor of type u, not s.")) {
            let _: String = try reply.value(0, "cursor")
        }
        #expect(throws: BusError(.failed, "org.example.X.Y came without generation (t).")) {
            let _: UInt64 = try reply.value(1, "generation")
        }
    }

    @Test func `Errors of the service have the prefix, and others have no name of the service`() {
        #expect(BusError(typecaseName: "NotRegistered", message: "").name == "org.typecase.Error.NotRegistered")
        #expect(BusError(typecaseName: "NotRegistered", message: "").typecaseName == "NotRegistered")
        #expect(BusError(.failed, "").typecaseName == nil)
    }
}

/// Answers with what it was asked.
private struct RecordingService: Management1Service {
    var version: UInt32 { 1 }

    func installFonts(
        _ call: BusMethodCall, fonts: [OwnedFileDescriptor], scope: String, enabled: Bool, options: [String: BusVariant]
    ) -> (results: [[String: BusVariant]], generation: UInt64) { ([], 0) }

    func beginBatch(
        _ call: BusMethodCall, scope: String, enabled: Bool, options: [String: BusVariant]
    ) -> ObjectPath { .root }

    func listGrants(_ call: BusMethodCall, filter: [String: BusVariant]) -> [[String: BusVariant]] { [] }

    func setGrant(
        _ call: BusMethodCall, provider: String, right: String, decision: String, options: [String: BusVariant]
    ) {}

    func revokeGrant(
        _ call: BusMethodCall, provider: String, right: String, options: [String: BusVariant]
    ) -> UInt32 { 0 }

    func removeProvider(
        _ call: BusMethodCall, provider: String, options: [String: BusVariant]
    ) -> UInt32 { 0 }

    func restoreProvider(
        _ call: BusMethodCall, provider: String, options: [String: BusVariant]
    ) -> UInt32 { 0 }

    func listResources(_ call: BusMethodCall, filter: [String: BusVariant]) -> [[String: BusVariant]] { [] }

    func changeResources(
        _ call: BusMethodCall, action: String, filter: [String: BusVariant]
    ) -> [String: BusVariant] { [:] }

    func listRemoved(
        _ call: BusMethodCall, filter: [String: BusVariant]
    ) -> (fonts: [[String: BusVariant]], cursor: String) { ([], "") }

    func listCollections(_ call: BusMethodCall, filter: [String: BusVariant]) -> [[String: BusVariant]] { [] }

    func listHiddenFamilies(_ call: BusMethodCall, filter: [String: BusVariant]) -> [[String: BusVariant]] { [] }

    func setFamiliesHidden(
        _ call: BusMethodCall, names: [String], hidden: Bool, options: [String: BusVariant]
    ) -> [[String: BusVariant]] { [] }

    func createCollection(_ call: BusMethodCall, name: String, options: [String: BusVariant]) {}

    func deleteCollection(_ call: BusMethodCall, name: String, options: [String: BusVariant]) {}

    func changeCollection(
        _ call: BusMethodCall, name: String, ids: [String], add: Bool, options: [String: BusVariant]
    ) -> [[String: BusVariant]] { [] }

    func setCollectionEnabled(
        _ call: BusMethodCall, name: String, enabled: Bool, options: [String: BusVariant]
    ) -> (results: [[String: BusVariant]], generation: UInt64) { ([], 0) }

    func listHistory(
        _ call: BusMethodCall, filter: [String: BusVariant]
    ) -> (changes: [[String: BusVariant]], cursor: String) { ([], "") }

    func undo(
        _ call: BusMethodCall, change: UInt64, options: [String: BusVariant]
    ) -> (results: [[String: BusVariant]], made: UInt64, generation: UInt64) { ([], 0, 0) }

    func restoreFonts(
        _ call: BusMethodCall, ids: [String], options: [String: BusVariant]
    ) -> (results: [[String: BusVariant]], generation: UInt64) { ([], 0) }

    func purgeRemoved(_ call: BusMethodCall, ids: [String], options: [String: BusVariant]) -> UInt32 { 0 }

    func planInstallation(
        _ call: BusMethodCall, fonts: [OwnedFileDescriptor], scope: String, enabled: Bool,
        options: [String: BusVariant]
    ) -> [[String: BusVariant]] { [] }

    func planChange(
        _ call: BusMethodCall, change: String, ids: [String], options: [String: BusVariant]
    ) -> [[String: BusVariant]] { [] }

    func previewInstallation(
        _ call: BusMethodCall, fonts: [OwnedFileDescriptor], options: [String: BusVariant]
    ) -> [[String: BusVariant]] { [] }

    func uninstall(
        _ call: BusMethodCall, ids: [String], options: [String: BusVariant]
    ) -> (results: [[String: BusVariant]], generation: UInt64) { ([], 0) }

    func setEnabled(
        _ call: BusMethodCall, ids: [String], enabled: Bool, options: [String: BusVariant]
    ) -> (results: [[String: BusVariant]], generation: UInt64) {
        let result = [
            "caller": BusVariant(call.sender), "ids": BusVariant(ids), "enabled": BusVariant(enabled),
            "options": BusVariant(options),
        ]
        return ([result], 9)
    }

    func listFonts(
        _ call: BusMethodCall, filter: [String: BusVariant]
    ) -> (fonts: [[String: BusVariant]], cursor: String) { ([], "") }

    func listFontsFile(_ call: BusMethodCall, filter: [String: BusVariant]) throws -> OwnedFileDescriptor {
        throw BusError.failed("")
    }

    func listProviders(
        _ call: BusMethodCall, filter: [String: BusVariant]
    ) -> (providers: [[String: BusVariant]], cursor: String) { ([], "") }

    func revalidate(_ call: BusMethodCall, ids: [String], options: [String: BusVariant]) -> [String: BusVariant] { [:] }

    func cancelRevalidation(_ call: BusMethodCall, options: [String: BusVariant]) {}

    func reconcile(_ call: BusMethodCall, options: [String: BusVariant]) {}

    func registerConsentAgent(_ call: BusMethodCall, agent: ObjectPath, options: [String: BusVariant]) {}

    func unregisterConsentAgent(_ call: BusMethodCall, agent: ObjectPath, options: [String: BusVariant]) {}

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

    func listAlternateIcons(
        _ call: BusMethodCall, filter: [String: BusVariant]
    ) async throws -> [[String: BusVariant]] { throw BusError.failed("") }

    func setAlternateIcon(
        _ call: BusMethodCall, application: String, name: String, options: [String: BusVariant]
    ) async throws { throw BusError.failed("") }

    func resetAlternateIcons(
        _ call: BusMethodCall, application: String, options: [String: BusVariant]
    ) async throws -> UInt32 { throw BusError.failed("") }

    func status(_ call: BusMethodCall) -> [String: BusVariant] { [:] }
}

/// A service of which only the table is looked at.
private struct UnusedFontService: FontManager1Service {
    private struct NotExpected: Error {}

    var version: UInt32 { 1 }
    var generation: UInt64 { 0 }

    func registerFonts(
        _ call: BusMethodCall, fonts: [OwnedFileDescriptor], scope: String, enabled: Bool, options: [String: BusVariant]
    ) throws -> (results: [[String: BusVariant]], generation: UInt64) { throw NotExpected() }

    func registerDescriptors(
        _ call: BusMethodCall, descriptors: [[String: BusVariant]], scope: String, enabled: Bool,
        options: [String: BusVariant]
    ) throws -> (results: [[String: BusVariant]], generation: UInt64) { throw NotExpected() }

    func unregisterDescriptors(
        _ call: BusMethodCall, descriptors: [[String: BusVariant]], scope: String, options: [String: BusVariant]
    ) throws -> (results: [[String: BusVariant]], generation: UInt64) { throw NotExpected() }

    func beginBatch(
        _ call: BusMethodCall, scope: String, enabled: Bool, options: [String: BusVariant]
    ) throws -> ObjectPath { throw NotExpected() }

    func unregister(
        _ call: BusMethodCall, ids: [String], options: [String: BusVariant]
    ) throws -> (results: [[String: BusVariant]], generation: UInt64) { throw NotExpected() }

    func setEnabled(
        _ call: BusMethodCall, ids: [String], enabled: Bool, options: [String: BusVariant]
    ) throws -> (results: [[String: BusVariant]], generation: UInt64) { throw NotExpected() }

    func listRegistered(
        _ call: BusMethodCall, filter: [String: BusVariant]
    ) throws -> (fonts: [[String: BusVariant]], cursor: String) { throw NotExpected() }

    func match(
        _ call: BusMethodCall, descriptors: [[String: BusVariant]], options: [String: BusVariant]
    ) throws -> [[String: BusVariant]] { throw NotExpected() }

    func cover(
        _ call: BusMethodCall, text: String, options: [String: BusVariant]
    ) throws -> [String: BusVariant] { throw NotExpected() }

    func listFamilies(
        _ call: BusMethodCall, filter: [String: BusVariant]
    ) throws -> (families: [String], cursor: String) { throw NotExpected() }

    func listFaces(
        _ call: BusMethodCall, filter: [String: BusVariant]
    ) throws -> (faces: [[String: BusVariant]], cursor: String) { throw NotExpected() }

    func listFacesFile(_ call: BusMethodCall, filter: [String: BusVariant]) throws -> OwnedFileDescriptor {
        throw NotExpected()
    }

    func openFont(
        _ call: BusMethodCall, id: String, options: [String: BusVariant]
    ) throws -> (font: OwnedFileDescriptor, details: [String: BusVariant]) { throw NotExpected() }

    func validate(
        _ call: BusMethodCall, font: OwnedFileDescriptor, options: [String: BusVariant]
    ) throws -> String { throw NotExpected() }

    func changes(
        _ call: BusMethodCall, sinceGeneration: UInt64
    ) throws -> (generation: UInt64, changes: [[String: BusVariant]], complete: Bool) { throw NotExpected() }

    func rights(_ call: BusMethodCall) throws -> [String: String] { throw NotExpected() }
    func registerRemoteFont(
        _ call: BusMethodCall, url: String, scope: String, enabled: Bool, options: [String: BusVariant]
    ) throws -> ObjectPath { throw NotExpected() }

    func pickFont(_ call: BusMethodCall, options: [String: BusVariant]) throws -> ObjectPath { throw NotExpected() }

    func requestFonts(
        _ call: BusMethodCall, requests: [[String: BusVariant]], options: [String: BusVariant]
    ) throws -> ObjectPath { throw NotExpected() }

    func endLease(_ call: BusMethodCall, handle: String, options: [String: BusVariant]) throws -> UInt64 {
        throw NotExpected()
    }

    func registerAssets(
        _ call: BusMethodCall, names: [String], scope: String, enabled: Bool, options: [String: BusVariant]
    ) throws -> ObjectPath { throw NotExpected() }

    func requestRights(
        _ call: BusMethodCall, rights: [String], options: [String: BusVariant]
    ) throws -> ObjectPath { throw NotExpected() }

    func whoAmI(_ call: BusMethodCall) throws -> [String: BusVariant] { throw NotExpected() }
}
