internal import BusInterface
internal import DBus
internal import Glibc
internal import TestSupport
internal import Testing

/// The daemon is killed at each call that changes a file, and started again.
@Suite(
    .serialized, .timeLimit(.minutes(10)), DaemonLog.trait,
    .enabled("system calls may be supervised here") { await CallSupervisor.isAvailable() })
struct KillTests {
    /// What changes files, or makes changes last.
    ///
    /// The kill comes before the call has any effect, so that what is after
    /// one call is before the next.
    private static let systemCalls = ["renameat2", "unlinkat", "mkdirat", "fsync", "fdatasync", "pwrite64", "syncfs"]

    /// So many fonts that they share one sync of the file system.
    private static let batch = ["One", "Two", "Three", "Four", "Five"]

    @Test(
        "Killed at any call, what was acknowledged is there, and registry, tree and fontconfig agree",
        arguments: systemCalls)
    func everySystemCall(name: String) async throws {
        try await KillSweep.run([name], points: 8) { supervisor in
            try await RunningDaemon.run(isStarted: false) { daemon in
                let ledger = try await live(daemon, supervisor)
                // Recovery is killed as well, at another point each time.
                try await recover(daemon, CallSupervisor([name], endingAt: 1 + supervisor.count % 3))
                try await daemon.start()
                try await daemon.waitUntilRecovered()
                try await ledger.expectAgreement(with: daemon)
                let files = daemon.publishedFiles + daemon.storedFiles
                let generation = try await daemon.manager.generation()
                try await daemon.restart(signal: SIGKILL)
                try await daemon.waitUntilRecovered()
                #expect(daemon.publishedFiles + daemon.storedFiles == files, "a second recovery finds nothing to do")
                #expect(try await daemon.manager.generation() == generation)
                try await ledger.expectAgreement(with: daemon)
            }
        }
    }

    @Test(
        "Killed at any call, and the registry lost then, nothing is lost that was acknowledged",
        arguments: ["renameat2", "unlinkat"])
    func lostRegistry(name: String) async throws {
        try await KillSweep.run([name], points: 6) { supervisor in
            try await RunningDaemon.run(isStarted: false) { daemon in
                let ledger = try await live(daemon, supervisor)
                for suffix in ["", "-wal", "-shm"] { unlink(daemon.registryFile + suffix) }
                try await daemon.start()
                try await daemon.waitUntilRecovered()
                try await ledger.expectNothingLost(by: daemon)
            }
        }
    }

    /// Starts the daemon, and ends it once it has recovered, unless it was killed before.
    private func recover(_ daemon: RunningDaemon, _ supervisor: CallSupervisor) async throws {
        do {
            try await daemon.start(wrapper: supervisor.wrapper)
            try await daemon.waitUntilRecovered()
            await daemon.stop()
        } catch {
            try await daemon.expectKill(by: supervisor, toldBy: error)
        }
    }

    /// A life in which a font comes, is disabled and enabled and goes, while another comes and stays.
    ///
    /// - Returns: What was acknowledged.
    private func live(_ daemon: RunningDaemon, _ supervisor: CallSupervisor) async throws -> FontLedger {
        var ledger = FontLedger(families: ["Old", "Kept"] + Self.batch)
        do {
            try await daemon.start(wrapper: supervisor.wrapper)
            try await ledger.bring(["Old"], to: .enabled, by: .user, daemon)
            try await ledger.bring(Self.batch, to: .enabled, by: .provider, daemon)
            try await ledger.bring(["Old"], to: .disabled, by: .user, daemon)
            try await ledger.bring(["Kept"], to: .disabled, by: .user, daemon)
            try await ledger.bring(["Old", "Kept"], to: .enabled, by: .user, daemon)
            try await ledger.bring([Self.batch[0]], to: .disabled, by: .provider, daemon)
            try await ledger.bring(Self.batch, to: .absent, by: .provider, daemon)
            await daemon.stop()
        } catch {
            try await daemon.expectKill(by: supervisor, toldBy: error)
        }
        return ledger
    }
}
