@testable internal import Commands
internal import FoundationEssentials
internal import Glibc
internal import TestSupport
internal import Testing

/// Which programs see the fonts as they are.
@Suite struct FontApplicationTests {
    private func view(
        _ libraries: Set<String>, program: String = "p", age: Double = 1000, changeAge: Double? = 10,
        isOnWayland: Bool = false,
        isFlatpak: Bool = false, seesFonts: Bool = true, hasSettingsDaemon: Bool = false,
        adapterGeneration: UInt64? = nil
    ) -> FontApplication.View? {
        FontApplication(
            processID: 7, program: program,
            facts: .init(
                libraries: libraries.union(["libfontconfig.so.1.12.0"]), isOnWayland: isOnWayland, isFlatpak: isFlatpak,
                seesFonts: seesFonts, hasSettingsDaemon: hasSettingsDaemon, age: age,
                adapterGeneration: adapterGeneration),
            changeAge: changeAge, generation: 7)?.view
    }

    @Test func `A program without fontconfig is none`() {
        let facts = FontApplication.Facts(libraries: ["libgtk-3.so.0"], age: 1)
        let found = FontApplication(processID: 7, program: "p", facts: facts, changeAge: nil, generation: 7)
        #expect(found == nil)
    }

    @Test func `Whoever started after the last change sees it, and everybody where there was none`() {
        #expect(view(["libQt5Gui.so.5"], age: 9) == .current)
        #expect(view(["libQt5Gui.so.5"], age: 11) == .restart)
        #expect(view(["libQt5Gui.so.5"], changeAge: nil) == .current)
    }

