internal import BusInterface
internal import DBus
internal import FontModel
internal import FoundationEssentials
internal import Glibc
internal import LinuxSystem
internal import TestSupport
internal import Testing

/// The output of commands, at terminals of several widths and in pipes, compared with the kept files.
///
/// The files are in `Tests/CommandLine/Output`, and a page there says what is to be seen. Where output is to change,
/// `TYPECASE_WRITE_OUTPUT=yes` has this test write it anew; look at the difference before it is committed.
@Suite(.serialized, .timeLimit(.minutes(10)), DaemonLog.trait)
struct CommandOutputTests {
    /// Where output goes.
    private enum Place: String, CaseIterable {
        case pipe
        case narrow = "40-columns"
        case usual = "80-columns"
        case wide = "200-columns"
        case plain = "no-color"

        var columns: UInt16? {
            switch self {
            case .pipe: nil
            case .narrow: 40
            case .usual, .plain: 80
            case .wide: 200
            }
        }
    }

    /// A family in Arabic, one in Chinese, one of a long name, and one that has nothing odd.
    private static let arabic = "أميري"
    private static let chinese = "思源宋体"
    private static let long = "Extraordinarily Long Family Name For Narrow Terminals"

    private static let commands =
        [
            "list", "list --all", "list \(chinese)", "list --columns name,state", "search plain", "search --covers ب",
            "info Plain-Regular", "info \(arabic)", "info Nobody", "match Plain", "match --explain sans-serif",
            "why \(arabic)",
            "why Away", "why Nobody", "cover ABC", "cover 汉", "providers", "provider list", "collection list",
            "collection list 作品", "history", "history 1", "undo --dry-run", "undo 99", "restore", "grants list",
            "status",
            "text-size", "text-styles", "plan NEW", "install --dry-run OLD", "install NEW BROKEN OLD", "install NEW",
            "uninstall --dry-run Plain", "disable --dry-run Plain", "enable \(chinese)", "uninstall Plain-Regular",
            "restore Plain", "validate NEW BROKEN", "resources list", "icons list", "policy explain org.example.A",
            "export",
            "diff DECLARATION", "diff --brief DECLARATION", "request Nobody Plain", "request --dry-run Plain Nobody",
            "list --hidden", "lits", "info", "info Machine*", "open Plain-Regular \(arabic)", "copy Nobody there",
            "why sans-serif", "list --json \(arabic)", "search --json plain", "info --json SourceHanSerif",
            "match --json \(chinese)", "history --json --count 2", "undo --dry-run --brief", "text-size --dry-run XL",
            "text-size --json", "icons reset --dry-run --all", "icons set --dry-run org.example.A Night",
            "preview Nobody", "preview --output", "adopt --dry-run", "doctor", "doctor --json", "doctor --fix nothing",
            "collection list --json", "plan --json NEW", "uninstall --json Nobody",
        ] + changes

