import FontLibrary
import FontModel
import Glibc
import InspectionProtocol
import Registry
import Synchronization
import TestSupport
import Testing

@testable import FontService

@Suite(.serialized, .timeLimit(.minutes(10))) struct `A large batch that fails` {
    @Test func `leaves no content behind, also where no cache can be written any more`() async throws {
        let worker = try HeldUpWorker()
        // The registry is full before all contents are in it, and the caches fail from the first of them on.
        let fixture = try await PublisherFixture(maximumSize: 300 << 10) { directories, _ in worker.warm(directories) }
        let fonts = try PublisherFixture.candidates(1500)
        let control = BatchControl(isAtomic: false) { if $0 > 0.7 { worker.set(well: false) } }
        let failed = await fixture.registerBatch(fonts, control: control)
        #expect(failed.errorCodes == [.storageFull])
        #expect(try await fixture.registry.contents.unregistered().isEmpty)
        #expect(try fixture.publishedCount == 0)

        worker.set(well: true)
        let again = await fixture.register(Array(fonts[..<2]))
        #expect(again.errorCodes.isEmpty)
        #expect(try fixture.publishedCount == 2)
    }

    @Test func `because no cache can be written fails once, not font by font`() async throws {
        let worker = try HeldUpWorker()
        worker.set(well: false)
        let fixture = try await PublisherFixture { directories, _ in worker.warm(directories) }
        let before = worker.jobCount
        let batch = await fixture.registerBatch(try PublisherFixture.candidates(200))
        #expect(batch.errorCodes == [.registrationFailed])
        let afterBatch = worker.jobCount
        #expect(afterBatch - before < 8)
        let round = await fixture.register(try PublisherFixture.candidates(100))
        #expect(round.errorCodes == [.registrationFailed])
        #expect(worker.jobCount - afterBatch < 8)
        worker.set(well: true)
        #expect(await fixture.registerBatch(try PublisherFixture.candidates(200)).errorCodes.isEmpty)
    }

    @Test(arguments: [1, 200])
    func `has begun, so that the registry stands for no lost one any more`(count: Int) async throws {
        let worker = try HeldUpWorker()
        worker.set(well: false)
        let fixture = try await PublisherFixture { directories, _ in worker.warm(directories) }
        #expect(try await fixture.registry.isNew(), "to compare it with the tree begins nothing")
        let failed = await fixture.registerBatch(try PublisherFixture.candidates(count))
        #expect(failed.errorCodes == [.registrationFailed])
        #expect(try await !fixture.registry.isNew())
    }

    /// The last step before its fonts are published, and the last one before they are registered.
    @Test(arguments: [0.3, 0.95])
    func `as another machine has taken the home meanwhile leaves nothing behind`(progress: Double) async throws {
        let worker = try HeldUpWorker()
        let isTaken = Mutex(false)
        let gate = ChangeGate.guarded {
            isTaken.withLock { $0 } ? FontError(.readOnly, "The home is shared with another machine.") : nil
        }
        let fixture = try await PublisherFixture(gate: gate) { directories, _ in worker.warm(directories) }
        let furthest = Mutex(0.0)
        let control = BatchControl(isAtomic: false) { reached in
            furthest.withLock { $0 = reached }
            if reached >= progress - 0.001 { isTaken.withLock { $0 = true } }
        }
        let fonts = try PublisherFixture.candidates(200)
        #expect(await fixture.registerBatch(fonts, control: control).errorCodes == [.readOnly])
        #expect(try await fixture.registry.contents.unregistered().isEmpty)
        #expect(try fixture.publishedCount == 0)
        #expect(abs(furthest.withLock { $0 } - progress) < 0.001, "it was noticed at the next step")

        isTaken.withLock { $0 = false }
        #expect(await fixture.registerBatch(fonts).errorCodes.isEmpty)
        #expect(try fixture.publishedCount == 200)
    }

    @Test func `gives back its directories and places, and leaves those of others alone`() async throws {
        let worker = try HeldUpWorker()
        let fixture = try await PublisherFixture(connections: 2) { directories, _ in worker.warm(directories) }
        #expect(await fixture.register([try PublisherFixture.candidate("First")]).errorCodes.isEmpty)
        #expect(try fixture.shards == ["00"])

        worker.holdUpNext()
        let fonts = try PublisherFixture.candidates(600)
        async let batch = fixture.registerBatch(fonts)
        await worker.gate.waitForArrivals(1)
        #expect(try fixture.shards.count > 1)
        // A stranger's font goes into one of the new directories, and stays there.
        let stranger = await fixture.register([try PublisherFixture.candidate("Stranger")])
        #expect(stranger.errorCodes.isEmpty)
        worker.set(well: false)
        worker.gate.open()
        #expect(await batch.errorCodes == [.registrationFailed])
        worker.set(well: true)

        let names = try fixture.tree.inventory().published.map { $0.shard.name }
        #expect(names.count == 2)
        #expect(try fixture.shards == Set(names))
        let after = await fixture.publisher.state.layout
        #expect(Set(after.existing.map(\.name)) == Set(names))
    }

    @Test func `leaves the layout as it was where it is cancelled`() async throws {
        let fixture = try await PublisherFixture()
        #expect(await fixture.register([try PublisherFixture.candidate("First")]).errorCodes.isEmpty)
        let layout = await fixture.publisher.state.layout
        let fonts = try PublisherFixture.candidates(600)
        let canceller = Canceller(at: 0.1)
        let batch = await fixture.registerBatch(fonts, control: canceller.control)
        #expect(batch.errorCodes == [.batchClosed])
        #expect(await fixture.publisher.state.layout == layout)
        #expect(try fixture.shards == ["00"])
        #expect(await fixture.register([try PublisherFixture.candidate("Second")]).errorCodes.isEmpty)
        #expect(try fixture.shards == ["00"])
    }

    @Test func `leaves a row that nobody has registered no file's worth of trust`() async throws {
        let fixture = try await PublisherFixture()
        let font = try PublisherFixture.candidate("Left")
        var planner = LibraryPlanner(names: [:], usage: [:])
        _ = planner.apply(LibraryRequest(.register([font], .enabled), by: .user))
        let plan = planner.finish()
        // Only the content gets into the registry, as with a service that ends before the last commit of a batch.
        let content = plan.mutations(places: [font.digest: .published(shard: "00")], stamps: [:]).filter {
            if case .insertContent = $0 { true } else { false }
        }
        _ = try await fixture.registry.commit(content)
        #expect(try await fixture.registry.contents.unregistered() == [font.digest])

        // Neither in the way of others nor taken for a font that is there.
        #expect(await fixture.register([try PublisherFixture.candidate("Other")]).errorCodes.isEmpty)
        let answer = await fixture.register([font])
        #expect(answer.errorCodes.isEmpty)
        #expect(try fixture.publishedCount == 2)
        let ids = try answer.outcomes.map { try $0.get().id }
        let removed = await fixture.publisher.submit(LibraryRequest(.unregister(ids), by: .user))
        #expect(removed.errorCodes.isEmpty)
        #expect(try fixture.publishedCount == 1)
    }
}