    @Test func `Fonts changed when the directories that they lie in did, and not when programs were last told of it`()
        throws
    {
        let scratch = try ScratchDirectory()
        func make(_ name: String, changed seconds: Double) throws {
            try FileManager.default.createDirectory(
                atPath: "\(scratch.path)/\(name)", withIntermediateDirectories: false)
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: seconds)], ofItemAtPath: "\(scratch.path)/\(name)")
        }
        let survey = ApplicationSurvey(directory: scratch.path, generation: 7)
        #expect(survey.lastChange() == nil)
        try make("00", changed: 1000)
        try make("01", changed: 1002.5)
        try make("changes", changed: 1009)
        try make(".stage", changed: 1008)
        #expect(survey.lastChange() == 1002.5)
    }

    @Test func `Whoever looks by itself sees a change soon, and then does`() {
        #expect(view(["libxul.so"]) == .soon)
        #expect(view(["libxul.so"], changeAge: 60) == .current)
    }

    @Test func `Whoever has an adapter sees what that has told it`() {
        for libraries in [["libgtk-4.so.1"], ["libQt6Gui.so.6"], []] as [Set<String>] {
            #expect(view(libraries, changeAge: 1000, isOnWayland: true, adapterGeneration: 0) == .current)
            #expect(view(libraries, changeAge: 60, isOnWayland: true, adapterGeneration: 6) == .soon)
            #expect(view(libraries, changeAge: 60, isOnWayland: true, adapterGeneration: 7) == .current)
        }
    }

    @Test func `GTK 4 changes where a settings daemon is on its display, and GTK 3 keeps what is on the screen`() {
        #expect(view(["libgtk-3.so.0"]) == .restart)
        #expect(view(["libgtk-3.so.0"], isOnWayland: true, hasSettingsDaemon: true) == .restart)
        #expect(view(["libgtk-3.so.0"], changeAge: 60, isFlatpak: true) == .restart)
        #expect(view(["libgtk-4.so.1"], hasSettingsDaemon: true) == .soon)
        #expect(view(["libgtk-4.so.1"], changeAge: 60, hasSettingsDaemon: true) == .current)
        #expect(view(["libgtk-4.so.1"], isOnWayland: true, hasSettingsDaemon: true) == .restart)
        #expect(view(["libgtk-4.so.1"], changeAge: 60, isOnWayland: true, isFlatpak: true) == .unknown)
    }

    @Test func `Programs with lists of fonts of their own are not reached by an adapter in their toolkit`() {
        for library in ["libmergedlo.so", "libinkscape_base.so"] {
            #expect(view([library, "libgtk-3.so.0"], hasSettingsDaemon: true, adapterGeneration: 7) == .restart)
        }
    }

    @Test func `GIMP is asked to look, and what does not see the directory is not told to be current`() {
        for library in ["libgimpwidgets-2.0.so.0", "libgimpui-3.0.so.0"] {
            #expect(view([library, "libgtk-3.so.0"]) == .soon)
            #expect(view([library, "libgtk-3.so.0"], changeAge: 60) == .unknown)
        }
        #expect(view(["libxul.so"], changeAge: 60, isFlatpak: true, seesFonts: false) == .unknown)
        #expect(view(["libQt6Gui.so.6"], age: 1, isFlatpak: true, seesFonts: false) == .unknown)
    }

    @Test func `Processes of one browser are one application`() throws {
        func process(_ id: Int32, parent: Int32, _ library: String) throws -> (FontApplication, FontApplication.Facts) {
            let facts = FontApplication.Facts(libraries: ["libfontconfig.so.1", library], parentID: parent, age: 1)
            let application = FontApplication(processID: id, program: "p", facts: facts, changeAge: nil, generation: 7)
            return (try #require(application), facts)
        }
        let found = try FontApplication.applications(of: [
            process(10, parent: 1, "libxul.so"), process(11, parent: 10, "libxul.so"),
            process(12, parent: 11, "libxul.so"), process(13, parent: 10, "libgtk-3.so.0"),
            process(14, parent: 1, "libxul.so"), process(15, parent: 13, "libgtk-3.so.0"),
        ])
        // A terminal is no part of another one that it was started from.
        #expect(found.map(\.processID) == [10, 13, 14, 15])
    }

    @Test func `What is built from Chromium is, whatever it is called`() {
        let facts = FontApplication.Facts(
            libraries: ["libfontconfig.so.1", "libgtk-3.so.0"], isChromium: true, age: 1000, adapterGeneration: 7)
        let found = FontApplication(processID: 7, program: "editor", facts: facts, changeAge: 10, generation: 7)
        #expect(found?.view == .restart)
        #expect(found?.toolkit == "Chromium with adapter")
    }

    @Test func `Of other programs nothing is known, but of terminals that read their fonts once`() {
        #expect(view([]) == .unknown)
        #expect(view([], program: "xterm") == .restart)
        #expect(view(["libQt6Gui.so.6"]) == .restart)
    }

    @Test func `A running program that has fontconfig loaded is found, and one that has not is none`() async throws {
        let scratch = try ScratchDirectory()
        func start(_ script: String) async throws -> ChildProcess {
            let process = try ChildProcess(
                "/usr/bin/python3", ["-c", "\(script)print('ready', flush=True); input()"],
                environment: ["PATH": "/usr/bin"], acceptsInput: true)
            try await process.waitForOutput("ready")
            return process
        }
        let loaded = try await start("import ctypes; ctypes.CDLL('libfontconfig.so.1'); ")
        let other = try await start("")
        // As in a Qt program with the theme of GTK.
        let twice = try await start(
            """
            import ctypes, os; ctypes.CDLL('libfontconfig.so.1')
            for generation in (b'42\\n', b'41\\n'): os.pwrite(os.memfd_create('typecase-fonts'), generation, 0)

            """)
        try scratch.write([], to: "app/chrome_100_percent.pak")
        let electron = try await start(
            """
            import ctypes, mmap, os; ctypes.CDLL('libfontconfig.so.1')
            os.truncate('\(scratch.path)/app/chrome_100_percent.pak', 1)
            resources = mmap.mmap(os.open('\(scratch.path)/app/chrome_100_percent.pak', 0), 1, prot=mmap.PROT_READ)

            """)
        let adapter = try await start(
            """
            import ctypes, os; ctypes.CDLL('libfontconfig.so.1')
            os.pwrite(os.memfd_create('typecase-fonts'), b'41\\n', 0)

            """)
        // PR_SET_NAME: the service's own workers.
        var workers: [ChildProcess] = []
        for name in ["typecase-inspect", "typecase-convert"] {
            workers.append(
                try await start(
                    "import ctypes; ctypes.CDLL('libfontconfig.so.1'); ctypes.CDLL(None).prctl(15, b'\(name)'); "))
        }
        // A directory that has changed since they started.
        try scratch.write([], to: "shard/font")
        let found = ApplicationSurvey(directory: scratch.path, generation: 42).applications()
        let application = try #require(found.first { $0.processID == loaded.processID })
        #expect(application.program.hasPrefix("python3"))
        #expect(application.view == .unknown)
        #expect(application.toolkit == "fontconfig")
        let adapted = try #require(found.first { $0.processID == adapter.processID })
        #expect(adapted.view == .soon)
        #expect(adapted.toolkit == "fontconfig with adapter")
        #expect(found.first { $0.processID == twice.processID }?.view == .soon)
        #expect(found.first { $0.processID == electron.processID }?.toolkit == "Chromium")
        // An adapter that began after the change has seen it, though nothing was announced since.
        let late = try await start(
            """
            import ctypes, os, time; ctypes.CDLL('libfontconfig.so.1')
            marker = os.memfd_create('typecase-fonts')
            os.utime(marker, (time.time() + 60, time.time() + 60))

            """)
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: 30)], ofItemAtPath: "\(scratch.path)/shard")
        let last = ApplicationSurvey(directory: scratch.path, generation: 42).applications()
        #expect(last.first { $0.processID == late.processID }?.view == .current)
        let later = ApplicationSurvey(directory: scratch.path, generation: 41).applications()
        #expect(later.first { $0.processID == adapter.processID }?.view == .current)
        // Who asks has fontconfig loaded as well.
        #expect(
            !found.contains { ([other] + workers).map(\.processID).contains($0.processID) || $0.processID == getpid() })
        for process in [loaded, adapter, other, twice, electron, late] + workers {
            process.send(signal: 9)
            _ = await process.wait()
        }
    }
}
