internal import FontModel
internal import Glibc
internal import TestSupport
internal import Testing

/// A user's fonts are written down on one machine and made the same on another.
@Suite(.serialized, .timeLimit(.minutes(10)), DaemonLog.trait)
struct DeclarationTests {
    /// What scripts would see of a user's fonts: names and states.
    private func fonts(_ daemon: RunningDaemon) async throws -> Set<String> {
        let list = try await daemon.typecase("list", "--provider", "user")
        return Set(
            list.standardOutput.split(separator: "\n").dropFirst().map { line in
                line.split(separator: /[ ]{2,}/).enumerated().filter { [1, 4].contains($0.offset) }.map(\.element)
                    .joined(separator: " ")
            })
    }

    @Test("Fonts, their states and rights are the same on another machine, and applying them again changes nothing")
    func twoMachines() async throws {
        let scratch = try ScratchDirectory()
        let (declaration, files) = (scratch["fonts.json"], scratch["fonts"])
        try await RunningDaemon.run { daemon in
            for name in ["First", "Second"] { _ = try await daemon.register(makeFont(name), by: .user) }
            #expect(try await daemon.typecase("disable", "Second Regular").succeeded)
            #expect(try await daemon.typecase("grants", "set", "org.example.A", "install-fonts", "deny").succeeded)
            let exported = try await daemon.typecase("export", "-o", declaration, "--fonts", files)
            #expect(exported.succeeded, "\(exported.standardError)")
            #expect(try await daemon.typecase("diff", declaration).succeeded)
            #expect(try await daemon.typecase("export", "-o", declaration).termination == .exited(1))
        }
        try await RunningDaemon.run { daemon in
            _ = try await daemon.register(makeFont("Third"), by: .user)
            let planned = try await daemon.typecase("apply", "--check", declaration)
            #expect(planned.termination == .exited(1))
            #expect(try await fonts(daemon) == ["Third Regular enabled"])
            let applied = try await daemon.typecase("apply", declaration)
            #expect(applied.succeeded, "\(applied.standardError)")
            #expect(
                try await fonts(daemon)
                    == ["First Regular enabled", "Second Regular disabled", "Third Regular enabled"])
            #expect(try await daemon.typecase("grants", "list").standardOutput.contains("deny"))
            #expect(try await daemon.typecase("apply", declaration).termination == .exited(2))
            #expect(try await daemon.typecase("diff", declaration).standardOutput == "- Third-Regular: remove\n")
            #expect(try await daemon.typecase("apply", "--prune", declaration).termination == .exited(64))
            #expect(try await daemon.typecase("apply", "--prune", "--yes", declaration).succeeded)
            #expect(try await fonts(daemon) == ["First Regular enabled", "Second Regular disabled"])
            // What was removed comes back from what is kept, in the declared state.
            let bare = try await daemon.typecase("export").standardOutput
            #expect(!bare.contains("\"file\""))
            #expect(try await daemon.typecase("uninstall", "First Regular", "Second Regular").succeeded)
            try scratch.write(bare, to: "bare.json")
            let restored = try await daemon.typecase("apply", scratch["bare.json"])
            #expect(restored.succeeded, "\(restored.standardError)")
            #expect(try await fonts(daemon) == ["First Regular enabled", "Second Regular disabled"])
        }
    }

    @Test("Other bytes, a missing file and a font from nowhere are refused one by one, and the rest is applied")
    func refusals() async throws {
        let scratch = try ScratchDirectory()
        try await RunningDaemon.run { daemon in
            for name in ["First", "Second", "Third", "Fourth"] {
                _ = try await daemon.register(makeFont(name), by: .user)
            }
            #expect(
                try await daemon.typecase("export", "-o", scratch["a.json"], "--fonts", scratch["fonts"]).succeeded)
            let text = String(decoding: try readAll(scratch["a.json"]), as: UTF8.self)
            try scratch.write(text.replacing(#""file": "fonts/Fourth-Regular.ttf""#, with: #""x-a": 1"#), to: "a.json")
            #expect(try await daemon.typecase("uninstall", "--yes", "--purge", "*").succeeded)
            try scratch.write(makeFont("Changed"), to: "fonts/First-Regular.ttf")
            #expect(unlink(scratch["fonts/Second-Regular.ttf"]) == 0)
            let applied = try await daemon.typecase("apply", scratch["a.json"])
            #expect(applied.termination == .exited(1))
            #expect(applied.standardError.contains("The SHA-256 is "), "\(applied.standardError)")
            #expect(applied.standardError.contains("Second-Regular.ttf: There is no"), "\(applied.standardError)")
            #expect(applied.standardError.contains("Fourth-Regular: Not here"), "\(applied.standardError)")
            #expect(try await fonts(daemon) == ["Third Regular enabled"])
            try scratch.write("{\n  \"version\": 1,\n  \"fonts\": 3\n}", to: "broken.json")
            let broken = try await daemon.typecase("apply", scratch["broken.json"])
            #expect(broken.standardError.contains("3:12"), "\(broken.standardError)")
        }
    }
}
