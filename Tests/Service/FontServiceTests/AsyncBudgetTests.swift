import FontModel
import Testing

@testable import FontService

/// In which order shares are handed out.
@Suite(.timeLimit(.minutes(10))) struct `A budget` {
    /// A share that is held until it is ended.
    private struct Share {
        let task: Task<Void, Never>
        let end: AsyncStream<Never>.Continuation
        let begun: AsyncStream<Void>
    }

    private let budget = AsyncBudget(limit: 100)

    private func ask(_ amount: Int, _ provider: String) throws -> Share {
        let provider = try #require(ProviderIdentifier(rawValue: "org.example.\(provider)"))
        let (held, end) = AsyncStream.makeStream(of: Never.self)
        let (begun, begin) = AsyncStream.makeStream(of: Void.self)
        let task = Task { [budget] in
            await budget.withShare(amount, of: provider) {
                begin.yield()
                for await _ in held {}
            }
        }
        return Share(task: task, end: end, begun: begun)
    }

    private func begin(_ amount: Int, _ provider: String) async throws -> Share {
        let share = try ask(amount, provider)
        for await _ in share.begun { break }
        return share
    }

    /// Asks for a share that has to wait, as one of `count` then.
    private func wait(_ amount: Int, _ provider: String, count: Int) async throws -> Share {
        let share = try ask(amount, provider)
        while await budget.waitingCount < count { await Task.yield() }
        return share
    }

    private func end(_ share: Share) async {
        share.end.finish()
        await share.task.value
    }

    @Test func `is not kept from a large share by small ones that come later`() async throws {
        let first = try await begin(40, "A")
        let second = try await begin(40, "B")
        let large = try await wait(50, "C", count: 1)
        // Each would fit in, time and again.
        let small = try await wait(10, "A", count: 2)
        let other = try await wait(10, "B", count: 3)
        await end(first)
        for await _ in large.begun { break }
        #expect(await budget.waitingCount <= 1, "what there is beside it is handed out too, in the order of asking")
        for await _ in small.begun { break }
        for share in [second, large, small] { await end(share) }
        for await _ in other.begun { break }
        await end(other)
    }

    @Test func `goes to others while somebody waits for their own provider's half`() async throws {
        let first = try await begin(50, "A")
        let second = try await wait(10, "A", count: 1)
        let other = try await begin(50, "B")
        await end(first)
        for await _ in second.begun { break }
        for share in [second, other] { await end(share) }
    }
}
