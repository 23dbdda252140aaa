internal import BusInterface
internal import Glibc
internal import TestSupport
internal import Testing

/// A disk that is really full: a small file system in memory, in a namespace of the daemon's own.
@Suite(
    .serialized, .timeLimit(.minutes(10)), DaemonLog.trait,
    .enabled("file systems may be mounted here") { await RunningDaemon.canMount() })
struct FullDiskTests {
    /// Runs a daemon one of whose directories is a small file system.
    private func run(
        smallDirectory: String, mebibytes: Int = 8, files: Int = 100_000, in home: ScratchHome,
        _ body: (RunningDaemon) async throws -> Void
    ) async throws {
        mkdir(smallDirectory, 0o700)
        let script = """
            mount -t tmpfs -o size=\(mebibytes)m,nr_inodes=\(files),mode=700 tmpfs '\(smallDirectory)' &&
            exec setpriv --ambient-caps=-all --inh-caps=-all "$0"
            """
        try await RunningDaemon.run(home: home, isStarted: false) { daemon in
            try await daemon.start(wrapper: RunningDaemon.ownMounts + [script])
            try await body(daemon)
        }
    }

    @Test("Where no cache can be written, fonts can leave, and none can come")
    func fullCacheDirectory() async throws {
        let home = try ScratchHome()
        try await run(smallDirectory: home.cacheDirectory, in: home) { daemon in
            let first = try await daemon.installInside(makeFont("First"))
            let second = try await daemon.installInside(makeFont("Second"))
            try await daemon.fill(home.cacheDirectory)

            let refused = try await daemon.typecaseInside("install", "--json", try daemon.fontPath(makeFont("Third")))
            #expect(!refused.succeeded)
            #expect("\(refused.standardOutput)\(refused.standardError)".contains("StorageFull"))
            #expect(try await daemon.typecaseInside("disable", first).succeeded)
            #expect(try await daemon.typecaseInside("uninstall", second).succeeded)
            let left = daemon.publishedFiles
            #expect(left == [], "\(left)")

            try await daemon.free(home.cacheDirectory)
            #expect(try await daemon.typecaseInside("enable", first).succeeded)
            #expect(daemon.publishedFiles.count == 1)
        }
    }

    @Test("Where no picture can be written, an application keeps the icon that it has")
    func fullIconDirectory() async throws {
        let home = try ScratchHome()
        let id = "org.example.App"
        let icons = try ["navy", "gold"].map { color in
            try home.addIcon(
                color,
                """
                <svg xmlns='http://www.w3.org/2000/svg' width='512' height='512'><circle r='500' fill='\(color)'/></svg>
                """, of: id)
        }
        try home.installApplication(id, manifest: "\"alternate-icons\": [\(icons.joined(separator: ", "))]")
        let directory = "\(home.dataDirectory)/icons"
        try await run(smallDirectory: directory, in: home) { daemon in
            #expect(try await daemon.typecaseInside("icons", "set", id, "navy").succeeded)
            let before = try #require(try home.desktopEntry(of: id))
            try await daemon.fill(directory)
            let refused = try await daemon.typecaseInside("icons", "set", id, "gold", "--json")
            #expect("\(refused.standardOutput)\(refused.standardError)".contains("StorageFull"), "\(refused)")
            #expect(try home.desktopEntry(of: id) == before)
            try await daemon.free(directory)
            #expect(try await daemon.typecaseInside("icons", "set", id, "gold").succeeded)
            #expect(try home.desktopEntry(of: id)?.contains("X-Typecase-IconName=gold") == true)
        }
    }

    /// Waits for another second than this one, as removals are noted by the second.
    private func nextSecond() async throws {
        let second = time(nil)
        try await eventually("another second has begun") { time(nil) > second }
    }

