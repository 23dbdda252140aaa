internal import Glibc
internal import Logging
internal import Synchronization
internal import TestSupport
internal import Testing

@testable import FontDaemon

/// What becomes of a program that cannot look packages up.
@Suite struct PackageSearchTests {
    /// Counts what is logged.
    private struct CountingHandler: LogHandler {
        let count: Count
        var logLevel = Logger.Level.trace
        var metadata: Logger.Metadata = [:]

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) { count.value.withLock { $0 += 1 } }
    }

    private final class Count: Sendable {
        let value = Mutex(0)
    }

    @Test("A failure is logged once, until the program works again")
    func failures() async throws {
        let scratch = try ScratchDirectory(name: "packages")
        try scratch.write("---\n", to: "catalogs/yaml/test.yml")
        let count = Count()
        let log = Logger(label: "test") { _ in CountingHandler(count: count) }
        func install(_ script: String) throws {
            try scratch.write("#!/bin/sh\n" + script, to: "program.new")
            try #require(chmod(scratch["program.new"], 0o755) == 0)
            try #require(rename(scratch["program.new"], scratch["program"]) == 0)
        }
        let search = PackageSearch(
            program: scratch["program"], directory: scratch["catalogs"], environment: [:], log: log)
        func look(_ name: String) async -> [String?] { await search.packages(ofFonts: [name]) }
        #expect(await look("One") == [nil])
        try install("exit 1\n")
        #expect(await look("Two") == [nil])
        #expect(count.value.withLock { $0 } == 1)
        try install("cat >/dev/null; echo fonts-three\n")
        #expect(await look("Three") == ["fonts-three"])
        #expect(count.value.withLock { $0 } == 1)
        try install("exit 1\n")
        #expect(await look("Four") == [nil])
        #expect(count.value.withLock { $0 } == 2)
    }
}
