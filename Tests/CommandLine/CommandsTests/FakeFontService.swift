internal import BusInterface
internal import Commands
internal import CLinux
internal import DBus
internal import Glibc
internal import LinuxSystem
internal import Synchronization

/// A font service without fonts, files or rules of its own, behind the real interface on a real bus.
///
/// A font file is a text here: its first line is the name of its only face; `broken` is no font.
final class FakeFontService: Management1Service, FontManager1Service {
    struct Font {
        var id: String
        var name: String
        var provider = "user"
        var scope = "persistent"
        var enabled = true
        /// The SHA-256 of its file.
        var digest = ""
        /// The first word of its name.
        var family: String { name.split(separator: " ").first.map(String.init) ?? "" }
    }

    struct State {
        var fonts: [Font] = []
        /// By program; all of them are the empty one.
        var textSizes: [String: String] = [:]
        /// The fonts of the collections, by name.
        var collections: [String: Set<String>] = [:]
        /// The icon of `org.example.App`.
        var icon: String?
        var systemFaces: [String] = []
        /// The families of the system that the user hides.
        var hiddenFamilies: [String] = []
        /// What is odd about each font that is installed.
        var warnings: [[String: BusVariant]] = []
        var changes: [[String: BusVariant]] = []
        var generation: UInt64 = 1
        /// The changes before this generation are forgotten.
        var oldestKnown: UInt64 = 0
        /// How many files each call of `InstallFonts`, or a batch's `Commit`, brought.
        var installSizes: [Int] = []
        /// How many files each call of `InstallFonts` said were going.
        var replacedSizes: [Int] = []
        /// How many fonts each call of `Uninstall` or `SetEnabled` was about.
        var changeSizes: [Int] = []
        /// The fonts that `Uninstall` fails to remove.
        var stuckFonts: Set<String> = []
        /// How many files each call of a batch's `AddFonts` brought.
        var addSizes: [Int] = []
        /// How many batches were begun.
        var batchCount = 0
        /// Where the service is exported.
        var connection: BusConnection?
        /// The entries of one page.
        var pageSize = 100
        /// Whether `InstallFonts`, `Uninstall` and `RemoveProvider` wait for ``FakeFontService/releaseInstalls()``
        /// before they do anything.
        var holdsInstalls = false
        var heldInstalls: [CheckedContinuation<Void, Never>] = []
        /// Whether a batch's `Commit`, having told how far it is, waits until the batch is cancelled.
        var holdsCommits = false
        /// How often somebody has to ask how far a batch is before its `Commit` is answered.
        var questionsBeforeCommit = 0
        /// How often somebody has asked how far a batch is.
        var questionCount = 0
        /// Whether nobody who asks that gets an answer.
        var ignoresQuestions = false
        /// Whether a batch's `Cancel` always comes too late.
        var refusesCancels = false
        /// How many batches were cancelled, or were to be.
        var cancelCount = 0
        /// What was said of rights: the provider, a space and the right, with the decision.
        var grants: [String: String] = [:]
        /// The providers whose fonts are set aside.
        var removedProviders: Set<String> = []
        /// What `Status` tells besides what it always does.
        var status: [String: BusVariant] = [:]
        /// Whether it hands out no lists as files.
        var isOlder = false
        /// What every call of the management interface fails with.
        var failure: BusError?
    }

    private let state = Mutex(State())

    var version: UInt32 { 1 }
    var generation: UInt64 {
        defer { generationWasRead.yield() }
        return state.withLock { $0.generation }
    }

    /// An element each time somebody has asked for the generation, which `monitor` does when it listens.
    let generationReads: AsyncStream<Void>
    private let generationWasRead: AsyncStream<Void>.Continuation

    /// An element for each call of `InstallFonts` that is held.
    let holds: AsyncStream<Void>
    private let isHeld: AsyncStream<Void>.Continuation

    /// The owner and the path of each agent that registers.
    let agents: AsyncStream<(owner: String, path: ObjectPath)>
    private let agentWasRegistered: AsyncStream<(owner: String, path: ObjectPath)>.Continuation

    init() {
        (generationReads, generationWasRead) = AsyncStream.makeStream()
        (holds, isHeld) = AsyncStream.makeStream()
        (agents, agentWasRegistered) = AsyncStream.makeStream()
    }

