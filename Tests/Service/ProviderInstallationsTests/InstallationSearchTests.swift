import CallerIdentity
import FontModel
import Glibc
import LinuxSystem
import ProviderInstallations
import TestSupport
import Testing

@Suite struct `An installed provider` {
    private let home: ScratchHome
    private let search: InstallationSearch
    private let foundry: ProviderIdentifier

    init() throws {
        home = try ScratchHome()
        foundry = try #require(ProviderIdentifier(rawValue: "org.example.Foundry"))
        search = InstallationSearch(
            environment: home.environment.merging([
                "FLATPAK_SYSTEM_DIR": home.scratch["flatpak"], "PATH": home.scratch["bin"],
            ]) { $1 }, snapDirectories: [home.scratch["snap"]],
            packages: PackageLists(directory: home.scratch["packages"]))
    }

    private static let manifest = "share/typecase/providers/org.example.Foundry.json"
    private static let entry = "share/applications/org.example.Foundry.desktop"
    private static let deployment = "flatpak/app/org.example.Foundry/current/active/metadata"

    private func desktopEntry(_ lines: String) -> String { "[Desktop Entry]\nType=Application\n\(lines)\n" }

    @Test(arguments: [
        (Self.manifest, InstallationEvidence.Kind.manifest), (Self.entry, .application), (Self.deployment, .flatpak),
        ("home/.local/share/applications/org.example.Foundry.desktop", .application),
        ("home/.local/share/flatpak/app/org.example.Foundry/current/active/metadata", .flatpak),
    ])
    func `is told from each place, and is gone when nothing is left there`(
        path: String, kind: InstallationEvidence.Kind
    ) throws {
        #expect(search.standing(of: foundry, known: []) == nil)
        try home.scratch.write(desktopEntry("Name=Foundry"), to: path)
        let evidence = search.evidence(of: foundry)
        #expect(evidence.map(\.kind) == [kind])
        #expect(evidence.first?.files.map(\.path) == [home.scratch[path]])
        #expect(search.standing(of: foundry, known: []) == .installed(evidence))
        #expect(search.standing(of: foundry, known: evidence) == .installed(evidence))

        home.scratch.remove(path)
        #expect(search.standing(of: foundry, known: evidence) == .gone)
        // The package manager takes directories away that nothing else is in.
        home.scratch.remove(String(path.prefix(while: { $0 != "/" })))
        #expect(search.standing(of: foundry, known: evidence) == .gone)
    }

    @Test func `is a snap as long as any revision is there, in the middle of a refresh as well`() throws {
        let snap = try #require(ProviderIdentifier(rawValue: "snap.foundry"))
        try home.scratch.makeDirectory("snap/foundry/common")
        #expect(search.evidence(of: snap) == [])
        try home.scratch.makeDirectory("snap/foundry/42")
        try #require(symlink("42", home.scratch["snap/foundry/current"]) == 0)
        var known = search.evidence(of: snap)
        #expect(known.map(\.kind) == [.snap])
        #expect(known.first?.files.map(\.path) == [home.scratch["snap/foundry/current"]])

        func look(_ step: Comment) {
            guard case .installed(let evidence) = search.standing(of: snap, known: known) else {
                Issue.record(step)
                return
            }
            known = evidence
        }
        // As snapd refreshes it: for as long as data is copied nothing is current, and the old revision goes at last.
        home.scratch.remove("snap/foundry/current")
        look("nothing is current")
        try home.scratch.makeDirectory("snap/foundry/x43")
        look("the new revision is mounted")
        home.scratch.remove("snap/foundry/42")
        look("the old revision is unmounted")
        try #require(symlink("x43", home.scratch["snap/foundry/current"]) == 0)
        look("the new revision is current")
        // Disabled, it is still there.
        home.scratch.remove("snap/foundry/current")
        look("it is disabled")
        home.scratch.remove("snap/foundry/x43")
        #expect(search.standing(of: snap, known: known) == .gone)
        home.scratch.remove("snap/foundry")
        #expect(search.standing(of: snap, known: known) == .gone)
    }

