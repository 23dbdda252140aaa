import FontLibrary
import FontModel
import Registry
import Testing

@testable import FontService

/// What becomes of fonts where the published tree is kept alike on two machines.
@Suite(.timeLimit(.minutes(5))) struct `Two homes that are synced` {
    /// A hundred random steps of people on either side, with syncs between them: at the end both have what nobody removed,
    /// and nothing that somebody did.
    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func `lose nothing and bring nothing back`(seed: UInt64) async throws {
        var play = try await SyncPlay(seed: seed)
        for _ in 0..<100 { try await play.step() }
        try await play.end()
    }

    @Test func `keep one of two copies that were installed on both`() async throws {
        let (one, other) = (try await SyncedHome(), try await SyncedHome())
        var (sync, generator) = (TwoWaySync(), SeededGenerator(seed: 7))
        for home in [one, other] { try await home.install("Alpha", 1) }
        for _ in 0..<3 {
            try sync.run(one, other, using: &generator)
            try await one.look()
            try await other.look()
        }
        #expect(try one.families() == ["Alpha/1"])
        #expect(try one.files() == other.files())
        try await one.uninstall("Alpha", forGood: true)
        for _ in 0..<3 {
            try sync.run(one, other, using: &generator)
            try await one.look()
            try await other.look()
        }
        #expect(try one.families() == [] && other.families() == [])
        #expect(try other.fixture.tree.removed.fonts().map(\.reason) == [.deleted], "the other side can bring it back")
    }

    @Test func `do not bring back by a copy of the tree what was removed`() async throws {
        let (one, other) = (try await SyncedHome(), try await SyncedHome())
        try await one.install("Alpha", 1)
        try await one.install("Beta", 1)
        for (path, bytes) in try one.files() { try other.receive(bytes, at: path, inPlace: false) }
        try await other.look()
        #expect(try other.families() == ["Alpha/1", "Beta/1"])
        try await one.install("Alpha", 2)
        try await one.uninstall("Alpha", forGood: true)
        try one.deleteFile(of: "Beta")
        try await one.look()
        #expect(try one.families() == [])
        // As rsync without --delete does, which knows nothing of what was there before.
        for (path, bytes) in try other.files() { try one.receive(bytes, at: path, inPlace: false) }
        try await one.look()
        #expect(try one.families() == [])
        #expect(try one.fixture.tree.removed.fonts().map(\.reason).contains(.deleted))
    }

    @Test func `do not take fonts of a session for ones that stay`() async throws {
        let (one, other) = (try await SyncedHome(), try await SyncedHome())
        let options = RegistrationOptions(scope: .session, isEnabled: true, sessionToken: "session")
        _ = try await one.fixture.register([SyncedFont(family: "Alpha", revision: 1).candidate], options).outcomes[0]
            .get()
        var (sync, generator) = (TwoWaySync(), SeededGenerator(seed: 7))
        try sync.run(one, other, using: &generator)
        try await other.look()
        #expect(try await other.fixture.registry.contents.all().isEmpty)
        #expect(try one.families().contains("Alpha/1"), "it is as it was where it was registered")
        let known = try #require(await one.fixture.registry.contents.all().first)
        let registration = try #require(await one.fixture.registry.registrations.records(of: known.digest).first)
        let answer = await one.fixture.publisher.submit(
            LibraryRequest(
                .change([registration.id], .registerAgain(RegistrationOptions(scope: .persistent, isEnabled: true))),
                by: .user))
        _ = try answer.outcomes[0].get()
        try sync.run(one, other, using: &generator)
        try await other.look()
        #expect(try await other.fixture.registry.contents.all().map(\.digest) == [known.digest], "it stays from now on")
    }

    @Test func `set aside what is no font, and take another version in that is written over a file`() async throws {
        let home = try await SyncedHome()
        try await home.install("Alpha", 1)
        let path = try #require(home.files().keys.first)
        try home.receive("Alpha/2", at: path, inPlace: true)
        try home.receive("nothing", at: "00/\(String(repeating: "a", count: 32)).ttf", inPlace: true)
        try await home.look()
        #expect(try home.files() == [path: "Alpha/2"])
        try home.receive("Beta/1", at: path, inPlace: true)
        try await home.look()
        #expect(try home.families() == [], "another font in its place is not what anybody installed")
    }

    @Test func `rebuild a registry from the tree alone`() async throws {
        let (one, other) = (try await SyncedHome(), try await SyncedHome())
        for number in 0..<100 { try await one.install("Font\(number)", 1) }
        for (path, bytes) in try one.files() { try other.receive(bytes, at: path, inPlace: false) }
        try await other.look()
        #expect(try other.files() == one.files())
        let registrations = try await other.fixture.registry.registrations.page(matching: RegistrationFilter())
        #expect(registrations.registrations.count == 100)
        #expect(registrations.registrations.allSatisfy { $0.registration.provider == .user })
        #expect(registrations.registrations.allSatisfy { $0.registration.userInfo == FoundFonts.foundMark })
    }
}

