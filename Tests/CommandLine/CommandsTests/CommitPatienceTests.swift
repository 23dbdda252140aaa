internal import BusInterface
internal import DBus
internal import EventLoop
internal import Testing

/// How long somebody waits who commits a batch.
@Suite(.timeLimit(.minutes(10))) struct CommitPatienceTests {
    /// What stands for the minutes that are waited for a reply.
    private static let interval = Duration.milliseconds(20)

    /// Runs a test with a batch of a service and the connection that began it.
    private func withBatch(
        _ prepare: (inout FakeFontService.State) -> Void,
        _ body: (CommandFixture, BusConnection, ObjectPath) async throws -> Void
    ) async throws {
        let fixture = try await CommandFixture(prepare)
        let loop = try EventLoop(name: "test-bus")
        let connection = try await BusConnection.open(.address(fixture.bus.address), on: loop)
        let path = try await Management1Client(connection).beginBatch(
            scope: "persistent", enabled: true, options: [:])
        try await body(fixture, connection, path)
        await connection.close()
        await loop.stop()
        await fixture.stop()
    }

    private func batch(_ connection: BusConnection, _ path: ObjectPath) -> Batch1Client {
        Batch1Client(connection, busName: Management1Names.busName, path: path)
    }

    @Test func `A commit goes on however long it takes, as long as the service says how far it is`() async throws {
        // Nobody hears of the end of the commit before the time for a reply is over, and over again.
        try await withBatch {
            $0.questionsBeforeCommit = 3
        } _: { fixture, connection, path in
            let answer = try await batch(connection, path).commitToTheEnd(asking: Self.interval)
            #expect(answer.generation == fixture.service.snapshot.generation)
            #expect(fixture.service.snapshot.questionCount >= 3)
        }
        try await withBatch {
            $0.questionsBeforeCommit = 3
        } _: { _, connection, path in
            let error = await #expect(throws: BusError.self) {
                try await batch(connection, path).commit(timeout: Self.interval)
            }
            #expect(error?.code == .timedOut, "a call with that limit would have failed")
        }
    }

    @Test func `A service that does not answer any more is not waited for`() async throws {
        try await withBatch {
            $0.holdsCommits = true
            $0.ignoresQuestions = true
        } _: { fixture, connection, path in
            let error = await #expect(throws: BusError.self) {
                try await batch(connection, path).commitToTheEnd(asking: Self.interval, patience: Self.interval)
            }
            #expect(error?.code == .timedOut)
            #expect(fixture.service.snapshot.questionCount == 1)
            try await batch(connection, path).cancel()
        }
    }

    @Test func `The end of the service ends the commit, without any question`() async throws {
        try await withBatch {
            $0.holdsCommits = true
        } _: { fixture, connection, path in
            let changes = try await connection.propertyChanges(
                of: Batch1Names.interface, at: path, from: Management1Names.busName)
            let committed = Task { try await batch(connection, path).commitToTheEnd() }
            for await _ in changes { break }
            await fixture.stop()
            let error = await #expect(throws: BusError.self) { try await committed.value }
            #expect(error?.code == .noReply)
            #expect(fixture.service.snapshot.questionCount == 0)
        }
    }

    @Test func `Whoever waits can be told to wait no longer`() async throws {
        try await withBatch {
            $0.holdsCommits = true
        } _: { _, connection, path in
            let changes = try await connection.propertyChanges(
                of: Batch1Names.interface, at: path, from: Management1Names.busName)
            let waiting = Task { try await batch(connection, path).commitToTheEnd() }
            for await _ in changes { break }
            waiting.cancel()
            let error = await #expect(throws: BusError.self) { try await waiting.value }
            #expect(error?.code == .cancelled)
            try await batch(connection, path).cancel()
        }
    }
}
