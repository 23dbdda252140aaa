internal import BusInterface
internal import DBus
internal import TestSupport
internal import Testing

/// Programs of different owners, as real processes: sandboxed applications, plain programs, the user.
@Suite(.serialized, .timeLimit(.minutes(10)), DaemonLog.trait)
struct OwnershipTests {
    private static let sandboxes: ConditionTrait = .enabled("an unprivileged user may make sandboxes") {
        await RunningDaemon.canMakeSandboxes()
    }
    private static let first = "org.example.First"
    private static let second = "org.example.Second"

    @Test("A script that removes all of its fonts leaves those of another script of the same interpreter")
    func twoScripts() async throws {
        try await RunningDaemon.run { daemon in
            let example = try readAll(examplePath("provide-fonts.py"))
            for name in ["first", "second"] {
                let script = try daemon.home.scratch.write(example, to: "\(name)/provide.py")
                let font = try daemon.home.scratch.write(makeFont("Script \(name)"), to: "given/\(name).ttf")
                let outcome = try await daemon.run("/usr/bin/python3", script, "register", font)
                #expect(outcome.succeeded, "\(outcome.standardError)")
            }
            let providers = try await daemon.list(by: .user).map { $0.text("provider") }
            #expect(Set(providers).count == 2, "\(providers)")
            #expect(providers.allSatisfy { $0.contains(":provide.py-") }, "\(providers)")
            let removing = try await daemon.run(
                "/usr/bin/python3", daemon.home.scratch["first/provide.py"], "unregister")
            #expect(removing.succeeded, "\(removing.standardError)")
            #expect(try await daemon.fontconfigFamilies() == ["Script second"])
        }
    }

    @Test(
        "A Python program registers, lists and removes knowing only the introspection data",
        arguments: PrivateBus.Kind.available)
    func pythonProvider(kind: PrivateBus.Kind) async throws {
        try await RunningDaemon.run(bus: PrivateBus(kind)) { daemon in
            let fonts = try (0..<20).map {
                try daemon.home.scratch.write(makeFont("Python \($0)"), to: "given/\($0).ttf")
            }
            let refused = try daemon.home.scratch.write("no font", to: "given/no-font.ttf")
            let registering = try await ChildProcess.run(
                "/usr/bin/python3", [examplePath("provide-fonts.py"), "register"] + fonts + [refused],
                environment: daemon.environment)
            #expect(registering.termination == .exited(1), "one of them is no font: \(registering.standardError)")
            let lines = registering.standardOutput.split(separator: "\n")
            #expect(lines.count == 21)
            #expect(lines.last?.contains("no-font.ttf") == true)
            let ids = Set(lines.dropLast().map(String.init))
            #expect(ids.count == 20)
            #expect(Set(try await daemon.list(by: .user).map { $0.text("id") }) == ids)
            #expect(try await daemon.fontconfigFamilies() == Set((0..<20).map { "Python \($0)" }))

            let listing = try await daemon.provide("list")
            #expect(listing.succeeded)
            #expect(Set(listing.standardOutput.split(separator: "\n").map { String($0.prefix(32)) }) == ids)
            let removing = try await daemon.provide("unregister")
            #expect(removing.succeeded)
            #expect(try await daemon.list(by: .user).isEmpty)
            #expect(try await daemon.fontconfigFamilies() == [])
        }
    }

