internal import BusInterface
internal import DBus
internal import Glibc
internal import LinuxSystem
internal import TestSupport
internal import Testing

/// The command line program is killed at each message that it sends or takes.
@Suite(
    .serialized, .timeLimit(.minutes(10)), DaemonLog.trait,
    .enabled("system calls may be supervised here") { await CallSupervisor.isAvailable() })
struct CommandKillTests {
    /// So many fonts that they are a batch of several messages.
    private static let fontCount = 40

    /// Nothing of what is swept depends on a second opinion, which costs a process for each font.
    private static let environment = ["TYPECASE_SECOND_OPINION": "never"]

    /// What the program is asked for, and how things are then.
    enum Command: String, CaseIterable {
        case install, uninstall, disable, enable

        /// How many fonts are registered before.
        var initialCount: Int { self == .install ? 0 : CommandKillTests.fontCount }
        /// How many of them programs find before.
        var initialEnabledCount: Int { self == .enable ? 0 : initialCount }
        /// How many are registered after it was carried out.
        var finalCount: Int { self == .uninstall ? 0 : CommandKillTests.fontCount }
        /// How many of them programs find after it was carried out.
        var finalEnabledCount: Int { self == .disable ? 0 : finalCount }
    }

    /// How many fonts there are, and how many of them programs find.
    private struct Count: Equatable {
        var registered: Int
        var enabled: Int
    }

    @Test(
        "Killed at any message, a command is carried out or not, and leaves nothing behind",
        arguments: Command.allCases, ["sendmsg", "recvmsg"])
    func killed(command: Command, systemCall: String) async throws {
        try await RunningDaemon.run(isStarted: false) { daemon in
            try await daemon.start(environment: Self.environment)
            for (number, font) in Batch.fonts(Self.fontCount).enumerated() {
                try daemon.home.scratch.write(font, to: "given/\(1000 + number).ttf")
            }
            let initial = Count(registered: command.initialCount, enabled: command.initialEnabledCount)
            let final = Count(registered: command.finalCount, enabled: command.finalEnabledCount)
            var outcomes: [Count] = []
            // At which call to kill the program: the last of the life that was led to its end most recently.
            var point = 0
            /// Kills the program at a call, or not at all, and finds out what came of it where it did not get to its end.
            func carryOut(_ supervisor: CallSupervisor) async throws {
                try await prepare(command, daemon)
                let outcome = try await run(command, daemon, supervisor)
                guard supervisor.hasEndedProgram else {
                    #expect(outcome.succeeded, "\(outcome.standardError)")
                    #expect(try await count(daemon) == final)
                    point = supervisor.count
                    return
                }
                #expect(outcome.termination == .signalled(SIGKILL), "\(outcome.standardError)")
                // What was sent is carried out after the program is gone, or given up.
                try await daemon.waitUntilNothingIsStaged()
                var found = try await count(daemon)
                while found != initial, found != final { found = try await count(daemon) }
                outcomes.append(found)
                while try await !agrees(daemon) {}
            }
            try await KillSweep.run([systemCall], points: 4, carryOut)
            #expect(outcomes.first == initial, "the first message says nothing of fonts yet")
            // Whoever takes the last message has the answer before it. Sending is another matter: the last message to be
            // sent may well be the one that asks for it all.
            if systemCall == "recvmsg" {
                while !outcomes.contains(final) {
                    let supervisor = try CallSupervisor([systemCall], endingAt: point)
                    try await carryOut(supervisor)
                    // It takes a call more or less each time: on to its end, and a call before that again.
                    point += supervisor.hasEndedProgram ? 1 : -1
                }
            }
            try await daemon.restart()
            try await daemon.waitUntilRecovered()
            #expect(try await agrees(daemon))
            #expect(daemon.stagedFiles.isEmpty)
        }
    }

