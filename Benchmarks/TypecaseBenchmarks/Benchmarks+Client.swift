internal import Glibc
internal import TestSupport

/// An application that does what the lines of its standard input say, see Tests/ClientProgram.
private struct Application {
    let process: ChildProcess
    private var answers = 0

    init(_ name: String, environment: [String: String]) throws {
        process = try ChildProcess(BuildProducts.executable(name), environment: environment, acceptsInput: true)
    }

    /// Has it do something, and waits for the answer.
    mutating func ask(_ words: String...) async throws -> String {
        try process.write(words.joined(separator: "\t") + "\n")
        answers += 1
        while true {
            let lines = process.standardOutput.split(separator: "\n", omittingEmptySubsequences: false)
            if lines.count > answers { return String(lines[answers - 1]) }
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    func end() async {
        process.closeInput()
        _ = await process.wait()
    }
}

extension Benchmarks {
    private static var memoryRounds: Int { 7 }
    private static var firstFontRounds: Int { 30 }

    /// Measures what the client library costs an application: memory, and the time until its first font.
    func measureClient() async throws {
        report.head("An application that uses the client library")
        try await measureClientMemory()
        for scope in ["process", "session"] { try await measureFirstFont(in: scope) }
        try await measureLaunchFonts()
    }

    /// Compares a program that has used everything with one that has nothing of the library.
    private func measureClientMemory() async throws {
        let (directory, name) = try await resource(of: singles[0])
        var all: [(control: Double, idle: Double, used: Double)] = []
        var written = all
        for _ in 0..<Self.memoryRounds {
            var control = try Application("ControlProgram", environment: full.environment)
            _ = try await control.ask("wait")
            var client = try Application("ClientProgram", environment: full.environment)
            _ = try await client.ask("wait")
            let before = try ProcessFacts(processID: control.process.processID).privateMemory()
            let idle = try ProcessFacts(processID: client.process.processID).privateMemory()
            _ = try await client.ask("first-font", directory, name, "session")
            _ = try await client.ask("match", name)
            let after = try ProcessFacts(processID: client.process.processID).privateMemory()
            _ = try await client.ask("unregister", "session", "\(directory)/\(name).ttf")
            all.append((before.all, idle.all, after.all))
            written.append((before.written, idle.written, after.written))
            await control.end()
            await client.end()
        }
        add("client-linked", "linked: private memory", written.map(\.idle), written.map(\.control), 2)
        add("client-used", "used: private memory", written.map(\.used), written.map(\.control), 2)
        add("client-used-all", "used: with pages of its files", all.map(\.used), all.map(\.control), nil)
    }

    private func add(
        _ key: String, _ title: String, _ measured: [Double], _ control: [Double], _ limit: Double?
    ) {
        let difference = Samples(.megabytes, zip(measured, control).map { $0 - $1 }).median
        report.add(
            key, title, Samples(.megabytes, measured), against: ("without the library", Samples(.megabytes, control)),
            difference, unit: "MB", aim: limit.map { .atMost($0) })
    }

    /// Measures the first font of processes that have just started, from resources, with the service running.
    private func measureFirstFont(in scope: String) async throws {
        var times = Samples(.microseconds)
        for round in 0..<Self.firstFontRounds {
            let (directory, name) = try await resource(of: singles[round % singles.count])
            var application = try Application("ClientProgram", environment: full.environment)
            let answer = try await application.ask("first-font", directory, name, scope)
            guard let time = Double(answer) else { throw BenchmarkFailure("\(name): \(answer)") }
            times.append(time)
            _ = try await application.ask("unregister", scope, "\(directory)/\(name).ttf")
            await application.end()
            try await pause()
        }
        report.add(
            "first-font-\(scope)", "first Font(descriptor:), \(scope) scope",
            Samples(.milliseconds, times.values.map { $0 / 1_000 }), aim: .atMost(5))
    }

    /// Measures how long an application that starts waits for fonts that its manifest wants at once.
    private func measureLaunchFonts() async throws {
        let id = "org.example.Benchmark"
        let fonts = singles.prefix(20)
        for (index, path) in fonts.enumerated() {
            try full.home.scratch.write(
                try Files.read(path), to: "share/typecase/assets/\(id)/\(index).ttf")
        }
        let files = fonts.indices.map { "\"\($0).ttf\"" }.joined(separator: ", ")
        try full.home.scratch.write(
            "{\"version\": 1, \"id\": \"\(id)\", \"name\": \"Benchmark\", \"launch-fonts\": [\(files)]}",
            to: "share/typecase/providers/\(id).json")
        var times = Samples(.milliseconds)
        for _ in 0..<Self.firstFontRounds {
            var application = try Application("ClientProgram", environment: full.environment)
            let answer = try await application.ask("time-launch", id)
            guard let time = answer.split(separator: " ").first.flatMap({ Double($0) }) else {
                throw BenchmarkFailure("The launch fonts: \(answer)")
            }
            times.append(time / 1_000)
            await application.end()
            try await pause()
        }
        report.add("launch-fonts", "\(fonts.count) launch fonts, all at the start", times)
    }

    /// Puts a font among the resources of an application.
    ///
    /// - Parameter path: The font.
    /// - Returns: The directory, and the PostScript name, which is that of the file too.
    /// - Throws: Why there is no such font.
    private func resource(of path: String) async throws -> (directory: String, name: String) {
        var application = try Application("ClientProgram", environment: full.environment)
        let name = try await application.ask("postscript-name", path)
        await application.end()
        guard !name.isEmpty, !name.hasPrefix("error") else { throw BenchmarkFailure("\(path): \(name)") }
        try full.home.scratch.write(try Files.read(path), to: "resources/\(name).ttf")
        return (full.home.scratch["resources"], name)
    }
}