    /// Lets the calls of `InstallFonts` that are held go on, and those that come.
    func releaseInstalls() {
        let held = state.withLock { state in
            defer { state.heldInstalls = [] }
            state.holdsInstalls = false
            return state.heldInstalls
        }
        for call in held { call.resume() }
    }

    func holdInstall() async {
        await withCheckedContinuation { continuation in
            let holds = state.withLock { state in
                if state.holdsInstalls { state.heldInstalls.append(continuation) }
                return state.holdsInstalls
            }
            if holds { isHeld.yield() } else { continuation.resume() }
        }
    }

    /// What it is like now.
    var snapshot: State { state.withLock { $0 } }

    func update(_ body: (inout State) -> Void) { state.withLock { body(&$0) } }

    func installFonts(
        _ call: BusMethodCall, fonts: [OwnedFileDescriptor], scope: String, enabled: Bool, options: [String: BusVariant]
    ) async throws -> (results: [[String: BusVariant]], generation: UInt64) {
        await holdInstall()
        let texts = fonts.map { Self.text(of: $0) }
        let names = try BusDictionary(options).strings("names") ?? texts
        let replaced = try BusDictionary(options).strings("replacing") ?? []
        return try state.withLock { state in
            if let failure = state.failure { throw failure }
            state.installSizes.append(fonts.count)
            state.replacedSizes.append(replaced.count)
            let results = zip(texts, names).map { text, file -> [String: BusVariant] in
                if text == "broken" { return Self.damaged(file) }
                if let known = state.fonts.first(where: { $0.name == text }) {
                    return ["id": BusVariant(known.id), "already_registered": BusVariant(true)]
                        .merging(Self.faces(known)) { $1 }
                }
                let font = Font(id: "id-\(text)", name: text, scope: scope, enabled: enabled)
                state.fonts.append(font)
                return ["id": BusVariant(font.id), "already_registered": BusVariant(false)]
                    .merging(Self.faces(font)) { $1 }
                    .merging(state.warnings.isEmpty ? [:] : ["warnings": BusVariant(state.warnings)]) { $1 }
            }
            return (results, state.generation)
        }
    }

    func beginBatch(
        _ call: BusMethodCall, scope: String, enabled: Bool, options: [String: BusVariant]
    ) async throws -> ObjectPath {
        let (connection, number) = try state.withLock { state in
            if let failure = state.failure { throw failure }
            state.batchCount += 1
            return (state.connection, state.batchCount)
        }
        let path = try Management1Names.path.appending("batch").appending("number_\(number)")
        await connection?.export(
            ExportedObject(
                interfaces: [
                    batch1Interface(FakeBatch(service: self, path: path, call: call, scope: scope, enabled: enabled))
                ], handlesConcurrently: true), at: path)
        return path
    }

    static func damaged(_ file: String) -> [String: BusVariant] {
        ["error": BusVariant("org.typecase.Error.InvalidFontData"), "message": BusVariant("\(file) is damaged")]
    }

    func previewInstallation(
        _ call: BusMethodCall, fonts: [OwnedFileDescriptor], options: [String: BusVariant]
    ) throws -> [[String: BusVariant]] { throw BusError.failed("there are no real fonts here") }

    func uninstall(
        _ call: BusMethodCall, ids: [String], options: [String: BusVariant]
    ) async throws -> (results: [[String: BusVariant]], generation: UInt64) {
        if let failure = snapshot.failure { throw failure }
        await holdInstall()
        return state.withLock { state in
            state.changeSizes.append(ids.count)
            let results = ids.map { id -> [String: BusVariant] in
                guard let index = state.fonts.firstIndex(where: { $0.id == id }) else { return Self.notRegistered(id) }
                if state.stuckFonts.contains(id) { return Self.damaged(id) }
                state.fonts.remove(at: index)
                return ["id": BusVariant(id)]
            }
            return (results, state.generation)
        }
    }

    func setEnabled(
        _ call: BusMethodCall, ids: [String], enabled: Bool, options: [String: BusVariant]
    ) -> (results: [[String: BusVariant]], generation: UInt64) {
        state.withLock { state in
            state.changeSizes.append(ids.count)
            let results = ids.map { id -> [String: BusVariant] in
                guard let index = state.fonts.firstIndex(where: { $0.id == id }) else { return Self.notRegistered(id) }
                let isChanged = state.fonts[index].enabled != enabled
                state.fonts[index].enabled = enabled
                return ["id": BusVariant(id), "changed": BusVariant(isChanged)]
            }
            return (results, state.generation)
        }
    }