@Suite(.serialized, .timeLimit(.minutes(10))) struct `A change that cannot be undone` {
    /// How the tree comes to be one that cannot be written to once the fonts are in it.
    private final class Lock: Sendable {
        let isLocked = Mutex(true)

        func set(_ directories: [String], mode: mode_t) { for path in directories { chmod(path, mode) } }
    }

    @Test func `is told of at once, and cleared up later`() async throws {
        let lock = Lock()
        let fixture = try await PublisherFixture { directories, _ in
            guard lock.isLocked.withLock({ $0 }), directories.first?.hasSuffix("/changes") == false else {
                return .warmed(patternCounts: directories.map { _ in 1 })
            }
            lock.set(directories, mode: 0o500)
            return .failed(.refused("no cache could be written"))
        }
        let fonts = try PublisherFixture.candidates(1)
        #expect(fixture.obstacles.all.isEmpty)
        let failed = await fixture.register(fonts)
        #expect(failed.errorCodes == [.registrationFailed])
        #expect(await fixture.publisher.state.obstacle != nil)
        #expect(!fixture.obstacles.all.isEmpty)
        #expect(try fixture.publishedCount > 0, "the fonts could not be taken back")

        lock.isLocked.withLock { $0 = false }
        lock.set(try fixture.shards.map { "\(fixture.tree.root)/\($0)" }, mode: 0o755)
        try await fixture.reconcile()
        #expect(await fixture.publisher.state.obstacle == nil)
        #expect(try fixture.publishedCount == 0)
        #expect(await fixture.register(fonts).errorCodes.isEmpty)
    }
}