    @Test("On a full disk removed fonts go before a font is refused, those that left first before others")
    func fullOfRemovedFonts() async throws {
        let home = try ScratchHome()
        try await run(smallDirectory: home.path, mebibytes: 96, in: home) { daemon in
            // Room is made for a font and 8 MiB of all else, for what is known of the system's fonts where that could not
            // be stored, and for the reserve of the disk: for nine of these at most.
            func font(_ family: String) -> [UInt8] {
                var font = FontBuilder(family: family)
                font.tableOverrides["FFTM"] = [UInt8](repeating: 0, count: 4_000_000)
                return font.build()
            }
            for family in ["First"] + (2...11).map({ "Font \($0)" }) + ["Last"] {
                let id = try await daemon.installInside(font(family))
                if family == "Last" { try await nextSecond() }
                #expect(try await daemon.typecaseInside("uninstall", id).succeeded)
                if family == "First" { try await nextSecond() }
            }
            try await daemon.fill(home.path)
            _ = try await daemon.installInside(font("Installed"))
            let list = try await daemon.typecaseInside("restore").standardOutput
            #expect(!list.contains("First") && list.contains("Last"), "\(list)")
        }
    }

    @Test("On a full disk fonts can be disabled, uninstalled and unregistered, and status and doctor tell what is full")
    func removalOnFullDisk() async throws {
        let home = try ScratchHome()
        try await run(smallDirectory: home.path, mebibytes: 64, in: home) { daemon in
            var ids: [String] = []
            for family in ["First", "Second", "Third"] {
                ids.append(try await daemon.installInside(makeFont(family)))
            }
            let provider = ["/usr/bin/python3", examplePath("provide-fonts.py")]
            let registered = try await daemon.inside(
                provider + ["register", try daemon.fontPath(makeFont("Provided"))])
            #expect(registered.succeeded, "\(registered.standardError)")
            try await daemon.fill(home.path)

            let unregistered = try await daemon.inside(provider + ["unregister"])
            #expect(unregistered.succeeded, "\(unregistered.standardOutput)\(unregistered.standardError)")
            let provided = try await daemon.inside(provider + ["list"])
            #expect(provided.succeeded && provided.standardOutput.isEmpty, "\(provided)")
            #expect(try await daemon.typecaseInside("disable", ids[0]).succeeded)
            #expect(try await daemon.typecaseInside("uninstall", ids[1]).succeeded)
            let list = try await daemon.typecaseInside("restore").standardOutput
            #expect(list.contains("Second"), "what was uninstalled is kept: \(list)")
            #expect(
                try await daemon.typecaseInside("info", "--json", ids[0]).standardOutput.contains("\"enabled\": false"))
            // What was given up is free for everybody.
            try await daemon.fill(home.path, "filler2")
            let refused = try await daemon.typecaseInside("install", try daemon.fontPath(makeFont("Fourth")))
            #expect("\(refused.standardOutput)\(refused.standardError)".contains("Free some space"), "\(refused)")
            let status = try await daemon.typecaseInside("status").standardOutput
            #expect(status.contains(/\nDisk +[0-9.]+ (B|kB|MB) free\n/), "\(status)")
            #expect(status.contains("The disk that contains \(daemon.storeDirectory) is full"), "\(status)")
            let findings = try await daemon.typecaseInside("doctor", "--json").standardOutput
            #expect(findings.contains("full-disk"), "\(findings)")

            try await daemon.free(home.path)
            _ = try await daemon.installInside(makeFont("Fifth"))
            try await daemon.fill(home.path)
            #expect(try await daemon.typecaseInside("uninstall", "--purge", ids[2]).succeeded)
            #expect(try await daemon.typecaseInside("list").standardOutput.contains("Fifth"))
        }
    }

    @Test("Where only the disk of the registry is full, status and doctor name its directory")
    func fullStateDirectory() async throws {
        let home = try ScratchHome()
        try await run(smallDirectory: home.stateDirectory, mebibytes: 64, in: home) { daemon in
            _ = try await daemon.installInside(makeFont("First"))
            let sentence = "The disk that contains \(home.stateDirectory)/typecase is full"
            #expect(try await !daemon.typecaseInside("status").standardOutput.contains(sentence))
            try await daemon.fill(home.stateDirectory)
            let status = try await daemon.typecaseInside("status").standardOutput
            #expect(status.contains(sentence), "\(status)")
            let findings = try await daemon.typecaseInside("doctor", "--json").standardOutput
            #expect(findings.contains(sentence), "\(findings)")
        }
    }

    @Test("Where a disk takes no more files though it has room, a removal ends, and succeeds once there is room")
    func noMoreFiles() async throws {
        let home = try ScratchHome()
        try await run(smallDirectory: home.path, mebibytes: 128, files: 600, in: home) { daemon in
            let id = try await daemon.installInside(makeFont("First"))
            let filler = "\(home.path)/filler"
            _ = try await daemon.inside(
                "/bin/sh", "-c",
                "mkdir '\(filler)'; i=0; while true > '\(filler)'/$i; do i=$((i + 1)); done 2>/dev/null")
            // With success or not: what matters is that the service does not try for ever.
            _ = try await daemon.typecaseInside("uninstall", id)
            _ = try await daemon.inside("/bin/rm", "-r", filler)
            try await eventually("the font is gone") {
                _ = try await daemon.typecaseInside("uninstall", id)
                return try await !daemon.typecaseInside("list").standardOutput.contains("First")
            }
        }
    }

    @Test("What a full disk kept from being taken note of is taken note of once there is room")
    func fullHome() async throws {
        let home = try ScratchHome()
        try await run(smallDirectory: home.path, in: home) { daemon in
            _ = try await daemon.installInside(makeFont("Deleted"))
            try await daemon.fill(home.path)
            #expect(try await daemon.inside("/bin/sh", "-c", "rm '\(daemon.publishedDirectory)'/*/*.ttf").succeeded)
            let watch = try daemon.startInside(BuildProducts.executable("typecase"), "status", "--watch", "--json")
            try await watch.waitForOutput("\"read_only\": true")
            watch.send(signal: SIGINT)
            try await daemon.free(home.path)
            // No event tells of room: it is looked again when somebody tries, and not too soon after the last failure.
            let font = try daemon.fontPath(makeFont("After"))
            try await eventually("the font is installed") { try await daemon.typecaseInside("install", font).succeeded }
            let list = try await daemon.typecaseInside("list")
            #expect(list.standardOutput.contains("After"))
            #expect(!list.standardOutput.contains("Deleted"))
        }
    }
}