    func listFonts(
        _ call: BusMethodCall, filter: [String: BusVariant]
    ) throws -> (fonts: [[String: BusVariant]], cursor: String) {
        let filter = BusDictionary(filter, "filter")
        let (id, name) = (try filter.string("id"), try filter.string("name"))
        let provider = try filter.string("provider")
        let (family, digest) = (try filter.string("family"), try filter.string("sha256"))
        let (words, enabled) = (try filter.strings("words") ?? [], try filter.boolean("enabled"))
        let start = try filter.string("cursor").flatMap { Int($0) } ?? 0
        return state.withLock { state in
            let fonts = state.fonts.filter { font in
                (id == nil || font.id == id) && (name == nil || font.name.hasPrefix(name ?? ""))
                    && (provider == nil || font.provider == provider) && (enabled == nil || font.enabled == enabled)
                    && (family == nil || font.family == family) && (digest == nil || font.digest == digest)
                    && (words.isEmpty || FontWords(words).match(FontRecord(Self.dictionary(font))))
            }
            let page = fonts.dropFirst(start).prefix(state.pageSize)
            return (page.map(Self.dictionary), page.endIndex < fonts.endIndex ? String(page.endIndex) : "")
        }
    }

    func listProviders(
        _ call: BusMethodCall, filter: [String: BusVariant]
    ) throws -> (providers: [[String: BusVariant]], cursor: String) {
        let start = try BusDictionary(filter, "filter").string("cursor").flatMap { Int($0) } ?? 0
        return state.withLock { state in
            let ids = Set(state.fonts.map(\.provider)).sorted()
            let page = ids.dropFirst(start).prefix(state.pageSize)
            let providers = page.map { id -> [String: BusVariant] in
                let fonts = state.fonts.filter { $0.provider == id }
                var dictionary = [
                    "id": BusVariant(id), "display_name": BusVariant("The \(id)"), "kind": BusVariant("flatpak"),
                    "fonts": BusVariant(UInt32(fonts.count)),
                    "enabled": BusVariant(UInt32(fonts.count(where: \.enabled))), "size": BusVariant(UInt64(1_234_567)),
                ]
                if state.removedProviders.contains(id) {
                    dictionary["removed"] = BusVariant(UInt32(fonts.count))
                    dictionary["removed_reason"] = BusVariant("user")
                    dictionary["removed_time"] = BusVariant(UInt64(1))
                    // In the far future, so that the days that are left do not depend on today.
                    dictionary["expires"] = BusVariant(UInt64.max)
                }
                return dictionary
            }
            return (providers, page.endIndex < ids.endIndex ? String(page.endIndex) : "")
        }
    }

    func revalidate(_ call: BusMethodCall, ids: [String], options: [String: BusVariant]) -> [String: BusVariant] { [:] }

    func cancelRevalidation(_ call: BusMethodCall, options: [String: BusVariant]) {}

    func removeProvider(
        _ call: BusMethodCall, provider: String, options: [String: BusVariant]
    ) async throws -> UInt32 {
        await holdInstall()
        return try state.withLock { state in
            if let failure = state.failure { throw failure }
            let count = state.fonts.count { $0.provider == provider }
            guard count > 0, state.removedProviders.insert(provider).inserted else {
                throw BusError(name: "org.typecase.Error.NotRegistered", message: "\(provider) has no fonts.")
            }
            return UInt32(count)
        }
    }

    func restoreProvider(_ call: BusMethodCall, provider: String, options: [String: BusVariant]) throws -> UInt32 {
        try state.withLock { state in
            if let failure = state.failure { throw failure }
            guard state.removedProviders.remove(provider) != nil else {
                throw BusError(
                    name: "org.typecase.Error.NotRegistered", message: "\(provider) has no fonts that were removed.")
            }
            return UInt32(state.fonts.count { $0.provider == provider })
        }
    }

    func reconcile(_ call: BusMethodCall, options: [String: BusVariant]) async throws {}

    func listRemoved(
        _ call: BusMethodCall, filter: [String: BusVariant]
    ) throws -> (fonts: [[String: BusVariant]], cursor: String) { ([], "") }

    func restoreFonts(
        _ call: BusMethodCall, ids: [String], options: [String: BusVariant]
    ) throws -> (results: [[String: BusVariant]], generation: UInt64) {
        (ids.map(Self.notRegistered), snapshot.generation)
    }

