internal import Glibc
internal import TestSupport

extension Benchmarks {
    private static var memoryRounds: Int { 7 }
    private static var firstFontRounds: Int { 30 }
    /// Milliseconds that the first font of a process may take, or add to what takes longer by itself.
    private static var firstFontLimit: Double { 5 }
    /// How many fonts the system has in an ordinary home: about what a desktop brings.
    private static var systemFonts: Int { 200 }
    /// How many fonts the user has there.
    private static var ownFonts: Int { 20 }

    /// Measures what the client library costs an application: memory, and the time until its first font.
    func measureClient() async throws {
        report.head("An application that uses the client library")
        try await measureClientMemory()
        try await measureFirstFonts()
        for scope in ["process", "session"] { try await measureBurst(in: scope) }
        try await measureLaunchFonts()
    }

    /// Compares a program that has used everything with one that has nothing of the library.
    ///
    /// Two of each run at once, so that the pages of their files are not private: what a process has for itself is what
    /// it costs, be it written to or not.
    private func measureClientMemory() async throws {
        let (directory, name) = try await resource(of: singles[0])
        var control: [Double] = []
        var linked = control
        var used = control
        var written: [(control: Double, used: Double)] = []
        for _ in 0..<Self.memoryRounds {
            var controls = try applications("ControlProgram")
            var clients = try applications("ClientProgram")
            for index in 0..<2 {
                _ = try await controls[index].ask("wait")
                _ = try await clients[index].ask("wait")
            }
            let before = try ProcessFacts(processID: controls[0].process.processID).privateMemory()
            linked.append(try ProcessFacts(processID: clients[0].process.processID).privateMemory().all)
            for index in 0..<2 {
                _ = try await clients[index].ask("first-font", directory, name, "session")
                _ = try await clients[index].ask("match", name)
            }
            let after = try ProcessFacts(processID: clients[0].process.processID).privateMemory()
            control.append(before.all)
            used.append(after.all)
            written.append((before.written, after.written))
            _ = try await clients[0].ask("unregister", "session", "\(directory)/\(name).ttf")
            for index in 0..<2 {
                await controls[index].end()
                await clients[index].end()
            }
        }
        add("client-linked", "linked: private memory", linked, control, 2)
        add("client-used", "used, with a connection: private memory", used, control, 2)
        add("client-written", "of which written to", written.map(\.used), written.map(\.control), nil)
    }

    private func applications(_ name: String) throws -> [Application] {
        try (0..<2).map { _ in try Application(name, environment: full.environment) }
    }

    private func add(
        _ key: String, _ title: String, _ measured: [Double], _ control: [Double], _ limit: Double?
    ) {
        let difference = Samples(.megabytes, zip(measured, control).map { $0 - $1 }).median
        report.add(
            key, title, Samples(.megabytes, measured), against: ("without the library", Samples(.megabytes, control)),
            difference, unit: "MB more", aim: limit.map { .atMost($0) })
    }

    /// Measures first fonts in the home with all fonts, and in one as most people have: with the fonts of a desktop,
    /// and some of the user's own.
    private func measureFirstFonts() async throws {
        let ordinary = try await ServedHome.start(
            programs: programs, systemFonts: Array(fonts.prefix(Self.systemFonts)))
        for path in fonts.dropFirst(Self.systemFonts).prefix(Self.ownFonts) {
            _ = try await ordinary.provider.register(path)
        }
        try await settle()
        // The first program that asks for the text size has it noted for those that come.
        let (directory, name) = try await resource(of: singles[0])
        for home in [full, ordinary] { _ = try await firstFontTime(of: name, in: directory, "process", home) }
        try expectTextSizeNote(true, in: ordinary)
        for scope in ["process", "session"] {
            try await measureFirstFont(in: scope, full, "first-font-\(scope)", "all fonts")
            try await measureFirstFont(in: scope, ordinary, "first-font-\(scope)-ordinary", "an ordinary home")
        }
        try await measureFirstFontWhereTextIs(ordinary)
        try await measureFirstFontWithoutNote(ordinary)
        await ordinary.stop()
    }

    /// Measures the same in applications that have shown text before, for which their toolkit has loaded fontconfig.
    private func measureFirstFontWhereTextIs(_ home: ServedHome) async throws {
        var times = Samples(.milliseconds)
        for round in 0..<Self.firstFontRounds {
            let (directory, name) = try await resource(of: singles[round % singles.count])
            times.append(try await firstFontTime(of: name, in: directory, "process", home, isLoaded: true))
            try await pause()
        }
        report.add(
            "first-font-process-loaded", "first Font(descriptor:), process scope, where text has been shown before",
            times, aim: .atMost(Self.firstFontLimit))
    }

    /// Measures the same where text is not of one size for all programs: each has to ask for its own, and no note of
    /// the service tells it before.
    private func measureFirstFontWithoutNote(_ home: ServedHome) async throws {
        try await home.provider.chooseTextSize("small", of: "org.example.Other")
        try expectTextSizeNote(false, in: home)
        try await measureFirstFont(
            in: "process", home, "first-font-process-asking", "an ordinary home, the text size asked for")
        try expectTextSizeNote(false, in: home)
    }

    /// Makes sure of what is measured.
    private func expectTextSizeNote(_ isExpected: Bool, in home: ServedHome) throws {
        let path = "\(home.home.runtimeDirectory)/typecase/text-size"
        guard (access(path, F_OK) == 0) == isExpected else {
            throw BenchmarkFailure("There is \(isExpected ? "no" : "a") note of the text size at \(path).")
        }
    }

