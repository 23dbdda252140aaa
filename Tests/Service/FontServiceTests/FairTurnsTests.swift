import FontModel
import TestSupport
import Testing

@testable import FontService

@Suite(.timeLimit(.minutes(10))) struct `The turns of callers` {
    /// Holds the turn of a caller until it is told to go on.
    private struct Holder {
        let task: Task<Void, Never>
        let release: AsyncStream<Void>.Continuation
    }

    private func hold(_ turns: FairTurns, as caller: String) async -> Holder {
        let (released, release) = AsyncStream.makeStream(of: Void.self)
        let (begun, begin) = AsyncStream.makeStream(of: Void.self)
        let task = Task {
            _ = try? await turns.inTurn(of: caller) { () throws(FontError) in
                begin.finish()
                for await _ in released {}
            }
        }
        for await _ in begun {}
        return Holder(task: task, release: release)
    }

    @Test func `of one who wants much come in between those of others`() async throws {
        let turns = FairTurns()
        let holder = await hold(turns, as: "greedy")
        let order = EventLog()
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            let callers = Array(repeating: "greedy", count: 50) + ["modest", "other"]
            for (count, caller) in callers.enumerated() {
                tasks.addTask {
                    try? await turns.inTurn(of: caller) { () throws(FontError) in order.add(caller) }
                }
                try await eventually("it waits for its turn") { await turns.waitingCount > count }
            }
            holder.release.finish()
        }
        await holder.task.value
        #expect(order.all.prefix(4) == ["greedy", "modest", "other", "greedy"])
        #expect(order.all.count == 52)
    }

    @Test func `are given back by those that fail`() async throws {
        let turns = FairTurns()
        let failure = FontError(.busy, "nothing came of it")
        await #expect(throws: FontError.self) {
            try await turns.inTurn(of: "one") { () throws(FontError) in throw failure }
        }
        let result = try await turns.inTurn(of: "one") { () throws(FontError) in 7 }
        #expect(result == 7)
    }
}
