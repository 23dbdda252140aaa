internal import BusInterface
internal import DBus
internal import Glibc
internal import TestSupport
internal import Testing

/// The daemon is killed all over a life, before calls that change files or tell of it, and started again.
@Suite(
    .serialized, .timeLimit(.minutes(10)), DaemonLog.trait,
    .enabled("system calls may be supervised here") { await CallSupervisor.isAvailable() })
struct KillTests {
    /// What changes files, or makes changes last; and what tells others of it: workers, and whoever waits for an answer.
    ///
    /// The kill comes before the call has any effect, so that what is after
    /// one call is before the next.
    private static let systemCalls = [
        "renameat2", "unlinkat", "mkdirat", "sendfile", "write/9", "fsync", "fdatasync", "pwrite64", "syncfs",
        "sendmsg",
    ]

    /// The calls before which the recovery is killed.
    private static let recoveryCalls = ["renameat2", "unlinkat", "fsync", "fdatasync"]

    /// A life without a kill, which tells of all sweeps how many calls there are.
    private static let undisturbed = Task {
        let supervisor = try CallSupervisor(systemCalls)
        try await RunningDaemon.run(isStarted: false) { daemon in
            let ledger = try await live(daemon, supervisor)
            try await daemon.start()
            try await ledger.expectAgreement(with: daemon)
        }
        return supervisor
    }

    /// So many fonts that they share one sync of the file system.
    private static let batch = ["One", "Two", "Three", "Four", "Five"]

    /// Nothing of what is swept depends on a second opinion, which costs a process for each font.
    private static let environment = ["TYPECASE_SECOND_OPINION": "never"]

    @Test(
        "Killed all over its life, what was acknowledged is there, and registry, tree and fontconfig agree",
        arguments: systemCalls)
    func everySystemCall(name: String) async throws {
        let count = try await Self.undisturbed.value.count(of: name)
        var lives = 0
        try await KillSweep.run([name], points: 4, of: count) { supervisor in
            try await RunningDaemon.run(isStarted: false) { daemon in
                let ledger = try await Self.live(daemon, supervisor)
                lives += 1
                // Every other time recovery is killed as well, at another point each time.
                let isRecoveryKilled = lives.isMultiple(of: 2)
                if isRecoveryKilled {
                    try await recover(daemon, CallSupervisor(Self.recoveryCalls, endingAt: lives / 2 + count % 3))
                }
                try await daemon.start(environment: Self.environment)
                try await daemon.waitUntilRecovered()
                try await ledger.expectAgreement(with: daemon)
                if isRecoveryKilled { return }
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
        "Killed all over its life, and the registry lost then, nothing is lost that was acknowledged",
        arguments: ["renameat2", "unlinkat"])
    func lostRegistry(name: String) async throws {
        let count = try await Self.undisturbed.value.count(of: name)
        try await KillSweep.run([name], points: 3, of: count) { supervisor in
            try await RunningDaemon.run(isStarted: false) { daemon in
                let ledger = try await Self.live(daemon, supervisor)
                for suffix in ["", "-wal", "-shm"] { unlink(daemon.registryFile + suffix) }
                try await daemon.start(environment: Self.environment)
                try await daemon.waitUntilRecovered()
                try await ledger.expectNothingLost(by: daemon)
            }
        }
    }

    /// Starts the daemon, and ends it once it has recovered, unless it was killed before.
    private func recover(_ daemon: RunningDaemon, _ supervisor: CallSupervisor) async throws {
        do {
            try await daemon.start(wrapper: supervisor.wrapper, environment: Self.environment)
            try await daemon.waitUntilRecovered()
            await daemon.stop()
        } catch {
            try await daemon.expectKill(by: supervisor, toldBy: error)
        }
    }

    /// A life in which a font comes, is disabled and enabled and goes, while another comes and stays.
    ///
    /// - Returns: What was acknowledged.
    private static func live(_ daemon: RunningDaemon, _ supervisor: CallSupervisor) async throws -> FontLedger {
        var ledger = FontLedger(families: ["Old", "Kept"] + batch)
        do {
            try await daemon.start(wrapper: supervisor.wrapper, environment: environment)
            try await ledger.bring(["Old"], to: .enabled, by: .user, daemon)
            try await ledger.bring(batch, to: .enabled, by: .provider, daemon)
            try await ledger.bring(["Old"], to: .disabled, by: .user, daemon)
            try await ledger.bring(["Kept"], to: .disabled, by: .user, daemon)
            try await ledger.bring(["Old", "Kept"], to: .enabled, by: .user, daemon)
            try await ledger.bring([batch[0]], to: .disabled, by: .provider, daemon)
            try await ledger.bring(batch, to: .absent, by: .provider, daemon)
            await daemon.stop()
        } catch {
            try await daemon.expectKill(by: supervisor, toldBy: error)
        }
        return ledger
    }
}
