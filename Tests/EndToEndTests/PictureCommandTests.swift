internal import BusInterface
internal import FontModel
internal import Glibc
internal import TestSupport
internal import Testing

/// The commands that draw, at real terminals and into files, with the real service.
@Suite(.serialized, .timeLimit(.minutes(10)), DaemonLog.trait)
struct PictureCommandTests {
    private func typecase(_ daemon: RunningDaemon, _ arguments: String...) async throws -> ChildProcess.Outcome {
        try await ChildProcess.run(
            BuildProducts.executable("typecase"), arguments, environment: daemon.environment)
    }

    private func preview(
        _ daemon: RunningDaemon, _ arguments: String..., at terminal: PseudoTerminal
    ) throws -> ChildProcess {
        try ChildProcess(
            at: terminal, BuildProducts.executable("typecase"), ["preview"] + arguments,
            environment: daemon.environment.merging(["TERM": "xterm"]) { $1 })
    }

    /// The width and the height in the header of a PNG file.
    private func size(of path: String) throws -> [Int] {
        let bytes = try readAll(openDescriptor(path, O_RDONLY))
        try #require(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]))
        return [16, 20].map { start in bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
    }

    @Test("Files have the size that is asked for, and one that exists is replaced only where that is said")
    func files() async throws {
        try await RunningDaemon.run { daemon in
            let font = try daemon.home.scratch.write(makeFont("Shown"), to: "fonts/shown.ttf")
            let other = try daemon.home.scratch.write(makeFont("Other"), to: "fonts/other.ttf")
            let path = daemon.home.scratch["page.png"]
            #expect(try await typecase(daemon, "preview", font, "--width", "300", "-o", path).succeeded)
            let one = try size(of: path)
            #expect(one[0] == 300)
            let refused = try await typecase(daemon, "preview", font, "--width", "400", "-o", path)
            #expect(!refused.succeeded && refused.standardError.contains("--force"), "\(refused)")
            #expect(try size(of: path) == one)
            let both = ["preview", font, other, "--compare", "--width", "300", "-o", path, "--force"]
            let outcome = try await ChildProcess.run(
                BuildProducts.executable("typecase"), both, environment: daemon.environment)
            #expect(outcome.succeeded, "\(outcome)")
            #expect(try size(of: path)[1] > one[1] * 3 / 2, "the page has both fonts")
            let mask = daemon.home.scratch["mask.png"]
            let drawn = try await typecase(
                daemon, "mask", "ABC", "--font", font, "--width", "120", "--height", "50", "--scale", "2", "-o", mask)
            #expect(drawn.succeeded, "\(drawn)")
            #expect(try size(of: mask) == [240, 100])
        }
    }

    @Test("Values of axes change what is drawn, in previews and masks, and an axis that the font lacks does not")
    func axes() async throws {
        try await RunningDaemon.run { daemon in
            var builder = FontBuilder(family: "Axes")
            builder.axes = [VariationAxis(tag: "wght", name: "Weight", minimum: 100, defaultValue: 400, maximum: 900)]
            builder.axisShift = 120
            let font = try daemon.home.scratch.write(builder.build(), to: "axes.ttf")
            func draw(_ command: [String], _ axes: String?) async throws -> [UInt8] {
                let path = daemon.home.scratch["axes.png"]
                let arguments = command + ["-o", path, "--force"] + (axes.map { ["--axes", $0] } ?? [])
                let outcome = try await ChildProcess.run(
                    BuildProducts.executable("typecase"), arguments, environment: daemon.environment)
                try #require(outcome.succeeded, "\(outcome)")
                return try readAll(openDescriptor(path, O_RDONLY))
            }
            for command in [["preview", font, "--text", "ABC"], ["mask", "ABC", "--font", font]] {
                let usual = try await draw(command, nil)
                #expect(try await draw(command, "wght=900") != usual, "\(command)")
                #expect(try await draw(command, "wght=400,wdth=50") == usual, "\(command)")
            }
        }
    }

    @Test("A directory with more fonts than a process may open is shown font by font")
    func directory() async throws {
        try await RunningDaemon.run { daemon in
            for number in 100..<180 {
                try daemon.home.scratch.write(makeFont("Font \(number)"), to: "fonts/\(number).ttf")
            }
            let program = BuildProducts.executable("typecase")
            let child = try ChildProcess(
                at: PseudoTerminal(), "/bin/sh",
                ["-c", "ulimit -n 60; exec \(program) preview --text A \(daemon.home.scratch["fonts"])"],
                environment: daemon.environment.merging(["TERM": "xterm"]) { $1 })
            try await child.waitForOutput("\u{1B}[c")
            try child.write("\u{1B}[?62;22c")
            let outcome = await child.wait()
            #expect(outcome.succeeded, "\(outcome.standardOutput.suffix(300))")
            #expect(outcome.standardOutput.contains("179.ttf"))
        }
    }

    @Test("The list of fonts shows a picture of each that is installed, with its name as text on half blocks")
    func list() async throws {
        try await RunningDaemon.run { daemon in
            for name in ["First", "Second"] {
                let font = try daemon.home.scratch.write(makeFont(name), to: "\(name).ttf")
                #expect(try await typecase(daemon, "install", font).succeeded)
            }
            let child = try ChildProcess(
                at: PseudoTerminal(columns: 50), BuildProducts.executable("typecase"), ["list", "--preview"],
                environment: daemon.environment.merging(["TERM": "xterm", "NO_COLOR": "1"]) { $1 })
            try await child.waitForOutput("\u{1B}[c")
            try child.write("\u{1B}[?62;22c")
            let outcome = await child.wait()
            #expect(outcome.succeeded, "\(outcome.standardOutput)")
            let lines = outcome.standardOutput.split(separator: "\r\n")
            #expect(lines.contains { $0.contains("First") } && lines.contains { $0.contains("Second") })
            #expect(lines.contains { $0.contains("█") }, "\(outcome.standardOutput)")
            #expect(lines.allSatisfy { $0.filter { "█▀▄ ".contains($0) }.count <= 50 })
        }
    }

    @Test("A search shows the plainest face of each family, whichever was installed first")
    func search() async throws {
        try await RunningDaemon.run { daemon in
            for (style, weight) in [("Black", 900), ("Regular", 400), ("Thin", 100)] as [(String, UInt16)] {
                var font = FontBuilder(family: "Shown", style: style)
                font.weight = weight
                let path = try daemon.home.scratch.write(font.build(), to: "\(style).ttf")
                #expect(try await typecase(daemon, "install", path).succeeded)
            }
            let child = try ChildProcess(
                at: PseudoTerminal(columns: 50), BuildProducts.executable("typecase"),
                ["search", "--preview", "shown"],
                environment: daemon.environment.merging(["TERM": "xterm", "NO_COLOR": "1"]) { $1 })
            try await child.waitForOutput("\u{1B}[c")
            try child.write("\u{1B}[?62;22c")
            let outcome = await child.wait()
            #expect(outcome.succeeded, "\(outcome.standardOutput)")
            let names = outcome.standardOutput.split(separator: "\r\n").filter { $0.contains("Shown ") }
            #expect(names.count == 1 && names[0].hasSuffix("Shown Regular"), "\(names)")
        }
    }

    @Test("Answers that come late are neither echoed nor left for the shell")
    func lateAnswer() async throws {
        try await RunningDaemon.run { daemon in
            let font = try daemon.home.scratch.write(makeFont("Shown"), to: "shown.ttf")
            let terminal = try PseudoTerminal()
            let program = BuildProducts.executable("typecase")
            // The reader is what the shell is: it has only what is typed after the command.
            let child = try ChildProcess(
                at: terminal, "/bin/sh",
                ["-c", "\(program) preview --text A \(font); echo ended; read -r line; printf '<%s>' \"$line\""],
                environment: daemon.environment.merging(["TERM": "xterm"]) { $1 })
            // The picture comes once the time for answers is over.
            try await child.waitForOutput("shown.ttf")
            try child.write("\u{1B}]1337;ReportCellSize=18.0;9.0\u{1B}\\\u{1B}[?62;4;22c")
            try await child.waitForOutput("ended")
            try child.write("typed\n")
            let outcome = await child.wait()
            #expect(outcome.standardOutput.hasSuffix("<typed>"), "\(outcome.standardOutput.suffix(200))")
            #expect(!outcome.standardOutput.contains("^[]1337;ReportCellSize=18.0"))
        }
    }

    @Test("Ctrl-C leaves the terminal as it was")
    func interrupted() async throws {
        try await RunningDaemon.run { daemon in
            let font = try daemon.home.scratch.write(makeFont("Shown"), to: "shown.ttf")
            let program = BuildProducts.executable("typecase")
            let child = try ChildProcess(
                at: PseudoTerminal(), "/bin/sh",
                ["-c", "trap : INT; \(program) preview --text A \(font); stty -a"],
                environment: daemon.environment.merging(["TERM": "xterm", "PATH": "/usr/bin:/bin"]) { $1 })
            try await child.waitForOutput("\u{1B}[c")
            try child.write("\u{3}")
            try child.write("\u{3}")
            let outcome = await child.wait()
            let flags = outcome.standardOutput.split(whereSeparator: \.isWhitespace)
            #expect(flags.contains("icanon") && flags.contains("echo"), "\(outcome.standardOutput)")
        }
    }
}
