internal import Synchronization
internal import TestSupport

extension Benchmarks {
    private static var queryRounds: Int { 500 }

    /// Asks for faces by their PostScript names, in turns with a ping of the same daemon.
    func measureQueries(_ names: [String]) async throws {
        report.head("Queries")
        var matching = Samples(.microseconds)
        var pinging = Samples(.microseconds)
        for round in 0..<Self.queryRounds {
            let ping = try await full.provider.ping()
            // Names all over the registry, so that no cache has just what is asked for.
            let match = try await full.provider.match(names[round * 7919 % names.count])
            guard round >= Self.queryRounds / 10 else { continue }
            pinging.append(ping)
            matching.append(match)
        }
        report.add(
            "match", "Match by PostScript name, N=all", matching, against: ("Peer.Ping", pinging),
            matching.median / pinging.median, aim: .atMost(2))
        try await measureRequests(names)
    }

    private static var requestRounds: Int { 40 }
    private static var requestedNames: Int { 100 }

    /// Requests enabled fonts, in turns with a ping and with one call that matches the same names.
    private func measureRequests(_ names: [String]) async throws {
        var requesting = Samples(.milliseconds)
        var allowing = Samples(.milliseconds)
        for round in 0..<Self.requestRounds {
            let wanted = (0..<Self.requestedNames).map { names[(round * 7919 + $0 * 31) % names.count] }
            let ping = try await full.provider.ping()
            let match = try await full.provider.match(wanted)
            let request = try await full.provider.request(wanted)
            guard round >= Self.requestRounds / 10 else { continue }
            requesting.append(request)
            allowing.append(ping * 3 + match * 3)
        }
        report.add(
            "request", "RequestFonts of 100 enabled names, to its end", requesting,
            against: ("3 times Peer.Ping and Match of the 100", allowing), requesting.median / allowing.median,
            aim: .atMost(1))
        try await measureCoverage()
    }

    private static var coverageRounds: Int { 30 }

    /// Asks which faces cover a short and a long text, nothing changed since the last.
    private func measureCoverage() async throws {
        // Letters, signs and ideographs: what no face has is looked at as long as what one has.
        let ranges: [Range<UInt32>] = [0x21..<0x530, 0x1E00..<0x2800, 0x3041..<0x3100, 0x4E00..<0x6800]
        let scalars = ranges.joined().lazy.compactMap(Unicode.Scalar.init).map(Character.init).prefix(10_000)
        let long = String(scalars)
        let short = String(long.prefix(100))
        var shortTimes = Samples(.milliseconds)
        var longTimes = Samples(.milliseconds)
        for round in 0..<Self.coverageRounds {
            let one = try await full.provider.cover(short)
            let other = try await full.provider.cover(long)
            guard round >= Self.coverageRounds / 5 else { continue }
            shortTimes.append(one)
            longTimes.append(other)
        }
        report.add("cover-100", "Cover of 100 characters, N=all", shortTimes, aim: .atMost(1))
        report.add("cover-10000", "Cover of 10,000 characters, N=all", longTimes, aim: .atMost(5))
    }
}

extension Benchmarks {
    private static var listRounds: Int { 25 }
    private static var listPairs: Int { 10 }

    /// Lists all faces, in turns with `fc-list` over a flat directory of the same fonts, and asks for single faces while
    /// lists are made.
    func measureLists(_ names: [String]) async throws {
        report.head("Lists")
        var listing = Samples(.milliseconds)
        var repeating = Samples(.milliseconds)
        var connecting = Samples(.milliseconds)
        var detailed = Samples(.milliseconds)
        var paging = Samples(.milliseconds)
        var scanning = Samples(.milliseconds)
        var faces = 0
        for round in 0..<Self.listRounds {
            let program = try TimedProgram.run(["/usr/bin/fc-list"], environment: flat.home.environment)
            // A list is made once for all who ask for it before anything changes: first is who asks after a change.
            try await change(round)
            let list = try await full.provider.listFaces(details: false)
            let again = try await full.other.listFaces(details: false)
            try await change(round)
            let fresh = try await full.freshProvider { try await $0.listFaces(details: false) }
            faces = list.faces
            // Newer fonts of their names have taken the place of a few when they were registered by themselves.
            guard faces * 100 >= names.count * 99 else {
                throw BenchmarkFailure("The list has \(faces) of \(names.count) faces.")
            }
            guard round >= Self.listRounds / 5 else { continue }
            scanning.append(program)
            listing.append(list.time)
            repeating.append(again.time)
            connecting.append(fresh.connecting + fresh.result.time)
        }
        for _ in 0..<5 {
            detailed.append(try await full.provider.listFaces(details: true).time)
            paging.append(try await full.provider.pageFaces())
        }
        report.facts.append((key: "faces listed", value: Double(faces)))
        let control = (title: "fc-list", samples: scanning)
        report.add(
            "list", "ListFacesFile of all after a change, read whole", listing, against: control,
            scanning.median / listing.median, aim: .atLeast(3))
        report.add(
            "list-again", "the same for another client, nothing changed since", repeating, against: control,
            scanning.median / repeating.median)
        report.add(
            "list-fresh", "the first after a change, with a connection of its own", connecting, against: control,
            scanning.median / connecting.median)
        report.add("list-details", "the same with all details", detailed)
        report.add("list-pages", "ListFaces of all, in pages of 1,000", paging)
        try await measureMatchingWhileListing(names, paging)
    }

    /// Changes something that the lists tell of, and takes it back.
    private func change(_ round: Int) async throws {
        for path in singles[(round % singles.count)...] {
            guard let font = try await full.provider.register(path)?.font else { continue }
            _ = try await full.provider.unregister(font.id)
            return try await pause()
        }
        throw BenchmarkFailure("No font can be registered any more.")
    }

    /// Asks for single faces while whole lists are made, each of which takes as long as that.
    private func measureMatchingWhileListing(_ names: [String], _ paging: Samples) async throws {
        var alone = Samples(.microseconds)
        var meanwhile = Samples(.microseconds)
        for round in 0..<100 { alone.append(try await full.provider.match(names[round * 7919 % names.count])) }
        let lister = try await full.connectProvider()
        let end = End()
        let count = 2 * Self.listPairs
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask {
                defer { end.isThere.withLock { $0 = true } }
                for _ in 0..<Self.listPairs {
                    // Two at a time: one is being made while the other is sent.
                    async let file = lister.listFaces(details: true)
                    async let pages = lister.pageFaces()
                    _ = try await (file, pages)
                }
            }
            var round = 0
            while !end.isThere.withLock({ $0 }) {
                meanwhile.append(try await full.provider.match(names[round * 7919 % names.count]))
                round += 1
            }
            try await tasks.waitForAll()
        }
        await lister.close()
        report.add(
            "match-while-listing", "Match by PostScript name while \(count) lists are made", meanwhile,
            against: (title: "alone", samples: alone), meanwhile.median / alone.median, aim: .atMost(2))
        // A list that blocked would be waited for by a few of them only, which the median does not show.
        report.add(
            "match-while-listing-worst", "the slowest of them", meanwhile.worst,
            against: (title: "the pages of a list", samples: paging), meanwhile.maximum / (paging.median * 1_000),
            aim: .atMost(0.5))
    }
}

/// Tells a task that the lists are made.
private final class End: Sendable {
    let isThere = Mutex(false)
}
