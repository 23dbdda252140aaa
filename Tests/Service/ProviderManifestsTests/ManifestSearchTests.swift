import FontModel
import Glibc
import LinuxSystem
import PositionedJSON
import ProviderManifests
import SystemPackage
import TestSupport
import Testing

struct ManifestSearchTests {
    private let scratch: ScratchDirectory
    private let search: ManifestSearch

    init() throws {
        scratch = try ScratchDirectory(name: "manifests")
        let extra = try scratch.makeDirectory("extra")
        try scratch.write(
            "[Installation \"extra\"]\nPath=\(extra)\nDisplayName=Extra\n",
            to: "flatpak-configuration/installations.d/a.conf")
        search = ManifestSearch(
            environment: [
                "XDG_DATA_DIRS": "\(scratch["first"]):relative:\(scratch["second"])", "HOME": scratch["home"],
                "FLATPAK_SYSTEM_DIR": scratch["flatpak"],
            ],
            flatpakConfiguration: scratch["flatpak-configuration"])
    }

    private func text(_ id: String, _ name: String = "A name") -> String {
        "{\"version\": 1, \"id\": \"\(id)\", \"name\": \"\(name)\"}"
    }

    private func identifier(_ text: String) throws -> ProviderIdentifier {
        try #require(ProviderIdentifier(rawValue: text))
    }

    private func link(_ target: String, at name: String) throws {
        try retryingInterrupts { symlink(target, scratch[name]) }
    }

    private func allow(_ mode: mode_t, _ path: String) throws { try retryingInterrupts { chmod(path, mode) } }

    /// Deploys an application as Flatpak does: by links to a branch and to a commit.
    private func deploy(_ id: String, in installation: String, manifest: String?) throws {
        let commit = "\(installation)/app/\(id)/x86_64/stable/0123abcd"
        try scratch.makeDirectory("\(commit)/files/share/typecase/providers")
        if let manifest { try scratch.write(manifest, to: "\(commit)/files/share/typecase/providers/\(id).json") }
        try link("0123abcd", at: "\(installation)/app/\(id)/x86_64/stable/active")
        try link("x86_64/stable", at: "\(installation)/app/\(id)/current")
    }

    @Test func `The first directory of data that has a manifest counts`() throws {
        try scratch.write(text("org.example.A", "first"), to: "first/typecase/providers/org.example.A.json")
        try scratch.write(text("org.example.A", "second"), to: "second/typecase/providers/org.example.A.json")
        try scratch.write(text("org.example.B"), to: "second/typecase/providers/org.example.B.json")
        try scratch.write("not looked at", to: "second/typecase/providers/README")
        let found = search.all()
        #expect(found.manifests.map(\.reading.manifest?.name) == ["first", "A name"])
        #expect(found.manifests.map(\.origin) == [.dataDirectory, .dataDirectory])
        #expect(found.failures == [])
        let one = try search.manifest(of: identifier("org.example.B"), from: .dataDirectory)
        #expect(one?.path == scratch["second/typecase/providers/org.example.B.json"])
        #expect(try search.manifest(of: identifier("org.example.C"), from: .dataDirectory) == nil)
        #expect(try search.manifest(of: identifier("org.example.B"), from: .flatpak) == nil)
    }