    func purgeRemoved(_ call: BusMethodCall, ids: [String], options: [String: BusVariant]) throws -> UInt32 { 0 }

    func listGrants(_ call: BusMethodCall, filter: [String: BusVariant]) throws -> [[String: BusVariant]] {
        try state.withLock { state in
            if let failure = state.failure { throw failure }
            return state.grants.sorted { $0.key < $1.key }.map { grant in
                let words = grant.key.split(separator: " ").map(String.init)
                return [
                    "provider": BusVariant(words[0]), "right": BusVariant(words[1]),
                    "decision": BusVariant(grant.value), "time": BusVariant(UInt64(1)),
                ]
            }
        }
    }

    func setGrant(
        _ call: BusMethodCall, provider: String, right: String, decision: String, options: [String: BusVariant]
    ) throws {
        try state.withLock { state in
            if let failure = state.failure { throw failure }
            state.grants["\(provider) \(right)"] = decision
        }
    }

    func revokeGrant(
        _ call: BusMethodCall, provider: String, right: String, options: [String: BusVariant]
    ) throws -> UInt32 {
        try state.withLock { state in
            if let failure = state.failure { throw failure }
            let before = state.grants.count
            state.grants = state.grants.filter { !$0.key.hasPrefix("\(provider) \(right)") }
            return UInt32(before - state.grants.count)
        }
    }

    func registerConsentAgent(_ call: BusMethodCall, agent: ObjectPath, options: [String: BusVariant]) {
        agentWasRegistered.yield((call.sender, agent))
    }

    func unregisterConsentAgent(_ call: BusMethodCall, agent: ObjectPath, options: [String: BusVariant]) {}

    func status(_ call: BusMethodCall) throws -> [String: BusVariant] {
        if let failure = snapshot.failure { throw failure }
        let fonts = ["fonts": BusVariant(UInt32(snapshot.fonts.count))].merging(snapshot.status) { $1 }
        return ["daemon_version": BusVariant("1.2.3"), "ready": BusVariant(true)].merging(fonts) { $1 }
    }

    func registerFonts(
        _ call: BusMethodCall, fonts: [OwnedFileDescriptor], scope: String, enabled: Bool, options: [String: BusVariant]
    ) throws -> (results: [[String: BusVariant]], generation: UInt64) { throw BusError.failed("not for the CLI") }

    func registerDescriptors(
        _ call: BusMethodCall, descriptors: [[String: BusVariant]], scope: String, enabled: Bool,
        options: [String: BusVariant]
    ) throws -> (results: [[String: BusVariant]], generation: UInt64) { throw BusError.failed("not for the CLI") }

    func unregisterDescriptors(
        _ call: BusMethodCall, descriptors: [[String: BusVariant]], scope: String, options: [String: BusVariant]
    ) throws -> (results: [[String: BusVariant]], generation: UInt64) { throw BusError.failed("not for the CLI") }

    func unregister(
        _ call: BusMethodCall, ids: [String], options: [String: BusVariant]
    ) throws -> (results: [[String: BusVariant]], generation: UInt64) { throw BusError.failed("not for the CLI") }

    func listRegistered(
        _ call: BusMethodCall, filter: [String: BusVariant]
    ) throws -> (fonts: [[String: BusVariant]], cursor: String) { throw BusError.failed("not for the CLI") }

    func match(
        _ call: BusMethodCall, descriptors: [[String: BusVariant]], options: [String: BusVariant]
    ) throws -> [[String: BusVariant]] {
        try descriptors.map { descriptor in
            let descriptor = BusDictionary(descriptor, "descriptor")
            let (name, source) = (try descriptor.string("name"), try descriptor.string("source"))
            return state.withLock { state in
                let font = source == "system" ? nil : state.fonts.first { $0.enabled && $0.name == name }
                if let font { return Self.face(font.id, font.name, source: "typecase") }
                let face = state.systemFaces.first { $0 == name }
                return face.map { Self.face("system-\($0)", $0, source: "system") } ?? [:]
            }
        }
    }

    func listFamilies(
        _ call: BusMethodCall, filter: [String: BusVariant]
    ) -> (families: [String], cursor: String) { (snapshot.systemFaces, "") }

