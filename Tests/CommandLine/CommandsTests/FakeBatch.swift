internal import BusInterface
internal import DBus
internal import LinuxSystem
internal import Synchronization

/// A batch of a ``FakeFontService``, which does what `InstallFonts` does in two steps.
final class FakeBatch: Batch1Service {
    /// How far a commit is that waits to be cancelled.
    static let heldProgress = 0.25

    private let service: FakeFontService
    private let path: ObjectPath
    private let call: BusMethodCall
    private let scope: String
    private let enabled: Bool
    private let files = Mutex<[(font: OwnedFileDescriptor, name: String)]>([])
    private let isCancelled = Mutex(false)
    private let cancellations: AsyncStream<Void>
    private let cancellation: AsyncStream<Void>.Continuation
    /// An element each time somebody asks how far it is.
    private let questions: AsyncStream<Void>
    private let question: AsyncStream<Void>.Continuation
    /// Ends when the batch is cancelled.
    private let end: AsyncStream<Void>
    private let endIsThere: AsyncStream<Void>.Continuation

    init(service: FakeFontService, path: ObjectPath, call: BusMethodCall, scope: String, enabled: Bool) {
        self.service = service
        self.path = path
        self.call = call
        self.scope = scope
        self.enabled = enabled
        (cancellations, cancellation) = AsyncStream.makeStream()
        (questions, question) = AsyncStream.makeStream()
        (end, endIsThere) = AsyncStream.makeStream()
    }

    var count: UInt32 { UInt32(files.withLock { $0.count }) }
    var progress: Double {
        get async {
            service.update { $0.questionCount += 1 }
            question.yield()
            if service.snapshot.ignoresQuestions { for await _ in end {} }
            return 0
        }
    }

    func addFonts(
        _ call: BusMethodCall, fonts: [OwnedFileDescriptor], options: [String: BusVariant]
    ) async throws -> [[String: BusVariant]] {
        await service.holdInstall()
        try checkOpen()
        let names = try BusDictionary(options).strings("names") ?? []
        service.update { $0.addSizes.append(fonts.count) }
        let first = files.withLock { files in
            files += zip(fonts, names).map { ($0, $1) }
            return files.count - fonts.count
        }
        return zip(fonts, names).enumerated().map { position, item in
            let index = BusVariant(UInt32(first + position))
            let text = FakeFontService.text(of: item.0)
            if text == "broken" { return FakeFontService.damaged(item.1).merging(["index": index]) { $1 } }
            return FakeFontService.faces(FakeFontService.Font(id: "", name: text)).merging(["index": index]) { $1 }
        }
    }

    func commit(_ call: BusMethodCall) async throws -> (results: [[String: BusVariant]], generation: UInt64) {
        try checkOpen()
        if service.snapshot.holdsCommits {
            try await service.snapshot.connection?.emitPropertiesChanged(
                path: path, interface: Batch1Names.interface, changed: ["Progress": BusVariant(Self.heldProgress)],
                destination: call.sender)
            for await _ in cancellations { break }
            try checkOpen()
        }
        let patience = service.snapshot.questionsBeforeCommit
        if patience > 0 { for await _ in questions.prefix(patience) {} }
        let files = files.withLock { $0 }
        return try await service.installFonts(
            call, fonts: files.map(\.font), scope: scope, enabled: enabled,
            options: ["names": BusVariant(files.map(\.name))])
    }

    func cancel(_ call: BusMethodCall) throws {
        service.update { $0.cancelCount += 1 }
        defer {
            cancellation.finish()
            endIsThere.finish()
            service.releaseInstalls()
        }
        if service.snapshot.refusesCancels { throw Self.closed }
        isCancelled.withLock { $0 = true }
    }

    private static let closed = BusError(name: "org.typecase.Error.BatchClosed", message: "The batch is closed.")

    private func checkOpen() throws {
        if isCancelled.withLock({ $0 }) { throw Self.closed }
    }
}
