import FontLibrary
import FontModel
import LinuxSystem
import SystemPackage
import TestSupport
import Testing

@testable import FontService

@Suite(.timeLimit(.minutes(10))) struct `Fonts of batches on their way to the disk` {
    @Test func `wait for those of their provider, and not for those of others`() async throws {
        let fixture = try await PublisherFixture()
        let staging = FontStaging(publisher: fixture.publisher)
        let one = try #require(ProviderIdentifier(rawValue: "org.example.One"))
        let other = try #require(ProviderIdentifier(rawValue: "org.example.Other"))
        let order = EventLog()
        // Stands for a disk that hangs.
        let (released, release) = AsyncStream.makeStream(of: Void.self)
        let (begun, begin) = AsyncStream.makeStream(of: Void.self)
        let stuck = Task {
            await staging.turns.withShare(1, of: one) {
                begin.finish()
                for await _ in released {}
                order.add("released")
            }
        }
        for await _ in begun {}
        let fonts = try PublisherFixture.candidates(2)
        let second = Task {
            let staged = await staging.stage([fonts[0]], for: one)
            order.add("staged")
            return staged
        }
        try await eventually("a font waits for its turn") { await staging.turns.waitingCount > 0 }
        let stranger = await staging.stage([fonts[1]], for: other)
        #expect(throws: Never.self) { try stranger[0].get() }
        release.finish()
        await #expect(throws: Never.self) { try await second.value[0].get() }
        await stuck.value
        #expect(order.all == ["released", "staged"])
    }

    @Test func `take the directories with them that were made for the first, unless one was published`() async throws {
        let fixture = try await PublisherFixture()
        let staging = FontStaging(publisher: fixture.publisher)
        let directory = fixture.home.userFontDirectory
        var staged: [FontCandidate] = []
        for font in try PublisherFixture.candidates(2) {
            staged.append(try await staging.stage([font], for: .user)[0].get())
        }
        await staging.discard([staged[0]], of: .user)
        await staging.removeDirectory(of: .user)
        #expect(try FileStatus(path: "\(directory)/typecase/changes").kind == .directory)
        await staging.discard([staged[1]], of: .user)
        await staging.removeDirectory(of: .user)
        #expect(throws: Errno.noSuchFileOrDirectory) { try FileStatus(path: directory) }

        let font = try await staging.stage(try PublisherFixture.candidates(1), for: .user)[0].get()
        #expect(await fixture.registerBatch([font]).errorCodes.isEmpty)
        await staging.discard([font], of: .user)
        await staging.removeDirectory(of: .user)
        #expect(try FileStatus(path: "\(directory)/typecase/.stage").kind == .directory)
        #expect(try fixture.publishedCount == 1)
    }
}
