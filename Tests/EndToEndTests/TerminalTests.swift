internal import BusInterface
internal import Glibc
internal import TestSupport
internal import Testing

/// The real command line program at a real terminal, with the real daemon.
@Suite(.serialized, .timeLimit(.minutes(10)), DaemonLog.trait)
struct TerminalTests {
    /// Fonts enough for a batch that takes a while.
    private static let fontCount = 400

    private func writeFonts(_ daemon: RunningDaemon) throws -> String {
        for (number, font) in Batch.fonts(Self.fontCount).enumerated() {
            try daemon.home.scratch.write(font, to: "given/\(1000 + number).ttf")
        }
        return daemon.home.scratch["given"]
    }

    private func install(_ fonts: String, at terminal: PseudoTerminal, _ daemon: RunningDaemon) throws -> ChildProcess {
        try ChildProcess(
            at: terminal, BuildProducts.executable("typecase"), ["install", fonts],
            environment: daemon.environment.merging(["TERM": "xterm"]) { $1 })
    }

    /// The percentages that a line with a status has shown, in order.
    private func percentages(of status: String, in text: String) -> [Int] {
        text.split(separator: "\r").filter { $0.hasPrefix(status) }.compactMap { line in
            line.ranges(of: " %").first.flatMap { Int(line[..<$0.lowerBound].split(separator: " ").last ?? "") }
        }
    }

    @Test("A large installation shows how far it is, as the service tells, and leaves nothing of that on the screen")
    func progress() async throws {
        try await RunningDaemon.run { daemon in
            let terminal = try PseudoTerminal(columns: 60)
            let child = try install(try writeFonts(daemon), at: terminal, daemon)
            let outcome = await child.wait()
            #expect(outcome.termination == .exited(0))
            let checking = percentages(of: "Checking fonts", in: outcome.standardOutput)
            let installing = percentages(of: "Installing fonts", in: outcome.standardOutput)
            #expect(checking == checking.sorted() && checking.last == 100)
            #expect(installing.count > 1, "\(outcome.standardOutput)")
            #expect(installing == installing.sorted())
            let screen = try #require(outcome.standardOutput.split(separator: "\u{1B}[K").last)
            #expect(screen == "\(Self.fontCount) installed.\r\n", "so many are not told one by one")
            #expect(daemon.publishedFiles.count == Self.fontCount)
        }
    }

    @Test(
        "Ctrl-C while a batch is filled or committed leaves nothing of it, or all of it where it comes too late",
        arguments: ["Checking fonts", "Installing fonts"])
    func cancelled(status: String) async throws {
        try await RunningDaemon.run { daemon in
            let child = try install(try writeFonts(daemon), at: PseudoTerminal(), daemon)
            try await child.waitForOutput(status)
            try child.write("\u{3}")
            let outcome = await child.wait()
            #expect(daemon.stagedFiles.isEmpty, "nothing waits any more when the program has left")
            if outcome.termination == .exited(0), status == "Installing fonts" {
                #expect(daemon.publishedFiles.count == Self.fontCount)
            } else {
                #expect(outcome.termination == .exited(130))
                let missing = "Interrupted; \(Self.fontCount) of \(Self.fontCount) files were not installed.\r\n"
                #expect(outcome.standardOutput.hasSuffix(missing))
                #expect(daemon.publishedFiles.isEmpty && daemon.storedFiles.isEmpty)
                #expect(try await daemon.list().isEmpty)
                #expect(try await daemon.fontconfigList().isEmpty)
            }
        }
    }

    @Test("A list fits the terminal, and is whole where it goes elsewhere")
    func narrow() async throws {
        try await RunningDaemon.run { daemon in
            let family = "A Family Whose Name Is Longer Than Any Terminal That Somebody Would Want To Use Is Wide"
            let id = try await daemon.register(makeFont(family), by: .user)
            let child = try ChildProcess(
                at: PseudoTerminal(columns: 80), BuildProducts.executable("typecase"), ["list"],
                environment: daemon.environment.merging(["TERM": "xterm", "NO_COLOR": "1"]) { $1 })
            let lines = await child.wait().standardOutput.split(separator: "\r\n")
            #expect(lines.count == 2 && lines.allSatisfy { $0.count <= 80 && !$0.contains("\u{1B}") })
            #expect(lines.last?.hasPrefix("\(id.prefix(8))  A Family") == true)
            #expect(lines.last?.hasSuffix("user      persistent  enabled") == true)
            #expect(try await daemon.typecase("list").standardOutput.contains(family))
        }
    }

    @Test("A second Ctrl-C leaves at once, also where the service does not answer, which clears up after the program")
    func left() async throws {
        try await RunningDaemon.run { daemon in
            let child = try install(try writeFonts(daemon), at: PseudoTerminal(), daemon)
            try await child.waitForOutput("Checking fonts")
            // Nothing is answered from now on, so that the first alone leads nowhere.
            kill(daemon.processID, SIGSTOP)
            defer { kill(daemon.processID, SIGCONT) }
            try child.write("\u{3}")
            try await child.waitForOutput("Cancelling; press Ctrl-C again to quit")
            try child.write("\u{3}")
            #expect(await child.wait().termination == .exited(130))
            kill(daemon.processID, SIGCONT)
            try await daemon.waitUntilNothingIsStaged()
            #expect(daemon.publishedFiles.isEmpty && daemon.storedFiles.isEmpty)
            #expect(try await daemon.list(by: .user).isEmpty)
        }
    }

    @Test("Where its output goes elsewhere, a large installation says nothing but what it has installed")
    func quiet() async throws {
        try await RunningDaemon.run { daemon in
            let outcome = try await daemon.typecase("install", try writeFonts(daemon))
            #expect(outcome.termination == .exited(0))
            #expect(outcome.standardError.isEmpty)
            #expect(outcome.standardOutput == "\(Self.fontCount) installed.\n")
            let again = try await daemon.typecase("install", "--verbose", daemon.home.scratch["given"])
            let lines = again.standardOutput.split(separator: "\n")
            #expect(lines.dropLast().count == Self.fontCount)
            #expect(lines.dropLast().allSatisfy { $0.hasPrefix("Already installed ") })
            #expect(lines.last == "\(Self.fontCount) already installed.")
            for mark in ["%", "\r", "\u{1B}"] { #expect(!outcome.standardOutput.contains(mark)) }
        }
    }
}
