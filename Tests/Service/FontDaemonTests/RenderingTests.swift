internal import BusInterface
internal import DBus
internal import FontModel
internal import LinuxSystem
internal import TestSupport
internal import Testing

/// Whose fonts a caller may have text drawn with.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct RenderingTests {
    private static let application = "org.example.Drawing"

    private func measure(_ family: String, _ client: Rendering1Client) async throws -> [String: BusVariant] {
        try await client.measure(
            text: "ABC", attributes: [["family": BusVariant(family)]], frame: [:], options: [:])
    }

    @Test("Fonts of others need the right to use them, by both names of the service; the system's do not")
    func rights() async throws {
        let home = try ScratchHome()
        try await Desk.run(in: home) { desk in
            let id = try await desk.register(home, "Of The User")
            let sandbox = try await desk.connect(as: Self.application, kind: .flatpak)
            for client in [Rendering1Client(sandbox), Rendering1Client(throughPortalOver: sandbox)] {
                let error = await #expect(throws: BusError.self) { _ = try await measure("Of The User", client) }
                #expect(error?.typecaseName == "NotRegistered", "\(String(describing: error))")
            }
            try await desk.management.setGrant(
                provider: Self.application, right: "use-installed-fonts", decision: "allow", options: [:])
            for client in [Rendering1Client(sandbox), Rendering1Client(throughPortalOver: sandbox)] {
                let measures = try await measure("Of The User", client)
                #expect(try measures["fonts"]?.converted(to: [String].self) == [id])
                #expect(try measures["line_count"]?.converted(to: UInt32.self) == 1)
                #expect(try measures["suggested_width"]?.converted(to: Double.self) ?? 0 > 20)
            }
            await sandbox.close()
        }
    }
}
