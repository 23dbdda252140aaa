import FontModel
import Glibc
import LinuxSystem
import Registry
import SystemPackage
import TestSupport
import Testing

@testable import FontService

/// What is done before anybody has noticed that the published fonts are away.
@Suite(.timeLimit(.minutes(10))) struct `While the published fonts are gone` {
    /// What is gone, as a path in the directory of data, and whether an empty directory is in its place.
    @Test(arguments: [("fonts", false), ("fonts", true), ("fonts/typecase", false), ("fonts/typecase", true)])
    func `nothing takes their place, and all of them are there when they come back`(
        entry: String, isMountPoint: Bool
    ) async throws {
        let fixture = try await PublisherFixture()
        let staging = FontStaging(publisher: fixture.publisher)
        let fonts = try PublisherFixture.candidates(4)
        let ids = try await fixture.register(fonts).outcomes.map { try $0.get().id }
        let (disk, away) = ("\(fixture.home.dataDirectory)/\(entry)", fixture.home.scratch["away"])
        try #require(rename(disk, away) == 0)
        if isMountPoint { try #require(mkdir(disk, 0o755) == 0) }

        let others = try PublisherFixture.candidates(200, "Other")
        #expect(await fixture.register([others[0]]).errorCodes == [.readOnly])
        #expect(await fixture.registerBatch(Array(others[..<20])).errorCodes == [.readOnly])
        #expect(await fixture.registerBatch(others).errorCodes == [.readOnly])
        for staged in await staging.stage(Array(others[..<20]), for: .user) {
            let error = #expect(throws: FontError.self) { try staged.get() }
            #expect(error?.code == .readOnly)
        }
        #expect(await staging.stageEarly(try SealedMemory(bytes: [0]), for: .user) == nil)
        for action in [
            LibraryRequest.Action.unregister([ids[0]]), .setEnabled([ids[1]], false),
            .change([ids[2]], .setAside(.gone)),
        ] {
            #expect(await fixture.publisher.submit(LibraryRequest(action, by: .user)).errorCodes == [.readOnly])
        }
        if isMountPoint {
            try #require(rmdir(disk) == 0, "nothing was put there")
        } else {
            #expect(throws: Errno.noSuchFileOrDirectory) { try FileStatus(path: disk) }
        }

        try #require(rename(away, disk) == 0)
        try await fixture.reconcile()
        #expect(try await fixture.registry.registrations.page(matching: RegistrationFilter()).registrations.count == 4)
        #expect(try fixture.publishedCount == 4)
        #expect(await fixture.register([others[0]]).errorCodes.isEmpty)
        #expect(await fixture.registerBatch(others).errorCodes.isEmpty)
    }

    @Test func `with nothing in them, their directory is made anew`() async throws {
        let fixture = try await PublisherFixture()
        let ids = try await fixture.register(try PublisherFixture.candidates(2)).outcomes.map { try $0.get().id }
        #expect(await fixture.publisher.submit(LibraryRequest(.unregister(ids), by: .user)).errorCodes.isEmpty)
        try #require(rename(fixture.home.userFontDirectory, fixture.home.scratch["away"]) == 0)
        #expect(await fixture.register(try PublisherFixture.candidates(1)).errorCodes.isEmpty)
        #expect(try fixture.publishedCount == 1)
    }
}