    @Test("50 providers at once, with fonts of their own and one that all of them have, are all served", sandboxes)
    func manyProviders() async throws {
        try await RunningDaemon.run { daemon in
            let shared = try daemon.home.scratch.write(makeFont("Shared"), to: "given/shared.ttf")
            let names = (0..<50).map { "org.example.Provider\($0)" }
            let ids = try await withThrowingTaskGroup(of: [String].self) { group in
                for name in names {
                    group.addTask {
                        let own = try daemon.home.scratch.write(makeFont(name), to: "given/\(name).ttf")
                        let outcome = try await daemon.provide(as: name, "register", own, shared)
                        #expect(outcome.succeeded, "\(outcome.standardError)")
                        return outcome.standardOutput.split(separator: "\n").map(String.init)
                    }
                }
                return try await group.reduce(into: [[String]]()) { $0.append($1) }
            }
            #expect(ids.allSatisfy { $0.count == 2 })
            #expect(Set(ids.joined()).count == 100, "each has registrations of its own")
            let fonts = try await daemon.list(["limit": BusVariant(UInt32(1000))], by: .user)
            #expect(Set(fonts.map { $0.text("id") }) == Set(ids.joined()))
            for name in names { #expect(fonts.count { $0.text("provider") == name } == 2, "\(name)") }
            #expect(try await daemon.fontconfigFamilies() == Set(names + ["Shared"]))
            // What of the shared font was not needed goes after the replies.
            try await daemon.waitUntilNothingIsStaged()
            #expect(daemon.publishedFiles.count == 51, "what is the same is there once")
        }
    }

    @Test(
        "A sandboxed program is the provider of its application id, and sees its own fonts only", sandboxes,
        arguments: PrivateBus.Kind.available)
    func sandboxedProviders(kind: PrivateBus.Kind) async throws {
        try await RunningDaemon.run(bus: PrivateBus(kind)) { daemon in
            let font = try daemon.home.scratch.write(makeFont("Sandboxed"), to: "given/sandboxed.ttf")
            let id = try expectID(try await daemon.provide(as: Self.first, "register", font))
            let own = try await daemon.register(makeFont("Unconfined"))
            let fonts = try await daemon.list(by: .user)
            #expect(
                Set(fonts.map { [$0.text("id"), $0.text("provider")] })
                    == [[id, Self.first], [own, try await daemon.manager.whoAmI().text("provider")]])
            #expect(try await daemon.provide(as: Self.first, "list").standardOutput.hasPrefix(id))
            #expect(try await daemon.provide(as: Self.second, "list").standardOutput == "")
            #expect(try await daemon.list().map { $0.text("id") } == [own])

            let providers = try await daemon.management.listProviders(filter: [:]).providers.map { $0.text("id") }
            #expect(providers.contains(Self.first))
        }
    }

    @Test("The user's font is another's to a program: its id and an unknown one get the same answer")
    func idsOfTheUser() async throws {
        try await RunningDaemon.run { daemon in
            let ids = [
                try await daemon.register(makeFont("Of The User"), by: .user), String(repeating: "0", count: 32),
            ]
            func expectRefusal(_ results: [[String: BusVariant]]) {
                #expect(results.map(\.errorName) == ["NotRegistered", "NotRegistered"])
                let messages = zip(results, ids).map { $0.text("message").replacing($1, with: "ID") }
                #expect(messages[0] == messages[1])
            }
            for isEnabled in [false, true] { expectRefusal(try await daemon.setEnabled(ids, isEnabled).results) }
            expectRefusal(try await daemon.unregister(ids).results)
            #expect(try await daemon.fontconfigFamilies() == ["Of The User"])
        }
    }

    @Test("Another's id and an unknown one get the same answer, and nothing happens to the font", sandboxes)
    func foreignIds() async throws {
        try await RunningDaemon.run { daemon in
            let font = try daemon.home.scratch.write(makeFont("Of The First"), to: "given/first.ttf")
            let id = try expectID(try await daemon.provide(as: Self.first, "register", font))
            let unknown = String(repeating: "0", count: 32)
            func same(_ first: ChildProcess.Outcome, _ second: ChildProcess.Outcome) {
                #expect(first.termination == .exited(1))
                #expect(first.termination == second.termination)
                #expect(
                    first.standardOutput.replacing(id, with: "ID")
                        == second.standardOutput.replacing(unknown, with: "ID"))
            }
            same(
                try await daemon.provide(as: Self.second, "unregister", id),
                try await daemon.provide(as: Self.second, "unregister", unknown))
            for isEnabled in [false, true] {
                let answer = try await daemon.setEnabled([id, unknown], isEnabled)
                #expect(answer.results.map(\.errorName) == ["NotRegistered", "NotRegistered"])
                #expect(
                    answer.results[0].text("message").replacing(id, with: "ID")
                        == answer.results[1].text("message").replacing(unknown, with: "ID"))
            }
            let removal = try await daemon.unregister([id, unknown])
            #expect(removal.results.map(\.errorName) == ["NotRegistered", "NotRegistered"])
            #expect(try await daemon.fontconfigFamilies() == ["Of The First"])

