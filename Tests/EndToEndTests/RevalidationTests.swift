internal import BusInterface
internal import DBus
internal import FontModel
internal import Glibc
internal import LinuxSystem
internal import TestSupport
internal import Testing

/// Registered fonts that are judged anew.
@Suite(.serialized, .timeLimit(.minutes(10)), DaemonLog.trait)
struct RevalidationTests {
    private static let sound = makeFont("Sound")
    /// A font that nobody lets pass: its tables end in the middle.
    private static let unsound = Array(makeFont("Unsound").dropLast(400))

    @Test("When others judge than did, what they do not let pass is out of use, and back when they do")
    func automatic() async throws {
        try await RunningDaemon.run { daemon in
            let refused = try await daemon.register([daemon.home.openFont(Self.unsound)])
            #expect(refused.results.first?.errorName == "InvalidFontData")
            let good = try await daemon.register(Self.sound)
            let bad = try await daemon.register(makeFont("To Be Exchanged"))
            await daemon.stop()
            // As if the bytes that nobody lets pass now had passed before an update.
            try await exchange(makeFont("To Be Exchanged"), for: Self.unsound, in: daemon)
            // And nothing but our own rules has changed since.
            let rules = "+rules.\(ValidationRules.version)"
            #expect(try await judges(daemon).allSatisfy { $0.contains(rules) })
            try await sql("UPDATE content SET judges = replace(judges, '\(rules)', '+rules.0')", daemon)
            try await daemon.start()
            var signals = try await daemon.manager.fontsChanged().makeAsyncIterator()
            while try await quarantined(daemon) != [bad] { _ = try await signals.next() }

            let font = try #require(try await daemon.list().first { $0.text("id") == bad })
            #expect(font.text("quarantine") == "invalid")
            #expect(font.text("quarantine_reason") != "")
            #expect(try await daemon.fontconfigFamilies() == ["Sound"])
            let changes = try await daemon.manager.changes(sinceGeneration: 0).changes
            let last = try #require(changes.last)
            #expect([last.text("kind"), last.text("id"), last.text("cause")] == ["quarantined", bad, "check"])
            #expect(last.text("reason") == font.text("quarantine_reason"))
            #expect(try await daemon.setEnabled([bad], true).results.first?.errorName == "")
            let opening = await #expect(throws: BusError.self) {
                try await daemon.manager.openFont(id: bad, options: [:])
            }
            #expect(opening?.typecaseName == "InvalidFontData")
            let info = try await daemon.typecase("info", bad)
            #expect(info.standardOutput.contains("invalid"))

            // Who judges now is kept: another start has nothing to do, and the others are as they were.
            #expect(Set(try await judges(daemon)).count == 1)
            let generation = try await daemon.manager.generation()
            try await daemon.restart()
            try await daemon.waitUntilRecovered()
            let outcome = try await daemon.typecase("revalidate")
            #expect(outcome.standardOutput == "Validated 2 fonts.\n")
            #expect(try await daemon.manager.generation() == generation)

            // As if the judge had been wrong.
            await daemon.stop()
            try await sql(
                "UPDATE content SET judges = 'typecase 0', refusalKind = 'invalid', refusalReason = 'x' "
                    + "WHERE id = (SELECT content FROM registration WHERE identifier = '\(good)')", daemon)
            try await daemon.start()
            signals = try await daemon.manager.fontsChanged().makeAsyncIterator()
            while try await quarantined(daemon) != [bad] { _ = try await signals.next() }
            #expect(try await daemon.fontconfigFamilies() == ["Sound"])
            let released = try #require(try await daemon.manager.changes(sinceGeneration: generation).changes.last)
            #expect(
                [released.text("kind"), released.text("id"), released.text("cause")] == ["enabled", good, "check"])
        }
    }

    @Test("The command judges the fonts that it names, and tells of each that is out of use", arguments: Way.allCases)
    func command(way: Way) async throws {
        try await RunningDaemon.run { daemon in
            let first = try await daemon.register(Self.sound, by: way)
            let second = try await daemon.register(makeFont("Denied Later"), by: way)
            await daemon.stop()
            try await daemon.start()
            let one = try await daemon.typecase("revalidate", first)
            #expect(one.standardOutput == "Validated 1 font.\n")
            let unknown = try await daemon.typecase("revalidate", "nobody has this")
            #expect(unknown.termination == .exited(3))
            let digest = try SealedMemory(bytes: makeFont("Denied Later")).digest
            try daemon.home.scratch.write("\(digest) as a test\n", to: "policy/denied-fonts")
            let all = try await daemon.typecase("revalidate")
            #expect(all.succeeded, "\(all.standardError)")
            #expect(try await quarantined(daemon) == [second])
            #expect(all.standardOutput.hasSuffix("Validated 2 fonts.\n"))
            let error = await #expect(throws: BusError.self) {
                try await daemon.management.revalidate(ids: [String(repeating: "0", count: 32)], options: [:])
            }
            #expect(error?.typecaseName == "NotRegistered")
        }
    }

    @Test("A pass tells how far it is, lets others register meanwhile, and ends when it is given up")
    func cancelling() async throws {
        try await RunningDaemon.run { daemon in
            let fonts = try await Batch(on: daemon.connection, with: Batch.fonts(300))
            _ = try await fonts.commit()
            var signals = try await daemon.management.revalidationProgress().makeAsyncIterator()
            let other = try await daemon.connect()
            async let result = Management1Client(other).revalidate(ids: [], options: [:], timeout: .seconds(100))
            let first = try #require(try await signals.next())
            #expect(first.total == 300)
            #expect(first.done <= 300)
            let meanwhile = try await daemon.register(makeFont("Meanwhile"))
            #expect(meanwhile != "")
            try await daemon.management.cancelRevalidation(options: [:])
            let dictionary = try await result
            #expect(dictionary.boolean("cancelled") == true)
            #expect(try #require(try dictionary["checked"]?.converted(to: UInt32.self)) < 300)
            #expect(try await daemon.management.status()["revalidation_total"] == nil)

            // Whoever leaves gives it up as well.
            let leaving = try await daemon.connect()
            let call = Task { try await Management1Client(leaving).revalidate(ids: [], options: [:]) }
            _ = try await signals.next()
            await leaving.close()
            _ = await call.result
            // The progress that was told last is not the end where it is given up.
            try await eventually("the revalidation has ended") {
                try await daemon.management.status()["revalidation_total"] == nil
            }
            let again = try await Management1Client(other).revalidate(ids: [], options: [:], timeout: .seconds(100))
            #expect(again.boolean("cancelled") == false)
            #expect(try again["checked"]?.converted(to: UInt32.self) == 301)
            await other.close()
        }
    }

    // MARK: - Helpers

    private func quarantined(_ daemon: RunningDaemon) async throws -> [String] {
        try await daemon.list(by: .user).filter { $0.boolean("quarantined") == true }.map { $0.text("id") }
    }

    /// Who judged each content, as the registry of a daemon has it.
    private func judges(_ daemon: RunningDaemon) async throws -> [String] {
        try await python("SELECT judges FROM content", daemon).split(separator: "\n").map(String.init)
    }

    private func sql(_ statement: String, _ daemon: RunningDaemon) async throws {
        _ = try await python(statement, daemon)
    }

    private func python(_ statement: String, _ daemon: RunningDaemon) async throws -> String {
        let program = """
            import sqlite3, sys
            with sqlite3.connect(sys.argv[1]) as db:
                for row in db.execute(sys.argv[2]): print(*row)
            """
        let outcome = try await daemon.run("/usr/bin/python3", "-c", program, daemon.registryFile, statement)
        guard outcome.succeeded else { throw UnexpectedOutcome(outcome: outcome) }
        return outcome.standardOutput
    }

    /// Puts other bytes in the place of a registered font's, in tree and registry alike.
    private func exchange(_ font: [UInt8], for other: [UInt8], in daemon: RunningDaemon) async throws {
        let (old, new) = (try SealedMemory(bytes: font).digest, try SealedMemory(bytes: other).digest)
        let file = try #require(
            try daemon.publishedFiles.first { try readAll("\(daemon.publishedDirectory)/\($0.path)") == font })
        try daemon.home.scratch.write(other, to: "exchanged")
        #expect(rename(daemon.home.scratch["exchanged"], "\(daemon.publishedDirectory)/\(file.path)") == 0)
        #expect(unlink("\(daemon.storeDirectory)/\(old).json") == 0)
        try await sql(
            "UPDATE content SET digest = x'\(new)', size = \(other.count), stampInode = NULL "
                + "WHERE digest = x'\(old)'", daemon)
    }
}
