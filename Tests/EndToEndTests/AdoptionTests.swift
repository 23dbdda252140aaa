internal import BusInterface
internal import CLinux
internal import DBus
internal import FontModel
internal import FoundationEssentials
internal import Glibc
internal import LinuxSystem
internal import Synchronization
internal import TestSupport
internal import Testing

/// Loose fonts under the real program, the real daemon and the real fontconfig.
@Suite(.serialized, .timeLimit(.minutes(10)), DaemonLog.trait)
struct AdoptionTests {
    /// What `--json` writes.
    private struct Report: Decodable {
        struct File: Decodable {
            var file: String
            var action: String
            var id: String?
            var error: String?
        }

        var run: String?
        var files: [File]

        /// What becomes of each file, by its name.
        var actions: [String: String] {
            Dictionary(
                files.map { ($0.file.split(separator: "/").last.map(String.init) ?? "", $0.action) },
                uniquingKeysWith: { $1 })
        }
    }

    private func report(_ outcome: ChildProcess.Outcome) throws -> Report {
        try JSONDecoder().decode(Report.self, from: Data(outcome.standardOutput.utf8))
    }

    /// A home with everything that loose fonts can be.
    private func makeHome() throws -> ScratchHome {
        let home = try ScratchHome()
        let data = "home/.local/share/fonts"
        try home.scratch.write(makeFont("Alone"), to: "\(data)/alone.ttf")
        try home.scratch.write(makeFont("Twice"), to: "\(data)/twice.ttf")
        try home.scratch.write(makeFont("Twice"), to: "home/.fonts/deep/copy.ttf")
        try home.scratch.write(makeFont("Old Place"), to: "home/.fonts/old")
        try home.scratch.write(makeFont("Versions", characters: " A"), to: "\(data)/v1.ttf")
        try home.scratch.write(makeFont("Versions", characters: " AB"), to: "\(data)/v2.ttf")
        try home.scratch.write(Array(makeFont("Broken").prefix(400)), to: "\(data)/broken.ttf")
        try home.scratch.write(makeFont("System"), to: "\(data)/system.ttf")
        try home.addSystemFont(makeFont("System"), name: "system.ttf")
        try home.scratch.write("read me", to: "\(data)/README")
        try home.scratch.write(makeFont("Linked"), to: "home/elsewhere/linked.ttf")
        #expect(symlink("\(home.path)/elsewhere/linked.ttf", "\(home.userFontDirectory)/link.ttf") == 0)
        // Times and modes that nobody gets by accident, and a first file that is the newer one.
        for (number, path) in TreeListing(home.path).files.keys.sorted().enumerated() where path.contains("fonts") {
            let time = timespec(tv_sec: 1_000_000_000 + number, tv_nsec: 123_456_789)
            #expect(utimensat(AT_FDCWD, path, [time, time], 0) == 0)
            #expect(chmod(path, 0o640) == 0)
        }
        return home
    }

    /// The loose files: what they are, without what a move changes.
    private func looseFiles(_ home: ScratchHome) throws -> [String: String] {
        var files: [String: String] = [:]
        for root in [home.userFontDirectory, "\(home.path)/.fonts"] {
            for (path, status) in TreeListing(root).files where !path.contains("/typecase/") {
                let stamp = status.stamp
                files[path] = "\(stamp.inode) \(stamp.modificationNanoseconds) \(status.mode) \(try readAll(path))"
            }
        }
        return files
    }

    private func families(_ daemon: RunningDaemon) async throws -> [String] {
        try await daemon.fontconfigList().map(\.family).sorted()
    }

