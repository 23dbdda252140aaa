internal import TestSupport

extension Benchmarks {
    private static var rounds: Int { 30 }
    /// Milliseconds that the launch fonts of an application may add to its start.
    private static var limit: Double { 10 }

    /// Measures how long an application that starts waits for fonts that its manifest wants at once.
    ///
    /// Beside it are the same start without such fonts, in pairs; the first start, when fontconfig has not scanned them
    /// yet; and the same fonts on demand: the first, and all of them.
    func measureLaunchFonts() async throws {
        let id = "org.example.Benchmark"
        let fonts = singles.prefix(20)
        for (index, path) in fonts.enumerated() {
            try full.home.scratch.write(
                try Files.read(path), to: "share/typecase/assets/\(id)/\(index).ttf")
        }
        let none = "\(id).None"
        try declare(none, launchFonts: [])
        var names: [String] = []
        for path in fonts { names.append(try await resource(of: path).name) }
        let directory = full.home.scratch["resources"]
        var atStart = Samples(.milliseconds)
        var scanned = atStart
        var without = atStart
        var first = atStart
        var all = atStart
        var added: [Double] = []
        for round in 0..<Self.rounds {
            // In another order they have a directory of their own, which fontconfig has no cache of: as on a first start.
            let order = fonts.indices.map { "\(($0 + round) % fonts.count).ttf" }
            try declare(id, launchFonts: order)
            scanned.append(try await launchTime(of: id))
            // In turns, as the second of the two may find things ready that the first has paid for.
            var pair = (with: 0.0, without: 0.0)
            for isControl in [round.isMultiple(of: 2), !round.isMultiple(of: 2)] {
                if isControl {
                    pair.without = try await launchTime(of: none)
                } else {
                    pair.with = try await launchTime(of: id)
                }
            }
            atStart.append(pair.with)
            without.append(pair.without)
            added.append(pair.with - pair.without)
            let times = try await onDemandTimes(of: names, in: directory)
            first.append(times.first)
            all.append(times.all)
        }
        let title = "\(fonts.count) launch fonts, process scope, all at the start"
        report.add(
            "launch-fonts-added", title, atStart, against: ("a start without any", without),
            Samples(.milliseconds, added).median, unit: "ms more", aim: .atMost(Self.limit))
        report.add(
            "launch-fonts-first", "the same on the first start, when they are scanned", scanned,
            against: ("later starts", atStart), scanned.median - atStart.median, unit: "ms more")
        report.add(
            "launch-fonts", title, atStart, against: ("the first of them on demand", first),
            atStart.median / first.median)
        report.add(
            "launch-fonts-all", title, atStart, against: ("all of them on demand", all), atStart.median / all.median,
            aim: .atMost(1))
    }

    private func declare(_ id: String, launchFonts: [String]) throws {
        let files = launchFonts.map { "\"\($0)\"" }.joined(separator: ", ")
        try full.home.scratch.write(
            "{\"version\": 1, \"id\": \"\(id)\", \"name\": \"Benchmark\", \"launch-fonts\": [\(files)]}",
            to: "share/typecase/providers/\(id).json")
    }

    /// How long an application waits for its launch fonts, or for fontconfig alone, in milliseconds by its own clock.
    private func launchTime(of id: String) async throws -> Double {
        var application = try Application("ClientProgram", environment: full.environment)
        let answer = try await application.ask("time-launch", id)
        guard let time = answer.split(separator: " ").first.flatMap({ Double($0) }) else {
            throw BenchmarkFailure("The launch fonts: \(answer)")
        }
        await application.end()
        try await pause()
        return time / 1_000
    }

    /// How long fonts take on demand, one after the other, in milliseconds.
    private func onDemandTimes(
        of names: [String], in directory: String
    ) async throws -> (first: Double, all: Double) {
        var application = try Application("ClientProgram", environment: full.environment)
        let answer = try await application.ask(["time-on-demand", directory] + names)
        let numbers = answer.split(separator: " ").compactMap { Double($0) }
        guard numbers.count == 2 else { throw BenchmarkFailure("Fonts on demand: \(answer)") }
        await application.end()
        try await pause()
        return (numbers[0] / 1_000, numbers[1] / 1_000)
    }
}
