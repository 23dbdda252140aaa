internal import FontModel
internal import LinuxSystem
internal import TestSupport
internal import Testing

/// A disk that has no room for a font once that was downloaded for a request.
@Suite(
    .timeLimit(.minutes(10)), DaemonLog.trait,
    .enabled("running processes may be traced here") { await RunningDaemon.canTraceOthers() })
struct FullDownloadTests {
    @Test("A font that the disk has no room for is told with its reason, leaves nothing behind, and the others come")
    func fullDisk() async throws {
        let home = try ScratchHome()
        let font = makeFont("Far Away")
        let server = try await WebServer.start(font: font)
        let digest = try SealedMemory(bytes: font).digest.hexadecimal
        try home.scratch.write(
            #"{"servers": {"https://fonts.example.org/": "\#(server.plainAddress(""))"}}"#,
            to: "home/.config/typecase/servers.json")
        try home.scratch.write(
            """
            {"version": 2, "id": "org.example.Provider", "name": "Test", "rights": ["install-fonts"],
             "fonts": [{"file": "a.ttf", "sha256": "\(digest)", "name": "FarAway-Regular",
             "url": "https://fonts.example.org/font"}]}
            """, to: "share/typecase/providers/org.example.Provider.json")
        let store = "\(home.dataDirectory)/typecase/assets"
        try await RunningDaemon.run(home: home) { daemon in
            _ = try await daemon.register(makeFont("At Hand"), by: .user)
            let interference = try await daemon.fillDisk()
            let full = try await daemon.typecase("request", "FarAway-Regular", "AtHand-Regular", "--json")
            #expect(full.termination == .exited(1), "\(full)")
            #expect(full.standardOutput.contains(#""reason": "storage-full""#), "\(full.standardOutput)")
            #expect(full.standardOutput.contains(#""from": "enabled""#), "\(full.standardOutput)")
            #expect(server.requests.count == 1)
            let left = TreeListing(store).files
            #expect(left.isEmpty, "\(left.keys)")
            await interference.end()
            let again = try await daemon.typecase("request", "FarAway-Regular", "--json")
            #expect(again.succeeded, "\(again)")
            #expect(again.standardOutput.contains(#""from": "asset""#), "\(again.standardOutput)")
            #expect(TreeListing(store).files.count == 1)
        }
    }
}
