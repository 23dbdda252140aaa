internal import TestSupport

extension Benchmarks {
    /// One registration of one font and its removal.
    private struct Registration {
        var registering: Duration
        var removing: Duration
        var parts: Floors.Parts
    }

    /// What was measured of single registrations in one home.
    private struct Registrations {
        var registering = Samples(.milliseconds)
        var removing = Samples(.milliseconds)
        var reading = Samples(.milliseconds)
        var synchronizing = Samples(.milliseconds)
        var scanning = Samples(.milliseconds)
        var committing = Samples(.milliseconds)
        var pinging = Samples(.milliseconds)
        var sum = Samples(.milliseconds)
        var inspecting = Samples(.milliseconds)

        mutating func append(_ registration: Registration) {
            registering.append(registration.registering)
            removing.append(registration.removing)
            let parts = registration.parts
            reading.append(parts.reading)
            synchronizing.append(parts.synchronizing)
            scanning.append(parts.scanning)
            committing.append(parts.committing)
            pinging.append(parts.pinging)
            sum.append(parts.sum)
            inspecting.append(parts.inspecting)
        }
    }

    /// How many first registrations of each home do not count: they make directories and warm everybody up.
    private static var warmUpRounds: Int { 3 }
    /// How many programs are traced.
    private static var tracedCount: Int { 5 }
    /// How often the peer does its work, which takes a second with many fonts.
    private static var peerRounds: Int { 7 }

    /// Registers fonts one by one in both homes in turns, and adds them to the flat directory.
    func measureSingles() async throws {
        report.head("One font, request to durable reply")
        var atZero = Registrations()
        var atAll = Registrations()
        var openings = Samples(.count)
        let emptyFloors = try Floors(in: empty, programs: programs)
        let fullFloors = try Floors(in: full, programs: programs)
        let usable = try await singlesFreeInFullHome()
        for round in 0..<rounds + Self.warmUpRounds {
            let font = usable[round % usable.count]
            let counts = round >= Self.warmUpRounds
            let none = try await measure(font, in: empty, emptyFloors) { _ in }
            let all = try await measure(font, in: full, fullFloors) { registered in
                if counts, openings.values.count < Self.tracedCount {
                    openings.append(try await fontsOpened(finding: registered.postscriptName))
                }
            }
            guard counts else { continue }
            atZero.append(none)
            atAll.append(all)
        }
        try await emptyFloors.close()
        try await fullFloors.close()
        var peer = Samples(.milliseconds)
        var peerRemoving = Samples(.milliseconds)
        for round in 0..<Self.peerRounds {
            peer.append(try flat.add(usable[round % usable.count]))
            peerRemoving.append(try flat.remove())
        }
        add(atZero, atAll, peer, peerRemoving)
        report.add(
            "fresh-process", "font files of ours that a fresh fc-list opens", openings, aim: .atMost(0))
    }

    /// Fonts that are refused beside all others measure nothing.
    private func singlesFreeInFullHome() async throws -> [String] {
        var usable: [String] = []
        for font in singles {
            guard let (registered, _) = try await full.provider.register(font) else { continue }
            _ = try await full.provider.unregister(registered.id)
            usable.append(font)
        }
        guard !usable.isEmpty else { throw BenchmarkFailure("No font is left to register by itself.") }
        try await settle()
        return usable
    }

    private func measure(
        _ font: String, in home: ServedHome, _ floors: Floors,
        whileRegistered: (Provider.Registered) async throws -> Void
    ) async throws -> Registration {
        try await pause()
        guard let (registered, time) = try await home.provider.register(font) else {
            throw BenchmarkFailure("\(font) was refused.")
        }
        try await whileRegistered(registered)
        try await pause()
        let parts = try await floors.measure(font)
        try await pause()
        let removing = try await home.provider.unregister(registered.id)
        return Registration(registering: time, removing: removing, parts: parts)
    }

    /// Lets a fresh program find a font, and counts what it opens in the tree meanwhile.
    private func fontsOpened(finding postscriptName: String) async throws -> Double {
        let trace = full.home.scratch["trace"]
        let outcome = try await ChildProcess.run(
            "/usr/bin/strace",
            [
                "-f", "-e", "trace=open,openat,openat2", "-o", trace, "/usr/bin/fc-list",
                ":postscriptname=\(postscriptName)", "file",
            ],
            environment: full.environment)
        guard outcome.succeeded, outcome.standardOutput.contains(full.tree) else {
            throw BenchmarkFailure("fc-list does not find \(postscriptName): \(outcome.standardError)")
        }
        let calls = String(decoding: try Files.read(trace), as: UTF8.self).split(separator: "\n")
        // Of directories fontconfig opens each shard, to ask what file system it is on; fonts are one level below them.
        return Double(
            calls.count { call in
                guard let start = call.firstRange(of: "\"\(full.tree)/")?.upperBound else { return false }
                return call[start...].prefix { $0 != "\"" }.contains("/")
            })
    }

    private func add(
        _ atZero: Registrations, _ atAll: Registrations, _ peer: Samples, _ peerRemoving: Samples
    ) {
        let ours = atAll.registering
        report.add("single-0", "N=0", atZero.registering)
        report.add(
            "single-N", "N=all", ours, against: ("N=0", atZero.registering),
            ours.median / atZero.registering.median, aim: .atMost(1.5))
        report.add(
            "single-peer", "N=all, peer/ours", ours, against: ("cp, fc-cache", peer), peer.median / ours.median,
            // The peer scans all fonts: 0.44 times as many.
            aim: aim(full: .atLeast(50), quick: .atLeast(20)))
        report.add(
            "remove-peer", "removal, N=all, peer/ours", atAll.removing, against: ("rm, fc-cache", peerRemoving),
            peerRemoving.median / atAll.removing.median)
        report.head("The parts of it by themselves")
        for (name, title, parts) in [("0", "N=0", atZero), ("N", "N=all", atAll)] {
            report.add("floor-read-\(name)", "\(title): read, hash, keep sealed", parts.reading)
            report.add("floor-sync-\(name)", "\(title): write, fsync, rename, fsync the directory", parts.synchronizing)
            report.add("floor-scan-\(name)", "\(title): scan the shard, write its cache", parts.scanning)
            report.add("floor-commit-\(name)", "\(title): commit", parts.committing)
            report.add("floor-ping-\(name)", "\(title): Peer.Ping", parts.pinging)
            report.add("floor-inspect-\(name)", "\(title): the worker's checks (not in the sum)", parts.inspecting)
            let rest = parts.registering.median - parts.inspecting.median
            report.add(
                "floor-\(name)", "\(title): registration without the checks", Samples(.milliseconds, [rest]),
                against: ("sum of the parts", parts.sum), rest / parts.sum.median, aim: .atMost(2))
        }
    }
}
