internal import ArgumentParser
internal import TestSupport

/// What is measured of what there is with all fonts registered.
enum Section: String, CaseIterable, ExpressibleByArgument {
    case batches, peers, singles, queries, rights, lists, commands, client, start, rest, opinions, activation
    case textSizes = "text-size"
    case icons, pictures, requests, comparison
}

/// How many fonts are registered beforehand.
enum Size: String, CaseIterable, ExpressibleByArgument {
    /// Some 2,300 fonts.
    case quick
    /// Some 5,200 fonts.
    case full
}

/// One run: two homes, one with all fonts and one with none, so that everything can be measured in turns.
final class Benchmarks {
    let programs: String
    /// The programs of another build; `nil` where there are none to compare with.
    let before: String?
    /// The program of KDE's font service, and where its libraries are; `nil` where it is not to be had.
    let kdeService: String?
    let kdeLibraries: String?
    /// The fonts that are registered beforehand.
    let fonts: [String]
    /// The fonts that are registered together, when all others are.
    let batch: [String]
    /// The fonts that are registered in the full home.
    var registered: [String] = []
    let singles: [String]
    let rounds: Int
    let size: Size
    /// What to measure besides the registration of all fonts.
    let sections: Set<Section>
    /// The home without fonts.
    var empty: ServedHome
    /// The home with all fonts.
    var full: ServedHome
    /// The home whose daemon never gets a font.
    let untouched: ServedHome
    let flat: FlatDirectory
    var report = Report()

    init(
        programs: String, before: String?, kdeService: String?, kdeLibraries: String?, fonts: [String],
        batch: BatchFonts, singles: [String], rounds: Int, size: Size, sections: Set<Section>
    ) async throws {
        guard !fonts.isEmpty, !singles.isEmpty else { throw BenchmarkFailure("There are no fonts to measure with.") }
        self.programs = programs
        self.before = before
        self.kdeService = kdeService
        self.kdeLibraries = kdeLibraries
        (self.batch, self.fonts) = try batch.split(fonts)
        self.singles = singles
        self.rounds = rounds
        self.size = size
        self.sections = sections
        empty = try await ServedHome.start(programs: programs)
        full = try await ServedHome.start(programs: programs)
        untouched = try await ServedHome.start(programs: programs)
        flat = try FlatDirectory()
    }

    /// Measures everything and prints it on the way; ends all that was started, however that goes.
    func run() async throws -> Report {
        let result: Result<Void, any Error>
        do {
            result = .success(try await measure())
        } catch {
            result = .failure(error)
        }
        for home in [empty, full, untouched] { await home.stop() }
        try result.get()
        return report
    }

    private func measure() async throws {
        let names = try await measureBulk()
        if !sections.isDisjoint(with: [.batches, .peers, .opinions, .requests]) { try await checkBatch() }
        if sections.contains(.batches) { try await measureBatches() }
        if sections.contains(.peers) { try await measurePeers() }
        try await settle()
        if sections.contains(.singles) { try await measureSingles() }
        if sections.contains(.queries) { try await measureQueries(names) }
        if sections.contains(.rights) { try await measureRights(names) }
        if sections.contains(.lists) { try await measureLists(names) }
        if sections.contains(.commands) {
            try await measureCommands(names)
            try await measureInstallation()
        }
        if sections.contains(.client) { try await measureClient() }
        let idleSince = ContinuousClock.now
        if sections.contains(.start) { try measureStart() }
        if sections.contains(.rest) { try await measureRest(since: idleSince) }
        if sections.contains(.opinions) { try await measureOpinions() }
        if sections.contains(.textSizes) { try await measureTextSizes() }
        if sections.contains(.requests) { try await measureRemoteRequests() }
        if sections.contains(.icons) { try await measureIcons() }
        if sections.contains(.pictures) { try await measurePictures() }
        if sections.contains(.comparison) { try await measureComparison() }
        if sections.contains(.activation) { try await measureActivation(names) }
    }

    /// An aim that depends on how many fonts are registered.
    ///
    /// What `fc-cache` takes in a directory of all fonts grows with their number, which is 0.44 times that of a full run
    /// in a quick one; what the service takes for a change does not. The aim for a ratio of both shrinks accordingly.
    ///
    /// - Parameters:
    ///   - full: The aim of a full run.
    ///   - quick: That of a quick one; the reason for its value is told where it is used.
    /// - Returns: The aim of this run.
    func aim(full: Report.Aim, quick: Report.Aim) -> Report.Aim {
        switch size {
        case .full: full
        case .quick: quick
        }
    }

    /// Waits until what is done after a reply is done, so that it counts in no later measurement.
    func settle() async throws { try await Task.sleep(for: .seconds(3)) }

    /// A short pause between two measurements: calls one after the other would wait for each other's clearing up.
    func pause() async throws { try await Task.sleep(for: .milliseconds(30)) }
}
