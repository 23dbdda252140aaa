import BusInterface
import DBus
import FontModel
import Foundation
import Glibc
import TestSupport
import Testing

@testable import SettingsWindow

/// What the window reads from the command line and from reports.
@Suite struct CommandOutputReadingTests {
    /// Fonts and ignored entries are in one list; refusals are reported separately.
    @Test func archives() {
        let output = """
            [{"archive": "/x/a.zip", "entry": "d/One\\u202e.ttf", "file": "/tmp/u/One.ttf"},
             {"file": "/x/a.zip/One.woff", "archive": "/x/a.zip", "entry": "One.woff", "passed_over": "web fonts"}]
            """
        let errors = """
            {"error": "E", "message": "a link", "item": "/x/a.zip/d/bad.ttf"}
            no JSON
            {"error": "E", "message": "damaged", "item": "/x/a.zip"}
            """
        let contents = UnpackedArchive(output, errors: errors, of: "/x/a.zip")
        #expect(contents.fonts == [.init(file: "/tmp/u/One.ttf", entry: "d/One.ttf")])
        #expect(contents.refusals == [.init(entry: "d/bad.ttf", message: "a link"), .init(message: "damaged")])
        let none = UnpackedArchive("", errors: "typecase: no", of: "/x")
        #expect(none.fonts.isEmpty && none.refusals.isEmpty)
    }

    /// Unpacked files go with what needs them, and those that a process left with the next process.
    @Test func temporaryFiles() async throws {
        let home = try ScratchDirectory()
        await #expect(processExitsWith: .success) { [path = home.path as String] in
            setenv("XDG_CACHE_HOME", path, 1)
            let parent = "\(path)/typecase/settings"
            let ended = try await ChildProcess.run("/bin/sh", ["-c", "echo $$"], environment: [:])
            let abandoned = "\(parent)/\(ended.standardOutput.dropLast())-abc"
            try FileManager.default.createDirectory(atPath: abandoned, withIntermediateDirectories: true)
            try Data([1]).write(to: URL(fileURLWithPath: "\(abandoned)/a.ttf"))
            var files: TemporaryFiles? = try TemporaryFiles()
            let directory = try #require(files?.directory)
            #expect(!FileManager.default.fileExists(atPath: abandoned))
            #expect(FileManager.default.contents(atPath: directory) == nil && directory.hasPrefix(parent))
            try Data([1]).write(to: URL(fileURLWithPath: "\(directory)/a.ttf"))
            files = nil
            try await eventually("the files are gone", below: parent) {
                !FileManager.default.fileExists(atPath: directory)
            }
        }
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
        let findings = FontFindings(report)
        #expect(findings.faults == [.init(rule: "r", code: .specificationViolation, messages: ["broken"])])
        #expect(findings.warnings == [.init(rule: "s", code: .warning, messages: ["odd", "odder"])])
        #expect(FontFindings("[]").faults.isEmpty)
        let later = #"{"details": [{"fonts": [{"issues": [{"issue": "r", "code": -7}], "warnings": [5]}]}]}"#
        #expect(FontFindings(later).faults.map(\.code) == [.specificationViolation])
        #expect(FontFindings(later).warnings == [.init(code: .warning)])
    }

    /// Each rule has a plain sentence, by the severity of what was found; a rule of a later version has a general one.
    @Test func sentencesOfRules() {
        let cmap = "'cmap' table usability"
        let sentences = [ValidationCode.specificationViolation, .relaxedMemorySafety, .warning].map {
            FindingText.line(rule: cmap, $0)
        }
        #expect(
            sentences == [
                "The table that assigns glyphs to characters is damaged.", "A table is too large or too complex.",
                "The table that assigns glyphs to characters is unusual.",
            ])
        #expect(FindingText.line(rule: "File size", .specificationViolation) == "The file is too large.")
        #expect(
            FindingText.line(rule: "'GSUB' table structure", .relaxedSpecification)
                == "A table has a damaged structure.")
        #expect(FindingText.line(rule: "", .warning) == "A table has an unusual structure.")
    }

    /// Warnings of an installation are sentences too, each once, and the reasons why a font is out of use are.
    @Test func sentencesOfWarnings() {
        func warning(_ kind: String, _ message: String, _ rule: String = "") -> Record {
            Record(["kind": BusVariant(kind), "message": BusVariant(message), "rule": BusVariant(rule)])
        }
        let sibling = warning("variable-sibling", "The static font is beside a variable font.")
        let lines = FindingText.lines([
            sibling, sibling, warning("finding", "Glyph 3 is\nempty.", "Outlines"), warning("later", "Later."),
        ])
        #expect(
            lines == [
                "The family of this font also has a variable font.", "Some glyphs cannot be drawn. Glyph 3 is empty.",
                "Later.",
            ])
        func quarantine(_ kind: String) -> String {
            FindingText.quarantine(
                Record(["quarantine": BusVariant(kind), "quarantine_reason": BusVariant("The reason.")]))
        }
        #expect(quarantine("altered") == "The file of this font was changed after its installation.")
        #expect(quarantine("invalid") == "The font no longer passes the safety check. The reason.")
        #expect(quarantine("denied") == "This font is banned on this computer. The reason.")
        #expect(quarantine("") == "The reason.")
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
        var providers = [("user", "user"), ("org.example.B", "flatpak"), ("unit.x", "unit")].map {
            Record(["id": BusVariant($0.0), "kind": BusVariant($0.1)])
        }
        let times: [String: UInt64] = ["use-installed-fonts": 7]
        providers.append(
            Record([
                "id": BusVariant("org.example.C"), "kind": BusVariant("flatpak"), "lost_rights": BusVariant(times),
            ]))
        let rules = PolicyText.read(
            #"[{"provider": "org.example.B", "subject": "install-fonts", "decision": "allow", "reason": "", "rule": "p:1"}]"#
        )
        let programs = ProgramRights.all(grants, providers, rules)
        // Of what the command line has not told nobody says that it is free.
        #expect(programs.map(\.isPolicyKnown) == [false, true, false, false])
        #expect(programs.map(\.provider) == ["org.example.A", "org.example.B", "unit.x", "org.example.C"])
        #expect(programs.map(\.isSandboxed) == [nil, true, false, true])
        let changed = programs[0].standings.filter(\.isChanged)
        #expect(changed.map(\.right) == ["install-fonts", "request-fonts", "later-right"])
        #expect(changed.map(\.isAllowed) == [false, nil, true] && changed[1].single.count == 1)
        #expect(programs[1].standings.filter(\.isChanged).map(\.rule?.isAllowed) == [true])
        let updated = programs[3].standings.filter(\.isChanged)
        #expect(updated.map(\.right) == ["use-installed-fonts"])
        #expect(updated.first?.update?.isGain == false && updated.first?.update?.time == 7)
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
