internal import ArgumentParser
internal import DBus
internal import EventLoop
internal import Glibc

/// A program of its own that makes the calls it is told to, and says how long each of them took: what runs in a sandbox
/// cannot be a part of the measuring program.
struct CallingProgram: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "call", abstract: "Make the calls that the standard input names, line by line.",
        shouldDisplay: false)

    @Option(help: "The address of the session bus.") var bus: String

    func run() async throws {
        let provider = Provider(try await BusConnection.open(.address(bus), on: EventLoop(name: "caller")))
        // What only the first call pays for.
        try await provider.introduce()
        Self.say("ready")
        var number = 0
        while let line = readLine() {
            let words = line.split(separator: " ", maxSplits: 1).map(String.init)
            guard words.count == 2 else { continue }
            let time: Duration
            switch words[0] {
            case "match": time = try await provider.match(words[1])
            case "ping": time = try await provider.ping()
            case "access": time = try await provider.access(words[1])
            case "register":
                guard let (font, registering) = try await provider.register(words[1]) else {
                    throw BenchmarkFailure("\(words[1]) was refused.")
                }
                _ = try await provider.unregister(font.id)
                time = registering
            default: continue
            }
            number += 1
            Self.say("<\(number)>\(time.milliseconds)</\(number)>")
        }
        await provider.close()
    }

    /// Writes a line at once: whoever reads it waits for it.
    private static func say(_ text: String) {
        let bytes = Array("\(text)\n".utf8)
        _ = Glibc.write(STDOUT_FILENO, bytes, bytes.count)
    }
}
