internal import BusInterface
internal import DBus
internal import LinuxSystem
internal import TestSupport
internal import Testing

/// Which fonts requests find by several names or by a mark, and how many requests a connection can make.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct RequestSelectionTests {
    private static let provider = "org.example.Provider"
    private static let consumer = "org.example.Consumer"

    @Test("An asset is found by any of the names of a descriptor, and has to have all of them")
    func names() async throws {
        let home = try ScratchHome()
        try home.installManifest(of: Self.provider, families: ["Offered", "Second Offer"])
        try await Desk.run(in: home) { desk in
            let consumer = try await desk.connect(as: Self.consumer)
            let result = try await consumer.request([
                ["postscript_name": BusVariant("Offered-Regular"), "family": BusVariant("Offered")],
                ["postscript_name": BusVariant("SecondOffer-Regular"), "family": BusVariant("Offered")],
                ["postscript_name": BusVariant("Missing-Regular"), "family": BusVariant("Missing")],
            ])
            #expect(try result.names == ["Offered-Regular asset"], "\(result.unresolved)")
            #expect(try result.unresolved.map { try $0["request"]?.converted(to: UInt32.self) } == [1, 2])
            #expect(try result.reasons == ["not-found", "not-found"])
            // What turned out to be another font is not left in use.
            #expect(TreeListing(home.userFontDirectory).fonts == 1)
            await consumer.close()
        }
    }

    @Test("A disabled font is found by its mark alone")
    func mark() async throws {
        try await Desk.run(in: ScratchHome()) { desk in
            let provider = try await desk.connect(as: Self.provider)
            for (family, mark) in [("Other", "other"), ("Waiting", "mine")] {
                let font = try SealedMemory(bytes: Desk.font(family)).descriptor
                let answer = try await FontManager1Client(provider).registerFonts(
                    fonts: [font], scope: "persistent", enabled: false, options: ["user_info": BusVariant(mark)])
                #expect(answer.results.first?["error"] == nil, "\(answer.results)")
            }
            let consumer = try await desk.connect(as: Self.consumer)
            let result = try await consumer.request([
                ["user_info": BusVariant("mine")], ["user_info": BusVariant("nobody's")],
            ])
            #expect(try result.names == ["Waiting-Regular disabled"], "\(result.unresolved)")
            #expect(try result.reasons == ["not-found"])
            for connection in [provider, consumer] { await connection.close() }
        }
    }

    @Test("A connection can make as many requests as it likes, and all that they brought ends with it")
    func manyRequests() async throws {
        let home = try ScratchHome()
        let families = (0..<120).map { "Family \($0)" }
        try home.installManifest(of: Self.provider, families: families)
        try await Desk.run(in: home) { desk in
            let consumer = try await desk.connect(as: Self.consumer)
            for number in families.indices {
                let result = try await consumer.request("Family\(number)-Regular")
                try #require(result.resolved.count == 1, "\(number): \(result.unresolved)")
            }
            #expect(TreeListing(home.userFontDirectory).fonts == families.count)
            let other = try await desk.connect(as: "org.example.Other")
            #expect(try await other.request("Family0-Regular").names == ["Family0-Regular enabled"])
            let changes = try await desk.manager.fontsChanged()
            await consumer.close()
            // What the other one has asked for is held for it alone.
            if TreeListing(home.userFontDirectory).fonts != 1 {
                for await _ in changes where TreeListing(home.userFontDirectory).fonts == 1 { break }
            }
            #expect(try await desk.connection.finds("Family0-Regular"))
            await other.close()
        }
    }
}
