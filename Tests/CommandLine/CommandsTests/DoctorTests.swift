internal import CLinux
internal import Commands
internal import DBus
internal import FontModel
internal import Glibc
internal import LinuxSystem
internal import TestSupport
internal import Testing

@Suite(.timeLimit(.minutes(10))) struct DoctorTests {
    @Test func `A manifest that cannot be used is a warning with its place`() async throws {
        let fixture = try await DoctorFixture()
        let path = try fixture.home.scratch.write(
            #"{"version": 1, "id": 7}"#, to: "data/typecase/providers/org.example.Broken.json")
        let found = try await fixture.findings(setting: ["XDG_DATA_DIRS": fixture.home.scratch["data"]])
        let finding = try #require(found["broken-manifests"])
        #expect(finding.severity == "warning")
        #expect(finding.items.count == 1 && finding.items[0].hasPrefix("\(path):1:"), "\(finding.items)")
        await fixture.stop()
    }

    @Test func `A manifest that is newer than this version is noted, and nothing is unwell`() async throws {
        let fixture = try await DoctorFixture()
        let path = try fixture.home.scratch.write(
            "{\"version\": 9, \"id\": \"org.example.A\", \"name\": \"A\"}",
            to: "share/typecase/providers/org.example.A.json")
        let finding = try await fixture.findings(setting: ["XDG_DATA_DIRS": fixture.home.scratch["share"]])[
            "newer-manifests"]
        #expect(finding?.severity == "note" && finding?.items == [path])
        await fixture.stop()
    }

    @Test func `A home in order has no findings`() async throws {
        let fixture = try await DoctorFixture()
        try fixture.addFont("Loose", at: ".local/share/fonts/loose.ttf")
        try await fixture.warmCaches()
        let outcome = try await fixture.doctor()
        #expect(outcome.standardOutput == "No problems were found.\n")
        #expect(outcome.termination == .exited(0))
        await fixture.stop()
    }

    @Test func `Fonts in both directories are a warning with a remedy, and nothing changes`() async throws {
        let fixture = try await DoctorFixture()
        try fixture.addFont("New", at: ".local/share/fonts/new.ttf")
        let old = try fixture.addFont("Old", at: ".fonts/deep/old.ttf")
        let before = TreeListing(fixture.home.path)
        let finding = try #require(try await fixture.findings()["two-font-directories"])
        #expect(finding.severity == "warning")
        #expect(finding.items == [old])
        #expect(finding.fixable)
        #expect(!finding.reason.isEmpty && !finding.remedy.isEmpty)
        let outcome = try await fixture.doctor()
        #expect(outcome.termination == .exited(1))
        #expect(outcome.standardOutput.contains("typecase doctor --fix two-font-directories"))
        #expect(TreeListing(fixture.home.path) == before)
        await fixture.stop()
    }

    @Test func `The older directory alone is a note, and one reached by a link is none`() async throws {
        let fixture = try await DoctorFixture()
        try fixture.addFont("Old", at: ".fonts/old.ttf")
        try await fixture.warmCaches()
        #expect(try await fixture.findings()["old-font-directory"]?.severity == "note")
        #expect(try await fixture.doctor().termination == .exited(0))
        let other = try await DoctorFixture()
        try other.addFont("New", at: ".local/share/fonts/new.ttf")
        #expect(symlink(other.home.userFontDirectory, "\(other.home.path)/.fonts") == 0)
        let findings = try await other.findings()
        #expect(findings["two-font-directories"] == nil)
        #expect(findings["old-font-directory"] == nil)
        await fixture.stop()
        await other.stop()
    }

    @Test(.enabled(if: geteuid() != 0, "root may write everywhere"), arguments: [".local/share/fonts", ".fonts"])
    func `A directory of fonts that cannot be written is an error with the command that repairs it`(
        directory: String
    ) async throws {
        let fixture = try await DoctorFixture()
        try fixture.addFont("Loose", at: "\(directory)/loose.ttf")
        let path = "\(fixture.home.path)/\(directory)"
        #expect(chmod(path, 0o500) == 0)
        let finding = try #require(try await fixture.findings()["unwritable-fonts"])
        #expect(finding.severity == "error")
        #expect(finding.items == ["\(path) cannot be written: its permissions do not allow it."])
        #expect(finding.remedy == "Allow it with 'chmod u+rwx \(path)'.")
        #expect(chmod(path, 0o700) == 0)
        #expect(try await fixture.findings()["unwritable-fonts"] == nil)
        await fixture.stop()
    }

    @Test func `What the service says of its directories is told once`() async throws {
        let fixture = try await DoctorFixture(status: [
            "read_only": BusVariant(true), "read_only_reason": BusVariant("/elsewhere belongs to root."),
            "directory_failures": BusVariant([
                [
                    "directory": BusVariant("/elsewhere"), "message": BusVariant("/elsewhere belongs to root."),
                    "remedy": BusVariant("Make it yours."),
                ]
            ]),
        ])
        let findings = try await fixture.findings()
        #expect(findings["unwritable-fonts"]?.items == ["/elsewhere belongs to root."])
        #expect(findings["unwritable-fonts"]?.remedy == "Make it yours.")
        #expect(findings["read-only"] == nil)
        await fixture.stop()
    }

    @Test func `Links and copies among the loose fonts are found, our own tree is not looked at`() async throws {
        let fixture = try await DoctorFixture()
        let fonts = fixture.home.userFontDirectory
        let target = try fixture.addFont("Target", at: "elsewhere/target.ttf")
        let first = try fixture.addFont("Twice", at: ".local/share/fonts/a/first.ttf")
        let second = try fixture.addFont("Twice", at: ".local/share/fonts/b/second.ttf")
        try fixture.addFont("Once", at: ".local/share/fonts/once.ttf")
        try fixture.addFont("Twice", at: ".local/share/fonts/typecase/00/ours.ttf")
        for link in ["link.ttf", "typecase/link.ttf"] { #expect(symlink(target, "\(fonts)/\(link)") == 0) }
        let findings = try await fixture.findings()
        #expect(findings["duplicate-files"]?.items == ["\(first) = \(second)"])
        #expect(findings["symlinked-fonts"]?.items.contains("\(fonts)/link.ttf") == true)
        await fixture.stop()
    }

    @Test func `Different fonts of one name are found, copies apart, and damaged ones with what is wrong`() async throws
    {
        let fixture = try await DoctorFixture()
        let fonts = fixture.home.userFontDirectory
        let first = try fixture.addFont("Shared", at: ".local/share/fonts/a.ttf")
        try fixture.addFont("Shared", at: ".local/share/fonts/copy-of-a.ttf")
        var other = FontBuilder(family: "Shared")
        other.revision = 2
        let second = try fixture.home.scratch.write(other.build(), to: "home/.fonts/b.ttf")
        try fixture.addFont("Alone", at: ".local/share/fonts/alone.ttf")
        try fixture.home.scratch.write(
            Array(FontBuilder(family: "Cut").build().prefix(400)), to: "home/.local/share/fonts/cut.ttf")
        try fixture.home.scratch.write(Array("wOFF and no font".utf8), to: "home/.local/share/fonts/web.woff")
        try fixture.home.scratch.write("read me", to: "home/.local/share/fonts/README")
        let before = TreeListing(fixture.home.path)
        let findings = try await fixture.findings()
        let names = try #require(findings["duplicate-names"])
        #expect(names.items == ["Shared-Regular: \(first), \(second)"])
        #expect(names.severity == "warning" && names.remedy.contains("typecase adopt"))
        let broken = try #require(findings["broken-fonts"])
        #expect(broken.items.count == 1)
        #expect(broken.items.first?.hasPrefix("\(fonts)/cut.ttf: Font basic parsability: ") == true)
        #expect(broken.remedy.contains("typecase validate"))
        #expect(findings["unchecked-fonts"] == nil)
        #expect(TreeListing(fixture.home.path) == before)
        await fixture.stop()
    }

    @Test func `Adopting is no remedy for names of fonts that it leaves where they are`() async throws {
        let fixture = try await DoctorFixture()
        try fixture.addFont("Shared", at: ".local/share/fonts/a.ttf")
        var refused = FontBuilder(family: "Shared")
        refused.tableOverrides["kern"] = [0, 0, 0, 1, 0]
        try fixture.home.scratch.write(refused.build(), to: "home/.local/share/fonts/b.ttf")
        let finding = try #require(try await fixture.findings()["duplicate-names"])
        #expect(finding.remedy.contains("move the others out of the directory"), "\(finding)")
        await fixture.stop()
    }

    @Test func `Styles of a family that have one name are a note, and nobody is told to give one up`() async throws {
        let fixture = try await DoctorFixture()
        var paths: [String] = []
        for (style, slant) in [("Italic", FontSlant.italic), ("Regular", .upright)] {
            var font = FontBuilder(family: "Twin", style: style)
            font.postscriptName = "Twin"
            font.slant = slant
            paths.append(try fixture.home.scratch.write(font.build(), to: "home/.fonts/\(style).ttf"))
        }
        let findings = try await fixture.findings()
        #expect(findings["duplicate-names"] == nil)
        let shared = try #require(findings["shared-names"])
        #expect(shared.items == ["Twin: \(paths.joined(separator: ", "))"] && shared.severity == "note")
        await fixture.stop()
    }

    @Test func `A font that is refused and that programs show is a note, and no damaged one`() async throws {
        let fixture = try await DoctorFixture()
        var misleading = FontBuilder(family: "Mis\u{202E}leading")
        misleading.postscriptName = "Misleading"
        var cut = FontBuilder(family: "Cut Table")
        cut.tableOverrides["kern"] = [0, 0, 0, 1, 0]
        let paths = [
            try fixture.home.scratch.write(cut.build(), to: "home/.fonts/a.ttf"),
            try fixture.home.scratch.write(misleading.build(), to: "home/.fonts/b.ttf"),
        ]
        let findings = try await fixture.findings()
        #expect(findings["broken-fonts"] == nil)
        let unmanaged = try #require(findings["unmanaged-fonts"])
        #expect(unmanaged.severity == "note" && unmanaged.items.count == 2, "\(unmanaged.items)")
        for (item, path) in zip(unmanaged.items, paths) { #expect(item.hasPrefix("\(path): ")) }
        await fixture.stop()
    }

    @Test func `Fonts that cannot be checked are a note`() async throws {
        let fixture = try await DoctorFixture()
        let path = try fixture.addFont("Locked", at: ".local/share/fonts/locked.ttf")
        try await fixture.warmCaches()
        #expect(chmod(path, 0) == 0)
        let findings = try await fixture.findings()
        #expect(findings["unchecked-fonts"]?.items == [path])
        #expect(findings["unchecked-fonts"]?.severity == "note")
        await fixture.stop()
    }

    @Test func `What cannot be looked at among the loose fonts is told of`() async throws {
        let fixture = try await DoctorFixture()
        let path = try fixture.addFont("Hidden", at: ".local/share/fonts/listed/hidden.ttf")
        #expect(try await fixture.findings()["unreadable-entries"] == nil)
        // Its names can be listed, and that is all.
        let directory = UserPlaces.parent(of: path)
        #expect(chmod(directory, 0o400) == 0)
        let finding = try #require(try await fixture.findings()["unreadable-entries"])
        #expect(finding.items == [path] && finding.severity == "warning")
        #expect(FontDirectorySurvey([directory]).unreadable == [path])
        #expect(LooseFontSearch([directory], excluding: []).failures.map(\.item) == [path], "adopt says so as well")
        #expect(chmod(directory, 0o700) == 0)
        await fixture.stop()
    }

    @Test func `A directory of fonts that sandboxes do not mount is told of`() async throws {
        let fixture = try await DoctorFixture(fontconfigRules: "<dir>~/Extra</dir>")
        #expect(try await fixture.findings()["outside-sandboxes"] == nil)
        try fixture.addFont("Extra", at: "Extra/deep/extra.ttf")
        let finding = try await fixture.findings()["outside-sandboxes"]
        #expect(finding?.items == ["\(fixture.home.path)/Extra"])
        await fixture.stop()
    }

    @Test func `A directory of the system that sandboxes do not mount is a note, the data home is none wherever it is`()
        async throws
    {
        let fixture = try await DoctorFixture()
        #expect(try await fixture.findings()["system-fonts-outside-sandboxes"] == nil)
        let font = FontBuilder(family: "Opt").build()
        try fixture.home.scratch.write(font, to: "system/fonts/deep/opt.ttf")
        try await fixture.warmCaches()
        let findings = try await fixture.findings()
        let finding = try #require(findings["system-fonts-outside-sandboxes"])
        #expect(finding.items == [fixture.home.systemFontDirectory])
        #expect(finding.severity == "note" && !finding.fixable)
        #expect(findings["outside-sandboxes"] == nil, "it is none of the user's own")
        #expect(try await fixture.doctor().termination == .exited(0))
        // Flatpak mounts the fonts of the data home wherever that is.
        let data = fixture.home.scratch["data"]
        try fixture.home.scratch.write(
            "<fontconfig><dir>\(data)/fonts</dir></fontconfig>", to: "other.conf")
        try fixture.home.scratch.write(font, to: "data/fonts/own.ttf")
        let moved = try await fixture.findings(setting: [
            "FONTCONFIG_FILE": fixture.home.scratch["other.conf"], "XDG_DATA_HOME": data,
        ])
        #expect(moved["moved-data-home"] != nil)
        #expect(moved["system-fonts-outside-sandboxes"] == nil)
        await fixture.stop()
    }

    @Test func `A moved data home is a note`() async throws {
        let fixture = try await DoctorFixture()
        let finding = try await fixture.findings(
            setting: ["XDG_DATA_HOME": "\(fixture.home.path)/data"])["moved-data-home"]
        #expect(finding?.severity == "note")
        await fixture.stop()
    }

    @Test func `A configuration that rejects what we publish, or does not look there, is an error`() async throws {
        let fixture = try await DoctorFixture(
            fontconfigRules: "<selectfont><rejectfont><glob>*/fonts/typecase/*</glob></rejectfont></selectfont>")
        let finding = try #require(try await fixture.findings()["hidden-fonts"])
        #expect(finding.severity == "error")
        #expect(finding.items == ["*/fonts/typecase/*"])
        let file = try fixture.home.scratch.write(
            "<fontconfig><dir>\(fixture.home.systemFontDirectory)</dir></fontconfig>", to: "other.conf")
        let other = try await fixture.findings(setting: ["FONTCONFIG_FILE": file])["hidden-fonts"]
        #expect(other?.items == [fixture.home.systemFontDirectory])
        await fixture.stop()
    }

    @Test func `Stale caches, caches of other versions and caches that cannot be written are told apart`() async throws
    {
        let fixture = try await DoctorFixture()
        let caches = fixture.home.fontconfigCacheDirectory
        try fixture.addFont("One", at: ".local/share/fonts/one.ttf")
        #expect(try await fixture.findings()["stale-caches"]?.items == [fixture.home.userFontDirectory])
        try await fixture.warmCaches()
        try fixture.home.scratch.write("", to: "home/.cache/fontconfig/0123-le64.cache-99")
        let warm = try await fixture.findings()
        #expect(warm["stale-caches"] == nil)
        #expect(warm["unwritable-caches"] == nil)
        #expect(warm["foreign-caches"]?.items == ["\(caches): version 99, 1 file"])
        try fixture.addFont("Two", at: ".local/share/fonts/two.ttf")
        #expect(chmod(caches, 0o500) == 0)
        let locked = try await fixture.findings()
        #expect(locked["stale-caches"] != nil)
        #expect(locked["unwritable-caches"]?.items == [caches])
        await fixture.stop()
    }

    @Test func `Directories and a registry from the future are told apart`() async throws {
        let fixture = try await DoctorFixture()
        try fixture.addFont("One", at: ".local/share/fonts/one.ttf")
        let registry = try fixture.home.scratch.write("", to: "home/.local/state/typecase/registry.sqlite")
        let before = try await fixture.findings()
        #expect(before["future-times"] == nil && before["clock-behind"] == nil)
        for path in [registry, fixture.home.userFontDirectory] {
            let times = [timespec(tv_sec: 4_000_000_000, tv_nsec: 0), timespec(tv_sec: 4_000_000_000, tv_nsec: 0)]
            #expect(utimensat(AT_FDCWD, path, times, 0) == 0)
        }
        let findings = try await fixture.findings()
        #expect(findings["future-times"]?.items == [fixture.home.userFontDirectory])
        #expect(findings["clock-behind"]?.items == [registry])
        await fixture.stop()
    }

    @Test func `Variables that the service manager does not have are told of, and so are failed units`() async throws {
        let fixture = try await DoctorFixture()
        // Without a manager there is nothing to compare with.
        #expect(try await fixture.findings()["environment-differs"] == nil)
        let manager = try await FakeServiceManager(
            on: fixture.bus,
            variables: ["HOME=\(fixture.home.path)", "XDG_DATA_HOME=/elsewhere", "SOURCE_DATE_EPOCH=1"],
            failedUnits: ["typecase-inspect.service"])
        let findings = try await fixture.findings()
        let differing = try #require(findings["environment-differs"]).items
        #expect(
            differing.contains("XDG_DATA_HOME: \(fixture.home.dataDirectory) here, /elsewhere in the service manager"))
        #expect(
            differing.contains(
                "FONTCONFIG_FILE: \(fixture.home.fontconfigFile) here, not set in the service manager"))
        #expect(!differing.contains { $0.hasPrefix("XDG_CACHE_HOME") }, "set here to what it is by default")
        #expect(findings["fixed-cache-times"]?.items == ["the service manager"])
        #expect(findings["units-failed"]?.items == ["typecase-inspect.service"])
        await manager.stop()
        await fixture.stop()
    }

    @Test func `A data home that is set in the shell or in the service manager alone is told of`() async throws {
        let fixture = try await DoctorFixture()
        let (home, usual) = (fixture.home.path, fixture.home.dataDirectory)
        func differing(shell: String, manager: String?) async throws -> [String] {
            let variables = ["HOME=\(home)"] + (manager.map { ["XDG_DATA_HOME=\($0)"] } ?? [])
            let running = try await FakeServiceManager(on: fixture.bus, variables: variables)
            let finding = try await fixture.findings(setting: ["XDG_DATA_HOME": shell])["environment-differs"]
            await running.stop()
            return finding?.items.filter { $0.hasPrefix("XDG_DATA_HOME: ") } ?? []
        }
        #expect(
            try await differing(shell: "\(home)/data", manager: nil)
                == ["XDG_DATA_HOME: \(home)/data here, \(usual) in the service manager"])
        #expect(
            try await differing(shell: "", manager: "\(home)/data")
                == ["XDG_DATA_HOME: \(usual) here, \(home)/data in the service manager"])
        // Not set is set to what it is by default.
        #expect(try await differing(shell: "", manager: usual) == [])
        #expect(try await differing(shell: usual, manager: nil) == [])
        await fixture.stop()
    }

    @Test func `What the service says of itself becomes findings`() async throws {
        let fixture = try await DoctorFixture(status: [
            "read_only": BusVariant(true), "read_only_reason": BusVariant("The disk is full."),
            "denied": BusVariant(["inspect": BusVariant(["socket": BusVariant(true), "exec": BusVariant(false)])]),
            "system_fonts_failure": BusVariant("no cache"), "quarantined": BusVariant(UInt32(2)),
            "colliding_fonts": BusVariant(UInt32(3)), "deleted_fonts": BusVariant(UInt32(12)),
            "policy_failures": BusVariant(["/etc/typecase/policy.d/a.json:1: odd"]),
            "grants_failure": BusVariant("The registry was damaged."),
            "published_directory": BusVariant("/somewhere/fonts/typecase"),
        ])
        let findings = try await fixture.findings()
        #expect(findings["read-only"]?.seen.contains("The disk is full.") == true)
        #expect(findings["weak-sandbox"]?.items == ["inspect: exec"])
        #expect(findings["policy-damaged"]?.items == ["/etc/typecase/policy.d/a.json:1: odd"])
        #expect(findings["grants-unknown"]?.seen.contains("The registry was damaged.") == true)
        #expect(findings["grants-unknown"]?.severity == "warning")
        #expect(findings["system-fonts-unknown"]?.severity == "error")
        #expect(findings["quarantined-fonts"]?.seen.contains("2") == true)
        #expect(findings["colliding-fonts"]?.seen.contains("3") == true)
        #expect(findings["deleted-files"]?.seen.contains("12") == true)
        #expect(findings["deleted-files"]?.remedy.contains("typecase restore --deleted") == true)
        #expect(findings["environment-differs"]?.items.contains { $0.contains("/somewhere/fonts/typecase") } == true)
        await fixture.stop()
    }

    @Test func `A single deleted font is reported if its directory was deleted`() async throws {
        for directory: UInt32 in [0, 1] {
            let fixture = try await DoctorFixture(status: [
                "fonts": BusVariant(UInt32(100)), "deleted_fonts": BusVariant(UInt32(1)),
                "deleted_with_directory": BusVariant(directory),
            ])
            let seen = try await fixture.findings()["deleted-files"]?.seen
            let sentence = "The file of 1 font was deleted from the directory of the published fonts."
            #expect(seen == (directory == 0 ? nil : sentence))
            await fixture.stop()
        }
    }

    @Test(arguments: [(0, 2, false), (0, 3, true), (3, 3, false), (9, 9, false), (100, 10, true)])
    func `Deleted fonts are reported if there are many, or most of a few`(
        installed: UInt32, deleted: UInt32, isReported: Bool
    ) async throws {
        let fixture = try await DoctorFixture(status: [
            "fonts": BusVariant(installed), "deleted_fonts": BusVariant(deleted),
        ])
        #expect((try await fixture.findings()["deleted-files"] != nil) == isReported)
        await fixture.stop()
    }

    @Test func `A full disk is named with what is left on it, and with how much can be freed`() async throws {
        let place: [String: BusVariant] = [
            "store_directory": BusVariant("/data/store"), "registry_file": BusVariant("/state/registry.sqlite"),
            "removed_size": BusVariant(UInt64(3_000_000)), "fetched_size": BusVariant(UInt64(250_000_000)),
        ]
        func finding(_ free: UInt64, _ stateFree: UInt64) async throws -> DoctorFixture.Finding? {
            let space = ["free_space": BusVariant(free), "state_free_space": BusVariant(stateFree)]
            let fixture = try await DoctorFixture(status: place.merging(space) { $1 })
            let finding = try await fixture.findings()["full-disk"]
            await fixture.stop()
            return finding
        }
        let data = try await finding(1_500_000, 16 << 20)
        #expect(data?.severity == "error")
        #expect(data?.seen == "The disk that contains /data/store is full: only 1.5 MB is available.")
        #expect(
            data?.items == [
                "Removed fonts take up 3.0 MB. They are deleted as soon as a font needs the space; "
                    + "'typecase uninstall --purge FONT' deletes one now.",
                "Fetched files that no program uses take up 250 MB. 'typecase resources purge' deletes them.",
            ])
        let state = try await finding(16 << 20, 2_000_000)
        #expect(state?.seen == "The disk that contains /state is full: only 2.0 MB is available.")
        #expect(state?.items == [])
        #expect(try await finding(16 << 20, 16 << 20) == nil)
    }

    @Test func `Where it is not known which fonts are registered that is said, and not only that none can be changed`()
        async throws
    {
        let fixture = try await DoctorFixture(status: [
            "read_only": BusVariant(true), "read_only_reason": BusVariant("There are no locks."),
            "registry_failure": BusVariant("It is not known which fonts are registered. There are no locks."),
        ])
        let findings = try await fixture.findings()
        #expect(
            findings["read-only"]?.seen == "It is not known which fonts are registered. There are no locks.")
        await fixture.stop()
    }

    @Test func `What was moved out of the published fonts is listed where it lies now, until it is taken away`()
        async throws
    {
        let fixture = try await DoctorFixture()
        #expect(try await fixture.findings()["set-aside-files"] == nil)
        let first = try fixture.addFont("Dropped", at: ".local/share/typecase/store/foreign/0123/Dropped.ttf")
        let second = try fixture.addFont("Deep", at: ".local/share/fonts/typecase/.foreign/4567/folder/Deep.ttf")
        try fixture.addFont("Stored", at: ".local/share/typecase/store/stored")
        let finding = try #require(try await fixture.findings()["set-aside-files"])
        #expect(Set(finding.items) == [first, second])
        #expect(finding.severity == "warning" && !finding.fixable)
        #expect(finding.remedy.contains("typecase install"))
        unlink(first)
        unlink(second)
        #expect(try await fixture.findings()["set-aside-files"] == nil)
        await fixture.stop()
    }

    @Test func `A service that cannot be reached is an error, and the rest is examined all the same`() async throws {
        let fixture = try await DoctorFixture()
        await fixture.stop()
        try fixture.addFont("New", at: ".local/share/fonts/new.ttf")
        try fixture.addFont("Old", at: ".fonts/old.ttf")
        let findings = try await fixture.findings()
        #expect(findings["service-unreachable"]?.severity == "error")
        #expect(findings["two-font-directories"] != nil)
    }

    @Test func `Every finding that can be put right is known to --fix, and no other`() async throws {
        let fixture = try await DoctorFixture()
        for kind in DoctorFindingKind.allCases {
            let outcome = try await fixture.doctor("--fix", kind.rawValue, "--yes")
            #expect(outcome.termination == .exited(kind.isFixable ? 2 : 64), "\(kind)")
        }
        await fixture.stop()
    }
}