    func listFaces(
        _ call: BusMethodCall, filter: [String: BusVariant]
    ) throws -> (faces: [[String: BusVariant]], cursor: String) {
        let filter = BusDictionary(filter, "filter")
        let (id, family) = (try filter.string("id"), try filter.string("family"))
        return state.withLock { state in
            let faces = state.systemFaces.filter { family == nil || $0 == family }
                .map { Self.face("system-\($0)", $0, source: "system") }
            return (faces.filter { id == nil || $0["id"] == id.map { BusVariant($0) } }, "")
        }
    }

    func openFont(
        _ call: BusMethodCall, id: String, options: [String: BusVariant]
    ) throws -> (font: OwnedFileDescriptor, details: [String: BusVariant]) {
        guard let memory = try? SealedMemory(bytes: Array("bytes of \(id)".utf8)) else {
            throw BusError.failed("memory")
        }
        return (memory.descriptor, ["face_index": BusVariant(UInt32(0))])
    }

    func validate(
        _ call: BusMethodCall, font: OwnedFileDescriptor, options: [String: BusVariant]
    ) throws -> String { throw BusError.failed("Not asked for by any command.") }

    func changes(
        _ call: BusMethodCall, sinceGeneration: UInt64
    ) -> (generation: UInt64, changes: [[String: BusVariant]], complete: Bool) {
        state.withLock { state in
            let changes = state.changes.filter { change in
                change["generation"].flatMap { try? $0.converted(to: UInt64.self) } ?? 0 > sinceGeneration
            }
            return (state.generation, changes, sinceGeneration >= state.oldestKnown)
        }
    }

    func rights(_ call: BusMethodCall) -> [String: String] { [:] }

    func registerRemoteFont(
        _ call: BusMethodCall, url: String, scope: String, enabled: Bool, options: [String: BusVariant]
    ) throws -> ObjectPath { throw BusError.failed("not for the CLI") }

    func requestFonts(
        _ call: BusMethodCall, requests: [[String: BusVariant]], options: [String: BusVariant]
    ) throws -> ObjectPath { throw BusError.failed("The fake has no jobs.") }

    func endLease(_ call: BusMethodCall, handle: String, options: [String: BusVariant]) -> UInt64 { 0 }

    func registerAssets(
        _ call: BusMethodCall, names: [String], scope: String, enabled: Bool, options: [String: BusVariant]
    ) throws -> ObjectPath { throw BusError.failed("The fake has no jobs.") }

    func requestRights(
        _ call: BusMethodCall, rights: [String], options: [String: BusVariant]
    ) throws -> ObjectPath { throw BusError.failed("The fake has no jobs.") }

    func whoAmI(_ call: BusMethodCall) -> [String: BusVariant] { [:] }

    /// Makes a change, without telling anybody.
    @discardableResult
    func change(_ kind: String, _ id: String) -> UInt64 {
        state.withLock { state in
            state.generation += 1
            state.changes.append([
                "generation": BusVariant(state.generation), "kind": BusVariant(kind), "id": BusVariant(id),
                "provider": BusVariant("org.example.Foundry"), "cause": BusVariant("provider"),
            ])
            return state.generation
        }
    }

    private static func notRegistered(_ id: String) -> [String: BusVariant] {
        [
            "id": BusVariant(id), "error": BusVariant("org.typecase.Error.NotRegistered"),
            "message": BusVariant("there is no such font"),
        ]
    }

    private static func dictionary(_ font: Font) -> [String: BusVariant] {
        [
            "id": BusVariant(font.id), "provider": BusVariant(font.provider), "scope": BusVariant(font.scope),
            "enabled": BusVariant(font.enabled), "size": BusVariant(UInt64(12)),
        ].merging(faces(font)) { $1 }
    }

    static func faces(_ font: Font) -> [String: BusVariant] {
        let face = face(font.id, font.name, source: "typecase").merging(["family": BusVariant(font.family)]) { $1 }
        return ["faces": BusVariant([face])]
    }

    private static func face(_ id: String, _ name: String, source: String) -> [String: BusVariant] {
        [
            "id": BusVariant(id), "source": BusVariant(source), "full_name": BusVariant(name),
            "display_name": BusVariant(name), "postscript_name": BusVariant(name.filter { $0 != " " }),
            "enabled": BusVariant(true), "weight": BusVariant(400.0),
        ]
    }

    static func text(of file: OwnedFileDescriptor) -> String {
        var buffer = [UInt8](repeating: 0, count: 256)
        let count = pread(file.rawValue, &buffer, buffer.count, 0)
        return String(decoding: buffer.prefix(max(count, 0)), as: UTF8.self)
    }
}
