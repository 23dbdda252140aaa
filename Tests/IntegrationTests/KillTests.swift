internal import BusInterface
internal import DBus
internal import Glibc
internal import TestSupport
internal import Testing

/// The daemon is killed at each call that changes a file, and started again.
@Suite(
    .serialized, .timeLimit(.minutes(10)), DaemonLog.trait,
    .enabled("processes may be traced here") { await RunningDaemon.canTrace() })
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
        let most = try await RunningDaemon.run(isStarted: false) { daemon in
            let trace = daemon.home.scratch["trace"]
            _ = try await live(daemon, wrapper: Self.strace(["-o", trace, "-e", "trace=\(name)"]))
            let lines = String(decoding: try readAll(trace), as: UTF8.self).split(separator: "\n")
            let threads = lines.filter { $0.contains(" \(name)(") }.compactMap { $0.split(separator: " ").first }
            return Dictionary(threads.map { ($0, 1) }, uniquingKeysWith: +).values.max() ?? 0
        }
        #expect(most > 0, "the sweep covers a call that the daemon makes")
        var killed = 0
        for count in Self.points(upTo: most) {
            try await RunningDaemon.run(isStarted: false) { daemon in
                let inject = "inject=\(name):signal=KILL:when=\(count)"
                let (ledger, wasKilled) = try await live(
                    daemon, wrapper: Self.strace(["-o", "/dev/null", "-e", "trace=\(name)", "-e", inject]))
                if wasKilled { killed += 1 }
                // Recovery is killed as well, at another point each time.
                let again = "inject=\(name):signal=KILL:when=\(1 + count % 3)"
                try await recover(
                    daemon, wrapper: Self.strace(["-o", "/dev/null", "-e", "trace=\(name)", "-e", again]))
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
        // Which thread makes a call is another each time, so that the last points are not always reached.
        #expect(killed * 2 >= Self.points(upTo: most).count, "\(killed) points of \(name) fired")
    }

    @Test(
        "Killed at any call, and the registry lost then, nothing is lost that was acknowledged",
        arguments: ["renameat2", "unlinkat"])
    func lostRegistry(name: String) async throws {
        var killed = 0
        let counts = [2, 5, 8, 11, 14, 17]
        for count in counts {
            try await RunningDaemon.run(isStarted: false) { daemon in
                let inject = "inject=\(name):signal=KILL:when=\(count)"
                let (ledger, wasKilled) = try await live(
                    daemon, wrapper: Self.strace(["-o", "/dev/null", "-e", "trace=\(name)", "-e", inject]))
                if wasKilled { killed += 1 }
                for suffix in ["", "-wal", "-shm"] { unlink(daemon.registryFile + suffix) }
                try await daemon.start()
                try await daemon.waitUntilRecovered()
                try await ledger.expectNothingLost(by: daemon)
            }
        }
        #expect(killed * 2 >= counts.count, "\(killed) points of \(name) fired")
    }

    /// The calls to be killed at: all, or some eight spread over them.
    private static func points(upTo most: Int) -> [Int] {
        let step = max(1, (most + 7) / 8)
        return Array(stride(from: 1, through: most, by: step))
    }

    private static func strace(_ arguments: [String]) -> [String] {
        ["/usr/bin/strace", "-f", "-qq"] + arguments
    }

    /// Starts the daemon, and ends it once it has recovered, unless it was killed before.
    private func recover(_ daemon: RunningDaemon, wrapper: [String]) async throws {
        do {
            try await daemon.start(wrapper: wrapper)
            try await daemon.waitUntilRecovered()
            await daemon.stop()
        } catch let error as BusError {
            try await daemon.waitForEnd(toldBy: error)
        } catch is RunningDaemon.NotServing {}
    }

    /// A life in which a font comes, is disabled and enabled and goes, while another comes and stays.
    ///
    /// - Returns: What was acknowledged, and whether the daemon was killed.
    private func live(
        _ daemon: RunningDaemon, wrapper: [String]
    ) async throws -> (ledger: FontLedger, wasKilled: Bool) {
        var ledger = FontLedger(families: ["Old", "Kept"] + Self.batch)
        do {
            try await daemon.start(wrapper: wrapper)
            try await ledger.bring(["Old"], to: .enabled, by: .user, daemon)
            try await ledger.bring(Self.batch, to: .enabled, by: .provider, daemon)
            try await ledger.bring(["Old"], to: .disabled, by: .user, daemon)
            try await ledger.bring(["Kept"], to: .disabled, by: .user, daemon)
            try await ledger.bring(["Old", "Kept"], to: .enabled, by: .user, daemon)
            try await ledger.bring([Self.batch[0]], to: .disabled, by: .provider, daemon)
            try await ledger.bring(Self.batch, to: .absent, by: .provider, daemon)
            await daemon.stop()
            return (ledger, false)
        } catch let error as BusError {
            return (ledger, try await daemon.waitForEnd(toldBy: error)?.termination == .signalled(SIGKILL))
        } catch let error as RunningDaemon.NotServing {
            return (ledger, error.outcome.termination == .signalled(SIGKILL))
        }
    }
}
