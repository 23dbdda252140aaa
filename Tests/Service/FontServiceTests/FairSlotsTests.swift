import FontModel
import Testing

@testable import FontService

/// Who gets a slot, and who waits.
@Suite(.timeLimit(.minutes(10))) struct `A slot` {
    /// What holds a slot until it is ended, or waits for one.
    private struct Holder {
        let task: Task<Void, Never>
        let end: AsyncStream<Never>.Continuation
        let begun: AsyncStream<Void>
    }

    private let slots = FairSlots(count: 8)

    private func ask(_ provider: String) throws -> Holder {
        let provider = try #require(ProviderIdentifier(rawValue: "org.example.\(provider)"))
        let (held, end) = AsyncStream.makeStream(of: Never.self)
        let (begun, begin) = AsyncStream.makeStream(of: Void.self)
        let task = Task { [slots] in
            await slots.withSlot(of: provider) {
                begin.yield()
                for await _ in held {}
            }
        }
        return Holder(task: task, end: end, begun: begun)
    }

    private func begin(_ provider: String) async throws -> Holder {
        let holder = try ask(provider)
        await hasBegun(holder)
        return holder
    }

    /// Asks for one that has to be waited for, by so many then.
    private func wait(_ provider: String, count: Int) async throws -> Holder {
        let holder = try ask(provider)
        while await slots.waitingCount < count { await Task.yield() }
        return holder
    }

    private func hasBegun(_ holder: Holder) async {
        for await _ in holder.begun { break }
    }

    private func end(_ holder: Holder) async {
        holder.end.finish()
        await holder.task.value
    }

    @Test func `is there for who has none, whatever others would have`() async throws {
        var holders: [Holder] = []
        var waiting: [Holder] = []
        for _ in 0..<4 { holders.append(try await begin("Greedy")) }
        for _ in 0..<10 { waiting.append(try await wait("Greedy", count: waiting.count + 1)) }
        for name in ["Second", "Third", "Fourth"] {
            holders.append(try await begin(name))
            for _ in 0..<10 { waiting.append(try await wait(name, count: waiting.count + 1)) }
        }
        let last = try await begin("Last")
        // All are taken. Who has none is next, before those who have asked for more all the time.
        let new = try await wait("New", count: waiting.count + 1)
        await end(holders.removeFirst())
        await hasBegun(new)
        #expect(await slots.waitingCount == waiting.count, "what is free now is for who has none")
        for holder in waiting + holders + [last, new] { holder.end.finish() }
        for holder in waiting + holders + [last, new] { await holder.task.value }
    }

    @Test func `goes to who has the fewest of those who wait for more`() async throws {
        var greedy: [Holder] = []
        for _ in 0..<4 { greedy.append(try await begin("Greedy")) }
        let more = try await wait("Greedy", count: 1)
        let first = try await begin("Modest")
        let second = try await wait("Modest", count: 2)
        await end(greedy.removeFirst())
        #expect(await slots.waitingCount == 2, "half are free, and stay so")
        await end(greedy.removeFirst())
        await hasBegun(second)
        #expect(await slots.waitingCount == 1)
        await end(greedy.removeFirst())
        await hasBegun(more)
        for holder in greedy + [more, first, second] { await end(holder) }
        #expect(await slots.waitingCount == 0)
    }
}
