internal import BusInterface
internal import DBus
internal import FoundationEssentials
internal import Glibc
internal import LinuxSystem
internal import TestSupport
internal import Testing

/// Files whose paths are not UTF-8, as archives from other systems leave them.
@Suite(.serialized, .timeLimit(.minutes(10)), DaemonLog.trait)
struct PathTests {
    /// Puts a font where a text says, with directories that are not UTF-8 either.
    private func place(_ font: [UInt8], at path: String, in home: ScratchHome) throws -> String {
        let file = try home.scratch.write(font, to: "made.ttf")
        let target = "\(home.path)/\(path)"
        var directory = home.path
        for name in path.split(separator: "/").dropLast() {
            directory += "/\(name)"
            mkdir(directory.fileSystemRepresentation, 0o755)
        }
        try #require(rename(file, target.fileSystemRepresentation) == 0)
        return target
    }

    private func isThere(_ path: String) -> Bool { (try? FileStatus(path: path)) != nil }

    private struct Item: Decodable {
        struct Face: Decodable {
            var full_name: String
        }
        var id: String?
        var file: String?
        var faces: [Face]?
    }

    private func items(_ outcome: ChildProcess.Outcome) throws -> [Item] {
        try JSONDecoder().decode([Item].self, from: Data(outcome.standardOutput.utf8))
    }

    @Test("They are validated, installed and named on the command line, as bytes and by their escapes")
    func commandLine() async throws {
        try await RunningDaemon.run { daemon in
            let first = try place(makeFont("First"), at: "given/d\\E9\\xE9/caf\\xE9.ttf", in: daemon.home)
            let second = try place(makeFont("Second"), at: "given/\\xFF.ttf", in: daemon.home)
            let validation = try await daemon.typecase("validate", "--json", "\(daemon.home.path)/given")
            #expect(validation.succeeded, "\(validation)")
            #expect(validation.standardOutput.contains(#""\#(daemon.home.path)/given/d\\E9\\xE9/caf\\xE9.ttf""#))
            let installed = try await daemon.typecase("install", "--json", "\(daemon.home.path)/given")
            #expect(try items(installed).map(\.file) == [second, first])
            #expect(try await daemon.fontconfigFamilies() == ["First", "Second"])
            // The shell passes the byte itself.
            let bytes = "exec \(BuildProducts.executable("typecase")) disable \"$(printf '\\377.ttf')\""
            let disabled = try await ChildProcess.run(
                "/bin/sh", ["-c", bytes], environment: daemon.environment, directory: "\(daemon.home.path)/given")
            #expect(disabled.standardOutput == "Disabled Second Regular 1.000\n", "\(disabled)")
            #expect(try await daemon.typecase("enable", second).standardOutput == "Enabled Second Regular 1.000\n")
            #expect(try await daemon.typecase("uninstall", first).standardOutput == "Removed First Regular 1.000\n")
            let output = "\(daemon.home.path)/out\\xE9.ttf"
            #expect(try await daemon.typecase("open", "Second", "--output", output).succeeded)
            #expect(isThere(output))
            let missing = try await daemon.typecase("install", "\(daemon.home.path)/given/no\\xE9.ttf")
            #expect(missing.termination == .exited(3))
            #expect(missing.standardError.contains("given/no\\xE9.ttf: There is no such file."))
        }
    }

    @Test("The system's fonts in such directories are listed, matched and opened as fontconfig has them")
    func systemFonts() async throws {
        let home = try ScratchHome()
        let font = makeFont("Of The System")
        let path = try place(font, at: "in/f\\xE9/s\\xFC.ttf", in: home)
        let directory = "\(home.systemFontDirectory)/f\\xE9"
        try #require(rename(UserDirectory.parent(of: path), directory.fileSystemRepresentation) == 0)
        try await RunningDaemon.run(home: home) { daemon in
            #expect(try await daemon.fontconfigFamilies() == ["Of The System"])
            let list = try await daemon.typecase("list", "--all", "--json")
            #expect(try items(list).flatMap { $0.faces ?? [] }.map(\.full_name) == ["Of The System Regular"])
            let match = try await daemon.typecase("match", "Of The System")
            #expect(match.standardOutput.contains("Of The System"), "\(match)")
            let output = home.scratch["opened.ttf"]
            #expect(try await daemon.typecase("open", "Of The System", "--output", output).succeeded)
            #expect(try readAll(output) == font)
            // A change is noticed there as anywhere.
            let added = try place(makeFont("Added"), at: "in/n\\xFC.ttf", in: home)
            let target = "\(directory)/n\\xFC.ttf"
            try #require(rename(added.fileSystemRepresentation, target.fileSystemRepresentation) == 0)
            try await eventually("the new font is found") {
                try await daemon.typecase("match", "--json", "--family", "Added").standardOutput.contains("\"Added\"")
            }
            // Its name is taken by a file that the message shows.
            let refused = try await daemon.typecase("install", home.scratch.write(font, to: "copy.ttf"))
            #expect(refused.termination == .exited(1))
            let doctor = try await daemon.typecase("doctor", "--json")
            #expect(!doctor.standardOutput.contains("stale-caches"), "\(doctor.standardOutput)")
        }
    }

    @Test("Loose fonts are adopted from such paths and come back to them")
    func adoption() async throws {
        let home = try ScratchHome()
        let font = makeFont("Loose")
        let path = try place(font, at: ".local/share/fonts/w\\xE4/l\\xFC.ttf", in: home)
        let broken = try place(Array(makeFont("Broken").prefix(400)), at: ".local/share/fonts/b\\xE9.ttf", in: home)
        try await RunningDaemon.run(home: home) { daemon in
            let doctor = try await daemon.typecase("doctor", "--json")
            #expect(doctor.standardOutput.contains(#"b\\xE9.ttf"#))
            let adoption = try await daemon.typecase("adopt", "--yes", "--json")
            #expect(adoption.standardOutput.contains(#"l\\xFC.ttf"#), "\(adoption)")
            #expect(!isThere(path))
            #expect(isThere(broken))
            #expect(try await daemon.fontconfigList().map(\.family).contains("Loose"))
            let undone = try await daemon.typecase("adopt", "--undo", "--yes")
            #expect(undone.succeeded, "\(undone)")
            #expect(isThere(path))
            #expect(try await daemon.list().isEmpty)
        }
    }
}

/// Paths of directories.
private enum UserDirectory {
    /// The directory that a path is in, for C.
    static func parent(of path: String) -> [CChar] {
        String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]).fileSystemRepresentation
    }
}
