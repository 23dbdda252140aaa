internal import BusInterface
internal import DBus
internal import FontLibrary
internal import Glibc
internal import LinuxSystem
internal import TestSupport
internal import Testing

@testable internal import FontDaemon

/// A home that another machine takes while the daemon of this one runs.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct LostHomeTests {
    private static let theirs = "bb\nboot\n4711 desk-bb unix:path=/run/user/7/bus\n"

    private func withDesk(in home: ScratchHome, _ body: (Desk) async throws -> Void) async throws {
        let machine = Machine(identifier: "aa", bootIdentifier: "boot", hostName: "desk-aa")
        try await Desk.run(in: home, traits: HomeTraits(machine: machine) { _ in true }, body)
    }

    private func lease(of home: ScratchHome) -> SmallFile {
        SmallFile(path: "\(home.stateDirectory)/typecase/lease")
    }

    /// The fonts that programs find, and those that wait for it.
    private func files(of home: ScratchHome) -> [String] {
        TreeListing("\(home.userFontDirectory)/typecase").files.keys.filter { $0.hasSuffix(".ttf") }
    }

    /// Expects a call to be refused because of the other machine.
    private func expectRefusal(_ call: () async throws -> Void) async {
        let error = await #expect(throws: BusError.self) { try await call() }
        #expect(error?.name == BusErrorNames.prefix + "ReadOnly")
        #expect(error?.message.contains("desk-bb") == true, "\(error?.message ?? "")")
    }

    @Test func `is read from then on, and changed again when the other machine gives it back`() async throws {
        let home = try ScratchHome()
        try await withDesk(in: home) { desk in
            let id = try await desk.register(home, "Before")
            let before = files(of: home)
            for isExpiring in [false, true] {
                try lease(of: home).replace(with: Self.theirs)
                await expectRefusal { _ = try await desk.register(home, "Refused") }
                try await desk.waitUntil(isReadOnly: true)
                let grants = try await desk.management.listGrants(filter: [:])
                #expect(grants.isEmpty)
                let status = try await desk.management.status()
                #expect(try status["read_only_reason"]?.converted(to: String.self).contains("desk-bb") == true)
                await expectRefusal { try await desk.uninstall(id) }
                await expectRefusal {
                    _ = try await desk.manager.beginBatch(scope: "persistent", enabled: true, options: [:])
                }
                let fonts = try await desk.manager.listRegistered(filter: [:]).fonts
                #expect(try fonts.map { try $0["id"]?.converted(to: String.self) } == [id])
                #expect(files(of: home) == before)
                #expect(try lease(of: home).read() == Self.theirs, "it is not touched")
                if isExpiring {
                    let past = timespec(tv_sec: time(nil) - Int(HomeLease.expiry.components.seconds) - 60, tv_nsec: 0)
                    #expect(utimensat(AT_FDCWD, lease(of: home).path, [past, past], 0) == 0)
                    // Only who tries has it looked at, and every few seconds at most.
                    try await eventually("the home is taken over") {
                        if try await desk.management.status()["read_only"]?.converted(to: Bool.self) != true {
                            return true
                        }
                        _ = try? await desk.register(home, "Tried")
                        return false
                    }
                } else {
                    try lease(of: home).remove()
                    try await desk.waitUntil(isReadOnly: false)
                }
                let next = try await desk.register(home, "Next")
                try await desk.uninstall(next)
                for font in try await desk.manager.listRegistered(filter: [:]).fonts {
                    let other = try #require(try font["id"]?.converted(to: String.self))
                    if other != id { try await desk.uninstall(other) }
                }
                #expect(files(of: home) == before)
            }
            #expect(try lease(of: home).read()?.hasPrefix("aa\n") == true)
        }
    }

    @Test func `is not given up again because of a lease that was lost before`() async throws {
        let home = try ScratchHome()
        try await withDesk(in: home) { desk in
            let past = try #require(await desk.daemon.services?.home.leases.first)
            try lease(of: home).replace(with: Self.theirs)
            await expectRefusal { _ = try await desk.register(home, "Refused") }
            try await desk.waitUntil(isReadOnly: true)
            try lease(of: home).remove()
            try await desk.waitUntil(isReadOnly: false)
            let present = try #require(await desk.daemon.services?.home.leases.first)
            #expect(present !== past)
            // As the task says that renewed it, where it comes to that late.
            await desk.daemon.yieldHome(without: past)
            #expect(await desk.daemon.services?.home.leases.first === present)
            _ = try await desk.register(home, "Kept")
        }
    }

    @Test(arguments: [false, true])
    func `takes a large batch with it as a whole`(isUnderWay: Bool) async throws {
        let home = try ScratchHome()
        try await withDesk(in: home) { desk in
            _ = try await desk.register(home, "Before")
            let before = files(of: home)
            let path = try await desk.manager.beginBatch(scope: "persistent", enabled: true, options: [:])
            let batch = Batch1Client(desk.connection, busName: FontManager1Names.busName, path: path)
            for start in stride(from: 0, to: 320, by: 16) {
                let fonts = try (start..<start + 16).map {
                    try SealedMemory(bytes: Desk.font("Batch \($0)")).descriptor
                }
                _ = try await batch.addFonts(fonts: fonts, options: [:], timeout: .seconds(120))
            }
            let progress = try await desk.connection.propertyChanges(
                of: Batch1Names.interface, at: path, from: FontManager1Names.busName)
            if !isUnderWay { try lease(of: home).replace(with: Self.theirs) }
            async let committing = batch.commit(timeout: .seconds(300))
            if isUnderWay {
                for await _ in progress.prefix(1) {}
                try lease(of: home).replace(with: Self.theirs)
            }
            var isCommitted = false
            do {
                let results = try await committing.results
                let errors = try results.map { try $0["error"]?.converted(to: String.self) ?? "" }
                isCommitted = errors.allSatisfy { $0 == "" }
                #expect(isCommitted || errors.allSatisfy { $0.hasSuffix("ReadOnly") }, "all or nothing")
            } catch let error as BusError {
                // Whoever looks after the lease may have seen it before the commit came, and closed all batches.
                #expect(["ReadOnly", "BatchClosed"].map { BusErrorNames.prefix + $0 }.contains(error.name))
            }
            // What was committed before the other machine came is there as a whole.
            #expect(!isCommitted || isUnderWay)
            await expectRefusal { _ = try await desk.register(home, "Refused") }
            try await desk.waitUntil(isReadOnly: true)
            #expect(files(of: home).count == before.count + (isCommitted ? 320 : 0))
            let fonts = try await desk.management.listFonts(filter: ["limit": BusVariant(UInt32(1000))]).fonts
            #expect(fonts.count == 1 + (isCommitted ? 320 : 0))
            // The other machine's to change: nothing waits there for later.
            let stage = "\(home.userFontDirectory)/typecase/.stage"
            #expect(TreeListing(stage).files.isEmpty)
            try lease(of: home).remove()
            try await desk.waitUntil(isReadOnly: false)
            _ = try await desk.register(home, "After")
        }
    }
}
