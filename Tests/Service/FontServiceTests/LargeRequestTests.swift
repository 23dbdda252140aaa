import FontModel
import InspectionProtocol
import Registry
import Synchronization
import TestSupport
import Testing

@testable import FontService

/// Requests about many fonts that are no batch, such as one of a provider that removes all it has.
///
/// One after another: each has a descriptor for every font.
@Suite(.serialized, .timeLimit(.minutes(10))) struct `A large request` {
    private static let count = 1500

    private let worker: HeldUpWorker
    private let fixture: PublisherFixture
    private let ids: [FontIdentifier]
    private let jobs: Jobs

    /// The names of the directories whose caches were warmed, in order.
    private final class Jobs: Sendable {
        let directories = Mutex<[String]>([])

        func add(_ paths: [String]) {
            let names = paths.compactMap { $0.split(separator: "/").last.map(String.init) }
            directories.withLock { $0 += names.filter { $0.utf8.count == 2 } }
        }

        func take() -> [String] {
            directories.withLock { names in
                defer { names = [] }
                return names
            }
        }
    }

    init() async throws {
        let worker = try HeldUpWorker()
        let jobs = Jobs()
        self.worker = worker
        self.jobs = jobs
        fixture = try await PublisherFixture(connections: 2) { directories, _ in
            jobs.add(directories)
            return worker.warm(directories)
        }
        let answer = await fixture.registerBatch(try PublisherFixture.candidates(Self.count))
        ids = try answer.outcomes.map { try $0.get().id }
        _ = jobs.take()
    }

    /// What a provider with many fonts may ask for.
    enum Way: CaseIterable {
        case unregister, disable, enable, register

        func request(_ ids: [FontIdentifier]) -> LibraryRequest {
            switch self {
            case .unregister: LibraryRequest(.unregister(ids), by: .user)
            case .disable: LibraryRequest(.setEnabled(ids, false), by: .user)
            case .enable: LibraryRequest(.setEnabled(ids, true), by: .user)
            case .register: LibraryRequest(.change(ids, .registerAgain(.enabled)), by: .user)
            }
        }
    }

    @Test(arguments: Way.allCases)
    func `lets the font of another caller come in between its own`(way: Way) async throws {
        if way == .enable || way == .register {
            let answer = await fixture.publisher.submit(LibraryRequest(.setEnabled(ids, false), by: .user))
            #expect(answer.errorCodes.isEmpty)
            _ = jobs.take()
        }
        worker.holdUpNext()
        let order = EventLog()
        let large = Task { [fixture, ids] in
            let answer = await fixture.publisher.submit(way.request(ids))
            order.add("large")
            return answer
        }
        await worker.gate.waitForArrivals(1)
        // The first part is being carried out, and this comes after it.
        let candidate = try PublisherFixture.candidate("Single")
        let single = Task { [fixture] in
            let answer = await fixture.register([candidate])
            order.add("single")
            return answer
        }
        try await eventually("the call waits") { await fixture.publisher.waitingCount > 0 }
        worker.gate.open()
        #expect(await single.value.errorCodes.isEmpty)
        #expect(await large.value.errorCodes.isEmpty)
        #expect(order.all == ["single", "large"])
        // Fonts that come alone have directories of their own.
        let warmed = jobs.take()
        let shard = try #require(try await fixture.registry.contents.record(candidate.digest)).place
        let place = try #require(warmed.firstIndex { .published(shard: $0) == shard })
        #expect(place > 0)
        #expect(place < warmed.count - 1, "the rest of the large request comes after it")
        #expect(try fixture.publishedCount == (way == .unregister || way == .disable ? 1 : Self.count + 1))
    }

    @Test func `of which one provider has many lets those of another come in between`() async throws {
        let (greedy, modest) = (
            try Requester.program("org.example.Greedy"), try Requester.program("org.example.Modest")
        )
        let order = EventLog()
        worker.holdUpNext()
        let held = Task { [fixture] in await fixture.register(try PublisherFixture.candidates(1, "Held")) }
        await worker.gate.waitForArrivals(1)
        var waiting: [Task<Void, any Error>] = []
        // Two of these are too much for one round.
        let calls = [
            ("greedy 1", greedy, 200), ("greedy 2", greedy, 200), ("greedy 3", greedy, 200), ("modest", modest, 1),
        ]
        for (name, requester, count) in calls {
            let fonts = try PublisherFixture.candidates(count, name)
            let place = waiting.count
            waiting.append(
                Task { [fixture] in
                    let answer = await fixture.register(fonts, by: requester)
                    #expect(answer.errorCodes.isEmpty)
                    order.add(name)
                })
            try await eventually("\(name) waits") { await fixture.publisher.waitingCount > place }
        }
        worker.gate.open()
        #expect(try await held.value.errorCodes.isEmpty)
        for task in waiting { try await task.value }
        #expect(Set(order.all.prefix(2)) == ["greedy 1", "modest"], "one round has both")
        #expect(order.all.suffix(2) == ["greedy 2", "greedy 3"])
    }

    @Test func `answers for each of its items in their order, and scans each directory once or at a seam twice`()
        async throws
    {
        var generator = SeededGenerator(seed: 7)
        var asked = ids.shuffled(using: &generator)
        let unknown = FontIdentifier.random()
        asked.insert(unknown, at: 700)
        asked.append(asked[0])
        let answer = await fixture.publisher.submit(LibraryRequest(.unregister(asked), by: .user))
        #expect(answer.outcomes.count == Self.count + 2)
        for (index, outcome) in answer.outcomes.enumerated() {
            switch outcome {
            case .success(let font): #expect(font.id == asked[index])
            case .failure(let error):
                #expect(error.code == .notRegistered)
                #expect(index == 700 || index == Self.count + 1)
            }
        }
        #expect(answer.generation == (try await fixture.registry.generation()))
        #expect(try fixture.publishedCount == 0)
        let directories = try fixture.shards.count
        let seams = (Self.count + 2) / 256
        #expect(jobs.take().count <= directories + seams)
        #expect(directories >= 8, "each part would scan all of them")
    }

    @Test func `of which the disk fails in one part changes the others`() async throws {
        let isBroken = Mutex(0)
        let fixture = try await PublisherFixture { directories, _ in
            let fails = isBroken.withLock { count in
                count -= 1
                return count == 0
            }
            return fails
                ? .failed(.refused("no cache could be written"))
                : .warmed(patternCounts: directories.map { _ in 1 })
        }
        let batch = await fixture.registerBatch(try PublisherFixture.candidates(600), .disabled)
        let ids = try batch.outcomes.map { try $0.get().id }
        // The first of three rounds.
        isBroken.withLock { $0 = 1 }
        let answer = await fixture.publisher.submit(LibraryRequest(.setEnabled(ids, true), by: .user))
        let failed = answer.outcomes.indices.filter { if case .failure = answer.outcomes[$0] { true } else { false } }
        #expect(failed == Array(0..<256))
        #expect(answer.errorCodes == [.registrationFailed])
        #expect(try fixture.publishedCount == 600 - 256)
    }
}
