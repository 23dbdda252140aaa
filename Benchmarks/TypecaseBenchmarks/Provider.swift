internal import BusInterface
internal import DBus
internal import EventLoop
internal import FontModel
internal import Glibc
internal import LinuxSystem

/// A client of the service that takes the time of its calls.
///
/// It runs on the thread of its connection, so that a call is timed from the request to the reply without a change of
/// threads on this side.
actor Provider {
    /// A registered font.
    struct Registered: Sendable {
        var id: String
        var postscriptName: String
    }

    private let connection: BusConnection
    private let fonts: FontManager1Client
    private let management: Management1Client
    private let clock = ContinuousClock()

    nonisolated var unownedExecutor: UnownedSerialExecutor { connection.loop.asUnownedSerialExecutor() }

    init(_ connection: BusConnection) {
        self.connection = connection
        fonts = FontManager1Client(connection)
        management = Management1Client(connection)
    }

    /// Waits until the service has looked at everything that it looks at after its start.
    func prepare() async throws {
        _ = try await fonts.listFamilies(filter: [:])
        _ = try await management.status()
    }

    /// How many of some names the service finds.
    func finds(_ postscriptNames: [String]) async throws -> Int {
        try await fonts.match(
            descriptors: postscriptNames.map { ["postscript_name": BusVariant($0)] }, options: [:]
        ).count { !$0.isEmpty }
    }

    /// Removes what was fetched for a provider.
    func purgeResources(of provider: String) async throws {
        _ = try await management.changeResources(action: "purge", filter: ["providers": BusVariant([provider])])
    }

    /// Has the service find out who this is.
    func introduce() async throws { _ = try await fonts.whoAmI() }

    /// Allows a program everything that the user can allow.
    func allow(_ provider: String) async throws {
        for right in ["install-fonts", "install-undeclared-fonts", "use-installed-fonts"] {
            try await management.setGrant(provider: provider, right: right, decision: "allow", options: [:])
        }
    }

    /// Chooses how large text is in one program.
    func chooseTextSize(_ category: String, of program: String) async throws {
        try await management.setTextSize(application: program, category: category, options: [:])
    }

    /// Closes the connection and ends its thread.
    nonisolated func close() async {
        await connection.close()
        await connection.loop.stop()
    }

    /// The family of the font with a PostScript name.
    func family(of name: String) async throws -> String {
        let faces = try await fonts.match(descriptors: [["postscript_name": BusVariant(name)]], options: [:])
        guard let family = try faces.first?["family"]?.converted(to: String.self) else {
            throw BenchmarkFailure("\(name) is not registered.")
        }
        return family
    }

    /// Registers one font durably; `nil` where it is refused.
    func register(
        _ path: String, scope: String = "persistent"
    ) async throws -> (font: Registered, time: Duration)? {
        let file = try Files.open(path)
        let start = clock.now
        let reply = try await fonts.registerFonts(fonts: [file], scope: scope, enabled: true, options: [:])
        let time = start.duration(to: clock.now)
        guard let font = try reply.results.first.flatMap(Self.registered) else { return nil }
        return (font, time)
    }

    /// Takes a registration back.
    func unregister(_ id: String) async throws -> Duration {
        let start = clock.now
        _ = try await fonts.unregister(ids: [id], options: [:])
        return start.duration(to: clock.now)
    }

    /// Takes registrations back together.
    func unregister(_ ids: [String]) async throws -> Duration {
        let start = clock.now
        let reply = try await fonts.unregister(ids: ids, options: [:])
        let time = start.duration(to: clock.now)
        guard try reply.results.allSatisfy({ try BusDictionary($0).string("error") == nil }) else {
            throw BenchmarkFailure("A font could not be removed.")
        }
        return time
    }

    /// Has the service set aside what this provider has registered, as when it is not installed any more, and bring it
    /// back, which takes no part of the time.
    func setAsideAndRestore() async throws -> Duration {
        let whoAmI = try BusDictionary(await fonts.whoAmI())
        guard let provider: String = try whoAmI.string("provider") else {
            throw BenchmarkFailure("The service does not say whom it takes this for.")
        }
        let start = clock.now
        _ = try await management.removeProvider(provider: provider, options: [:])
        let time = start.duration(to: clock.now)
        _ = try await management.restoreProvider(provider: provider, options: [:])
        return time
    }

    /// What became of a batch.
    struct Batch: Sendable {
        /// The fonts that were registered, by their place in the batch.
        var registered: [Int: Registered] = [:]
        /// The time from the first message to the last reply.
        var time: Duration
        /// The part of it that is between the last font and the end.
        var committing: Duration
    }

    /// The fonts of one message: the bus disconnects a sender of more.
    private static let fontsPerMessage = 16
    /// How many messages wait for their replies at a time.
    private static let messagesInFlight = 4

    /// Registers fonts in one batch.
    ///
    /// - Parameters:
    ///   - paths: The fonts.
    ///   - isByUser: Whether they are installed for the user rather than provided.
    ///   - whenAdded: Called when the batch is about to be committed.
    /// - Returns: What became of it.
    /// - Throws: Why there is no outcome.
    func registerBatch(
        _ paths: [String], isByUser: Bool, whenAdded: @Sendable () -> Void = {}
    ) async throws -> Batch {
        let start = clock.now
        let path =
            isByUser
            ? try await management.beginBatch(scope: "persistent", enabled: true, options: [:])
            : try await fonts.beginBatch(scope: "persistent", enabled: true, options: [:])
        let batch = Batch1Client(
            connection, busName: isByUser ? Management1Names.busName : FontManager1Names.busName, path: path)
        let messages = stride(from: 0, to: paths.count, by: Self.fontsPerMessage).map {
            $0..<min($0 + Self.fontsPerMessage, paths.count)
        }
        var names: [Int: (place: Int, name: String)] = [:]
        try await withThrowingTaskGroup(of: [(index: Int, place: Int, name: String)].self) { group in
            for (number, message) in messages.enumerated() {
                if number >= Self.messagesInFlight, let done = try await group.next() {
                    for item in done { names[item.index] = (item.place, item.name) }
                }
                group.addTask {
                    let files = try message.map { try Files.open(paths[$0]) }
                    let results = try await batch.addFonts(fonts: files, options: [:], timeout: .seconds(300))
                    return try zip(message, results).map { place, result in
                        let dictionary = BusDictionary(result)
                        let face = try dictionary.dictionaries("faces")?.first
                        return (
                            Int(try dictionary.uint32("index") ?? 0), place,
                            try face.flatMap { try BusDictionary($0).string("postscript_name") } ?? ""
                        )
                    }
                }
            }
            for try await done in group { for item in done { names[item.index] = (item.place, item.name) } }
        }
        whenAdded()
        let added = clock.now
        let answer = try await batch.commit(timeout: .seconds(600))
        let end = clock.now
        var outcome = Batch(time: start.duration(to: end), committing: added.duration(to: end))
        for (index, result) in answer.results.enumerated() {
            guard let id = try BusDictionary(result).string("id"), let (place, name) = names[index] else { continue }
            outcome.registered[place] = Registered(id: id, postscriptName: name)
        }
        return outcome
    }

    /// Registers fonts one to a call, all calls in flight together.
    func registerTogether(_ paths: [String]) async throws -> (ids: [String], time: Duration) {
        let start = clock.now
        var ids: [String] = []
        try await withThrowingTaskGroup(of: String?.self) { group in
            for path in paths {
                let file = try Files.open(path)
                group.addTask { [fonts] in
                    let reply = try await fonts.registerFonts(
                        fonts: [file], scope: "persistent", enabled: true, options: [:], timeout: .seconds(300))
                    return try reply.results.first.flatMap(Self.registered)?.id
                }
            }
            for try await id in group { if let id { ids.append(id) } }
        }
        return (ids, start.duration(to: clock.now))
    }

    /// Asks the service for nothing but an answer.
    func ping() async throws -> Duration {
        let start = clock.now
        _ = try await connection.call(
            destination: FontManager1Names.busName, path: FontManager1Names.path,
            interface: "org.freedesktop.DBus.Peer", member: "Ping")
        return start.duration(to: clock.now)
    }

    /// Begins an access to the resources of a tag, to the end of its job, and ends it, which does not count.
    func access(_ tag: String) async throws -> Duration {
        let token = FontIdentifier.random().rawValue
        let path = try FontManager1Names.path.appending("job").appending(connection.pathElement).appending(token)
        let ends = try await Job1Client(connection, busName: FontManager1Names.busName, path: path).finished()
        let resources = Resources1Client(connection)
        let start = clock.now
        _ = try await resources.beginAccess(
            handle: token, tags: [tag], options: ["handle_token": BusVariant(token)])
        for await end in ends {
            let time = start.duration(to: clock.now)
            guard end.state == "done" else { throw BenchmarkFailure("The access failed: \(end.result)") }
            try await resources.endAccess(handle: token)
            return time
        }
        throw BenchmarkFailure("The service has gone.")
    }

    /// Finds a face by its PostScript name.
    func match(_ postscriptName: String) async throws -> Duration {
        let start = clock.now
        let faces = try await fonts.match(
            descriptors: [["postscript_name": BusVariant(postscriptName)]], options: [:])
        let time = start.duration(to: clock.now)
        guard try faces.first.flatMap({ try BusDictionary($0).string("postscript_name") }) == postscriptName else {
            throw BenchmarkFailure("\(postscriptName) was not found.")
        }
        return time
    }

    /// Finds faces by their PostScript names with one call.
    func match(_ postscriptNames: [String]) async throws -> Duration {
        let start = clock.now
        let faces = try await fonts.match(
            descriptors: postscriptNames.map { ["postscript_name": BusVariant($0)] }, options: [:])
        let time = start.duration(to: clock.now)
        guard faces.count == postscriptNames.count, faces.allSatisfy({ !$0.isEmpty }) else {
            throw BenchmarkFailure("Some of the names were not found.")
        }
        return time
    }

    /// Requests fonts by their PostScript names, from the call to the end of the job.
    func request(_ postscriptNames: [String]) async throws -> Duration {
        let token = FontIdentifier.random().rawValue
        let path = try FontManager1Names.path.appending("job").appending(connection.pathElement).appending(token)
        let job = Job1Client(connection, busName: FontManager1Names.busName, path: path)
        // A program listens once, and requests often.
        let ends = try await job.finished()
        let start = clock.now
        _ = try await fonts.requestFonts(
            requests: postscriptNames.map { ["postscript_name": BusVariant($0)] },
            options: ["handle_token": BusVariant(token)])
        for await end in ends {
            let time = start.duration(to: clock.now)
            let resolved = try BusDictionary(end.result).value("resolved", as: [[String: BusVariant]].self)
            guard resolved?.count == postscriptNames.count else {
                throw BenchmarkFailure("Some of the requests were not resolved.")
            }
            return time
        }
        throw BenchmarkFailure("The request did not end.")
    }

    /// Finds the faces that cover a text.
    func cover(_ text: String) async throws -> Duration {
        let start = clock.now
        let coverage = try await fonts.cover(text: text, options: [:])
        let time = start.duration(to: clock.now)
        guard let faces = try coverage["faces"]?.converted(to: [[String: BusVariant]].self), !faces.isEmpty else {
            throw BenchmarkFailure("No face covers anything of a text.")
        }
        return time
    }

    /// Lists all faces in a file and reads it.
    func listFaces(details: Bool) async throws -> (faces: Int, time: Duration) {
        let start = clock.now
        let file = try await fonts.listFacesFile(filter: ["details": BusVariant(details)])
        let size = Int(try FileStatus(of: file).stamp.size)
        let bytes = try [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            count = try retryingInterrupts { pread(file.rawValue, buffer.baseAddress, size, 0) }
        }
        let time = start.duration(to: clock.now)
        return (bytes.count { $0 == UInt8(ascii: "\n") }, time)
    }

    /// Lists all faces in pages.
    func pageFaces() async throws -> Duration {
        let start = clock.now
        var filter = ["limit": BusVariant(UInt32(1000))]
        repeat {
            let page = try await fonts.listFaces(filter: filter)
            filter["cursor"] = page.cursor.isEmpty ? nil : BusVariant(page.cursor)
        } while filter["cursor"] != nil
        return start.duration(to: clock.now)
    }

    private static func registered(_ result: [String: BusVariant]) throws(BusError) -> Registered? {
        let dictionary = BusDictionary(result)
        guard let id = try dictionary.string("id"), let face = try dictionary.dictionaries("faces")?.first else {
            return nil
        }
        return Registered(id: id, postscriptName: try BusDictionary(face).string("postscript_name") ?? "")
    }
}