    @Test func `A manifest belongs to the administrator where only root can have written it`() throws {
        let path = try scratch.write(text("org.example.A"), to: "first/typecase/providers/org.example.A.json")
        let owner = try FileStatus(path: path).userID
        #expect(
            try search.manifest(of: identifier("org.example.A"), from: .dataDirectory)?.isAdministrators == (owner == 0)
        )
        try allow(0o666, path)
        #expect(try search.manifest(of: identifier("org.example.A"), from: .dataDirectory)?.isAdministrators == false)
    }

    @Test func `A manifest is found in every installation of Flatpak, where the application is deployed`() throws {
        try deploy("org.example.System", in: "flatpak", manifest: text("org.example.System"))
        try deploy("org.example.User", in: "home/.local/share/flatpak", manifest: text("org.example.User"))
        try deploy("org.example.Extra", in: "extra", manifest: text("org.example.Extra"))
        try deploy("org.example.None", in: "flatpak", manifest: nil)
        let found = search.all()
        #expect(
            Set(found.manifests.compactMap { $0.reading.manifest?.id.rawValue })
                == ["org.example.System", "org.example.User", "org.example.Extra"])
        #expect(found.manifests.allSatisfy { $0.origin == .flatpak })
        #expect(found.failures == [])
        #expect(try search.manifest(of: identifier("org.example.User"), from: .flatpak) != nil)
        #expect(try search.manifest(of: identifier("org.example.None"), from: .flatpak) == nil)
    }

    @Test func `An application that brings the manifest of another has none`() throws {
        try deploy("org.example.Thief", in: "flatpak", manifest: text("org.example.Other"))
        try scratch.write(
            text("org.example.Other"),
            to:
                "flatpak/app/org.example.Thief/x86_64/stable/0123abcd/files/share/typecase/providers/org.example.Other.json"
        )
        let found = search.all()
        #expect(found.manifests.map(\.reading.manifest) == [nil])
        #expect(found.manifests.first?.reading.faults.map(\.pointer) == ["/id"])
        #expect(try search.manifest(of: identifier("org.example.Other"), from: .flatpak) == nil)
    }

    @Test func `A link that an application brings is not followed`() throws {
        let secret = try scratch.write(text("org.example.A"), to: "secret.json")
        try deploy("org.example.A", in: "flatpak", manifest: nil)
        let providers = "flatpak/app/org.example.A/x86_64/stable/0123abcd/files/share/typecase/providers"
        try link(secret, at: "\(providers)/org.example.A.json")
        let found = search.all()
        #expect(found.manifests == [])
        #expect(found.failures.map(\.message) == ["A symbolic link in the place of the manifest is not followed."])
        #expect(throws: ManifestSearch.Failure.self) {
            try search.manifest(of: identifier("org.example.A"), from: .flatpak)
        }
    }

    @Test func `A link among the data is followed only to what nobody but root can have written`() throws {
        let target = try scratch.write(text("org.example.A"), to: "store/typecase/providers/org.example.A.json")
        try allow(0o666, target)
        try scratch.makeDirectory("first/typecase/providers")
        try link(target, at: "first/typecase/providers/org.example.A.json")
        #expect(search.all().failures.count == 1)
        try allow(0o644, target)
        let isRoots = try FileStatus(path: target).userID == 0
        #expect(search.all().failures.count == (isRoots ? 0 : 1))
        // Its files lie beside what the link leads to.
        if isRoots { #expect(search.all().manifests.first?.path == target) }
    }

    @Test func `Something that is no file in the place of a manifest is a failure, and others are found`() throws {
        try scratch.makeDirectory("first/typecase/providers/org.example.Directory.json")
        try retryingInterrupts { mkfifo(scratch["first/typecase/providers/org.example.Fifo.json"], 0o600) }
        try scratch.write(text("org.example.Sound"), to: "first/typecase/providers/org.example.Sound.json")
        try scratch.write("{", to: "first/typecase/providers/org.example.Broken.json")
        try scratch.write(
            [UInt8](repeating: 0x20, count: ManifestLimits.fileSize + 1),
            to: "first/typecase/providers/org.example.Huge.json")
        let found = search.all()
        #expect(found.failures.count == 2)
        #expect(found.manifests.map { $0.reading.manifest != nil } == [false, false, true])
    }

    @Test func `Files are compared with what the manifest says of them`() throws {
        let sound = try scratch.write("some bytes", to: "a/assets/org.example.A/sound.ttf")
        try scratch.write("other bytes", to: "a/assets/org.example.A/changed.ttf")
        try link(sound, at: "a/assets/org.example.A/link.ttf")
        try scratch.makeDirectory("a/assets/org.example.A/directory.ttf")
        let digest = try FileDigest.of(.reading(sound))
        let files = ["sound", "changed", "link", "directory", "missing"]
        let fonts = files.map { "{\"file\": \"\($0).ttf\", \"sha256\": \"\(digest)\"}" }.joined(separator: ",\n")
        let path = try scratch.write(
            "{\"version\": 1, \"id\": \"org.example.A\", \"name\": \"A\", \"launch-fonts\": [\"none.ttf\"],\n"
                + "\"fonts\": [\(fonts)]}",
            to: "a/providers/org.example.A.json")
        #expect(try ManifestCheck.result(ofFile: path, comparesAssets: false).faults == [])
        let faults = try ManifestCheck.result(ofFile: path, comparesAssets: true).faults
        #expect(faults.map(\.pointer) == ["/launch-fonts/0", "/fonts/1", "/fonts/2", "/fonts/3", "/fonts/4"])
        #expect(faults.map(\.position.line) == [1, 3, 4, 5, 6])
        #expect(faults[1].message.contains("has the SHA-256"))
        #expect(faults[2].message.contains("symbolic link"))
    }
}
