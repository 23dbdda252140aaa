import BusInterface
import DBus
import Glibc
import TestSupport
import Testing

@testable import SettingsWindow

/// What the window reads from the command line and from reports.
@Suite struct CommandOutputReadingTests {
    /// Fonts, names that change and what was passed over are entries of one list; refusals come by the other way.
    @Test func archives() throws {
        let output = """
            [{"id": "a", "version": "2.1", "already_registered": false, "file": "/x/a.zip/One.ttf",
              "faces": [{"full_name": "One\\u202e Bold"}], "replaces": [{"version": "2.0"}],
              "warnings": [{"kind": "finding", "message": "odd"}]},
             {"id": "b", "version": "1", "already_registered": true, "faces": [{"full_name": "Two"}]},
             {"name": "Sans", "programs_get": "x", "programs_would_get": "y"}]
            """
        let errors = #"{"error": "E", "message": "no font", "item": "/x/a.zip/bad.ttf"}"# + "\nno JSON\n"
        let contents = try #require(ArchiveContents(output, errors: errors, of: "/x/a.zip"))
        #expect(contents.fonts.map(\.name) == ["One Bold", "Two"])
        #expect(contents.new.map(\.version) == ["2.1"])
        #expect(contents.new[0].replaces == ["2.0"] && contents.new[0].warnings == ["odd"])
        #expect(contents.refusals.map(\.item) == ["bad.ttf"] && contents.refusals[0].message == "no font")
        #expect(ArchiveText.summary(contents) == "1 font can be installed · 1 installed already · 1 refused")
        let lines = ArchiveText.lines(contents)
        #expect(lines.map(\.text) == ["bad.ttf · no font", "One Bold 2.1 · Replaces version 2.0 · odd"])
        #expect(lines.map(\.isRefused) == [true, false])
        #expect(ArchiveContents("typecase: no", errors: "", of: "/x") == nil)
    }

    /// Of an archive with many fonts some are told, and how many there are besides.
    @Test func longArchives() throws {
        let font = #"{"faces": [{"full_name": "F"}], "version": "1"}"#
        let output = "[" + [String](repeating: font, count: 40).joined(separator: ",") + "]"
        let contents = try #require(ArchiveContents(output, errors: "", of: "a.zip"))
        let lines = ArchiveText.lines(contents)
        #expect(lines.count == 13 && lines.last?.text == "and 28 more")
    }

    /// Only what decides is a rule: where the policy asks, or says nothing, the user decides.
    @Test func policies() throws {
        let output = """
            [{"provider": "a", "subject": "install-fonts", "decision": "deny", "reason": "house rule", "rule": "/etc/a.conf:3"},
             {"provider": "a", "subject": "request-fonts", "decision": "ask", "reason": "", "rule": "/etc/a.conf:4"},
             {"provider": "b", "subject": "use-installed-fonts", "decision": "allow", "reason": "you said so", "rule": ""},
             {"provider": "a", "subject": "set-alternate-icons", "decision": "allow", "reason": "m", "rule": "", "decided_by": "manifest"}]
            """
        let policies = PolicyText.read(output)
        let first = try #require(policies["a"])
        #expect(first.manifestRights == ["set-alternate-icons"])
        #expect(first.rules == ["install-fonts": .init(isAllowed: false, reason: "house rule", place: "/etc/a.conf:3")])
        #expect(policies["b"]?.rules.isEmpty == true)
        #expect(policies.count == 2 && PolicyText.read("no JSON").isEmpty)
    }

    /// The first error of the command line is told in its words, whatever it wrote them as.
    @Test func failures() {
        #expect(
            ErrorText.line(ofCommand: #"{"error": "org.typecase.Error.Busy", "message": "Too much waits."}"#)
                == "Too much waits.")
        #expect(ErrorText.line(ofCommand: "typecase: no\u{7}") == "typecase: no ")
        #expect(ErrorText.line("org.typecase.Error.Busy", "") == "The font service is busy. Try again later.")
        #expect(ErrorText.line("org.example.Other", "words") == "words")
    }

    /// A report of all faces is read, and one of another form has no findings.
    @Test func findings() {
        let report = """
            {"Details": [{"fonts": [
              {"issues": [{"issue": "r", "code": -101, "messages": ["broken"]}], "warnings": []},
              {"issues": [], "warnings": [{"issue": "s", "code": -301, "messages": ["odd", "odder"]}]}]}]}
            """
        #expect(FontFindings(report).faults == ["broken"])
        #expect(FontFindings(report).warnings == ["odd", "odder"])
        #expect(FontFindings("[]").faults.isEmpty)
    }

    private func grant(_ provider: String, _ right: String, _ decision: String, font: String? = nil) -> Record {
        var entries = [
            "provider": BusVariant(provider), "right": BusVariant(right), "decision": BusVariant(decision),
        ]
        if let font { entries["font"] = BusVariant(font) }
        return Record(entries)
    }

    /// Programs with fonts are listed with those that something was said of; people are no programs.
    @Test func programs() throws {
        let grants = [
            grant("org.example.A", "install-fonts", "deny"),
            grant("org.example.A", "request-fonts", "allow", font: "f1"),
            grant("org.example.A", "later-right", "allow"),
        ]
        let providers = [("user", "user"), ("org.example.B", "flatpak"), ("unit.x", "unit")].map {
            Record(["id": BusVariant($0.0), "kind": BusVariant($0.1)])
        }
        let rules = PolicyText.read(
            #"[{"provider": "org.example.B", "subject": "install-fonts", "decision": "allow", "reason": "", "rule": "p:1"}]"#
        )
        let programs = ProgramRights.all(grants, providers, rules)
        // Of what the command line has not told nobody says that it is free.
        #expect(programs.map(\.isPolicyKnown) == [false, true, false])
        #expect(programs.map(\.provider) == ["org.example.A", "org.example.B", "unit.x"])
        #expect(programs.map(\.isSandboxed) == [nil, true, false])
        let changed = programs[0].standings.filter(\.isChanged)
        #expect(changed.map(\.right) == ["install-fonts", "request-fonts", "later-right"])
        #expect(changed.map(\.isAllowed) == [false, nil, true] && changed[1].single.count == 1)
        #expect(programs[1].standings.filter(\.isChanged).map(\.rule?.isAllowed) == [true])
    }

    /// Folders are searched as the command line does: what is no font by its name, links and macOS's metadata are left out.
    @Test func folders() async throws {
        let home = try ScratchDirectory()
        for path in ["b.TTF", "a/x.otf", "._c.ttf", "__MACOSX/d.ttf", "notes.txt", ".ttf"] {
            try home.write("x", to: path)
        }
        #expect(symlink("b.TTF", home["l.ttf"]) == 0)
        let files = try #require(await FolderSearch.files(in: home.path))
        #expect(files == ["\(home.path)/a/x.otf", "\(home.path)/b.TTF"])
        #expect(await FolderSearch.files(in: home.path + "/none") == nil)
    }
}