    @Test(
        "Killed at any message, all fonts of a provider are removed or brought back, or none, and it can be done again",
        arguments: ["remove", "restore"], ["sendmsg", "recvmsg"])
    func killed(providerCommand command: String, systemCall: String) async throws {
        try await RunningDaemon.run(isStarted: false) { daemon in
            try await daemon.start(environment: Self.environment)
            let all: Set = ["One", "Two", "Three"]
            let descriptors = try all.map { try SealedMemory(bytes: makeFont($0)).descriptor }
            #expect(try await daemon.register(descriptors).results.allSatisfy { $0.errorName == "" })
            let provider = try await daemon.manager.whoAmI().text("provider")
            let (initial, final): (Set<String>, Set<String>) = command == "remove" ? (all, []) : ([], all)
            var outcomes: [Set<String>] = []

            /// Removes the provider, or brings it back, unless that has been done.
            func bring(_ families: Set<String>) async throws {
                while try await daemon.fontconfigFamilies() != families {
                    if families.isEmpty {
                        _ = try await daemon.management.removeProvider(provider: provider, options: [:])
                    } else {
                        _ = try await daemon.management.restoreProvider(provider: provider, options: [:])
                    }
                }
            }
            /// What fontconfig, the tree and the registry agree on, in the end.
            func found() async throws -> Set<String> {
                while true {
                    let families = try await daemon.fontconfigFamilies()
                    let listed = try await daemon.list(["enabled": BusVariant(true)], by: .user).count
                    let isWhole = families == initial || families == final
                    if isWhole, daemon.publishedFiles.count == families.count, listed == families.count {
                        return families
                    }
                }
            }

            try await KillSweep.run([systemCall], points: 4) { supervisor in
                try await bring(initial)
                let outcome = try await daemon.typecase(["provider", command, provider], supervisedBy: supervisor)
                guard supervisor.hasEndedProgram else {
                    #expect(outcome.succeeded, "\(outcome.standardError)")
                    #expect(try await found() == final)
                    return
                }
                #expect(outcome.termination == .signalled(SIGKILL), "\(outcome.standardError)")
                outcomes.append(try await found())
            }
            #expect(outcomes.first == initial, "the first message says nothing of fonts yet")
            try await bring(initial)
            #expect(try await daemon.typecase("provider", command, provider).succeeded)
            try await daemon.restart()
            try await daemon.waitUntilRecovered()
            #expect(try await found() == final)
        }
    }

    /// Brings the fonts to how they are before the command.
    private func prepare(_ command: Command, _ daemon: RunningDaemon) async throws {
        while true {
            let ids = try await daemon.list(["limit": BusVariant(UInt32(1000))], by: .user).map { $0.text("id") }
            if command.initialCount == 0 {
                if ids.isEmpty { break }
                _ = try await daemon.unregister(ids, by: .user)
            } else if ids.count < Self.fontCount {
                let batch = try await Batch(on: daemon.connection, by: .user, with: Batch.fonts(Self.fontCount))
                _ = try await batch.commit()
            } else {
                _ = try await daemon.setEnabled(ids, command.initialEnabledCount > 0, by: .user)
                break
            }
        }
        let initial = Count(registered: command.initialCount, enabled: command.initialEnabledCount)
        #expect(try await count(daemon) == initial)
    }

    /// Runs the command.
    private func run(
        _ command: Command, _ daemon: RunningDaemon, _ supervisor: CallSupervisor
    ) async throws -> ChildProcess.Outcome {
        var arguments = [command.rawValue]
        if command == .install {
            arguments.append(daemon.home.scratch["given"])
        } else {
            arguments += try await daemon.list(["limit": BusVariant(UInt32(1000))], by: .user).map { $0.text("id") }
        }
        return try await daemon.typecase(arguments, supervisedBy: supervisor)
    }

    private func count(_ daemon: RunningDaemon) async throws -> Count {
        let fonts = try await daemon.list(["limit": BusVariant(UInt32(1000))], by: .user)
        return Count(registered: fonts.count, enabled: fonts.count { $0.boolean("enabled") == true })
    }

    /// Whether registry, tree, store and fontconfig say the same.
    private func agrees(_ daemon: RunningDaemon) async throws -> Bool {
        let count = try await count(daemon)
        let stored = try await daemon.filesLeftInStore().count
        let families = try await daemon.fontconfigFamilies().count
        return daemon.publishedFiles.count == count.enabled && families == count.enabled
            // Each has a note there, and those that programs do not find their bytes.
            && stored == count.registered + (count.registered - count.enabled)
    }
}
