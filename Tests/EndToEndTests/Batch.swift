internal import BusInterface
internal import DBus
internal import LinuxSystem
internal import TestSupport
internal import Testing

/// A batch of fonts, as a client makes it.
struct Batch {
    /// What the batch was offered, by index: the results of AddFonts.
    private(set) var offers: [[String: BusVariant]] = []
    let client: Batch1Client
    let path: ObjectPath

    /// The fonts of one message: the bus disconnects a sender of more.
    private static let fontsPerMessage = 16

    /// Begins a batch and adds fonts.
    init(
        on connection: BusConnection, by way: Way = .provider, scope: Scope = .persistent, enabled: Bool = true,
        options: [String: BusVariant] = [:], with fonts: [[UInt8]] = []
    ) async throws {
        switch way {
        case .provider:
            path = try await FontManager1Client(connection).beginBatch(
                scope: scope.rawValue, enabled: enabled, options: options)
            client = Batch1Client(connection, busName: FontManager1Names.busName, path: path)
        case .user:
            path = try await Management1Client(connection).beginBatch(
                scope: scope.rawValue, enabled: enabled, options: options)
            client = Batch1Client(connection, busName: Management1Names.busName, path: path)
        }
        try await add(fonts)
    }

    /// Adds fonts, a few in each message.
    mutating func add(_ fonts: [[UInt8]]) async throws {
        for start in stride(from: 0, to: fonts.count, by: Self.fontsPerMessage) {
            let part = fonts[start..<min(start + Self.fontsPerMessage, fonts.count)]
            offers += try await client.addFonts(
                fonts: part.map { try SealedMemory(bytes: $0).descriptor },
                options: ["names": BusVariant(part.indices.map { "font \($0)" })], timeout: .seconds(120))
        }
    }

    /// Registers what was added.
    func commit() async throws -> RunningDaemon.Answer { try await client.commit(timeout: .seconds(300)) }

    /// The error of an attempt to commit; `nil` where it succeeds.
    func commitError() async throws -> BusError? {
        do throws(BusError) {
            _ = try await client.commit(timeout: .seconds(300))
            return nil
        } catch {
            return error
        }
    }

    /// The error of an attempt to cancel; `nil` where it succeeds.
    func cancelError() async -> BusError? {
        do throws(BusError) {
            try await client.cancel(timeout: .seconds(60))
            return nil
        } catch {
            return error
        }
    }

    /// The fonts of families with a common beginning.
    static func fonts(_ count: Int, _ family: String = "Batch") -> [[UInt8]] {
        (0..<count).map { makeFont("\(family) \($0)", characters: " A") }
    }
}

extension BusError {
    /// The last part of the error's name.
    var shortName: String { name.split(separator: ".").last.map(String.init) ?? name }
}

extension RunningDaemon {
    /// The files of batches that wait.
    var stagedFiles: [String] { DirectoryListing("\(publishedDirectory)/.stage").files.map(\.path) }

    /// Waits until no batch waits: the service gives up those whose owners have left the bus, and tells nobody.
    func waitUntilNothingIsStaged() async throws {
        try await eventually("no batch waits any more", below: publishedDirectory) { stagedFiles.isEmpty }
    }
}