            let byUser = try await daemon.unregister([id], by: .user)
            #expect(byUser.results.first?.errorName == "")
            #expect(try await daemon.fontconfigFamilies() == [])
        }
    }

    @Test("Bytes that two providers gave stay until both have left", sandboxes, arguments: [true, false])
    func sharedContent(firstLeavesFirst: Bool) async throws {
        try await RunningDaemon.run { daemon in
            let bytes = makeFont("Shared")
            let font = try daemon.home.scratch.write(bytes, to: "given/shared.ttf")
            let first = try expectID(try await daemon.provide(as: Self.first, "register", font))
            let second = try expectID(try await daemon.provide(as: Self.second, "register", font))
            #expect(first != second)
            #expect(daemon.publishedFiles.count == 1, "one file per content")
            #expect(try await daemon.list(by: .user).count == 2)

            let order = firstLeavesFirst ? [Self.first, Self.second] : [Self.second, Self.first]
            #expect(try await daemon.provide(as: order[0], "unregister").succeeded)
            #expect(try await daemon.fontconfigFamilies() == ["Shared"])
            #expect(try await daemon.list(by: .user).map { $0.text("provider") } == [order[1]])
            #expect(
                try readAll("\(daemon.publishedDirectory)/\(try #require(daemon.publishedFiles.first).path)") == bytes)
            #expect(try await daemon.provide(as: order[1], "unregister").succeeded)
            #expect(try await daemon.fontconfigFamilies() == [])
            #expect(daemon.publishedFiles == [])
            #expect(try await daemon.filesLeftInStore() == [])
        }
    }

    @Test("A sandboxed program may not use the management interface, nor open what it did not register", sandboxes)
    func management() async throws {
        try await RunningDaemon.run { daemon in
            let disabled = try await daemon.register(makeFont("Private"), enabled: false)
            let program = """
                import dbus, sys
                bus = dbus.SessionBus()
                public = dbus.Interface(bus.get_object("org.typecase.FontManager1", "/org/typecase/FontManager1"),
                    "org.typecase.FontManager1")
                who = public.WhoAmI()
                print(who["kind"], who["app_id"], who["provider"])
                management = dbus.Interface(bus.get_object("org.typecase.Management1", "/org/typecase/Management1"),
                    "org.typecase.Management1")
                empty = dbus.Dictionary({}, signature="sv")
                calls = [
                    lambda: management.ListFonts(empty),
                    lambda: management.Uninstall([sys.argv[1]], empty),
                    lambda: management.Status(),
                    lambda: management.ListFonts(empty, dbus_interface="org.freedesktop.DBus.Properties"),
                    lambda: public.OpenFont(sys.argv[1], empty),
                    lambda: public.OpenFont("0" * 32, empty),
                ]
                for call in calls:
                    try:
                        print("done", call())
                    except dbus.DBusException as error:
                        print(error.get_dbus_name())
                """
            let outcome = try await daemon.runSandboxed(Self.first, ["/usr/bin/python3", "-c", program, disabled])
            #expect(outcome.succeeded, "\(outcome.standardError)")
            let denied = "org.freedesktop.DBus.Error.AccessDenied"
            #expect(
                outcome.standardOutput.split(separator: "\n").map(String.init) == [
                    "flatpak \(Self.first) \(Self.first)", denied, denied, denied,
                    "org.freedesktop.DBus.Error.UnknownMethod", "org.typecase.Error.NotRegistered",
                    "org.typecase.Error.NotRegistered",
                ])
            #expect(try await daemon.list().map { $0.text("id") } == [disabled])
        }
    }

    @Test("A sandbox whose description names no application is refused, not taken for a plain program", sandboxes)
    func malformedSandbox() async throws {
        try await RunningDaemon.run { daemon in
            let outcome = try await daemon.runSandboxed(
                "not an id", ["/usr/bin/python3", examplePath("provide-fonts.py"), "list"])
            #expect(outcome.termination == .exited(1))
            #expect(outcome.standardError.contains("cannot tell for sure who the caller is"))
        }
    }

    private func expectID(_ outcome: ChildProcess.Outcome) throws -> String {
        try #require(outcome.succeeded, "\(outcome.standardOutput)\(outcome.standardError)")
        return try #require(outcome.standardOutput.split(separator: "\n").first.map(String.init))
    }
}
