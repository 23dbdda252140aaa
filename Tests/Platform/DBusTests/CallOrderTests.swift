import Synchronization
import Testing

@testable import DBus

@Suite(.timeLimit(.minutes(5))) struct CallOrderTests {
    /// The numbers of calls.
    private final class Numbers: Sendable {
        let all = Mutex<[UInt32]>([])
    }

    @Test func `handlers off the loop begin in the order of the calls, also after one that failed`() async throws {
        try await BusFixture.with { fixture in
            let noted = Numbers()
            let method = ExportedMethod(name: "Note", inputSignature: "u", outputSignature: "") { call in
                guard case .uint32(let number)? = call.arguments.first else { throw BusError.failed("no number") }
                if number.isMultiple(of: 7) { throw BusError.failed("a seventh") }
                // Some take longer to come to it than others.
                for _ in 0..<number % 5 { await Task.yield() }
                noted.all.withLock { $0.append(number) }
                if number.isMultiple(of: 2) { call.letNextBegin() }
                for _ in 0..<number % 3 { await Task.yield() }
                return []
            }
            await fixture.server.export(BusFixture.object([method], beginsInOrder: true), at: BusFixture.path)
            let numbers = UInt32(0)..<2000
            for start in stride(from: numbers.lowerBound, to: numbers.upperBound, by: 200) {
                let calls = (start..<start + 200).map { number in
                    Task.immediate { try await fixture.call("Note", [.uint32(number)], timeout: .seconds(120)) }
                }
                for call in calls { _ = await call.result }
            }
            let order = noted.all.withLock { $0 }
            #expect(order == numbers.filter { !$0.isMultiple(of: 7) })
        }
    }

    @Test func `a handler that lets the next begin runs together with it`() async throws {
        try await BusFixture.with { fixture in
            let (never, end) = AsyncStream.makeStream(of: Never.self)
            let hold = ExportedMethod(name: "Hold", inputSignature: "", outputSignature: "") { call in
                call.letNextBegin()
                // A second time is for nobody's turn but its own.
                call.letNextBegin()
                for await _ in never {}
                return []
            }
            await fixture.server.export(
                BusFixture.object([hold, .echo("s")], beginsInOrder: true), at: BusFixture.path)
            let holding = Task.immediate { try await fixture.call("Hold", timeout: .seconds(120)) }
            let echo = try await fixture.call("Echo", [.string("now")], timeout: .seconds(120))
            #expect(echo == [.string("now")])
            end.finish()
            let results = try await holding.value
            #expect(results.isEmpty)
        }
    }
}
