internal import BusInterface
internal import DBus
internal import TestSupport
internal import Testing
internal import Typecase

/// Fonts that the user picks for an application of the client library.
@Suite(.serialized, .timeLimit(.minutes(10)), DaemonLog.trait)
struct PickedFontTests {
    /// Picks one font, or closes the dialog.
    private struct Agent: ConsentAgent1Service {
        let id: String?

        var version: UInt32 { 1 }

        func ask(
            _ call: BusMethodCall, question: String, request: [String: BusVariant]
        ) async throws -> (answered: String, decision: String) { throw BusError.failed("It only picks.") }

        func pickFont(
            _ call: BusMethodCall, question: String, request: [String: BusVariant]
        ) async throws -> (answered: String, choice: [String: BusVariant]) {
            (question, id.map { ["id": BusVariant($0), "face_index": BusVariant(UInt32(0))] } ?? [:])
        }

        func withdraw(_ call: BusMethodCall, question: String) async throws {}
    }

    @Test(
        "The application gets the picked font and its bytes, nothing where the dialog is closed, and an error without one"
    )
    func picking() async throws {
        try await RunningDaemon.run { daemon in
            let manager = daemon.fontManager
            let nobody = await #expect(throws: FontManagerError.self) { try await manager.pickFont() }
            #expect(nobody?.code == .missingEntitlement)
            let id = try await daemon.register(makeFont("Picked"), by: .user)
            func register(_ agent: Agent) async throws {
                await daemon.connection.export(
                    ExportedObject(interfaces: [consentAgent1Interface(agent)]), at: "/agent")
                try await daemon.management.registerConsentAgent(agent: "/agent", options: [:])
            }
            try await register(Agent(id: id))
            let picked = try #require(try await manager.pickFont())
            #expect(picked.face.postscriptName == "Picked-Regular" && picked.data == makeFont("Picked"))
            try await register(Agent(id: nil))
            #expect(try await manager.pickFont() == nil)
        }
    }
}
