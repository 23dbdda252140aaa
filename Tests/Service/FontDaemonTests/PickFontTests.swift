internal import BusInterface
internal import DBus
internal import FontDaemon
internal import FontModel
internal import LinuxSystem
internal import TestSupport
internal import Testing

/// What a program gets that has the user pick a font.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct PickFontTests {
    private static let consumer = "org.example.Consumer"

    /// Has the user pick, and waits for the end.
    private func pick(
        on connection: BusConnection, _ options: [String: BusVariant] = [:]
    ) async throws -> (state: String, result: [String: BusVariant]) {
        try await connection.finish { manager, token throws(BusError) in
            _ = try await manager.pickFont(options: options.merging(token) { $1 })
        }
    }

    private func error(_ end: (state: String, result: [String: BusVariant])) throws -> String {
        #expect(end.state == "failed")
        #expect(end.result["font"] == nil)
        let name = try end.result["error"]?.converted(to: String.self) ?? ""
        return String(name.split(separator: ".").last ?? "")
    }

    @Test("A sandboxed program gets the font that the user picks, and no right to it or to another")
    func picked() async throws {
        let home = try ScratchHome()
        try await Desk.run(in: home) { desk in
            let id = try await desk.register(home, "Picked")
            let other = try await desk.register(home, "Other")
            let (requests, note) = AsyncStream.makeStream(of: [String: BusVariant].self)
            try await TestAgent.register(
                TestAgent { question, request in
                    note.yield(request)
                    return (question, ["id": BusVariant(id), "face_index": BusVariant(UInt32(0))])
                }, on: desk.connection)
            // It can show no fonts, and is asked first.
            try await TestAgent.register(on: desk.connection, at: "/terminal")
            let consumer = try await desk.connect(as: Self.consumer, kind: .flatpak)
            let manager = FontManager1Client(consumer)
            let rights = try await manager.rights()
            let end = try await pick(
                on: consumer,
                ["parent_window": BusVariant("wayland:abc"), "activation_token": BusVariant("token")])
            #expect(end.state == "done", "\(end.result)")
            let face = try #require(try end.result["face"]?.converted(to: [String: BusVariant].self))
            #expect(try face["postscript_name"]?.converted(to: String.self) == "Picked-Regular")
            let font = try #require(try end.result["font"]?.converted(to: OwnedFileDescriptor.self))
            #expect(try font.contents(limit: 1 << 20) == Desk.font("Picked"))
            #expect(throws: (any Error).self) { try font.writeAll([0]) }
            var request: [String: BusVariant] = [:]
            for await asked in requests {
                request = asked
                break
            }
            #expect(try request["provider"]?.converted(to: String.self) == Self.consumer)
            #expect(try request["kind"]?.converted(to: String.self) == "flatpak")
            #expect(try request["parent_window"]?.converted(to: String.self) == "wayland:abc")
            #expect(try request["activation_token"]?.converted(to: String.self) == "token")

            #expect(try await manager.rights() == rights)
            for id in [id, other] {
                let refusal = await #expect(throws: BusError.self) {
                    _ = try await manager.openFont(id: id, options: [:])
                }
                #expect(refusal?.name.hasSuffix(".NotRegistered") == true)
            }
            #expect(try await !consumer.finds("Picked-Regular"))
            await consumer.close()
        }
    }

    @Test("A closed dialog, a font that is not there, and nobody who shows a dialog are errors of their own")
    func failures() async throws {
        try await Desk.run(in: ScratchHome()) { desk in
            let consumer = try await desk.connect(as: Self.consumer)
            let nobody = try await pick(on: consumer)
            #expect(try error(nobody) == "MissingEntitlement")
            #expect(try nobody.result["message"]?.converted(to: String.self).contains("typecase-settings") == true)
            try await TestAgent.register(TestAgent { question, _ in (question, [:]) }, on: desk.connection)
            #expect(try await error(pick(on: consumer)) == "CancelledByUser")
            try await TestAgent.register(
                TestAgent { question, _ in (question, ["id": BusVariant("nothing")]) }, on: desk.connection, at: "/mad")
            #expect(try await error(pick(on: consumer)) == "NotRegistered")
            // An answer to another question counts for nothing: the agent before it is asked.
            try await TestAgent.register(
                TestAgent { _, _ in ("1", ["id": BusVariant("nothing")]) }, on: desk.connection, at: "/mad")
            #expect(try await error(pick(on: consumer)) == "CancelledByUser")
            await consumer.close()
        }
    }

    @Test("A program has one dialog at a time, and it is withdrawn when the program leaves")
    func oneAtATime() async throws {
        try await Desk.run(in: ScratchHome()) { desk in
            let (asked, ask) = AsyncStream.makeStream(of: String.self)
            let (ending, end) = AsyncStream.makeStream(of: Void.self)
            let agent = try await TestAgent.register(
                TestAgent { question, _ in
                    ask.yield(question)
                    for await _ in ending {}
                    return (question, [:])
                }, on: desk.connection)
            let consumer = try await desk.connect(as: Self.consumer)
            let job = try await FontManager1Client(consumer).pickFont(options: [:])
            var questions = asked.makeAsyncIterator()
            let first = await questions.next()
            let second = try await desk.connect(as: Self.consumer)
            #expect(try await error(pick(on: second)) == "Busy")
            try await Job1Client(consumer, busName: FontManager1Names.busName, path: job).cancel()
            #expect(try await agent.nextWithdrawal() == first)
            _ = try await FontManager1Client(consumer).pickFont(options: [:])
            let next = await questions.next()
            #expect(next != first)
            await consumer.close()
            #expect(try await agent.nextWithdrawal() == next)
            end.finish()
            await second.close()
        }
    }
}
