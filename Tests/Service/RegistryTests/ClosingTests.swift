import FontModel
import Registry
import Testing

@Suite struct `A registry that is closed` {
    @Test func `while it is read answers whoever came before, and refuses whoever comes after`() async throws {
        for _ in 0..<50 {
            let scratch = try ScratchDirectory()
            let registry = try scratch.open()
            try await registry.register(1, [face("A")])
            try await withThrowingTaskGroup(of: Void.self) { tasks in
                for _ in 0..<8 {
                    tasks.addTask {
                        // Until it is refused: both lists, which have a thread of their own, and small queries.
                        do throws(RegistryError) {
                            while true {
                                #expect(try await registry.contents.all().count == 1)
                                #expect(try await registry.faces.families().families == ["Family"])
                                _ = try await registry.generation()
                            }
                        } catch {
                            #expect(error.code == .failed)
                        }
                    }
                }
                tasks.addTask { try registry.close() }
                try await tasks.waitForAll()
            }
        }
    }
}
