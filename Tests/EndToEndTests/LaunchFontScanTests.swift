internal import CLinux
internal import FontModel
internal import Glibc
internal import LinuxSystem
internal import SystemPackage
internal import TestSupport
internal import Testing

@Suite("What fontconfig finds in launch fonts is kept for the next start")
struct LaunchFontScanTests {
    /// Scans are 128, caches 16 and files of the configuration 1024 (fontconfig-user(5)).
    private static let notes = "1168"

    private let home: ScratchHome
    private let id = "org.example.Writer"
    private var font: String { home.scratch["share/typecase/assets/\(id)/one.ttf"] }
    private var folder: String { "\(home.cacheDirectory)/typecase/launch-fonts/\(id)" }

    init() throws {
        home = try ScratchHome()
        try home.scratch.write(makeFont("Launch One"), to: "share/typecase/assets/\(id)/one.ttf")
        try home.scratch.write(
            #"{"version": 1, "id": "\#(id)", "name": "Writer", "launch-fonts": ["one.ttf"]}"#,
            to: "share/typecase/providers/\(id).json")
    }

    /// Starts the application once.
    ///
    /// - Returns: What it has registered, the family and the file that text is drawn with, and what fontconfig says of
    ///   its scans and caches.
    private func start(
        asking family: String = "Launch One", adding more: [String: String] = [:]
    ) async throws -> (answers: [String], notes: String) {
        let environment = home.environment.merging(["FC_DEBUG": Self.notes]) { $1 }.merging(more) { $1 }
        let lines = try await ClientProgram.run(
            [["launch-fonts", id], ["fontconfig", family], ["fontconfig-file", family]], environment: environment)
        // What fontconfig says comes between the answers, and before them on their lines.
        let texts = lines.map { $0.split(separator: "...").last.map(String.init) ?? "" }
        let answers = texts.filter { ["LaunchOne", "LaunchTwo", "Launch ", font].contains(where: $0.hasPrefix) }
        return (answers, lines.joined(separator: "\n"))
    }

    /// Makes the manifest list fonts, and makes `two.ttf` a link to the existing font file.
    private func list(_ names: String...) throws {
        try #require(symlink(font, home.scratch["share/typecase/assets/\(id)/two.ttf"]) == 0)
        let fonts = names.map { "\"\($0)\"" }.joined(separator: ", ")
        try home.scratch.write(
            #"{"version": 1, "id": "\#(id)", "name": "Writer", "launch-fonts": [\#(fonts)]}"#,
            to: "share/typecase/providers/\(id).json")
    }

    /// How often fontconfig has loaded its configuration.
    private func loadings(in notes: String) -> Int {
        notes.split(separator: "\n").count { $0.hasSuffix("Loading config file from \(home.fontconfigFile)") }
    }

    private func directories() -> [String] { (try? FileSystem.names(in: folder)) ?? [] }

    @Test("The second start takes it from fontconfig's cache; the fonts have the paths of their own files at each")
    func secondStart() async throws {
        let expected = ["LaunchOne-Regular", "Launch One", font]
        let first = try await start()
        #expect(first.answers == expected)
        #expect(first.notes.contains("Scanning file \(folder)/"))
        let second = try await start()
        #expect(second.answers == expected)
        #expect(!second.notes.contains("Scanning file \(folder)/"))
        #expect(second.notes.contains("FcCacheTimeValid dir \"\(folder)/"))
        #expect(directories().count == 1)
    }

    @Test("A font with other bytes is scanned, also where its size and its modification time are what they were")
    func otherBytes() async throws {
        _ = try await start()
        let stamp = try FileStatus(path: font).stamp
        let other = makeFont("Launch Two")
        try #require(other.count == Int(stamp.size))
        try home.scratch.write(other, to: "share/typecase/assets/\(id)/one.ttf")
        let time = timespec(
            tv_sec: Int(stamp.modificationNanoseconds / 1_000_000_000),
            tv_nsec: Int(stamp.modificationNanoseconds % 1_000_000_000))
        try #require(utimensat(AT_FDCWD, font, [time, time], 0) == 0)
        #expect(try await start(asking: "Launch Two").answers == ["LaunchTwo-Regular", "Launch Two", font])
        // As when an update is taken back.
        try home.scratch.write(makeFont("Launch One"), to: "share/typecase/assets/\(id)/one.ttf")
        let third = try await start()
        #expect(third.answers == ["LaunchOne-Regular", "Launch One", font])
        #expect(!third.notes.contains("Scanning file \(folder)/"))
    }

    @Test("A file that is listed twice has its faces once")
    func listedTwice() async throws {
        try list("one.ttf", "two.ttf")
        for _ in 0..<2 {
            let answers = try await start().answers
            #expect(answers == ["LaunchOne-Regular LaunchOne-Regular", "Launch One", font])
        }
    }