    /// What changes things, and what it shows then, one after the other.
    private static let changes = [
        "--version", "list nobody", "search nobody", "restore nobody", "match --weight 700 Plain",
        "cover --language ar",
        "request --language ar", "copy Plain copies", "open Plain-Regular \(arabic) --force --output copies",
        "open --json Plain-Regular --output copies/one.ttf", "open Plain-Regular --output copies/one.ttf",
        "info --json Plain-Regular \(arabic)", "history --mine --count 2", "undo", "undo",
        "collection create Work Plain", "collection create Work", "collection add Work \(arabic) Nobody",
        "collection list", "collection disable Work", "collection enable Work", "collection remove Work Plain",
        "collection remove Work", "collection export 作品", "grants set org.example.B use-installed-fonts deny",
        "grants list", "grants revoke org.example.B", "provider remove --dry-run user", "provider remove nobody",
        "text-size XL", "text-size --reset", "disable --dry-run Machine*", "disable --dry-run --force Machine*",
        "disable --force Machine*", "list --hidden", "list --all", "why sans-serif",
        "doctor --fix hidden-families --dry-run", "disable P*", "enable Machine* P*",
        "revalidate --dry-run Plain-Regular", "revalidate", "manifest create NEW --id org.example.A --name A",
        "manifest check MANIFEST", "manifest check", "resources prefetch --dry-run", "resources purge --dry-run",
        "request --dry-run FarAway-Regular", "resources credential org.example.Foundry key example.org --remove",
        "policy check", "apply --dry-run DECLARATION", "apply DECLARATION",
        "apply --check DECLARATION", "apply --prune --yes DECLARATION", "install ARCHIVE", "install MANY",
        "search many", "uninstall --dry-run --json Many-1", "try NEW -- echo ran",
        "validate --json NEW", "preview Plain-Regular --output page.png",
        "mask ABC --font Plain-Regular --width 40 --height 20 --output mask.raw",
        "adopt --yes LOOSE", "adopt --list", "undo --dry-run", "undo --yes", "history --count 1",
        "match Nobody", "match --json Nobody", "provider remove user", "provider restore nobody",
        "resources reset --dry-run", "resources reset",
    ]

    /// What changes the fonts of a program, and shows it then.
    private static let providerChanges = [
        "provider remove PROVIDER", "provider restore --dry-run PROVIDER", "provider restore PROVIDER",
        "provider restore --json PROVIDER",
    ]

    private static func font(
        _ family: String, _ name: String, revision: Double = 1, characters: String = " ABCabc"
    )
        -> [UInt8]
    {
        var font = FontBuilder(family: family)
        font.postscriptName = name
        font.revision = revision
        font.characters = characters
        return font.build()
    }

    /// Fonts, a removed one, a collection and a right, as one user may have them.
    private func furnish(_ daemon: RunningDaemon) async throws {
        let fonts = [
            ("plain", Self.font("Plain", "Plain-Regular")),
            ("arabic", Self.font(Self.arabic, "Amiri-Regular", characters: " ابجد")),
            ("chinese", Self.font(Self.chinese, "SourceHanSerif", characters: " 汉字")),
            ("long", Self.font(Self.long, "Extraordinary-Regular")), ("away", Self.font("Away", "Away-Regular")),
        ]
        var commands: [[String]] = []
        for (name, font) in fonts {
            try daemon.home.scratch.write(font, to: "\(name).ttf")
            commands.append(["install", "\(name).ttf"])
        }
        commands += [
            ["disable", Self.chinese], ["uninstall", "Away"], ["collection", "create", "作品", "Plain", Self.chinese],
            ["grants", "set", "org.example.A", "install-fonts", "allow"],
        ]
        for command in commands {
            // With paths as people type them: the history shows them.
            let outcome = await
                (try ChildProcess(
                    BuildProducts.executable("typecase"), command, environment: daemon.environment,
                    directory: daemon.home.scratch.path)).wait()
            try #require(outcome.succeeded, "\(outcome)")
        }
    }

