internal import BusInterface
internal import DBus
internal import FoundationEssentials
internal import Glibc
internal import TestSupport
internal import Testing

/// The real command line program with the real daemon.
@Suite(.serialized, .timeLimit(.minutes(10)), DaemonLog.trait)
struct CommandLineTests {
    @Test("A font is named by the file it came from, by a copy, by the published file, and with its family")
    func filesAndFamilies() async throws {
        try await RunningDaemon.run { daemon in
            for style in ["Regular", "Bold"] {
                try daemon.home.scratch.write(makeFont("Filed", style: style), to: "given/\(style).ttf")
            }
            try daemon.home.scratch.write(makeFont("Filed Other"), to: "given/Other.ttf")
            let (given, bold) = (daemon.home.scratch["given"], daemon.home.scratch["given/Bold.ttf"])
            #expect(symlink(given, daemon.home.scratch["link"]) == 0)
            #expect(try await daemon.typecase("install", daemon.home.scratch["link"]).succeeded)

            for (command, said) in [("disable", "disabled"), ("uninstall", "removed")] {
                let planned = try await daemon.typecase(command, bold, "--dry-run")
                #expect(planned.standardOutput == "Would be \(said): Filed Bold 1.000\n", "\(planned)")
            }
            #expect(try await daemon.typecase("enable", bold, "--dry-run").termination == .exited(2))
            #expect(try await daemon.fontconfigList().count == 3, "nothing has changed")
            #expect(try await daemon.typecase("disable", bold).standardOutput == "Disabled Filed Bold 1.000\n")
            let enabled = try await daemon.typecase("enable", "--family", "filed").standardOutput
            #expect(
                Set(enabled.split(separator: "\n"))
                    == ["Enabled Filed Bold 1.000", "Already enabled: Filed Regular 1.000"])
            #expect(try await daemon.fontconfigList().count == 3)

            let published = try #require(
                try await daemon.fontconfigList().map(\.file).first { try readAll($0) == readAll(bold) })
            #expect(try await daemon.typecase("uninstall", published).standardOutput == "Removed Filed Bold 1.000\n")
            #expect(try await daemon.typecase("uninstall", bold).termination == .exited(3))
            let family = try await daemon.typecase("uninstall", "--family", "Filed")
            #expect(family.standardOutput == "Removed Filed Regular 1.000\n")
            #expect(try await daemon.fontconfigFamilies() == ["Filed Other"])
        }
    }

    @Test("Install, list, info, match, open, disable, enable, status, uninstall: all of it with its exit code")
    func wholeLife() async throws {
        try await RunningDaemon.run { daemon in
            let fonts = daemon.home.scratch["given/fonts"]
            let bytes = makeFont("Command Line", style: "Bold")
            // More than one message holds, so that the program has to split them.
            for number in 0..<37 {
                try daemon.home.scratch.write(makeFont("Part \(number)"), to: "given/fonts/deep/\(number).ttf")
            }
            try daemon.home.scratch.write(bytes, to: "given/fonts/CommandLine.TTF")
            try daemon.home.scratch.write("read me", to: "given/fonts/README.txt")

            let install = try await daemon.typecase("install", "--json", fonts)
            #expect(install.termination == .exited(0), "\(install.standardError)")
            let installed = try JSONDecoder().decode([Font].self, from: Data(install.standardOutput.utf8))
            #expect(installed.count == 38)
            let again = try await daemon.typecase("install", fonts)
            #expect(again.termination == .exited(2), "everything was there: \(again.standardOutput)")

            let list = try await daemon.typecase("list", "--json")
            let listed = try JSONDecoder().decode([Font].self, from: Data(list.standardOutput.utf8))
            #expect(Set(listed.map(\.id)) == Set(installed.map(\.id)))
            #expect(Set(listed.map(\.provider)) == ["user"])
            let text = try await daemon.typecase("list")
            #expect(text.standardOutput.contains("Command Line Bold"))
            #expect(!text.standardOutput.contains("\u{1b}"), "no colours where nobody looks")

            let font = try #require(listed.first { $0.faces?.first?.postscript_name == "CommandLine-Bold" })
            for name in [font.id, "CommandLine-Bold", "Command Line Bold"] {
                let info = try await daemon.typecase("info", "--json", name)
                #expect(info.termination == .exited(0), "\(name): \(info.standardError)")
                #expect(try JSONDecoder().decode(Font.self, from: Data(info.standardOutput.utf8)).id == font.id)
            }
            let match = try await daemon.typecase("match", "--json", "--family", "Command Line")
            #expect(match.standardOutput.contains(font.id))

            let output = daemon.home.scratch["opened.ttf"]
            #expect(try await daemon.typecase("open", "CommandLine-Bold", "--output", output).succeeded)
            #expect(try readAll(output) == bytes)

            #expect(try await daemon.typecase("disable", font.id).termination == .exited(0))
            #expect(try await daemon.typecase("disable", font.id).termination == .exited(2))
            #expect(try await daemon.fontconfigFamilies().count == 37)
            #expect(try await daemon.typecase("enable", "CommandLine-Bold").termination == .exited(0))
            #expect(try await daemon.fontconfigFamilies().contains("Command Line"))

            let status = try await daemon.typecase("status", "--json")
            let state = try JSONDecoder().decode(Status.self, from: Data(status.standardOutput.utf8))
            #expect(state.fonts == 38)
            #expect(state.enabled == 38)
            #expect(state.process_id == daemon.processID)
            #expect(!state.denied.isEmpty)
            #expect(Set(state.judges.keys).isSuperset(of: ["typecase", "freetype", "harfbuzz", "fontconfig"]))
            #expect(state.judges.values.allSatisfy { !$0.isEmpty })
            #expect(state.judges["ots"] != nil || state.judges_unheard?["ots"]?.isEmpty == false)
            #expect(
                state.denied.values.allSatisfy { !$0.isEmpty && $0.values.allSatisfy { $0 } },
                "everything is denied to the parser: \(state.denied)")

            #expect(try await daemon.typecase("uninstall", font.id).termination == .exited(0))
            #expect(try await daemon.typecase("uninstall", font.id).termination == .exited(3))
            #expect(try await daemon.typecase("info", "CommandLine-Bold").termination == .exited(3))
            let rest = listed.map(\.id).filter { $0 != font.id }
            let removal = try await ChildProcess.run(
                BuildProducts.executable("typecase"), ["uninstall"] + rest, environment: daemon.environment)
            #expect(removal.succeeded)
            #expect(try await daemon.fontconfigFamilies() == [])
            #expect(daemon.publishedFiles == [])
            #expect(try await daemon.filesLeftInStore() == [])
        }
    }

    @Test("What cannot be installed is named, the rest is installed, and the exit code says so")
    func partialFailure() async throws {
        try await RunningDaemon.run { daemon in
            let good = try daemon.home.scratch.write(makeFont("Good"), to: "given/good.ttf")
            let bad = try daemon.home.scratch.write("no font", to: "given/bad.ttf")
            let outcome = try await daemon.typecase("install", good, bad, "/nonexistent.ttf", "/dev/zero")
            #expect(outcome.termination == .exited(1))
            for name in ["bad.ttf", "/nonexistent.ttf", "/dev/zero"] { #expect(outcome.standardError.contains(name)) }
            #expect(!outcome.standardError.contains("good.ttf"))
            #expect(try await daemon.fontconfigFamilies() == ["Good"])
            #expect(try await daemon.typecase("install", "/nonexistent.ttf").termination == .exited(3))
            #expect(try await daemon.typecase("install").termination == .exited(64))
            #expect(try await daemon.typecase("uninstall", "no such font").termination == .exited(3))
        }
    }

    @Test("Monitor tells of changes and runs its command, over a restart of the daemon")
    func monitor() async throws {
        try await RunningDaemon.run { daemon in
            let monitor = try ChildProcess(
                BuildProducts.executable("typecase"),
                ["monitor", "--json", "--exec", "echo generation=$TYPECASE_GENERATION; exec fc-list : family"],
                environment: daemon.environment)
            let warmUp = try await daemon.register(makeFont("Before"), by: .user)
            // The first change may come before the program listens; it is told of the last one for certain.
            while !monitor.standardOutput.contains("generation=") {
                _ = try await daemon.setEnabled([warmUp], false, by: .user)
                _ = try await daemon.setEnabled([warmUp], true, by: .user)
            }
            let first = try await daemon.register(makeFont("First Seen"), by: .user)
            try await monitor.waitForOutput(first)
            try await monitor.waitForOutput("First Seen")
            try await daemon.restart(signal: 9)
            let second = try await daemon.register(makeFont("Second Seen"), by: .user)
            try await monitor.waitForOutput(second)
            try await monitor.waitForOutput("Second Seen")
            monitor.send(signal: 2)
            _ = await monitor.wait()
        }
    }

    @Test("Without a daemon the program says that there is none")
    func unreachable() async throws {
        try await RunningDaemon.run(isStarted: false) { daemon in
            let outcome = try await daemon.typecase("list")
            #expect(outcome.termination == .exited(69))
            #expect(!outcome.standardError.isEmpty)
        }
    }

    private struct Font: Decodable {
        struct Face: Decodable { var postscript_name: String }
        var id: String
        var provider: String?
        var faces: [Face]?
    }

    private struct Status: Decodable {
        var fonts: Int
        var enabled: Int
        var process_id: Int32
        var denied: [String: [String: Bool]]
        var judges: [String: String]
        var judges_unheard: [String: String]?
    }
}
