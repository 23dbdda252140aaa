import FontModel
import Registry
import Testing

@Suite struct `How large the user wants text` {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    @Test func `is kept over restarts, the last word of each program and of all`() async throws {
        let registry = try scratch.open()
        let all = TextSizeRecord(application: nil, category: "small", time: 1)
        let first = TextSizeRecord(application: foundry, category: "medium", time: 2)
        let second = TextSizeRecord(application: foundry, category: "large", time: 3)
        let generation = try await registry.commit([.setTextSize(first), .setTextSize(all)])
        #expect(try await registry.textSizes() == [all, first], "that for all comes first")
        #expect(try await registry.commit([.setTextSize(second)]) == generation, "no font has changed")
        try registry.close()
        let again = try scratch.open()
        #expect(try await again.textSizes() == [all, second])
        _ = try await again.commit([.deleteTextSize(nil), .deleteTextSize(nil)])
        #expect(try await again.textSizes() == [second])
        _ = try await again.commit([.deleteTextSize(foundry)])
        #expect(try await again.textSizes().isEmpty)
    }
}
