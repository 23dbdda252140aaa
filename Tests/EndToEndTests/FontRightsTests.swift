internal import BusInterface
internal import DBus
internal import Glibc
internal import LinuxSystem
internal import TestSupport
internal import Testing
internal import Typecase

/// What an application may do, as the client library tells it and asks for it.
@Suite(.serialized, .timeLimit(.minutes(10)), DaemonLog.trait)
struct FontRightsTests {
    @Test(
        "Rights that an application has are granted at once, and those that a policy denies are refused with its reason"
    )
    func requested() async throws {
        try await RunningDaemon.run { daemon in
            let manager = daemon.fontManager
            #expect(try await manager.rights()[.installFonts] == .granted)
            #expect(
                try await manager.requestRights([.installFonts, .useInstalledFonts]) == [
                    .installFonts: .granted, .useInstalledFonts: .granted,
                ])
            let provider = try await daemon.manager.whoAmI().text("provider")
            let scratch = daemon.home.scratch
            let file = try scratch.write(
                """
                {"version": 1, "rules": [{"providers": ["\(provider)"], "decision": "deny", "reason": "Because."}]}
                """, to: "policy/new")
            // Whole or not at all, as the service may look at any moment.
            try retryingInterrupts { rename(file, scratch["policy/policy.d/00-test.json"]) }
            try await eventually("the policy holds") { try await manager.rights()[.installFonts] == .denied }
            let error = await #expect(throws: FontManagerError.self) {
                try await manager.requestRights([.installFonts])
            }
            #expect(error?.code == .missingEntitlement)
            #expect(error?.message.contains("Because.") == true)
            let unknown = await #expect(throws: FontManagerError.self) {
                try await manager.requestRights([FontRight(rawValue: "fly")])
            }
            #expect(unknown?.code == .invalidArgument)
            let nothing = await #expect(throws: FontManagerError.self) { try await manager.requestRights([]) }
            #expect(nothing?.code == .invalidArgument)
        }
    }

    @Test("Fonts that are asked for are told where they cannot be had")
    func fonts() async throws {
        try await RunningDaemon.run { daemon in
            let manager = daemon.fontManager
            _ = try await daemon.register(makeFont("Wanted"))
            let missing = FontDescriptor(name: "Nobody Has It")
            #expect(try await manager.requestFonts([FontDescriptor(name: "Wanted"), missing]) == [missing])
            #expect(try await manager.requestFonts([FontDescriptor(familyName: "Wanted")]) == [])
            // What was listed is requested as it was listed.
            let listed = try await manager.registeredFonts().flatMap(\.descriptors)
            #expect(try await manager.requestFonts(listed) == [] && listed.count == 1)
        }
    }

    @Test("Without a service both say so")
    func withoutService() async throws {
        let bus = try PrivateBus()
        let manager = FontManager(address: .address(bus.address))
        for call in [
            { try await manager.requestRights([.installFonts]).count },
            { try await manager.requestFonts([FontDescriptor(name: "A")]).count },
        ] as [@Sendable () async throws -> Int] {
            let error = await #expect(throws: FontManagerError.self) { try await call() }
            #expect(error?.code == .serviceUnavailable)
        }
    }
}
