internal import BusInterface
internal import DBus
internal import TestSupport
internal import Testing

/// Every line that the manual pages show works as it stands, with the placeholders filled in.
@Suite(.serialized, .timeLimit(.minutes(10)), DaemonLog.trait)
struct ManualTests {
    /// The manual pages, rendered from the sources and the program of this build.
    private static func pages(_ daemon: RunningDaemon) async throws -> [(name: String, blocks: [[String]])] {
        let directory = daemon.home.scratch["manual"]
        let rendered = try await daemon.run(
            "/usr/bin/python3", sourcePath("packaging/man/render"), directory, BuildProducts.executable("typecase"))
        try #require(rendered.succeeded, "\(rendered)")
        let names = try await daemon.run("/bin/ls", directory).standardOutput.split(separator: "\n").map(String.init)
        return try names.map { ($0, blocks(String(decoding: try readAll("\(directory)/\($0)"), as: UTF8.self))) }
    }

    /// The blocks of a page that are shown as they are to be typed.
    private static func blocks(_ page: String) -> [[String]] {
        var blocks: [[String]] = []
        var block: [String]?
        for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
            switch line {
            case ".ft C", ".EX": block = []
            case ".ft P", ".EE":
                if let block { blocks.append(block) }
                block = nil
            default:
                var text = String(line)
                for (escape, meaning) in [
                    (#"\-"#, "-"), (#"\(dq"#, "\""), (#"\(aq"#, "'"), (#"\&"#, ""), (#"\e"#, #"\"#),
                ] {
                    text = text.split(separator: escape, omittingEmptySubsequences: false).joined(separator: meaning)
                }
                block?.append(text)
            }
        }
        return blocks
    }