    @Test("A second call adds nothing, and registers again what was unregistered or is there by now")
    func secondCall() async throws {
        try home.scratch.write(makeFont("Launch Two"), to: "later.ttf")
        let (link, later) = (home.scratch["share/typecase/assets/\(id)/two.ttf"], home.scratch["later.ttf"])
        try list("one.ttf", "two.ttf")
        try #require(unlink(link) == 0)
        let answers = try await ClientProgram.run(
            [
                ["font", home.scratch["share/typecase/assets/\(id)"], "None-Regular", id], ["launch"],
                ["forget", "LaunchOne-Regular"], ["list"], ["again", "None-Regular"], ["list"], ["launch"], ["list"],
                ["link", later, link], ["launch"], ["list"],
            ], environment: home.environment)
        #expect(
            answers == [
                "error fileNotFound", "LaunchOne-Regular FileNotFound", "done", "", "error fileNotFound", "",
                "LaunchOne-Regular FileNotFound", "LaunchOne-Regular", "done", "LaunchOne-Regular LaunchTwo-Regular",
                "LaunchOne-Regular, LaunchTwo-Regular",
            ])
    }

    @Test("A font that the application has disabled stays disabled over further calls, also where they register others")
    func disabledFont() async throws {
        try home.scratch.write(makeFont("Launch Two"), to: "later.ttf")
        let (link, later) = (home.scratch["share/typecase/assets/\(id)/two.ttf"], home.scratch["later.ttf"])
        try list("one.ttf", "two.ttf")
        try #require(unlink(link) == 0)
        let answers = try await ClientProgram.run(
            [
                ["font", home.scratch["share/typecase/assets/\(id)"], "None-Regular", id],
                ["disable", "LaunchOne-Regular"], ["launch"], ["list"], ["link", later, link], ["launch"], ["list"],
                ["launch"], ["list"], ["fontconfig", "Launch One"], ["enable", "LaunchOne-Regular"],
                ["fontconfig", "Launch One"],
            ], environment: home.environment)
        let both = "LaunchOne-Regular LaunchTwo-Regular"
        let listed = "LaunchOne-Regular disabled, LaunchTwo-Regular"
        #expect(
            answers == [
                "error fileNotFound", "done", "LaunchOne-Regular FileNotFound", "LaunchOne-Regular disabled", "done",
                both, listed, both, listed, "Launch Two", "done", "Launch One",
            ])
    }

    @Test("A font whose name is not UTF-8 is used at each start")
    func otherEncoding() async throws {
        try list("two.ttf")
        let other = home.scratch["share/typecase/assets/\(id)/caf\\xE9.ttf"].fileSystemRepresentation
        try #require(rename(font, other) == 0)
        let link = home.scratch["share/typecase/assets/\(id)/two.ttf"]
        try #require(unlink(link) == 0 && symlink(other, link) == 0)
        for _ in 0..<2 {
            let answers = try await start().answers
            #expect(answers == ["LaunchOne-Regular", "Launch One"])
        }
    }

    @Test("fontconfig loads its configuration once, however late the first font comes")
    func lateFont() async throws {
        try home.addSystemFont(makeFont("Machine Sans"), name: "machine.ttf")
        let missing = try home.scratch.makeDirectory("nothing")
        let lines = try await ClientProgram.run(
            [
                ["font", missing, "None-Regular"], ["pause"], ["register", "process", font],
                ["fontconfig", "Launch One"],
            ],
            environment: home.environment.merging(["FC_DEBUG": Self.notes]) { $1 })
        #expect(lines.last == "Launch One")
        #expect(loadings(in: lines.joined(separator: "\n")) == 1)
    }

    @Test("fontconfig loads its configuration once where it has no system fonts")
    func firstFontOfAll() async throws {
        // A start that is held up between the loading and the font rightly loads once more.
        for _ in 0..<5 {
            let lines = try await ClientProgram.run(
                [["register", "process", font], ["fontconfig", "Launch One"]],
                environment: home.environment.merging(["FC_DEBUG": Self.notes]) { $1 })
            #expect(lines.last == "Launch One")
            if loadings(in: lines.joined(separator: "\n")) == 1 { return }
        }
        Issue.record("Each start has loaded the configuration more than once.")
    }

    @Test("fontconfig loads its configuration once where a system font is the process' own for a while")
    func systemFont() async throws {
        try home.addSystemFont(makeFont("Machine Sans"), name: "machine.ttf")
        let machine = "\(home.systemFontDirectory)/machine.ttf"
        let lines = try await ClientProgram.run(
            [
                ["register", "process", machine], ["list"], ["unregister", "process", machine],
                ["register", "process", font], ["fontconfig", "Machine Sans"], ["fontconfig", "Launch One"],
            ],
            environment: home.environment.merging(["FC_DEBUG": Self.notes]) { $1 })
        #expect(lines.suffix(2) == ["Machine Sans", "Launch One"])
        #expect(loadings(in: lines.joined(separator: "\n")) == 1)
    }

    @Test("Rules of fontconfig that have changed hold for what is scanned, and old scans do not pile up")
    func otherRules() async throws {
        let usual = String(decoding: try readAll(home.fontconfigFile), as: UTF8.self)
        for family in ["Launch A", "Launch B", "Launch C", "Launch D", "Launch E", "Launch F"] {
            let rule = """
                <match target="scan"><test name="family"><string>Launch One</string></test>
                <edit name="family" mode="assign_replace"><string>\(family)</string></edit></match></fontconfig>
                """
            try home.scratch.write(usual.replacing("</fontconfig>", with: rule), to: "fonts.conf")
            #expect(try await start(asking: family).answers == ["LaunchOne-Regular", family, font])
        }
        #expect(directories().count == 4)
        // fontconfig's own caches of those that are gone have gone with them: one for each of the others, and one for each
        // of the directories of its configuration that there are.
        let caches = try FileSystem.names(in: home.fontconfigCacheDirectory).filter { $0.contains(".cache-") }
        #expect(caches.count == 5)
    }

    @Test("Where nothing can be kept, launch fonts are registered all the same", arguments: ["file", "relative"])
    func noCache(_ kind: String) async throws {
        try home.scratch.write("no directory", to: "cache")
        let cache = kind == "file" ? home.scratch["cache"] : "cache"
        let outcome = try await start(adding: ["XDG_CACHE_HOME": cache, "HOME": "nowhere"])
        #expect(outcome.answers == ["LaunchOne-Regular", "Launch One", font])
        #expect(directories().isEmpty)
    }
}
