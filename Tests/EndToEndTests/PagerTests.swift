internal import FontModel
internal import TestSupport
internal import Testing

/// What is longer than a terminal, at terminals with 24 lines, with real pagers.
@Suite(.serialized, .timeLimit(.minutes(10)), DaemonLog.trait)
struct PagerTests {
    private static let fontCount = 95

    private func withFonts(_ body: (RunningDaemon) async throws -> Void) async throws {
        try await RunningDaemon.run { daemon in
            for number in 0..<Self.fontCount { _ = try await daemon.register(makeFont("Many \(number)"), by: .user) }
            try await body(daemon)
        }
    }

    private func start(
        _ arguments: [String], _ variables: [String: String], _ daemon: RunningDaemon
    ) throws -> ChildProcess {
        try ChildProcess(
            at: PseudoTerminal(), BuildProducts.executable("typecase"), arguments,
            environment: daemon.environment.merging(["TERM": "xterm", "NO_COLOR": "1"]) { $1 }.merging(variables) { $1 }
        )
    }

    /// The lines that a command shows at a terminal.
    private func lines(
        _ arguments: [String], _ variables: [String: String], _ daemon: RunningDaemon
    ) async throws -> [Substring] {
        let outcome = await (try start(arguments, variables, daemon)).wait()
        #expect(outcome.termination == .exited(0), "\(outcome)")
        return outcome.standardOutput.split(separator: "\r\n")
    }

    /// A pager that marks what it shows.
    private static let marking = ["PAGER": "sed s/^/paged:/"]

    @Test("A list that is longer than the terminal goes through the user's pager, and nothing else does")
    func paged() async throws {
        try await withFonts { daemon in
            let list = try await lines(["list"], Self.marking, daemon)
            #expect(list.count == Self.fontCount + 1 && list.allSatisfy { $0.hasPrefix("paged:") })
            let own = try await lines(
                ["list"], Self.marking.merging(["TYPECASE_PAGER": "sed s/^/own:/"]) { $1 }, daemon)
            #expect(own.count == Self.fontCount + 1 && own.allSatisfy { $0.hasPrefix("own:") })
            for plain in [["list", "Many 1"], ["list", "--no-pager"], ["list", "--json"], ["status"]] {
                let shown = try await lines(plain, Self.marking, daemon)
                #expect(!shown.isEmpty && shown.allSatisfy { !$0.hasPrefix("paged:") }, "\(plain)")
            }
            for off in ["", " ", "cat"] {
                let shown = try await lines(["list"], Self.marking.merging(["TYPECASE_PAGER": off]) { $1 }, daemon)
                #expect(shown.count == Self.fontCount + 1 && shown.allSatisfy { !$0.hasPrefix("paged:") })
            }
            let pipe = try await ChildProcess.run(
                BuildProducts.executable("typecase"), ["list"],
                environment: daemon.environment.merging(Self.marking) { $1 })
            #expect(pipe.succeeded && !pipe.standardOutput.contains("paged:"))
        }
    }

    @Test("A pager that quits ends the command quietly, and one that is not there leaves the list to the terminal")
    func quits() async throws {
        try await withFonts { daemon in
            #expect(try await lines(["list"], ["PAGER": "head -n 2"], daemon).count == 2)
            #expect(try await lines(["list"], ["PAGER": "exit 3"], daemon).isEmpty)
            // More than a pipe holds, so that writing goes on when nobody reads any more.
            let whole = try await ChildProcess.run(
                BuildProducts.executable("typecase"), ["info", "Many*"], environment: daemon.environment)
            #expect(whole.standardOutput.utf8.count > 64 << 10)
            #expect(try await lines(["info", "Many*"], ["PAGER": "exit 3"], daemon).isEmpty)
            let missing = try await lines(["list"], ["PAGER": "/nonexistent/pager"], daemon)
            #expect(missing.count { $0.contains("Many ") } == Self.fontCount)
            let none = try await lines(["list"], ["PATH": "/nonexistent"], daemon)
            #expect(none.count { $0.contains("Many ") } == Self.fontCount, "there is no less either")
        }
    }

    @Test("Ctrl-C is for the pager, and the command waits for its end")
    func interrupted() async throws {
        try await withFonts { daemon in
            let pager = "trap '' INT; cat >/dev/null; echo ready; read line </dev/tty; echo got:$line"
            let child = try start(["list"], ["PAGER": pager], daemon)
            try await child.waitForOutput("ready")
            try child.write("\u{3}")
            try child.write("\u{3}")
            try child.write("x\n")
            let outcome = await child.wait()
            #expect(outcome.termination == .exited(0), "\(outcome)")
            #expect(outcome.standardOutput.contains("got:x"))
        }
    }

    @Test("A request to end ends the pager as well as the command")
    func terminated() async throws {
        try await withFonts { daemon in
            let file = daemon.home.scratch["ended"]
            let pager =
                "trap 'echo ended >\(file); exit 0' TERM; cat >/dev/null; echo ready; while :; do read line </dev/tty; done"
            let child = try start(["list"], ["PAGER": pager], daemon)
            try await child.waitForOutput("ready")
            child.send(signal: 15)
            let outcome = await child.wait()
            #expect(outcome.termination == .exited(128 + 15), "\(outcome)")
            #expect(try readAll(file) == Array("ended\n".utf8))
        }
    }

    @Test("Without a variable it is less, and the list stays on the screen")
    func less() async throws {
        try await withFonts { daemon in
            let child = try start(["list"], [:], daemon)
            // The first screen, and the prompt of less.
            try await child.waitForOutput("Many 20")
            try child.write("G")
            try await child.waitForOutput("Many \(Self.fontCount - 1)")
            try child.write("q")
            let outcome = await child.wait()
            #expect(outcome.termination == .exited(0), "\(outcome)")
            #expect(!outcome.standardOutput.contains("\u{1B}[?1049"), "LESS=FRX has no screen of its own")
        }
    }
}
