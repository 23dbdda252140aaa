import FetchClient
import LinuxSystem
import TestSupport
import Testing
import WorkerClient
import WorkerProtocol

/// What the program that fetches cannot do, with whatever unit it runs, or without one.
struct ConfinementTests {
    @Test func `It reads what it needs, and writes and executes nothing`() async throws {
        let fetcher = FontFetcher(
            access: .executable(BuildProducts.executable("typecase-fetch")), environment: ["PATH": "/usr/bin:/bin"])
        let attempts = try await fetcher.selfTest()
        #expect(
            attempts.map(\.action) == [
                "open-read", "open-write", "make-file", "execute", "be-traced", "gain-privileges",
            ])
        // Without Landlock the kernel cannot tell one file from another.
        let files: Set = ["open-read", "open-write", "make-file", "execute"]
        let possible = Landlock.version > 0 ? [] : files
        #expect(Set(attempts.filter { !$0.isDenied }.map(\.action)) == possible)
    }
}