extension RunningDaemon {
    /// Runs a script of the shell, in a mount namespace in which it may mount.
    static let ownMounts = [
        "/usr/bin/unshare", "--user", "--map-current-user", "--keep-caps", "--mount", "/bin/sh", "-c",
    ]

    /// Whether an unprivileged user may mount file systems in namespaces here.
    static func canMount() async -> Bool {
        let outcome = try? await ChildProcess.run(
            ownMounts[0], ownMounts.dropFirst() + ["mount -t tmpfs tmpfs /tmp"], environment: ["PATH": "/usr/bin:/bin"])
        return outcome?.succeeded ?? false
    }

    /// Runs a program to its end where the daemon is.
    fileprivate func inside(_ command: String...) async throws -> ChildProcess.Outcome {
        try await inside(command)
    }

    fileprivate func inside(_ command: [String]) async throws -> ChildProcess.Outcome {
        try await ChildProcess.run("/usr/bin/nsenter", namespaces + command, environment: environment)
    }

    /// Starts a program where the daemon is.
    fileprivate func startInside(_ command: String...) throws -> ChildProcess {
        try ChildProcess("/usr/bin/nsenter", namespaces + command, environment: environment)
    }

    /// What nsenter is told of where the daemon is.
    private var namespaces: [String] {
        ["--target", "\(processID)", "--user", "--mount", "--preserve-credentials"]
    }

    func typecaseInside(_ arguments: String...) async throws -> ChildProcess.Outcome {
        try await inside([BuildProducts.executable("typecase")] + arguments)
    }

    /// Writes a font where the small file system does not hide it.
    func fontPath(_ font: [UInt8]) throws -> String {
        try home.scratch.write(font, to: "given/\(font.count)-\(font.hashValue).ttf")
    }

    /// Installs a font, and returns its id.
    func installInside(_ font: [UInt8]) async throws -> String {
        let outcome = try await typecaseInside("install", "--json", fontPath(font))
        guard outcome.succeeded, let id = outcome.standardOutput.firstMatch(of: /[0-9a-f]{32}/) else {
            throw UnexpectedOutcome(outcome: outcome)
        }
        return String(id.output)
    }

    /// Leaves no room in a directory's file system.
    fileprivate func fill(_ directory: String, _ name: String = "filler") async throws {
        _ = try await inside("/bin/sh", "-c", "dd if=/dev/zero of='\(directory)/\(name)' bs=4096 2>/dev/null")
    }

    /// Makes room again.
    fileprivate func free(_ directory: String) async throws {
        _ = try await inside("/bin/sh", "-c", "rm '\(directory)'/filler*")
    }
}
