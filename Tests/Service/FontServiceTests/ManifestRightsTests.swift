import FontModel
import Glibc
import LinuxSystem
import Logging
import ProviderManifests
import Registry
import TestSupport
import Testing

@testable import FontService

/// The user of the test stands for root, who alone can install for all users.
@Suite(.timeLimit(.minutes(5))) struct `The rights that manifests grant` {
    private static let application = "org.unheard.Lettering"
    private static let deployment = "flatpak/app/\(application)/current/active/files"
    private static let manifest = "\(deployment)/share/typecase/providers/\(application).json"

    private let scratch: ScratchDirectory
    private let registry: Registry
    private let threads = BlockingThreads(name: "test", maximumCount: 1)
    private let manifests: ManifestSearch
    private let rights: ManifestRights

    init() throws {
        scratch = try ScratchDirectory(name: "manifest-rights")
        registry = try Registry.open(at: scratch["registry.sqlite"]).0
        manifests = ManifestSearch(
            environment: [
                "HOME": scratch["home"], "FLATPAK_SYSTEM_DIR": scratch["flatpak"], "XDG_DATA_DIRS": scratch["share"],
            ], flatpakConfiguration: scratch["etc"])
        rights = ManifestRights(registry: registry, manifests: manifests, administrators: [0, geteuid()])
    }

    /// Installs a version of the application, and has its rights recorded.
    ///
    /// - Returns: Whether anything was recorded.
    @discardableResult
    private func install(_ granted: String...) async throws -> Bool {
        let list = granted.map { "\"\($0)\"" }.joined(separator: ", ")
        let member = granted.isEmpty ? "" : ", \"rights\": [\(list)]"
        try scratch.write(
            "{\"version\": 1, \"id\": \"\(Self.application)\", \"name\": \"Lettering\"\(member)}", to: Self.manifest)
        return try await note()
    }

    private func note(keeping providers: Set<ProviderIdentifier> = []) async throws -> Bool {
        try await rights.note(keeping: providers, on: threads)
    }

    /// What an update has changed: `+` before a right that the application has now, and `-` before one that it has not.
    private func changes() async throws -> [String] {
        try await registry.manifestRights().filter { $0.changeTime != nil }
            .map { ($0.isGranted ? "+" : "-") + $0.right.rawValue }
    }

    @Test func `change with a new manifest, and not with the first one`() async throws {
        #expect(try await install("install-fonts"))
        #expect(try await changes() == [])
        #expect(try await note() == false, "nothing is new")
        let before = WallClock.secondsSince1970
        #expect(try await install("use-installed-fonts"))
        #expect(try await changes() == ["-install-fonts", "+use-installed-fonts"])
        let times = try await registry.manifestRights().compactMap(\.changeTime)
        #expect(times.allSatisfy { $0 >= before && $0 <= WallClock.secondsSince1970 })
        try await install("install-fonts", "use-installed-fonts")
        #expect(try await changes() == ["+use-installed-fonts"], "one of them is as it was")
    }

    @Test func `are known to a service that starts after the update`() async throws {
        try await install("install-fonts")
        let next = ManifestRights(registry: registry, manifests: manifests, administrators: [0, geteuid()])
        #expect(try await next.note(keeping: [], on: threads) == false)
        try scratch.write(
            "{\"version\": 1, \"id\": \"\(Self.application)\", \"name\": \"Lettering\"}", to: Self.manifest)
        let last = ManifestRights(registry: registry, manifests: manifests, administrators: [0, geteuid()])
        #expect(try await last.note(keeping: [], on: threads))
        #expect(try await changes() == ["-install-fonts"])
    }

    @Test func `are acknowledged with the decisions of the user that are removed`() async throws {
        let service = RightsService(
            policyDirectories: [scratch["policy"]], registry: registry, threads: threads, log: Logger(label: "test"))
        await service.refresh()
        let provider = try #require(ProviderIdentifier(rawValue: Self.application))
        try await install()
        try await install("install-fonts", "use-installed-fonts")
        #expect(try await service.decisions.changesOfManifests().map(\.right) == [.installFonts, .useInstalledFonts])
        #expect(try await service.decisions.revoke([.installFonts], of: provider) == 0, "there is no decision")
        #expect(try await changes() == ["+use-installed-fonts"])
        #expect(try await service.decisions.revoke(Right.allCases, of: provider) == 0)
        #expect(try await changes() == [])
        try await install("install-fonts")
        #expect(try await changes() == ["-use-installed-fonts"])
    }

    @Test func `stay while a manifest cannot be parsed, and go with it`() async throws {
        try await install("install-fonts")
        try scratch.write("{", to: Self.manifest)
        #expect(try await note() == false)
        scratch.remove(Self.manifest)
        #expect(try await note())
        #expect(try await changes() == ["-install-fonts"])
        // Of an application that has fonts they are kept, because it may come back.
        scratch.remove("flatpak/app/\(Self.application)")
        let provider = try #require(ProviderIdentifier(rawValue: Self.application))
        #expect(try await note(keeping: [provider]) == false)
        #expect(try await note())
        #expect(try await registry.manifestRights() == [])
    }

    @Test func `are none where the user has written the manifest`() async throws {
        let others = ManifestRights(registry: registry, manifests: manifests, administrators: [])
        try scratch.write(
            "{\"version\": 1, \"id\": \"\(Self.application)\", \"name\": \"L\", \"rights\": [\"install-fonts\"]}",
            to: Self.manifest)
        #expect(try await others.note(keeping: [], on: threads))
        #expect(try await registry.manifestRights().allSatisfy { !$0.isGranted })
    }
}
