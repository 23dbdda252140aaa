import TestSupport
import Testing

@testable import Commands

@Suite struct `The sandbox of a program` {
    @Test func `is known by what Flatpak has installed, for the user or for all`() throws {
        let home = try ScratchHome()
        let variables = home.environment.merging([
            "FLATPAK_SYSTEM_DIR": home.scratch["system"], "FLATPAK_USER_DIR": home.scratch["own"],
        ]) { $1 }
        let places = try UserPlaces(variables)
        try home.scratch.makeDirectory("system/app/org.example.All")
        try home.scratch.makeDirectory("own/app/org.example.Own")
        for program in ["org.example.All", "org.example.Own"] {
            #expect(ProgramSandbox(program, places, variables)?.kind == .flatpak)
        }
        for program in ["org.example.None", "", ".", "..", "../app", "org.example.All/x"] {
            #expect(ProgramSandbox(program, places, variables) == nil)
        }
        // The older directory is seen where the newer one is not there.
        #expect(ProgramSandbox("org.example.All", places, variables)?.fontDirectories.last == places.oldFonts)
        try home.scratch.makeDirectory("home/.local/share/fonts")
        #expect(ProgramSandbox("org.example.All", places, variables)?.fontDirectories.last == places.fonts)
    }

    @Test func `sees the fonts of some directories only, and need not know what is hidden`() {
        let sandbox = ProgramSandbox(
            program: "a", kind: .snap, fontDirectories: ["/usr/share/fonts", "/home/u/.fonts"])
        #expect(
            sandbox.lines(path: "/usr/share/fonts/x/a.ttf", hiddenFamily: nil) == ["a is a snap and sees this file."]
        )
        #expect(
            sandbox.lines(path: "/usr/share/fonts-other/a.ttf", hiddenFamily: "Lato") == [
                "a is a snap and does not see this file: outside its sandbox, it sees only the fonts in "
                    + "/usr/share/fonts and /home/u/.fonts. Run 'typecase install' to install a copy that it sees.",
                "a may still find Lato: the rule that hides this family may be missing in a sandbox.",
            ])
        #expect(sandbox.lines(path: nil, hiddenFamily: nil).isEmpty)
    }
}