    @Test func `is a package as long as any file of it is there, whatever programs it has by then`() throws {
        let package = try #require(ProviderIdentifier(rawValue: "package.foundry"))
        #expect(search.evidence(of: package) == [])
        let program = try home.scratch.write("#!/bin/sh\n", to: "bin/foundry")
        let list = try home.scratch.write("/.\n/etc/passwd\n\(program)\n", to: "packages/foundry.list")
        let evidence = search.evidence(of: package)
        #expect(evidence.map(\.kind) == [.package])
        #expect(evidence.first?.files.map(\.path).sorted() == [program, list].sorted())

        // An upgrade calls it otherwise.
        home.scratch.remove("bin/foundry")
        let other = try home.scratch.write("#!/bin/sh\n", to: "bin/foundry-2")
        try home.scratch.write("/.\n/etc/passwd\n\(other)\n", to: "packages/foundry.list")
        #expect(search.standing(of: package, known: evidence) == .installed(search.evidence(of: package)))
        // It is removed, and its configuration is kept.
        try home.scratch.write("/.\n/etc/passwd\n", to: "packages/foundry.list")
        home.scratch.remove("bin/foundry-2")
        #expect(search.standing(of: package, known: evidence) == .gone)
        home.scratch.remove("packages/foundry.list")
        #expect(search.standing(of: package, known: evidence) == .gone)
    }

    @Test func `is an AppImage as long as one of its files is there`() throws {
        let image = try #require(ProviderIdentifier(rawValue: "appimage.org.example.Foundry"))
        var caller = FontModel.CallerIdentity(
            kind: .appImage, applicationID: nil, displayName: "Foundry", provider: image, processID: 1)
        #expect(search.evidence(of: caller) == [])
        var known: [InstallationEvidence] = []
        for name in ["Foundry-1.AppImage", "Foundry-2.AppImage"] {
            caller.program = try home.scratch.write("", to: "downloads/\(name)")
            known += search.evidence(of: caller)
        }
        #expect(known.map(\.kind) == [.appImage, .appImage])
        #expect(search.evidence(of: image) == [], "nobody knows where to look")
        #expect(search.standing(of: image, known: known) == .installed(known))
        home.scratch.remove("downloads/Foundry-1.AppImage")
        #expect(search.standing(of: image, known: known) == .installed([known[1]]))
        home.scratch.remove("downloads/Foundry-2.AppImage")
        #expect(search.standing(of: image, known: [known[1]]) == .gone)
        try home.scratch.write("", to: "downloads/Foundry-2.AppImage")
        #expect(search.standing(of: image, known: [known[1]]) == .installed([known[1]]))
    }

    @Test func `is there as long as anything shows it, and what shows it is kept up to date`() throws {
        try home.scratch.write("{}", to: Self.manifest)
        try home.scratch.write(desktopEntry("Name=Foundry"), to: Self.entry)
        let both = search.evidence(of: foundry)
        #expect(both.map(\.kind) == [.manifest, .application])
        home.scratch.remove(Self.manifest)
        #expect(search.standing(of: foundry, known: both) == .installed([both[1]]))
        try home.scratch.write("{}", to: Self.manifest)
        home.scratch.remove(Self.entry)
        #expect(search.standing(of: foundry, known: both) == .installed([both[0]]))
    }

    @Test(arguments: ["%@ %U", "foundry", "env LANG=C \"%@\" --new", "\"%@\""])
    func `is gone with its program, though its desktop entry is left`(command: String) throws {
        let program = try home.scratch.write("#!/bin/sh\n", to: "bin/foundry")
        try home.scratch.write(
            desktopEntry("Exec=" + command.replacing("%@", with: program)), to: Self.entry)
        let evidence = search.evidence(of: foundry)
        #expect(evidence.first?.files.map(\.path).sorted() == [home.scratch[Self.entry], program].sorted())
        home.scratch.remove("bin/foundry")
        #expect(search.standing(of: foundry, known: evidence) == .gone)
    }

    @Test(arguments: [
        "python3 %@ --gui", "/usr/bin/env python3.11 -u \"%@\"", "sh -c \"cd / && exec '%@' --new\"",
        "env LANG=C /bin/bash %@ %U", "java -jar %@", "/usr/bin/env -i sh -c \"/bin/sh %@\"",
    ])
    func `is gone with what an interpreter runs, which is there without it`(command: String) throws {
        for interpreter in ["python3", "python3.11", "sh", "bash", "java", "env"] {
            try home.scratch.write("#!/bin/sh\n", to: "bin/\(interpreter)")
        }
        let script = try home.scratch.write("", to: "share/foundry/main")
        try home.scratch.write(desktopEntry("Exec=" + command.replacing("%@", with: script)), to: Self.entry)
        let evidence = search.evidence(of: foundry)
        #expect(evidence.first?.files.map(\.path).sorted() == [home.scratch[Self.entry], script].sorted())
        home.scratch.remove("share/foundry")
        #expect(search.standing(of: foundry, known: evidence) == .gone)
    }

