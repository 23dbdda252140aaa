import FontModel
import LinuxSystem
import Logging
import Registry
import Synchronization
import TestSupport
import Testing

@testable import FontService
@testable import Systemd

/// What the journal is told of changes, over its own protocol.
@Suite struct `The journal's messages of changes` {
    private let receiver: DatagramReceiver
    private let log: Logger

    init() throws {
        receiver = try DatagramReceiver()
        let destination = LogDestination(
            identifier: "typecased", journalSocket: receiver.path, standardError: -1, marksPriority: false)
        let control = LogControl(identifier: "typecased", level: .notice, destination: destination)
        log = Logger(label: "test") { JournalLogHandler(label: $0, control: control) }
    }

    /// The messages with an id that have come.
    private func events() -> [[String: String]] {
        var all: [[String: String]] = []
        while case let fields = receiver.nextFields(), !fields.isEmpty { all.append(fields) }
        return all.filter { $0["MESSAGE_ID"] != nil }
    }

    @Test func `name each font that comes and leaves, and who did it`() async throws {
        let fixture = try await PublisherFixture(log: log)
        let fonts = try PublisherFixture.candidates(5)
        let operation = HistoryOperation(
            key: "k", cause: .user, caller: "user", program: "Terminal", command: "typecase install fonts")
        let ids = try await HistoryOperation.$current.withValue(operation) {
            try await fixture.registerBatch(fonts).outcomes.map { try $0.get().id }
        }
        let installed = events()
        #expect(installed.count == fonts.count)
        #expect(installed.allSatisfy { $0["MESSAGE_ID"] == JournalEvent.fontInstalled.rawValue })
        let digests = Set(installed.compactMap { $0["TYPECASE_SHA256"] })
        #expect(digests == Set(fonts.map(\.digest.hexadecimal)))
        let first = try #require(installed.first)
        #expect(first["PRIORITY"] == "5")
        #expect(first["TYPECASE_PROVIDER"] == "user" && first["TYPECASE_CAUSE"] == "user")
        #expect(first["TYPECASE_PROGRAM"] == "Terminal")
        #expect(first["TYPECASE_COMMAND"] == "typecase install fonts")
        #expect(first["TYPECASE_FONT"]?.isEmpty == false && first["TYPECASE_VERSION"]?.isEmpty == false)

        _ = await fixture.publisher.submit(LibraryRequest(.unregister([ids[0]]), by: .user))
        let removed = events()
        #expect(removed.map { $0["MESSAGE_ID"] } == [JournalEvent.fontRemoved.rawValue])
        #expect(removed.first?["TYPECASE_SHA256"] == fonts[0].digest.hexadecimal)
        #expect(removed.first?["TYPECASE_COMMAND"] == "unknown", "a field that the catalog names is always there")
    }

    @Test func `name the first of very many fonts, and the number of the others`() throws {
        let messages = Mutex<[(id: String?, items: String?)]>([])
        let log = Logger(label: "test") { _ in
            RecordingHandler { event in
                let metadata = event.metadata ?? [:]
                messages.withLock {
                    $0.append(
                        (metadata[JournalEvent.metadataKey]?.description, metadata["items"]?.description))
                }
            }
        }
        let item = HistoryItem(.installed, subject: "1", digest: nil, provider: .user, postscriptName: "A")
        let many = Array(repeating: item, count: HistoryJournal.reportedItems + 7)
        HistoryJournal.report(
            [.history(HistoryOperation(cause: .user), many), .history(HistoryOperation(cause: .user), [item])], to: log)
        let told = messages.withLock { $0 }
        #expect(told.count == HistoryJournal.reportedItems + 1)
        #expect(told.count { $0.id == JournalEvent.fontInstalled.rawValue } == HistoryJournal.reportedItems + 1)
        #expect(told.last?.items == "8" && told.last?.id == JournalEvent.fontInstalled.rawValue)
    }

    @Test func `tell what the user says of rights, and say nothing where nothing becomes another`() async throws {
        let scratch = try ScratchDirectory(name: "journal")
        let rights = RightsService(
            policyDirectories: [], registry: try Registry.open(at: scratch["registry.sqlite"]).0,
            threads: BlockingThreads(name: "test", maximumCount: 1), log: log)
        await rights.refresh()
        let provider = try #require(ProviderIdentifier(rawValue: "org.example.App"))
        _ = events()
        try await rights.decisions.set(.useInstalledFonts, of: provider, isAllowed: true)
        try await rights.decisions.set(.useInstalledFonts, of: provider, isAllowed: true)
        _ = try await rights.decisions.revoke([.useInstalledFonts], of: provider)
        let told = events()
        #expect(told.allSatisfy { $0["MESSAGE_ID"] == JournalEvent.rightDecided.rawValue })
        #expect(told.map { $0["TYPECASE_DECISION"] } == ["allowed", "forgotten"])
        #expect(told.map { $0["TYPECASE_PROVIDER"] } == [provider.rawValue, provider.rawValue])
        #expect(told.allSatisfy { $0["TYPECASE_RIGHT"] == Right.useInstalledFonts.rawValue })
    }
}

/// Hands each message on.
private struct RecordingHandler: LogHandler {
    let record: @Sendable (LogEvent) -> Void
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.trace

    init(_ record: @escaping @Sendable (LogEvent) -> Void) { self.record = record }

    subscript(metadataKey key: String) -> Logger.MetadataValue? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) { record(event) }
}
