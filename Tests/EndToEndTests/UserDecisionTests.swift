internal import BusInterface
internal import DBus
internal import Glibc
internal import TestSupport
internal import Testing

/// What the user decided of a provider's font, whatever the provider does after that.
@Suite(.serialized, .timeLimit(.minutes(10)), DaemonLog.trait)
struct UserDecisionTests {
    private static func font(_ revision: Double) -> [UInt8] {
        var font = FontBuilder(family: "Unwanted")
        font.revision = revision
        return font.build()
    }

    @Test(
        "A provider that removes a font and gives it again does not enable what the user disabled",
        arguments: Scope.allCases)
    func removingAndRegistering(scope: Scope) async throws {
        try await RunningDaemon.run { daemon in
            var id = try await daemon.register(Self.font(1), scope: scope)
            _ = try await daemon.setEnabled([id], false, by: .user)
            // The same bytes, the same after a restart, and another version.
            for (revision, restarts) in [(1.0, false), (1, true), (2, true)] {
                _ = try await daemon.unregister([id])
                #expect(try await daemon.list().isEmpty)
                if restarts { try await daemon.restart(signal: SIGKILL) }
                id = try await expectDisabled(Self.font(revision), scope, daemon)
            }
            // A version that takes the place of the last one, and goes.
            id = try await expectDisabled(Self.font(3), scope, daemon)
            _ = try await daemon.unregister([id])
            id = try await expectDisabled(Self.font(1), scope, daemon)

            _ = try await daemon.setEnabled([id], true, by: .user)
            #expect(try await daemon.fontconfigFamilies() == ["Unwanted"])
            _ = try await daemon.unregister([id])
            _ = try await daemon.register(Self.font(1), scope: scope)
            #expect(try await daemon.fontconfigFamilies() == ["Unwanted"], "the user took the decision back")
        }
    }

    @Test(
        "A font that the user has disabled and then removed is a new one when it comes again", arguments: Scope.allCases
    )
    func removedByUser(scope: Scope) async throws {
        try await RunningDaemon.run { daemon in
            let id = try await daemon.register(Self.font(1), scope: scope)
            _ = try await daemon.setEnabled([id], false, by: .user)
            _ = try await daemon.unregister([id])
            let again = try await expectDisabled(Self.font(1), scope, daemon)
            _ = try await daemon.unregister([again], by: .user)
            _ = try await daemon.register(Self.font(1), scope: scope)
            #expect(try await daemon.fontconfigFamilies() == ["Unwanted"])
        }
    }

    /// Registers a font that the user wants to be disabled.
    private func expectDisabled(_ font: [UInt8], _ scope: Scope, _ daemon: RunningDaemon) async throws -> String {
        let answer = try await daemon.register([daemon.home.openFont(font)], scope: scope)
        let result = try #require(answer.results.first)
        #expect(result.errorName == "", "\(result.text("message"))")
        #expect(result.boolean("enabled") == false)
        #expect(result.boolean("already_registered") == false)
        let id = result.text("id")
        let enabling = try await daemon.setEnabled([id], true)
        #expect(enabling.results.first?.errorName == "CancelledByUser")
        #expect(try await daemon.list().map { $0.boolean("enabled") } == [false])
        #expect(daemon.publishedFiles == [])
        #expect(try await daemon.fontconfigFamilies() == [])
        return id
    }
}
