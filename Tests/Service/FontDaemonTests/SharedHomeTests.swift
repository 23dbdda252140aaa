internal import BusInterface
internal import DBus
internal import FontDaemon
internal import FontLibrary
internal import FontModel
internal import Glibc
internal import LinuxSystem
internal import TestSupport
internal import Testing

/// A home that several machines have mounted, as two daemons in it see it that take themselves to be on different ones.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct SharedHomeTests {
    private func withDesk(
        _ machine: String, in home: ScratchHome, uptime: Duration? = nil,
        mayBeShared: @escaping @Sendable (String) -> Bool = { _ in true }, _ body: (Desk) async throws -> Void
    ) async throws {
        let traits = HomeTraits(
            machine: Machine(identifier: machine, bootIdentifier: "boot", hostName: "host-\(machine)"),
            uptime: uptime, mayBeShared: mayBeShared)
        try await Desk.run(in: home, traits: traits, body)
    }

    private func lease(of home: ScratchHome) -> SmallFile {
        SmallFile(path: "\(home.stateDirectory)/typecase/lease")
    }

    /// The lease beside the fonts, which may be shared where the registry is not.
    private func leaseOfFonts(of home: ScratchHome) -> SmallFile {
        SmallFile(path: "\(home.dataDirectory)/typecase/lease")
    }

    @Test func `one machine has the home, and gives it back when its daemon ends`() async throws {
        let home = try ScratchHome()
        try await withDesk("aa", in: home) { desk in
            _ = try await desk.register(home, "Shared")
            #expect(try lease(of: home).read()?.hasPrefix("aa\nboot\n") == true)
            #expect(try leaseOfFonts(of: home).read() == lease(of: home).read())
            let journal = try SmallFile(path: "\(home.stateDirectory)/typecase/registry.sqlite-wal").read()
            #expect(journal == nil, "a log needs shared memory")
        }
        #expect(try lease(of: home).read() == nil)
        #expect(try leaseOfFonts(of: home).read() == nil)
    }

    @Test func `fonts on a network are leased though the registry is on a local disk`() async throws {
        let home = try ScratchHome()
        let state = home.stateDirectory
        let mayBeShared: @Sendable (String) -> Bool = { !$0.hasPrefix(state) }
        try await withDesk("aa", in: home, mayBeShared: mayBeShared) { desk in
            _ = try await desk.register(home, "Shared")
            #expect(try leaseOfFonts(of: home).read()?.hasPrefix("aa\nboot\n") == true)
            #expect(try lease(of: home).read() == nil, "nobody else can have the registry")
            #expect(access("\(state)/typecase/registry.sqlite-wal", F_OK) == 0)
            let error = await #expect(throws: BusError.self) {
                _ = try await desk.register(home, "Fleeting", scope: "session")
            }
            #expect(error?.name == BusErrorNames.prefix + "UnsupportedScope")
        }
        #expect(try leaseOfFonts(of: home).read() == nil)

        let theirs = "bb\nboot\n4711 desk-bb unix:path=/run/user/7/bus\n"
        try leaseOfFonts(of: home).replace(with: theirs)
        try await withDesk("aa", in: home, mayBeShared: mayBeShared) { desk in
            let error = await #expect(throws: BusError.self) { _ = try await desk.register(home, "Ours") }
            #expect(error?.name == BusErrorNames.prefix + "ReadOnly")
            #expect(error?.message.contains("desk-bb") == true)
            #expect(try await desk.manager.listRegistered(filter: [:]).fonts.count == 1)
            #expect(try leaseOfFonts(of: home).read() == theirs, "it is not touched")

            // It ends there.
            try leaseOfFonts(of: home).remove()
            try await desk.waitUntil(isReadOnly: false)
            _ = try await desk.register(home, "Ours")
        }
    }

    @Test func `in a home that is of this machine alone there is no lease`() async throws {
        let home = try ScratchHome()
        try await withDesk("aa", in: home, mayBeShared: { _ in false }) { desk in
            _ = try await desk.register(home, "Own", scope: "session")
            #expect(try lease(of: home).read() == nil)
            #expect(try leaseOfFonts(of: home).read() == nil)
        }
    }

    @Test func `there is no session scope, as the machines' sessions end apart`() async throws {
        let home = try ScratchHome()
        try await withDesk("aa", in: home) { desk in
            let error = await #expect(throws: BusError.self) {
                _ = try await desk.register(home, "Fleeting", scope: "session")
            }
            #expect(error?.name == BusErrorNames.prefix + "UnsupportedScope")
            #expect(error?.message.contains("several machines") == true)
            _ = try await desk.register(home, "Lasting")
        }
    }

    @Test func `while another machine has the home, questions are answered and changes are not made`() async throws {
        let home = try ScratchHome()
        var id = ""
        try await withDesk("aa", in: home) { desk in id = try await desk.register(home, "Theirs") }
        // The other machine is at work: its lock does not reach here.
        let theirs = "bb\nboot\n4711 desk-bb unix:path=/run/user/7/bus\n"
        try lease(of: home).replace(with: theirs)
        try await withDesk("aa", in: home) { desk in
            let fonts = try await desk.manager.listRegistered(filter: [:]).fonts
            #expect(try fonts.map { try $0["id"]?.converted(to: String.self) } == [id])
            let error = await #expect(throws: BusError.self) { _ = try await desk.register(home, "Ours") }
            #expect(error?.name == BusErrorNames.prefix + "ReadOnly")
            for part in ["4711", "desk-bb", "shared"] { #expect(error?.message.contains(part) == true) }
            #expect(try lease(of: home).read() == theirs, "it is not touched")

            // It ends there.
            try lease(of: home).remove()
            try await desk.waitUntil(isReadOnly: false)
            _ = try await desk.register(home, "Ours")
            #expect(try lease(of: home).read()?.hasPrefix("aa\n") == true)
        }
    }

    @Test func `a lease that this machine left behind in another boot does not keep it out`() async throws {
        let home = try ScratchHome()
        try await withDesk("aa", in: home) { desk in _ = try await desk.register(home, "Before") }
        try lease(of: home).replace(with: "aa\nboot-before\n4711 host-aa -\n")
        try await withDesk("aa", in: home, uptime: .zero) { desk in _ = try await desk.register(home, "After") }
    }

    @Test func `a clone of this machine that is at work keeps it out`() async throws {
        let home = try ScratchHome()
        try home.scratch.makeDirectory("home/.local/state/typecase")
        let theirs = "aa\nboot-of-clone\n4711 host-aa -\n"
        try lease(of: home).replace(with: theirs)
        try await withDesk("aa", in: home, uptime: .seconds(3600)) { desk in
            let error = await #expect(throws: BusError.self) { _ = try await desk.register(home, "Ours") }
            #expect(error?.name == BusErrorNames.prefix + "ReadOnly")
            let text = try lease(of: home).read()
            #expect(text == theirs, "it is not touched")
        }
    }
}
