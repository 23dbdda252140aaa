internal import Glibc
internal import TestSupport

/// An application that does what the lines of its standard input say, see Tests/Support/ClientProgram.
struct Application {
    let process: ChildProcess
    private var answers = 0

    init(_ name: String, environment: [String: String]) throws {
        process = try ChildProcess.start(BuildProducts.executable(name), environment: environment, acceptsInput: true)
    }

    /// Has it do something, and waits for the answer.
    mutating func ask(_ words: String...) async throws -> String { try await ask(words) }

    /// Has it do something, and waits for the answer.
    mutating func ask(_ words: [String]) async throws -> String {
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