    @Test("A dry run and a question that nobody answers change nothing")
    func dryRun() async throws {
        let home = try makeHome()
        try await RunningDaemon.run(home: home) { daemon in
            try await daemon.waitUntilRecovered()
            let before = [home.dataDirectory, "\(home.path)/.fonts"].map { TreeListing($0) }
            let dryRun = try await daemon.typecase("adopt", "--dry-run", "--json")
            #expect(dryRun.termination == .exited(0), "\(dryRun.standardError)")
            #expect(
                try report(dryRun).actions == [
                    "alone.ttf": "adopt", "twice.ttf": "duplicate", "copy.ttf": "adopt", "old": "adopt",
                    "v1.ttf": "adopt-disabled", "v2.ttf": "adopt", "broken.ttf": "leave", "system.ttf": "leave",
                    "link.ttf": "leave",
                ])
            let text = try await daemon.typecase("adopt", "--dry-run")
            #expect(text.standardOutput.contains("1 other file is not a font and stays where it is."))
            #expect(try await daemon.typecase("adopt").termination == .exited(64))
            #expect([home.dataDirectory, "\(home.path)/.fonts"].map { TreeListing($0) } == before)
            #expect(try await daemon.management.listFonts(filter: [:]).fonts.isEmpty)
        }
    }

    @Test("Undoing the change of an adoption puts its files back, as undoing the adoption does")
    func undo() async throws {
        let home = try makeHome()
        try await RunningDaemon.run(home: home) { daemon in
            let loose = try looseFiles(home)
            #expect(try await daemon.typecase("adopt", "--yes").succeeded)
            #expect(
                try await daemon.typecase("history", "1").standardOutput.hasSuffix(
                    "Run 'typecase undo 1' to undo it.\n"))
            let dryRun = try await daemon.typecase("undo", "--dry-run")
            #expect(dryRun.succeeded, "\(dryRun.standardError)")
            #expect(dryRun.standardOutput.contains("Would be put back: \(home.userFontDirectory)/alone.ttf\n"))
            #expect(try looseFiles(home) != loose)
            let brief = try await daemon.typecase("undo", "--dry-run", "--brief")
            #expect(brief.standardOutput == "Would be put back: 6 files\n")
            // Nobody named a change, and nobody can be asked whether it is the one that is meant.
            let unnamed = try await daemon.typecase("undo")
            #expect(unnamed.termination == .exited(64), "\(unnamed)")
            #expect(try looseFiles(home) != loose)
            let undone = try await daemon.typecase("undo", "--yes")
            #expect(undone.succeeded, "\(undone.standardError)")
            #expect(try looseFiles(home) == loose)
            #expect(try await daemon.management.listFonts(filter: [:]).fonts.isEmpty)
            // Another undo goes on with what was before, rather than register what lies loose again.
            #expect(try await daemon.typecase("history").standardOutput.contains("Undid 1: Removed"))
            let none = try await daemon.typecase("undo")
            #expect(
                none.termination == .exited(1) && none.standardError.contains("no changes that can be undone"),
                "\(none)")
            // By its number as well; a run that was taken back is no adoption any more.
            let repeated = try await daemon.typecase("adopt", "--yes")
            #expect(repeated.succeeded, "\(repeated)")
            let change = try #require(try await daemon.management.listHistory(filter: [:]).changes.first)
            let number = try #require(try change["id"]?.converted(to: UInt64.self))
            #expect(change.text("action") == "adopt")
            let counts = try await daemon.typecase("undo", "\(number)", "--brief")
            #expect(counts.succeeded && counts.standardOutput == "Put back 6 files.\nRemoved 5 fonts.\n", "\(counts)")
            #expect(try looseFiles(home) == loose)
            // The files lie loose: to make the adoption again is to adopt them.
            let redone = try await daemon.typecase("undo", "\(number + 1)")
            #expect(redone.termination == .exited(1), "\(redone)")
            #expect(redone.standardError.contains("run 'typecase adopt'"), "\(redone)")
            #expect(try await daemon.management.listFonts(filter: [:]).fonts.isEmpty)
            let again = try await daemon.typecase("undo", "\(number)")
            #expect(again.termination == .exited(1) && again.standardError.contains("adopt --list"), "\(again)")
            let told = try await daemon.typecase("history", "\(number)").standardOutput
            #expect(!told.contains("to undo it") && told.contains("have since been moved back"), "\(told)")
            // Another run that has the same files is none of its changes.
            let next = try await daemon.typecase("adopt", "--yes")
            #expect(next.succeeded, "\(next)")
            let other = try await daemon.typecase("undo", "\(number)")
            #expect(other.termination == .exited(1), "\(other)")
            #expect(try looseFiles(home) != loose)
            // On a terminal the command asks, and no is the default.
            let terminal = try ChildProcess(
                at: PseudoTerminal(), BuildProducts.executable("typecase"), ["undo"],
                environment: daemon.environment.merging(["TERM": "xterm"]) { $1 })
            try await terminal.waitForOutput("back? [y/N]")
            try terminal.write("\n")
            #expect(await terminal.wait().termination == .exited(2))
            #expect(try looseFiles(home) != loose)
        }
    }

    @Test("Adopted fonts are seen once each, and undoing brings every file back as it was")
    func wholeLife() async throws {
        let home = try makeHome()
        try await RunningDaemon.run(home: home) { daemon in
            let loose = try looseFiles(home)
            let outcome = try await daemon.typecase("adopt", "--yes", "--json")
            #expect(outcome.termination == .exited(0), "\(outcome.standardError)")
            let run = try #require(try report(outcome).run)
            #expect(
                try await families(daemon) == [
                    "Alone", "Linked", "Old Place", "System", "System", "Twice", "Versions",
                ])
            let seen = try await daemon.fontconfigList().filter { $0.family == "Twice" || $0.family == "Versions" }
            #expect(seen.allSatisfy { $0.file.contains("/fonts/typecase/") })
            let staying = try looseFiles(home).keys.sorted().compactMap { $0.split(separator: "/").last }
            #expect(staying == ["README", "broken.ttf", "system.ttf"])
            let fonts = try await daemon.management.listFonts(filter: ["provider": BusVariant("user")]).fonts
            #expect(fonts.count == 5)
            #expect(fonts.count { $0.boolean("enabled") == false } == 1)

            // Nothing is left to adopt, and the daemon has seen that the loose fonts have gone.
            #expect(try await daemon.typecase("adopt", "--yes").termination == .exited(2))
            try await waitForSystemFaces(["System"], of: daemon)
            let disabled = try #require(fonts.first { $0.boolean("enabled") == false }).text("id")
            let enabled = try #require(
                fonts.first {
                    $0.dictionaries("faces").first?.text("family") == "Versions" && $0.text("id") != disabled
                })
            #expect(try await daemon.typecase("disable", enabled.text("id")).termination == .exited(0))
            #expect(try await daemon.typecase("enable", disabled).termination == .exited(0))

            #expect(try await daemon.typecase("adopt", "--list").standardOutput.contains(run))
            let undo = try await daemon.typecase("adopt", "--undo", "--yes")
            #expect(undo.termination == .exited(0), "\(undo.standardError)")
            #expect(try looseFiles(home) == loose)
            #expect(try await daemon.management.listFonts(filter: [:]).fonts.isEmpty)
            #expect(daemon.publishedFiles.isEmpty)
            #expect(
                TreeListing("\(home.dataDirectory)/typecase/adopted").files.keys.allSatisfy { $0.hasSuffix("lock") })
            #expect(try await daemon.typecase("adopt", "--undo", "--yes").termination == .exited(2))
        }
    }

    @Test("A program that looks all the while finds every font, and in the end each once")
    func neverMissing() async throws {
        let home = try ScratchHome()
        let expected = (10..<50).map { "Family \($0)" }
        for family in expected {
            try home.scratch.write(makeFont(family), to: "home/.local/share/fonts/\(family).ttf")
        }
        try await RunningDaemon.run(home: home) { daemon in
            for arguments in [["--yes"], ["--undo", "--yes"]] {
                let process = try ChildProcess(
                    BuildProducts.executable("typecase"), ["adopt"] + arguments, environment: daemon.environment)
                // Not by cancelling the task, which would kill the program that looks.
                let isOver = Mutex(false)
                async let looking = {
                    var missing: Set<String> = []
                    repeat {
                        missing.formUnion(Set(expected).subtracting(try await daemon.fontconfigFamilies()))
                    } while !isOver.withLock { $0 }
                    return missing
                }()
                let outcome = await process.wait()
                isOver.withLock { $0 = true }
                #expect(outcome.succeeded, "\(outcome.standardError)")
                #expect(try await looking == [])
                #expect(try await families(daemon) == expected)
            }
        }
    }

    @Test(
        "Killed at any point nothing is lost, and the rest can be finished or taken back",
        arguments: [0, 1, 20, 39], [true, false])
    func killed(filesAside: Int, isFinished: Bool) async throws {
        let home = try ScratchHome()
        let expected = (10..<50).map { "Family \($0)" }
        for family in expected {
            try home.scratch.write(makeFont(family), to: "home/.local/share/fonts/\(family).ttf")
        }
        try await RunningDaemon.run(home: home) { daemon in
            let loose = try looseFiles(home)
            let adopted = "\(home.dataDirectory)/typecase/adopted"
            let process = try ChildProcess(
                BuildProducts.executable("typecase"), ["adopt", "--yes"], environment: daemon.environment)
            let waiting = Task { await process.wait() }
            // With no file aside yet the manifest is what there is.
            try await eventually("so many files are aside", below: adopted) {
                TreeListing(adopted).files.keys.count(where: { !$0.hasSuffix("/lock") }) >= 1 + filesAside
            }
            process.send(signal: SIGKILL)
            _ = await waiting.value
            // What was sent is carried out, as any call, whether or not its sender still is there.
            let files = "\(home.dataDirectory)/fonts/Family"
            let descriptors = "/proc/\(daemon.processID)/fd"
            try await eventually("the service has none of the files open") {
                try FileManager.default.contentsOfDirectory(atPath: descriptors).allSatisfy {
                    let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(descriptors)/\($0)")
                    return target?.hasPrefix(files) != true
                }
            }
            #expect(try await daemon.fontconfigFamilies() == Set(expected))
            let next = try await daemon.typecase("adopt", isFinished ? "--yes" : "--undo", "--yes")
            #expect(next.termination == .exited(0) || next.termination == .exited(2), "\(next.standardError)")
            #expect(try await families(daemon) == expected)
            #expect(try looseFiles(home) == (isFinished ? [:] : loose))
            if isFinished {
                #expect(daemon.publishedFiles.count == expected.count)
                while let run = try await runs(daemon).last?.run {
                    #expect(try await daemon.typecase("adopt", "--undo", run, "--yes").termination == .exited(0))
                }
                #expect(try looseFiles(home) == loose)
            }
            #expect(daemon.publishedFiles.isEmpty)
            #expect(try await families(daemon) == expected)
        }
    }

    @Test(
        "Ctrl-C ends a run with every font there, the state says what was done, and the rest is finished or taken back",
        arguments: [true, false])
    func interrupted(isFinished: Bool) async throws {
        let home = try ScratchHome()
        let expected = (100..<400).map { "Family \($0)" }
        for family in expected {
            try home.scratch.write(makeFont(family), to: "home/.local/share/fonts/\(family).ttf")
        }
        try await RunningDaemon.run(home: home) { daemon in
            let loose = try looseFiles(home)
            let child = try ChildProcess(
                at: PseudoTerminal(), BuildProducts.executable("typecase"), ["adopt", "--yes"],
                environment: daemon.environment.merging(["TERM": "xterm"]) { $1 })
            try await child.waitForOutput("Adopting fonts")
            try child.write("\u{3}")
            let outcome = await child.wait()
            #expect(outcome.termination == .exited(130), "\(outcome.standardOutput)")
            let moved = loose.count - (try looseFiles(home).count)
            let published = daemon.publishedFiles.count
            #expect(moved == published, "what was registered has moved, and nothing else")
            #expect(moved > 0 && moved < expected.count)
            #expect(outcome.standardOutput.contains("Interrupted; \(moved) of 300 files were adopted."))
            #expect(try await families(daemon) == expected)
            let run = try #require(try await runs(daemon).last)
            #expect(run.state == "adopting" && run.moved == moved && run.files.count == 300)

            let next = try await daemon.typecase("adopt", isFinished ? "--yes" : "--undo", "--yes")
            #expect(next.termination == .exited(0), "\(next.standardError)")
            #expect(try await families(daemon) == expected)
            #expect(try looseFiles(home) == (isFinished ? [:] : loose))
            #expect(daemon.publishedFiles.count == (isFinished ? expected.count : 0))
        }
    }

    @Test("Ctrl-C at the question changes nothing")
    func interruptedQuestion() async throws {
        let home = try makeHome()
        try await RunningDaemon.run(home: home) { daemon in
            try await daemon.waitUntilRecovered()
            let before = TreeListing(home.dataDirectory)
            let child = try ChildProcess(
                at: PseudoTerminal(), BuildProducts.executable("typecase"), ["adopt"],
                environment: daemon.environment.merging(["TERM": "xterm"]) { $1 })
            try await child.waitForOutput("[y/N]")
            try child.write("\u{3}")
            let outcome = await child.wait()
            #expect(outcome.termination == .exited(130))
            #expect(outcome.standardOutput.hasSuffix("Interrupted; nothing was changed.\r\n"))
            #expect(TreeListing(home.dataDirectory) == before)
        }
    }

    @Test("Undoing never replaces what has come meanwhile, and keeps that font")
    func conflict() async throws {
        let home = try ScratchHome()
        let path = try home.scratch.write(makeFont("First"), to: "home/.local/share/fonts/a.ttf")
        try home.scratch.write(makeFont("Second"), to: "home/.local/share/fonts/b.ttf")
        try await RunningDaemon.run(home: home) { daemon in
            #expect(try await daemon.typecase("adopt", "--yes").termination == .exited(0))
            let other = try readAll(home.scratch.write(makeFont("Other"), to: "home/.local/share/fonts/a.ttf"))
            let undo = try await daemon.typecase("adopt", "--undo", "--yes")
            #expect(undo.termination == .exited(1))
            #expect(undo.standardError.contains(path))
            #expect(undo.standardError.contains("then run 'typecase adopt --undo 2"), "\(undo.standardError)")
            #expect(try readAll(path) == other)
            // What is half done is not told as done.
            #expect(try await daemon.management.listHistory(filter: [:]).changes.allSatisfy { $0["undone_by"] == nil })
            #expect(try await families(daemon) == ["First", "Other", "Second"])
            // With the place free again the rest comes back.
            #expect(unlink(path) == 0)
            #expect(try await daemon.typecase("adopt", "--undo", "--yes").termination == .exited(0))
            #expect(try await families(daemon) == ["First", "Second"])
            let adoption = try await daemon.management.listHistory(filter: ["id": BusVariant(UInt64(1))]).changes.first
            #expect(adoption?["undone_by"] != nil, "\(adoption ?? [:])")
            #expect(try readAll(path) == makeFont("First"))
            #expect(daemon.publishedFiles.isEmpty)
        }
    }

    @Test("Programs find the caches of the directories up to date after adopting and after undoing it")
    func caches() async throws {
        let home = try ScratchHome()
        try home.scratch.write(makeFont("First"), to: "home/.local/share/fonts/a.ttf")
        try home.scratch.write(makeFont("Second"), to: "home/.local/share/fonts/deep/deeper/b.ttf")
        try home.scratch.write(makeFont("Third"), to: "home/.local/share/fonts/deep/c.ttf")
        try await RunningDaemon.run(home: home) { daemon in
            try await daemon.waitUntilRecovered()
            #expect(try await daemon.run("/usr/bin/fc-cache").succeeded)
            for arguments in [[], ["--undo"]] {
                let outcome = try await ChildProcess.run(
                    BuildProducts.executable("typecase"), ["adopt", "-y"] + arguments, environment: daemon.environment)
                #expect(outcome.termination == .exited(0), "\(outcome.standardError)")
                #expect(outcome.standardError == "")
                let doctor = try await daemon.typecase("doctor", "--json")
                #expect(!doctor.standardOutput.contains("stale-caches"), "\(doctor.standardOutput)")
                #expect(!doctor.standardOutput.contains("\"id\":\"broken-fonts"))
            }
        }
    }

    @Test("Fonts installed before stay when adopting their copies is undone")
    func installedBefore() async throws {
        let home = try ScratchHome()
        try await RunningDaemon.run(home: home) { daemon in
            let id = try await daemon.register(makeFont("Known"), by: .user)
            try home.scratch.write(makeFont("Known"), to: "home/.local/share/fonts/known.ttf")
            let outcome = try await daemon.typecase("adopt", "--yes", "--json")
            #expect(try report(outcome).actions == ["known.ttf": "installed"])
            #expect(try await families(daemon) == ["Known"])
            #expect(try await daemon.typecase("adopt", "--undo", "--yes").termination == .exited(0))
            let fonts = try await daemon.management.listFonts(filter: [:]).fonts
            #expect(fonts.map { $0.text("id") } == [id])
        }
    }

    @Test("Only what is named as replaced gives its names away, and a preview says what that is")
    func replacing() async throws {
        let home = try ScratchHome()
        let path = try home.scratch.write(makeFont("Loose"), to: "home/.local/share/fonts/loose.ttf")
        try await RunningDaemon.run(home: home) { daemon in
            let preview = try #require(
                try await daemon.management.previewInstallation(
                    fonts: [home.openFont(makeFont("Loose", characters: " XYZ"))], options: [:]
                ).first)
            #expect(try preview["holders"]?.converted(to: [String].self) == [path])
            #expect(preview.errorName == "")
            #expect(preview["id"] == nil)
            func install(_ replaced: [String]) async throws -> String {
                let answer = try await daemon.register(
                    [home.openFont(makeFont("Loose", characters: " XYZ"))], by: .user,
                    options: ["replacing": BusVariant(replaced)])
                return try #require(answer.results.first).errorName
            }
            #expect(try await install([]) == "Shadowed")
            #expect(try await install(["\(path).not"]) == "Shadowed")
            await #expect(throws: BusError.self) { try await install(["loose.ttf"]) }
            #expect(try await daemon.management.listFonts(filter: [:]).fonts.isEmpty)
            #expect(try await install([path]) == "")
        }
    }

    /// What `--list --json` writes of a run.
    private struct Run: Decodable {
        var run: String
        var state: String
        var moved: Int
        var files: [String]
    }

    private func runs(_ daemon: RunningDaemon) async throws -> [Run] {
        let list = try await daemon.typecase("adopt", "--list", "--json")
        return try JSONDecoder().decode([Run].self, from: Data(list.standardOutput.utf8))
    }

    /// Waits until the daemon knows of these families outside of its own tree.
    private func waitForSystemFaces(_ expected: Set<String>, of daemon: RunningDaemon) async throws {
        while true {
            let faces = try await daemon.manager.listFaces(filter: ["source": BusVariant("system")]).faces
            if Set(faces.map { $0.text("family") }) == expected.union(["Linked"]) { return }
        }
    }
}