    @Test(arguments: ["python3 -m foundry", "sh -c foundry", "env"])
    func `is told by its entry alone where nobody can tell what that starts`(command: String) throws {
        for program in ["python3", "sh"] { try home.scratch.write("#!/bin/sh\n", to: "bin/\(program)") }
        try home.scratch.write(desktopEntry("Exec=\(command)"), to: Self.entry)
        let evidence = search.evidence(of: foundry)
        #expect(evidence.map { $0.files.map(\.path) } == [[home.scratch[Self.entry]]])
        home.scratch.remove(Self.entry)
        #expect(search.standing(of: foundry, known: evidence) == .gone)
    }

    @Test(arguments: [
        ("/usr/bin/flatpak run --branch=stable --command=x org.example.Set @@u %U @@", "flatpak/app/org.example.Set"),
        ("env X=1 flatpak run org.example.Set", "flatpak/app/org.example.Set"),
        ("flatpak --user run org.example.Set %U", "flatpak/app/org.example.Set"),
        ("flatpak -v --installation extra run --command x org.example.Set//beta", "flatpak/app/org.example.Set"),
        ("flatpak --system run --arch=x86_64 app/org.example.Set/x86_64/stable", "flatpak/app/org.example.Set"),
        ("snap run set.editor --new", "snap/bin"), ("env BAMF_DESKTOP_FILE_HINT=x %snap/bin/set.editor %U", "snap/bin"),
    ])
    func `is gone with what Flatpak or snapd starts, which are there without it`(
        command: String, place: String
    ) throws {
        for program in ["flatpak", "snap"] { try home.scratch.write("#!/bin/sh\n", to: "bin/\(program)") }
        // As people copy an entry to change something in it: it stays when the application goes.
        let line = "Exec=" + command.replacing("%snap", with: home.scratch["snap"])
        try home.scratch.write(desktopEntry(line), to: "home/.local/share/applications/org.example.Foundry.desktop")
        if !command.hasPrefix("env BAMF") { #expect(search.evidence(of: foundry) == []) }
        try home.scratch.write("", to: "flatpak/app/org.example.Set/current/active/metadata")
        try home.scratch.write("", to: "snap/bin/set.editor")
        let evidence = search.evidence(of: foundry)
        #expect(evidence.map(\.kind) == [.application] && evidence.first?.files.count == 2)
        home.scratch.remove(place)
        #expect(search.standing(of: foundry, known: evidence) == .gone)
    }

    @Test func `is not told by an entry that counts as deleted`() throws {
        try home.scratch.write(desktopEntry("Hidden=true"), to: Self.entry)
        #expect(search.evidence(of: foundry) == [])
    }

    @Test(arguments: ["user", "session.python3", "session.foundry.service"])
    func `is no program without a place of its own`(id: String) throws {
        try home.scratch.write("{}", to: "share/typecase/providers/\(id).json")
        try home.scratch.write(desktopEntry("Name=X"), to: "share/applications/\(id).desktop")
        #expect(search.standing(of: try #require(ProviderIdentifier(rawValue: id)), known: []) == nil)
    }

    @Test func `is found where it was, whatever the environment says by then`() throws {
        try home.scratch.write("{}", to: Self.manifest)
        let evidence = search.evidence(of: foundry)
        let elsewhere = InstallationSearch(environment: ["HOME": home.path, "XDG_DATA_DIRS": home.scratch["none"]])
        #expect(elsewhere.evidence(of: foundry) == [])
        #expect(elsewhere.standing(of: foundry, known: evidence) == .installed(evidence))
    }

    @Test func `has one place, however the environment spells its directory`() throws {
        try home.scratch.write("{}", to: Self.manifest)
        let share = home.scratch["share"]
        let environment = ["HOME": "\(home.path)/", "XDG_DATA_DIRS": "\(share)//:\(share)/"]
        let spelled = InstallationSearch(environment: environment)
        #expect(spelled.evidence(of: foundry) == search.evidence(of: foundry))
        #expect(spelled.directories == ["\(share)/typecase/providers"])
    }

    // MARK: Media

    /// What was known of a manifest on a medium that another file system is in the place of now.
    private func onMedium(at mountPoint: String, _ path: String) -> [InstallationEvidence] {
        [
            InstallationEvidence(
                .manifest,
                files: [.init(path: path, mountPoint: mountPoint, fileSystem: 0x0123_4567_89AB_CDEF)])
        ]
    }

    @Test func `is on a medium that is not mounted where the place has none`() throws {
        let place = try home.scratch.makeDirectory("media/stick")
        for mountPoint in [place, home.scratch["media/other"]] {
            let known = onMedium(at: mountPoint, "\(mountPoint)/share/typecase/providers/org.example.Foundry.json")
            #expect(search.standing(of: foundry, known: known) == .unmounted)
        }
    }

    @Test func `is gone where its medium is there without it, and with the system itself`() throws {
        let place = try home.scratch.makeDirectory("media/stick")
        let mounted = InstallationEvidence(
            .manifest,
            files: [.init(path: "\(place)/m.json", mountPoint: place, fileSystem: try FileSystem.identity(of: place))])
        #expect(search.standing(of: foundry, known: [mounted]) == .gone)
        #expect(search.standing(of: foundry, known: onMedium(at: "/", "\(place)/m.json")) == .gone)
        #expect(search.standing(of: foundry, known: onMedium(at: "/usr", "\(place)/m.json")) == .gone)
    }

    @Test
    func `is installed by a desktop entry while its manifest is on a medium that is away, and that is not forgotten`()
        throws
    {
        let place = try home.scratch.makeDirectory("media/stick")
        let known = onMedium(at: place, "\(place)/share/typecase/providers/org.example.Foundry.json")
        try home.scratch.write(desktopEntry("Name=Foundry"), to: Self.entry)
        let standing = search.standing(of: foundry, known: known + search.evidence(of: foundry))
        #expect(standing == .installed(search.evidence(of: foundry) + known))
        #expect(search.isPartlyUnreachable(known))
        #expect(!search.isPartlyUnreachable(search.evidence(of: foundry)))
    }

    @Test func `is on a medium that cannot be reached where the system cannot read it`() throws {
        let path = home.scratch["loop/m.json"]
        try #require(symlink("loop", home.scratch["loop"]) == 0)
        #expect(search.standing(of: foundry, known: onMedium(at: "/", path)) == .unmounted)
    }

    @Test func `is known on its medium when that has come back as another device`() throws {
        let path = try home.scratch.write("{}", to: Self.manifest)
        let standing = search.standing(of: foundry, known: onMedium(at: home.scratch["share"], path))
        #expect(standing == .installed(search.evidence(of: foundry)))
    }
}

@Suite struct `A file's medium` {
    @Test func `is mounted where the device changes on the way`() throws {
        #expect(try FileSystem.mountPoint(of: "/proc/self") == "/proc")
        #expect(try FileSystem.mountPoint(of: "/") == "/")
        #expect(try FileSystem.identity(of: "/proc/self/status") == FileSystem.identity(of: "/proc"))
    }
}

@Suite struct `A transaction of a package manager` {
    @Test func `is seen by the locks that it holds`() throws {
        let home = try ScratchHome()
        let lock = try home.scratch.write("", to: "lock")
        let inode = try FileStatus(path: lock).stamp.inode
        func transactions(_ line: String) throws -> PackageTransactions {
            PackageTransactions(locks: [lock], table: try home.scratch.write(line, to: "locks"))
        }
        #expect(try transactions("1: POSIX  ADVISORY  WRITE 712 fe:00:\(inode) 0 EOF\n").areUnderWay)
        #expect(try !transactions("1: POSIX  ADVISORY  READ 712 fe:00:\(inode) 0 EOF\n").areUnderWay)
        #expect(try !transactions("1: POSIX  ADVISORY  WRITE 712 fe:00:1\(inode) 0 EOF\nx\n").areUnderWay)
        #expect(try !transactions("").areUnderWay)
        #expect(!PackageTransactions(locks: [home.scratch["none"]]).areUnderWay)
    }

    @Test func `is seen on this very machine`() async throws {
        let home = try ScratchHome()
        let lock = try home.scratch.write("", to: "lock")
        let transactions = PackageTransactions(locks: [lock])
        #expect(!transactions.areUnderWay)
        let program = """
            import fcntl, sys
            f = open(sys.argv[1], 'w')
            fcntl.lockf(f, fcntl.LOCK_EX)
            print(1, flush=True)
            input()
            """
        let holder = try ChildProcess(
            "/usr/bin/python3", ["-c", program, lock], environment: [:], acceptsInput: true)
        try await holder.waitForOutput("1")
        #expect(transactions.areUnderWay)
        holder.send(signal: 9)
        _ = await holder.wait()
        #expect(!transactions.areUnderWay)
    }
}
