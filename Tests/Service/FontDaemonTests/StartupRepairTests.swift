internal import DBus
internal import Synchronization
internal import TestSupport
internal import Testing

@testable internal import FontDaemon

/// What calls wait for at the start.
@Suite(.timeLimit(.minutes(1)))
struct StartupRepairTests {
    private static let call = BusMethodCall(
        sender: ":1.1", path: "/", interface: "org.example.Test", member: "Test", arguments: [])

    @Test func `where there is nothing to repair, no call waits`() async throws {
        let repair = StartupRepair(isDue: false)
        #expect(repair.isOver)
        try await repair.admitting { _ in }(Self.call)
        #expect(repair.admittingInPlace { _ in true }(Self.call))
        #expect(!repair.admittingInPlace { _ in false }(Self.call))
        repair.end()
    }

    @Test func `calls wait for the end of the repair, and none is answered in place before`() async throws {
        let repair = StartupRepair(isDue: true, limit: .seconds(600))
        let admitted = Admitted()
        let calls = (0..<3).map { _ in
            Task {
                try await repair.admitting { _ in admitted.begun.add(1, ordering: .relaxed) }(Self.call)
                admitted.count.add(1, ordering: .relaxed)
            }
        }
        try await eventually("all are asked who they are") { admitted.begun.load(ordering: .relaxed) == 3 }
        #expect(!repair.admittingInPlace { _ in true }(Self.call))
        #expect(admitted.count.load(ordering: .relaxed) == 0)
        repair.end()
        for call in calls { try await call.value }
        #expect(repair.isOver && repair.admittingInPlace { _ in true }(Self.call))
    }

    @Test func `calls wait no longer than the limit, and one that is not admitted does not wait`() async throws {
        let repair = StartupRepair(isDue: true, limit: .milliseconds(100))
        await #expect(throws: BusError.self) {
            try await repair.admitting { _ in throw BusError.accessDenied("Nobody knows the caller.") }(Self.call)
        }
        try await repair.admitting { _ in }(Self.call)
        #expect(repair.isOver)
    }
}

/// How far calls have come.
private final class Admitted: Sendable {
    let begun = Atomic(0)
    let count = Atomic(0)
}
