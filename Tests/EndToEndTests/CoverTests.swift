internal import BusInterface
internal import DBus
internal import TestSupport
internal import Testing

/// `Cover` and `typecase cover` on a running service.
@Suite(.serialized, .timeLimit(.minutes(10)), DaemonLog.trait)
struct CoverTests {
    @Test("A text is covered by registered fonts and those of the system, on the command line and on the bus")
    func text() async throws {
        let home = try ScratchHome()
        try home.addSystemFont(makeFont("Machine Sans"), name: "machine.ttf")
        try await RunningDaemon.run(home: home) { daemon in
            let id = try await daemon.register(makeFont("Shown"), by: .user)
            let reply = try await daemon.manager.cover(
                text: "A\u{10FFFD}", options: ["families": BusVariant(["Shown"]), "limit": BusVariant(UInt32(1))])
            let faces = try #require(try reply["faces"]?.converted(to: [[String: BusVariant]].self))
            #expect(faces.map { $0.text("id") } == [id])
            #expect(try reply["uncovered"]?.converted(to: [String].self) == ["\u{10FFFD}"])
            #expect(try reply["covering_count"]?.converted(to: UInt32.self) == 2)
            #expect(try reply["covering"]?.converted(to: [[String: BusVariant]].self).count == 1)

            let whole = try await daemon.typecase("cover", "--family", "Machine Sans", "A")
            #expect(whole.succeeded && whole.standardOutput.contains("Machine Sans"), "\(whole.standardOutput)")
            let partly = try await daemon.typecase("cover", "A\u{378}")
            #expect(partly.termination == .exited(1) && partly.standardOutput.contains("U+0378"))
            let nothing = try await daemon.typecase("cover", "--json", "\u{378}")
            #expect(nothing.termination == .exited(3), "\(nothing.standardOutput)")
            #expect(nothing.standardOutput.contains(#""uncovered_count": 1"#), "\(nothing.standardOutput)")
        }
    }

    @Test("A text of ten million bytes is answered from a file, and one of two refused on the bus with what to do")
    func long() async throws {
        try await RunningDaemon.run { daemon in
            _ = try await daemon.register(makeFont("Shown"), by: .user)
            let scratch = try ScratchDirectory()
            let text = String(repeating: "A\u{301} ", count: 2_500_000)
            let path = try scratch.write(text, to: "text")
            let file = try await daemon.typecase("cover", "--file", path, "--json")
            #expect(file.standardOutput.contains(#""clusters": 1"#), "\(file.standardError)")
            let error = await #expect(throws: BusError.self) {
                try await daemon.manager.cover(text: String(text.prefix(1_000_000)), options: [:])
            }
            #expect(error?.typecaseName == "ExceededResourceLimit", "\(String(describing: error))")
            #expect(error?.message.contains("1048576") == true)
        }
    }
}