    /// Measures the first font of processes that have just started, from resources, with the service running.
    ///
    /// Beside it is what nobody can do without: in process scope, which is what applications have unless they say
    /// otherwise, the loading of fontconfig, which every program that draws text does once; in the session the
    /// registration itself, by a program that the service knows. There the font is examined in a sandbox and durable
    /// first, so that there is a limit on what the library adds to that as well as on all of it.
    ///
    /// - Parameters:
    ///   - scope: The scope of the font.
    ///   - home: Where the processes are.
    ///   - key: What the numbers are called.
    ///   - place: What the home is like.
    /// - Throws: What kept it from being measured.
    private func measureFirstFont(
        in scope: String, _ home: ServedHome, _ key: String, _ place: String
    ) async throws {
        var times = Samples(.milliseconds)
        var controls = Samples(.milliseconds)
        for round in 0..<Self.firstFontRounds {
            let (directory, name) = try await resource(of: singles[round % singles.count])
            // In turns, as the second of the two may find things ready that the first has paid for.
            for isControl in [round.isMultiple(of: 2), !round.isMultiple(of: 2)] {
                if isControl {
                    controls.append(try await controlTime(of: name, in: directory, scope, home))
                } else {
                    times.append(try await firstFontTime(of: name, in: directory, scope, home))
                }
                try await pause()
            }
        }
        // What applications have unless they say otherwise is what a reader takes the number for.
        let standing = scope == "process" ? "process scope (the default)" : "\(scope) scope"
        let limit = Self.firstFontLimit
        let title = "first Font(descriptor:), \(standing), \(place)"
        report.add(key, title, times, aim: .atMost(limit))
        // In the session the registration takes longer than that by itself: there the difference has the same limit.
        let isProcess = scope == "process"
        report.add(
            "\(key)-control", "the same in \(scope) scope, beside what it consists of", times,
            against: (isProcess ? "loading fontconfig" : "the registration alone", controls),
            times.median - controls.median, unit: "ms more", aim: isProcess ? nil : .atMost(limit))
    }

    /// How long the first font of a process takes, in milliseconds, by its own clock.
    ///
    /// - Parameters:
    ///   - name: What the font is called.
    ///   - directory: Where its file is.
    ///   - scope: The scope of the font.
    ///   - home: Where the process is.
    ///   - isLoaded: Whether fontconfig has been loaded before, as for other text.
    /// - Returns: Milliseconds.
    /// - Throws: What kept it from being measured.
    private func firstFontTime(
        of name: String, in directory: String, _ scope: String, _ home: ServedHome, isLoaded: Bool = false
    ) async throws -> Double {
        var application = try Application("ClientProgram", environment: home.environment)
        let answer = try await application.ask("first-font", directory, name, scope, isLoaded ? "loaded" : "")
        guard let time = Double(answer) else { throw BenchmarkFailure("\(name): \(answer)") }
        _ = try await application.ask("unregister", scope, "\(directory)/\(name).ttf")
        await application.end()
        return time / 1_000
    }

    /// How long the part of it takes that nobody can do without, in milliseconds.
    private func controlTime(
        of name: String, in directory: String, _ scope: String, _ home: ServedHome
    ) async throws -> Double {
        if scope == "process" {
            var application = try Application("ClientProgram", environment: home.environment)
            guard let time = Double(try await application.ask("time-fontconfig")) else {
                throw BenchmarkFailure("fontconfig has no configuration.")
            }
            await application.end()
            return time / 1_000
        }
        guard let (font, time) = try await home.provider.register("\(directory)/\(name).ttf", scope: scope) else {
            throw BenchmarkFailure("\(name) was refused.")
        }
        _ = try await home.provider.unregister(font.id)
        return time.milliseconds
    }

    /// Measures a thousand first uses of a font at once, which register it once, and beside them one.
    private func measureBurst(in scope: String) async throws {
        var times = Samples(.milliseconds)
        var controls = Samples(.milliseconds)
        for round in 0..<Self.memoryRounds {
            let (directory, name) = try await resource(of: singles[round % singles.count])
            for count in [1_000, 1] {
                var application = try Application("ClientProgram", environment: full.environment)
                let answer = try await application.ask("time-burst", directory, name, scope, "\(count)")
                let words = answer.split(separator: " ")
                guard words.count == 2, let time = Double(words[0]), words[1] == "1" else {
                    throw BenchmarkFailure("\(count) first uses at once: \(answer)")
                }
                if count == 1 { controls.append(time / 1_000) } else { times.append(time / 1_000) }
                _ = try await application.ask("unregister", scope, "\(directory)/\(name).ttf")
                await application.end()
                try await pause()
            }
        }
        report.add(
            "burst-\(scope)", "1,000 first uses at once, \(scope) scope", times, against: ("one", controls),
            times.median - controls.median, unit: "ms more")
    }

    /// Puts a font among the resources of an application.
    ///
    /// - Parameter path: The font.
    /// - Returns: The directory, and the PostScript name, which is that of the file too.
    /// - Throws: Why there is no such font.
    func resource(of path: String) async throws -> (directory: String, name: String) {
        var application = try Application("ClientProgram", environment: full.environment)
        let name = try await application.ask("postscript-name", path)
        await application.end()
        guard !name.isEmpty, !name.hasPrefix("error") else { throw BenchmarkFailure("\(path): \(name)") }
        try full.home.scratch.write(try Files.read(path), to: "resources/\(name).ttf")
        return (full.home.scratch["resources"], name)
    }
}
