internal import Glibc
internal import TestSupport
internal import Testing

/// The daemon is told to end.
@Suite(.timeLimit(.minutes(10)), DaemonLog.trait)
struct EndingTests {
    @Test("Told to end, the daemon ends by itself and not by the signal", arguments: [SIGTERM, SIGINT])
    func signal(number: Int32) async throws {
        try await RunningDaemon.run { daemon in
            _ = try await daemon.register(makeFont("Kept"), by: .user)
            #expect(await daemon.stop(signal: number)?.termination == .exited(0))
        }
    }
}