/// People on two machines whose trees are synced at times.
private struct SyncPlay {
    private let homes: [SyncedHome]
    private var sync = TwoWaySync()
    private var generator: SeededGenerator
    private var count = 0
    /// The families that nobody has removed, and their revisions.
    private var wanted: [String: Int] = [:]
    /// The families that somebody did something to since the last sync, and on which side; both is -1.
    private var touched: [String: Int] = [:]
    private var disabled: [String: Int] = [:]

    init(seed: UInt64) async throws {
        homes = [try await SyncedHome(), try await SyncedHome()]
        generator = SeededGenerator(seed: seed)
    }

    mutating func step() async throws {
        let side = Int.random(in: 0...1, using: &generator)
        let home = homes[side]
        try await home.look()
        let visible = try Set(home.families().compactMap { $0.split(separator: "/").first.map(String.init) })
        let family = wanted.keys.sorted()
            .filter { visible.contains($0) && disabled[$0] == nil && (touched[$0] ?? side) == side }
            .randomElement(using: &generator)
        switch (Int.random(in: 0..<12, using: &generator), family) {
        case (0...2, _):
            count += 1
            try await home.install("Font\(count)", 1)
            (wanted["Font\(count)"], touched["Font\(count)"]) = (1, side)
        case (3, _):
            count += 1
            for home in homes { try await home.install("Font\(count)", 1) }
            (wanted["Font\(count)"], touched["Font\(count)"]) = (1, -1)
        case (4, let family?):
            try await home.uninstall(family, forGood: Bool.random(using: &generator))
            (wanted[family], touched[family]) = (nil, side)
        case (5, let family?):
            try home.deleteFile(of: family)
            (wanted[family], touched[family]) = (nil, side)
        case (6, let family?):
            let revision = (wanted[family] ?? 1) + 1
            try await home.install(family, revision)
            (wanted[family], touched[family]) = (revision, side)
        case (7, let family?):
            try await home.setEnabled(family, false)
            (disabled[family], touched[family]) = (side, side)
        case (8, _):
            guard let family = disabled.keys.sorted().randomElement(using: &generator) else { return }
            try await enable(family)
        default: try await synchronize()
        }
    }

    private mutating func enable(_ family: String) async throws {
        guard let side = disabled.removeValue(forKey: family) else { return }
        try await homes[side].look()
        try await homes[side].setEnabled(family, true)
        touched[family] = side
    }

    private mutating func synchronize() async throws {
        try sync.run(homes[0], homes[1], using: &generator)
        touched = [:]
        // One of the two may be off.
        for home in homes where Bool.random(using: &generator) { try await home.look() }
    }

    mutating func end() async throws {
        for family in disabled.keys.sorted() { try await enable(family) }
        for _ in 0..<4 {
            try sync.run(homes[0], homes[1], using: &generator)
            for home in homes { try await home.look() }
        }
        let expected = wanted.map { "\($0.key)/\($0.value)" }.sorted()
        #expect(expected.count > 5, "the play is about something")
        for home in homes { #expect(try home.families() == expected) }
        #expect(try homes[0].files() == homes[1].files())
    }
}