    /// Writes the files that commands name, below the directory in which they run.
    private func writeFiles(_ daemon: RunningDaemon) async throws -> [String: String] {
        let files = [
            "NEW": ("new.ttf", Self.font("Fresh", "Fresh-Regular")),
            "OLD": ("old.ttf", Self.font("Plain", "Plain-Regular", revision: 0.5)),
            "BROKEN": ("broken.ttf", Array("no font".utf8)),
            "DECLARATION": ("fonts.json", Array(try declaration(daemon).utf8)),
            "MANIFEST": ("a.json", Array(#"{"version": 1, "id": "b", "rights": ["all"]}"#.utf8)),
            "LOOSE": ("loose.ttf", Self.font("Loose", "Loose-Regular")),
            "MANY": ("many/Many-1.ttf", Self.font("Many", "Many-1")),
        ]
        for (name, bytes) in files.values { try daemon.home.scratch.write(bytes, to: name) }
        var many = FontBuilder(family: "Many")
        for number in 2...60 {
            (many.style, many.postscriptName, many.weight) = (
                "Style \(number)", "Many-\(number)", UInt16(number * 10 + 1)
            )
            try daemon.home.scratch.write(many.build(), to: "many/Many-\(number).ttf")
        }
        return files.mapValues(\.0).merging(["MANY": "many", "ARCHIVE": try await archive(daemon)]) { $1 }
    }

    /// A declaration of which some is to be installed, changed and removed, and some cannot be had.
    private func declaration(_ daemon: RunningDaemon) throws -> String {
        let declared = Self.font("Declared", "Declared-Regular")
        try daemon.home.scratch.write(declared, to: "declared.ttf")
        func digest(_ font: [UInt8]) throws -> String { try SealedMemory(bytes: font).digest.hexadecimal }
        return """
            {"version": 1, "fonts": [
            {"name": "Declared-Regular", "sha256": "\(try digest(declared))", "file": "declared.ttf"},
            {"name": "Plain-Regular", "sha256": "\(try digest(Self.font("Plain", "Plain-Regular")))", "enabled": false},
            {"name": "Missing-Regular", "sha256": "\(String(repeating: "0", count: 64))"}
            ], "collections": [{"name": "Declared", "fonts": ["\(try digest(declared))"]}]}
            """
    }

    /// An archive with a font and something else.
    private func archive(_ daemon: RunningDaemon) async throws -> String {
        let scratch = daemon.home.scratch
        let font = try scratch.write(Self.font("Archived", "Archived-Regular"), to: "packed/archived.ttf")
        let licence = try scratch.write("free", to: "packed/OFL.txt")
        let packed = try await ChildProcess.run(
            "/usr/bin/python3", ["-m", "zipfile", "-c", scratch["fonts.zip"], font, licence],
            environment: ["PATH": "/usr/bin"])
        try #require(packed.succeeded, "\(packed)")
        return "fonts.zip"
    }

    @Test("What commands show is as it was looked at", arguments: Place.allCases)
    private func output(_ place: Place) async throws {
        let home = try ScratchHome()
        try home.addSystemFont(Self.font("Machine Sans", "MachineSans"), name: "machine.ttf")
        try home.scratch.write(
            """
            {"version": 2, "id": "org.example.Foundry", "name": "Foundry", "rights": ["install-fonts"],
             "fonts": [{"file": "a.ttf", "sha256": "\(String(repeating: "0", count: 64))", "name": "FarAway-Regular",
             "url": "https://fonts.example.org/a.ttf"}]}
            """, to: "share/typecase/providers/org.example.Foundry.json")
        try await RunningDaemon.run(home: home) { daemon in
            try await furnish(daemon)
            let files = try await writeFiles(daemon)
            var text = try await output(of: Self.commands, naming: files, at: place, daemon)
            _ = try await daemon.register(Self.font("Supplied", "Supplied-Regular"))
            let provider = try #require(try await daemon.list().first?.text("provider"))
            text += try await output(
                of: Self.providerChanges, naming: ["PROVIDER": provider], at: place, daemon
            ).replacing(provider, with: "PROVIDER")
            try compare(Normalization(home.scratch.path).normal(text), with: "\(place.rawValue).txt")
        }
    }

    /// Runs commands one after the other.
    private func output(
        of commands: [String], naming names: [String: String], at place: Place, _ daemon: RunningDaemon
    ) async throws -> String {
        var text = ""
        for command in commands {
            let arguments = command.split(separator: " ").map { names[String($0)] ?? String($0) }
            text += "$ typecase \(command)\n\(try await run(arguments, at: place, daemon))\n"
        }
        return text
    }

    /// Runs a command to its end.
    private func run(_ arguments: [String], at place: Place, _ daemon: RunningDaemon) async throws -> String {
        var environment = daemon.environment.merging(["TERM": "xterm", "TZ": "UTC", "PAGER": "cat"]) { $1 }
        if place == .plain { environment["NO_COLOR"] = "1" }
        // With paths as people type them, which have the same width everywhere.
        let command = ["-C", daemon.home.scratch.path, BuildProducts.executable("typecase")] + arguments
        let outcome: ChildProcess.Outcome
        if let columns = place.columns {
            outcome = await
                (try ChildProcess(
                    at: PseudoTerminal(columns: columns), "/usr/bin/env", command, environment: environment)).wait()
        } else {
            outcome = try await ChildProcess.run("/usr/bin/env", command, environment: environment)
        }
        guard case .exited(let code) = outcome.termination else {
            Issue.record("\(arguments): \(outcome)")
            return ""
        }
        return outcome.standardOutput + outcome.standardError + (code == 0 ? "" : "[exit code \(code)]\n")
    }

    private func compare(_ text: String, with file: String) throws {
        let path = sourcePath("Tests/CommandLine/Output", file)
        if ProcessInfo.processInfo.environment["TYPECASE_WRITE_OUTPUT"] != nil {
            try Data(text.utf8).write(to: URL(filePath: path))
            return
        }
        let expected = String(decoding: try #require(FileManager.default.contents(atPath: path)), as: UTF8.self)
        let (new, old) = (sections(text), sections(expected))
        for (command, shown) in new where old[command] != shown {
            Issue.record("\(file): \(command)\n--- looked at\n\(old[command] ?? "nothing")\n--- now\n\(shown)")
        }
        #expect(Set(new.keys) == Set(old.keys))
    }

    /// The output of each command, by the command.
    private func sections(_ text: String) -> [String: String] {
        var sections: [String: String] = [:]
        for section in text.split(separator: "$ typecase ") {
            let command = section.prefix { $0 != "\n" }
            sections[String(command), default: ""] += section.dropFirst(command.count)
        }
        return sections
    }
}

/// Takes out of output what differs from one run to the next, and keeps its width.
private struct Normalization {
    private let directory: String

    init(_ directory: String) { self.directory = directory }

    func normal(_ text: String) -> String {
        var text = text.replacing(directory, with: "SCRATCH").replacing("\r\n", with: "\n").replacing("\r", with: "␍")
        text = text.replacing("\u{1B}", with: "␛")
        // Which programs run while the tests do is no matter of theirs.
        text = text.replacing(/These programs were started before the fonts changed[^\n]*\n/, with: "")
        // Progress is shown where a machine is slow, and taken away.
        text = text.replacing(/[^\n]*␛\[K/, with: "")
        text = text.replacing(/"time": [0-9]+/, with: "\"time\": N")
        // The same id gets the same name, whether it is shown whole or only its first digits.
        var names: [Substring] = []
        text = text.replacing(/\b[0-9a-f]{8,64}\b/.wordBoundaryKind(.simple)) { match in
            let found = names.firstIndex { $0.hasPrefix(match.output) || match.output.hasPrefix($0) }
            let index = found ?? names.count
            if found == nil { names.append(match.output) }
            return String(
                repeating: Character(Unicode.Scalar(UInt8(ascii: "A") + UInt8(index % 26))), count: match.output.count)
        }
        text = text.replacing(/[0-9]+\.[0-9]+\.[0-9]+(\+[A-Za-z0-9.]+)?/, with: "X.Y.Z")
        text = text.replacing(/(29|30) days/, with: "30 days")
        text = text.replacing(/process [0-9]+/, with: "process N")
        text = text.replacing(/T[0-9]{6}Z/, with: "T000000Z")
        text = text.replacing(/[0-9.]+ .B free/, with: "N free")
        text = text.replacing(/[0-9]{4}-[0-9]{2}-[0-9]{2}/, with: { _ in "YYYY-MM-DD" })
        return text.replacing(/[0-9]{2}:[0-9]{2}(:[0-9]{2})?/) {
            $0.output.0.map { $0 == ":" ? ":" : "0" }.reduce(into: "") { $0.append($1) }
        }
    }
}
