internal import BusInterface
internal import DBus
internal import FontModel
internal import LinuxSystem
internal import Synchronization
internal import TestSupport
internal import Testing

/// Many applications at once, each of which is a provider of its own to the service.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct ManyProvidersTests {
    private static let count = 50

    /// Who was served, in order.
    private final class Order: Sendable {
        private let state = Mutex<[Int]>([])

        var numbers: [Int] { state.withLock { $0 } }

        func append(_ number: Int) { state.withLock { $0.append(number) } }
    }

    private func memory(_ family: String) throws -> OwnedFileDescriptor {
        try SealedMemory(bytes: Desk.font(family)).descriptor
    }

    private func identifiers(_ results: [[String: BusVariant]]) throws -> [String] {
        try results.map { result in
            try #require(try result["id"]?.converted(to: String.self), "\(result)")
        }
    }

    @Test func `All are served, in the order in which each of them asks, and have their own fonts alone`() async throws
    {
        let home = try ScratchHome()
        try await Desk.run(in: home) { desk in
            let shared = Desk.font("Shared")
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<Self.count {
                    group.addTask {
                        let connection = try await desk.connect(as: "org.example.App\(number)")
                        let manager = FontManager1Client(connection)
                        var generations: [UInt64] = []
                        var ids: [String] = []
                        for single in 0..<2 {
                            let answer = try await manager.registerFonts(
                                fonts: [memory("Single \(number) \(single)")], scope: "persistent", enabled: true,
                                options: [:], timeout: .seconds(300))
                            ids += try identifiers(answer.results)
                            generations.append(answer.generation)
                        }
                        let path = try await manager.beginBatch(scope: "persistent", enabled: true, options: [:])
                        let batch = Batch1Client(connection, busName: FontManager1Names.busName, path: path)
                        _ = try await batch.addFonts(
                            fonts: [
                                memory("Batch \(number) 0"), memory("Batch \(number) 1"),
                                SealedMemory(bytes: shared).descriptor,
                            ], options: [:], timeout: .seconds(300))
                        let answer = try await batch.commit(timeout: .seconds(300))
                        ids += try identifiers(answer.results)
                        generations.append(answer.generation)
                        #expect(generations == generations.sorted() && Set(generations).count == 3)
                        let own = try await manager.listRegistered(filter: [:]).fonts
                        let ownIDs = try identifiers(own)
                        #expect(Set(ownIDs) == Set(ids))
                        #expect(Set(ids).count == 5)
                        await connection.close()
                    }
                }
                try await group.waitForAll()
            }
            let providers = try await desk.management.listProviders(filter: ["limit": BusVariant(UInt32(100))])
                .providers
            let names = try providers.map { try $0["id"]?.converted(to: String.self) ?? "" }
            #expect(Set(names) == Set((0..<Self.count).map { "org.example.App\($0)" }))
            let counts = try providers.map { try $0["fonts"]?.converted(to: UInt32.self) ?? 0 }
            #expect(Set(counts) == [5])
            // The bytes that all of them have are one file.
            let files = TreeListing("\(home.userFontDirectory)/typecase").files.keys.filter { $0.hasSuffix(".ttf") }
            #expect(files.count == Self.count * 4 + 1)
        }
    }

    @Test func `One that asks for much makes none of the others wait for the end of it`() async throws {
        try await Desk.run(in: ScratchHome()) { desk in
            var managers: [FontManager1Client] = []
            for number in 0..<Self.count {
                managers.append(FontManager1Client(try await desk.connect(as: "org.example.App\(number)")))
            }
            let done = Order()
            let callers = managers
            try await withThrowingTaskGroup(of: Void.self) { group in
                let much = (0..<240).map { (0, "Much \($0)") }
                let little = (1..<Self.count).map { ($0, "Little \($0)") }
                for (number, family) in much + little {
                    // The service has work for a while when the others come.
                    if number == 1 { while done.numbers.isEmpty { _ = try await desk.manager.whoAmI() } }
                    group.addTask {
                        let answer = try await callers[number].registerFonts(
                            fonts: [memory(family)], scope: "persistent", enabled: true, options: [:],
                            timeout: .seconds(300))
                        _ = try identifiers(answer.results)
                        done.append(number)
                    }
                }
                try await group.waitForAll()
            }
            let order = done.numbers
            #expect(order.count == 240 + Self.count - 1)
            let last = try #require(order.lastIndex { $0 != 0 })
            #expect(order[last...].count { $0 == 0 } > 40, "the others are served in between, not after")
        }
    }
}