    /// What a placeholder of a line for busctl stands for; what the call needs is made first.
    private func value(of placeholder: String, in line: String, _ daemon: RunningDaemon) async throws -> String? {
        let provider = try #require(
            try await daemon.manager.whoAmI().values.lazy.compactMap {
                try? $0.converted(to: String.self)
            }.first { $0.hasPrefix("session.") })
        switch placeholder {
        case "ID":
            let id = try await daemon.register(makeFont("Manual"), by: .user)
            guard line.contains(" RestoreFonts ") || line.contains(" PurgeRemoved ") else { return id }
            _ = try await daemon.unregister([id], by: .user)
            return try await daemon.management.listRemoved(filter: [:]).fonts.last?.text("id")
        case "PROVIDER":
            // RestoreProvider comes after it, and brings them back.
            if line.contains(" RemoveProvider ") { _ = try await daemon.register(makeFont("Provided")) }
            if line.contains(" RevokeGrant ") {
                try await daemon.management.setGrant(
                    provider: provider, right: "install-fonts", decision: "allow", options: [:])
            }
            return provider
        case "ACTION": return "purge"
        case "NAME" where line.contains(" SetAlternateIcon "):
            try daemon.home.scratch.write(
                "[Desktop Entry]\nType=Application\nName=Reader\nExec=reader\nIcon=reader\n",
                to: "share/applications/org.example.Reader.desktop")
            // Its usual one, as it has no other.
            return #""""#
        case "NAME" where line.contains(" SetFamiliesHidden "):
            try daemon.home.addSystemFont(makeFont("Shipped"), name: "shipped.ttf")
            try await eventually("the service knows the font of the system") {
                let results = try await daemon.management.setFamiliesHidden(
                    names: ["Shipped"], hidden: true, options: ["force": BusVariant(true)])
                return results.allSatisfy { $0["error"] == nil }
            }
            return "Shipped"
        case "CHANGE" where line.contains(" PlanChange "): return "uninstall"
        case "CHANGE":
            _ = try await daemon.register(makeFont("Changed"), by: .user)
            return "0"
        case "NAME":
            _ = try await daemon.register(makeFont("Manual"), by: .user)
            let isNew = line.contains(" CreateCollection ")
            if line.contains("Collection"), !isNew {
                try? await daemon.management.createCollection(name: "Manual", options: [:])
            } else if isNew {
                try? await daemon.management.deleteCollection(name: "Manual", options: [:])
            }
            return "Manual"
        case "RIGHT": return "install-fonts"
        case "DECISION": return "allow"
        case "APPLICATION": return "org.example.Reader"
        case "CATEGORY": return "large"
        case "STYLE": return "body"
        case "TEXT": return "ABC"
        case "VALUE", "SIZE": return "17"
        case "ADD", "ENABLED", "HIDDEN": return "true"
        case "SINCE_GENERATION": return "0"
        default: return nil
        }
    }

    @Test("Every call by hand is answered, and no item of it fails")
    func calls() async throws {
        try await RunningDaemon.run { daemon in
            let lines = Set(try await Self.pages(daemon).flatMap(\.blocks).joined().filter { $0.hasPrefix("busctl ") })
            #expect(lines.count > 30)
            for line in lines.sorted() {
                var words: [String] = []
                for word in line.split(separator: " ").map(String.init) {
                    let isPlaceholder = word.allSatisfy { $0.isUppercase || $0 == "_" }
                    guard isPlaceholder else {
                        words.append(word)
                        continue
                    }
                    let value = try await value(of: word, in: line, daemon)
                    words.append(try #require(value, "this test does not know what \(word) is in \(line)"))
                }
                let outcome = try await daemon.run("/bin/sh", "-c", words.joined(separator: " "))
                #expect(outcome.succeeded, "\(words): \(outcome.standardError)")
                #expect(!outcome.standardOutput.contains(#""error" s"#), "\(words): \(outcome.standardOutput)")
            }
        }
    }

    @Test("Every command that the pages show runs, in a directory with the files that they speak of")
    func commands() async throws {
        try await RunningDaemon.run { daemon in
            let scratch = daemon.home.scratch
            let pages = try await Self.pages(daemon)
            let blocks = pages.flatMap(\.blocks)
            let commands = blocks.joined().filter { $0.hasPrefix("typecase ") }
            #expect(commands.count > 8)

            try scratch.write(makeFont("Downloaded"), to: "home/Downloads/fonts/downloaded.ttf")
            try scratch.write(makeFont("Draft"), to: "home/Draft.otf")
            try scratch.write("Dear reader", to: "home/letter.txt")
            try scratch.write(
                ArchiveBuilder([.init("Family/regular.ttf", makeFont("Archived"))]).build(.zip), to: "home/Family.zip")
            // The manifest that the page shows, with the fonts that it declares.
            let page = try #require(pages.first { $0.name == "typecase-provider.5" })
            var manifest = try #require(page.blocks.first { $0.first == "{" }).joined(separator: "\n")
            for style in ["Regular", "Black"] {
                let path = try scratch.write(
                    makeFont("Example", style: style),
                    to: "home/share/typecase/assets/org.example.Foundry/Example-\(style).otf")
                let sum = try await daemon.run("/usr/bin/sha256sum", path).standardOutput.prefix(64)
                let shown = try #require(
                    manifest.split(separator: "Example-\(style).otf").last?.split(separator: "sha256\": \"")
                        .dropFirst().first?.prefix(64))
                manifest = manifest.split(separator: shown).joined(separator: String(sum))
            }
            try scratch.write(manifest, to: "home/share/typecase/providers/org.example.Foundry.json")
            // For the search for a monospaced font for Polish, and the questions by its name.
            var code = FontBuilder(family: "Fira Code")
            code.isMonospace = true
            code.characters = String(String.UnicodeScalarView((0x20...0x17f).compactMap(Unicode.Scalar.init)))
            _ = try await daemon.register(code.build(), by: .user)
            // For the question about Greek.
            let greek = String(String.UnicodeScalarView((0x384...0x3ce).compactMap(Unicode.Scalar.init)))
            _ = try await daemon.register(makeFont("Greek", style: "Bold", characters: " \(greek)"), by: .user)
            // What another provider registered is what one example removes.
            let provided = try await daemon.register(makeFont("Provided"))
            let provider = try await daemon.list().first?.text("provider") ?? ""
            // Tells the test instead of a person.
            let telling = try scratch.write("#!/bin/sh\necho told: \"$1\"\n", to: "bin/notify-send")
            let links = try await daemon.run(
                "/bin/sh", "-c",
                "chmod +x '\(telling)' && ln -s '\(BuildProducts.executable("typecase"))' '\(scratch["bin"])'")
            try #require(links.succeeded, "\(links)")
            let environment = daemon.environment.merging(["PATH": "\(scratch["bin"]):/usr/bin:/bin"]) { $1 }

            for command in commands {
                let line = command.split(separator: "org.example.Foundry ").joined(separator: "\(provider) ")
                let process = try ChildProcess(
                    "/bin/sh", ["-c", line], environment: environment, directory: daemon.home.path)
                if line.contains(" monitor ") {
                    // The first changes may come before the program listens.
                    let other = try await daemon.register(makeFont("Changing"), by: .user)
                    while !process.standardOutput.contains("told: Fonts have changed") {
                        _ = try await daemon.setEnabled([other], false, by: .user)
                        _ = try await daemon.setEnabled([other], true, by: .user)
                    }
                    process.send(signal: 2)
                    _ = await process.wait()
                    continue
                }
                let outcome = await process.wait()
                // What was exported is here already, which has an exit code of its own.
                let isThere = line.contains(" apply ") && outcome.termination == .exited(2)
                // There is no window here to pick a font in.
                let lacksWindow =
                    line.contains(" pick ") && outcome.standardError.contains("Install the package typecase-settings")
                let isDone = outcome.succeeded || isThere || lacksWindow
                #expect(isDone, "\(line): \(outcome.standardOutput)\(outcome.standardError)")
            }
            let families = try await daemon.fontconfigFamilies()
            for family in ["Downloaded", "Archived", "Draft"] { #expect(families.contains(family)) }
            #expect(try await !daemon.list().contains { $0.text("id") == provided })
        }
    }
}
