internal import BusInterface
internal import DBus
internal import FontDaemon
internal import FontModel
internal import Glibc
internal import LinuxSystem
internal import TestSupport
internal import Testing

/// System fonts that lie where a sandbox may write: what it is given of them.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct SystemFontTests {
    private static let secret = "-----BEGIN OPENSSH PRIVATE KEY-----\n"

    /// The id of the system's face of a family.
    private func find(_ family: String, on connection: BusConnection) async throws -> String {
        let faces = try await FontManager1Client(connection).match(
            descriptors: [["family": BusVariant(family)]], options: [:])
        let face = try #require(faces.first)
        #expect(try face["source"]?.converted(to: String.self) == "system")
        return try #require(try face["id"]?.converted(to: String.self), "\(face)")
    }

    /// The bytes that a caller gets by the portal and by the service itself, or the error, which must be the same.
    private func open(_ id: String, on connection: BusConnection) async throws -> Result<String, BusError> {
        let answers = [
            try await bytes { () async throws(BusError) in
                try await FontManager1Client(connection).openFont(id: id, options: [:]).font
            },
            try await bytes { () async throws(BusError) in
                try await TypecasePortalClient(connection).openFont(id: id, options: [:]).font
            },
        ]
        #expect(Set(answers.map { "\($0)" }).count == 1)
        return answers[0]
    }

    private func bytes(
        of open: () async throws(BusError) -> OwnedFileDescriptor
    ) async throws -> Result<String, BusError> {
        let file: OwnedFileDescriptor
        do throws(BusError) {
            file = try await open()
        } catch {
            return .failure(error)
        }
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        let count = try retryingInterrupts { pread(file.rawValue, &bytes, bytes.count, 0) }
        return .success(String(decoding: bytes[..<count], as: Unicode.ASCII.self))
    }

    private func text(_ font: [UInt8]) -> String { String(decoding: font, as: Unicode.ASCII.self) }

    /// What becomes of a font that was found in the user's directory.
    enum Change: CaseIterable {
        /// The link to it leads to a directory that is another one now.
        case linkRepointed
        /// What it leads to was written anew.
        case targetWritten
        /// The file itself was written anew, in its place, so that its directory has the same time.
        case fileWritten
    }

    @Test("A file that is put in the place of a font goes to no sandbox", arguments: Change.allCases)
    func changedFile(change: Change) async throws {
        let home = try ScratchHome()
        let font = Desk.font("Found")
        try home.scratch.write(font, to: "mine/a/font.ttf")
        try home.scratch.write(Self.secret, to: "mine/b/font.ttf")
        try retryingInterrupts { symlink("a", home.scratch["mine/current"]) }
        switch change {
        case .linkRepointed, .targetWritten:
            let target = home.scratch["mine/current/font.ttf"]
            try retryingInterrupts { symlink(target, "\(home.systemFontDirectory)/font.ttf") }
        case .fileWritten: try home.scratch.write(font, to: "system/fonts/font.ttf")
        }
        try await Desk.run(in: home) { desk in
            let sandbox = try await desk.connect(as: "org.unheard.Sandbox", kind: .flatpak)
            let id = try await find("Found", on: sandbox)
            #expect(try await open(id, on: sandbox).get() == text(font))
            switch change {
            case .linkRepointed:
                try retryingInterrupts { symlink("b", home.scratch["mine/next"]) }
                try retryingInterrupts { rename(home.scratch["mine/next"], home.scratch["mine/current"]) }
            case .targetWritten: try home.scratch.write(Self.secret, to: "mine/a/font.ttf")
            case .fileWritten: try home.scratch.write(Self.secret, to: "system/fonts/font.ttf")
            }
            // A program without a sandbox could open the file itself. That it has it open now opens it for nobody else.
            let own = try await FontManager1Client(desk.connection).openFont(id: id, options: [:])
            let answer = try await open(id, on: sandbox)
            withExtendedLifetime(own) {}
            guard case .failure(let error) = answer else {
                Issue.record("the sandbox was given \(answer)")
                return
            }
            #expect(error.typecaseName == "InvalidFontData")
            #expect(!error.message.contains("OPENSSH"))
            await sandbox.close()
        }
    }

    @Test("Another font in the place of the one that was found goes to no sandbox either")
    func anotherFont() async throws {
        let home = try ScratchHome()
        try home.scratch.write(Desk.font("Found"), to: "system/fonts/font.ttf")
        try await Desk.run(in: home) { desk in
            let sandbox = try await desk.connect(as: "org.unheard.Sandbox", kind: .flatpak)
            let id = try await find("Found", on: sandbox)
            try home.scratch.write(Desk.font("Private"), to: "system/fonts/font.ttf")
            let answer = try await open(id, on: sandbox)
            #expect(throws: BusError.self) { try answer.get() }
            await sandbox.close()
        }
    }
}
