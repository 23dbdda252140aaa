import CLinux
import FetchClient
import FontLibrary
import FontModel
import Glibc
import InspectionClient
import LinuxSystem
import ProviderManifests
import TestSupport
import Testing

@testable import FontService
import WorkerClient

/// Resources of one provider in a scratch home, fetched by the real downloader from the real web server.
struct ResourceFixture {
    static let application = "org.example.Foundry"
    /// The address that the manifest names; the user's mapping leads to the server of the test.
    static let server = "https://resources.example.org/"

    let publisher: PublisherFixture
    let server: WebServer
    let service: ResourceService
    /// What the user and the manifests do with them.
    var management: ResourceManagement { ResourceManagement(resources: service) }
    let store: AssetStore
    let rights: RightsService
    let caller: CallerIdentity
    let evictions = EventLog()
    let font: [UInt8]

    /// One resource as its manifest has it.
    struct Declared {
        var file: String
        var path: String
        var digest: FontDigest
        var tags: [String]
        var policy = "on-demand"
        var size: Int?
    }

    /// Makes the service.
    ///
    /// - Parameter spaceInterval: How often free space is looked at.
    /// - Throws: What kept a part from being made.
    init(spaceInterval: Duration = .seconds(600)) async throws {
        font = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
        publisher = try await PublisherFixture()
        server = try await WebServer.start(font: font)
        let home = publisher.home
        try home.scratch.write(
            #"{"servers": {"\#(Self.server)": "\#(server.plainAddress(""))"}}"#,
            to: "home/.config/typecase/servers.json")
        let locations = try FontLocations(environment: home.environment)
        store = AssetStore(directory: locations.assetStore)
        rights = RightsService(
            policyDirectories: [home.scratch["policy"]], registry: publisher.registry, threads: publisher.threads,
            log: PublisherFixture.log)
        await rights.refresh()
        let fetcher = FontFetcher(access: .executable(server.fetcher), environment: ["PATH": "/usr/bin:/bin"])
        let provider = try #require(ProviderIdentifier(applicationID: Self.application))
        caller = CallerIdentity(
            kind: .application, applicationID: Self.application, displayName: "Foundry", provider: provider,
            processID: 0)
        service = ResourceService(
            manifests: ManifestSearch(environment: ["XDG_DATA_DIRS": home.scratch["share"]]), store: store,
            downloads: DownloadService(
                fetcher: fetcher, rights: rights, intake: publisher.intake, work: publisher.work),
            rights: rights, mappingsPath: home.scratch["home/.config/typecase/servers.json"],
            credentials: { _ in .none(reason: "") }, work: publisher.work,
            threads: publisher.threads, log: PublisherFixture.log, spaceInterval: spaceInterval
        ) { [evictions] in
            for eviction in $0 { evictions.add("\(eviction.digest) \(eviction.provider) \(eviction.isByUser)") }
        }
    }

    /// What the server gives for `font`, with other tags and paths.
    func declared(
        _ path: String, tags: [String], digest: FontDigest? = nil, policy: String = "on-demand", size: Int? = nil
    ) throws -> Declared {
        Declared(
            file: "\(tags.joined())-\(path.filter { $0 != "/" })", path: path,
            digest: try digest ?? SealedMemory(bytes: font).digest, tags: tags, policy: policy, size: size)
    }

    /// A file of its own of `size` bytes, which repeat a text.
    func declared(repeating text: String, size: Int, tags: [String], policy: String = "on-demand") throws -> Declared {
        let bytes = Array(String(repeating: text, count: size / text.utf8.count + 1).utf8.prefix(size))
        return try declared(
            "bytes/\(size)/\(text)", tags: tags, digest: SealedMemory(bytes: bytes).digest, policy: policy, size: size)
    }

    /// Another application.
    func caller(_ application: String) throws -> CallerIdentity {
        CallerIdentity(
            kind: .application, applicationID: application, displayName: application,
            provider: try #require(ProviderIdentifier(applicationID: application)), processID: 0)
    }

    /// Writes a manifest, whose files may need a secret of the user's.
    func install(
        _ resources: [Declared], of application: String = Self.application, credential: String? = nil
    ) throws {
        let secret = credential.map { ", \"credential\": \"\($0)\"" } ?? ""
        let entries = resources.map { resource in
            let tags = resource.tags.map { "\"\($0)\"" }.joined(separator: ", ")
            let size = resource.size.map { ", \"size\": \($0)" } ?? ""
            return """
                {"file": "\(resource.file)", "sha256": "\(resource.digest)", "tags": [\(tags)], \
                "policy": "\(resource.policy)", "url": "\(Self.server)\(resource.path)"\(size)\(secret)}
                """
        }
        try publisher.home.scratch.write(
            """
            {"version": 2, "id": "\(application)", "name": "Foundry",
             "resources": [\(entries.joined(separator: ", "))]}
            """, to: "share/typecase/providers/\(application).json")
    }

    func uninstall() { publisher.home.scratch.remove("share/typecase/providers/\(Self.application).json") }

    func begin(
        _ handle: String, _ tags: [String], connection: String = ":1.1", of other: CallerIdentity? = nil
    ) async throws(FontError) -> Int {
        let holder = ResourceService.Holder(connection: connection, handle: handle)
        try await service.reserve(holder, priority: 0.5)
        return try await service.begin(holder, tags: tags, of: other ?? caller) { _, _ in }.fetched
    }

    func end(_ handle: String, connection: String = ":1.1") async throws(FontError) {
        try await service.end(ResourceService.Holder(connection: connection, handle: handle))
    }

    /// How many files the store tells of.
    var entryCount: Int { store.entries().count }

    /// Leaves a file beside those of the store that was written some hours ago.
    func writeDraft(_ name: String, hoursAgo hours: Int) throws {
        let path = "\(store.directory)/\(name)"
        let file = open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0o600)
        try #require(file >= 0)
        close(file)
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        let times = Array(repeating: timespec(tv_sec: now.tv_sec - hours * 3600, tv_nsec: 0), count: 2)
        try #require(utimensat(AT_FDCWD, path, times, 0) == 0)
    }

    func hasDraft(_ name: String) -> Bool { access("\(store.directory)/\(name)", F_OK) == 0 }

    /// Makes a stored file look as if it was used some hours ago.
    func age(_ digest: FontDigest, by hours: Int) throws {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        let times = Array(repeating: timespec(tv_sec: now.tv_sec - hours * 3600, tv_nsec: 0), count: 2)
        try #require(utimensat(AT_FDCWD, "\(store.directory)/\(digest.hexadecimal)", times, 0) == 0)
    }

    /// What the store holds, drafts included.
    var stored: [String] { (try? FileSystem.names(in: store.directory))?.filter { $0 != "priorities" } ?? [] }
}
