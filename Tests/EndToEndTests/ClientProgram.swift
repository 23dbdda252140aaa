internal import TestSupport
internal import Testing

/// The program of Tests/Support/ClientProgram, which does with the client library what lines say.
enum ClientProgram {
    /// Runs it to its end.
    ///
    /// - Parameters:
    ///   - lines: What it is to do, the words of each line.
    ///   - environment: Its environment.
    /// - Returns: What it answered, line by line.
    /// - Throws: What kept it from being run to its end.
    static func run(_ lines: [[String]], environment: [String: String]) async throws -> [String] {
        let input = lines.map { $0.joined(separator: "\t") + "\n" }.joined()
        let outcome = try await ChildProcess.run(
            BuildProducts.executable("ClientProgram"), [], environment: environment, input: input)
        try #require(outcome.succeeded, "\(outcome)")
        return outcome.standardOutput.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            .map(String.init)
    }
}
