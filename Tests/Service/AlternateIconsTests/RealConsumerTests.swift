import AlternateIcons
import FontModel
import Glibc
import InspectionClient
import InspectionProtocol
import LinuxSystem
import TestSupport
import Testing

/// What programs of desktops show: GTK and GIO in a process that runs all the while, and the caches of themes.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct RealConsumerTests {
    private let home: IconHome
    private let pool = FontInspector(
        configuration: .programs(in: BuildProducts.directory, environment: [:]),
        threads: BlockingThreads(name: "pool", maximumCount: 2))

    init() throws {
        home = try IconHome()
        try home.scratch.write(
            Self.svg("#008000"), to: "system/icons/hicolor/scalable/apps/org.example.App.svg")
        try home.scratch.write(
            "[Icon Theme]\nName=Hicolor\nDirectories=48x48/apps,scalable/apps\n"
                + "[48x48/apps]\nSize=48\nType=Threshold\n[scalable/apps]\nMinSize=1\nSize=128\nMaxSize=256\nType=Scalable\n",
            to: "system/icons/hicolor/index.theme")
    }

    private static func svg(_ color: String) -> String {
        // The middle has the color.
        """
        <svg xmlns='http://www.w3.org/2000/svg' width='64' height='64'><rect width='64' height='64' rx='14' \
        fill='\(color)'/><circle cx='48' cy='17' r='8' fill='white'/></svg>
        """
    }

    private func set(_ name: String, _ color: String) async throws {
        let picture = try SealedMemory(bytes: Array(Self.svg(color).utf8))
        let pictures = try await pool.icon(picture, for: IconHome.application)
        let source = try home.overrides.entries.source(of: IconHome.caller())
        try home.overrides.set(name, .pictures(pictures), in: source, of: IconHome.application)
    }

    private var environment: [String: String] {
        [
            "PATH": "/usr/bin:/bin", "HOME": home.scratch["home"], "XDG_DATA_HOME": home.scratch["home/share"],
            "XDG_DATA_DIRS": "\(home.scratch["system"]):/usr/share", "NO_AT_BRIDGE": "1", "GTK_A11Y": "none",
            "GDK_BACKEND": "x11", "LC_ALL": "C.UTF-8",
        ]
    }

    /// A display and a program that shows the icon of the application on it.
    private final class Viewer {
        let program: ChildProcess
        private let display: ChildProcess
        private var count = 0

        init(_ environment: [String: String], pictures: String) async throws {
            display = try ChildProcess(
                "/bin/sh", ["-c", "exec /usr/bin/Xvfb -displayfd 1 -screen 0 64x64x24 -nolisten tcp 2>/dev/null"],
                environment: ["PATH": "/usr/bin:/bin"])
            try await display.waitForOutput("\n")
            let number = display.standardOutput.split(separator: "\n").first ?? ""
            program = try ChildProcess(
                "/usr/bin/python3",
                [sourcePath("Tests/Helpers/icon-viewer.py"), IconHome.fileName, "48", pictures],
                environment: environment.merging(["DISPLAY": ":\(number)"]) { $1 }, acceptsInput: true)
            try await program.waitForOutput("ready\n")
        }

        /// What is shown now: the name, the color and the file.
        func look() async throws -> [String] {
            count += 1
            try program.write("\n")
            while program.standardOutput.split(separator: "\n").count <= count {
                guard kill(program.processID, 0) == 0 else { break }
                try await Task.sleep(for: .milliseconds(5))
            }
            let line = program.standardOutput.split(separator: "\n").dropFirst(count).first ?? ""
            return line.split(separator: " ").map(String.init)
        }

        func end() async {
            program.closeInput()
            _ = await program.wait()
            display.send(signal: SIGTERM)
            _ = await display.wait()
        }
    }

    @Test(
        "A program that runs shows the new icon after each change, and the usual one after the end of it",
        .enabled("GTK's introspection and Xvfb are here") { access("/usr/bin/Xvfb", X_OK) == 0 })
    func running() async throws {
        let viewer = try await Viewer(environment, pictures: home.scratch["shown-"])
        #expect(try await viewer.look() == ["org.example.App", "008000ff", "org.example.App.svg"])
        for (name, color) in [("night", "000080"), ("day", "ffd700"), ("night", "000080")] {
            try await set(name, "#\(color)")
            let icon = try #require(home.overrides.setting(of: IconHome.fileName)).mark.icon
            #expect(try await viewer.look() == [icon, "\(color)ff", "\(icon).png"])
        }
        // The same name with another content.
        try await set("night", "#800080")
        #expect(try await viewer.look().dropFirst().first == "800080ff")
        try home.overrides.reset(IconHome.fileName)
        #expect(try await viewer.look() == ["org.example.App", "008000ff", "org.example.App.svg"])
        await viewer.end()
        guard getenv("TYPECASE_WRITE_PICTURES") != nil else { return }
        for (number, name) in ["icon-usual", "icon-night"].enumerated() {
            let shown = try SealedMemory(copying: .reading(home.scratch["shown-\(number).png"]), limit: 1 << 20)
            let page = sourcePath("Documentation/pictures/\(name).png")
            _ = try await ChildProcess.run(
                "/bin/cp", ["/proc/\(getpid())/fd/\(shown.descriptor.rawValue)", page], environment: [:])
        }
    }

    @Test(
        "A cache of the theme that is there knows the new icon, and none is made where there is none",
        .enabled("gtk-update-icon-cache and Xvfb are here") {
            access("/usr/bin/gtk-update-icon-cache", X_OK) == 0 && access("/usr/bin/Xvfb", X_OK) == 0
        })
    func cache() async throws {
        try await set("night", "#000080")
        let cache = home.scratch["home/share/icons/hicolor/icon-theme.cache"]
        #expect(access(cache, F_OK) != 0)
        let made = try await ChildProcess.run(
            "/usr/bin/gtk-update-icon-cache", ["-f", "-t", "-q", home.scratch["home/share/icons/hicolor"]],
            environment: environment)
        #expect(made.succeeded, "\(made.standardError)")
        let viewer = try await Viewer(environment, pictures: home.scratch["shown-"])
        #expect(try await viewer.look().dropFirst().first == "000080ff")
        try await set("day", "#ffd700")
        #expect(try await viewer.look().dropFirst().first == "ffd700ff")
        let bytes = try #require(try? OwnedFileDescriptor.reading(cache))
        let content = try SealedMemory(copying: bytes, limit: 1 << 20)
        #expect(content.size > 0)
        let directory = try FileStatus(path: home.scratch["home/share/icons/hicolor"]).stamp
        #expect(try FileStatus(path: cache).stamp.modificationNanoseconds >= directory.modificationNanoseconds)
        await viewer.end()
    }

    @Test(
        "KDE's index of applications has the new icon",
        .enabled("kbuildsycoca5 is here") { access("/usr/bin/kbuildsycoca5", X_OK) == 0 })
    func kde() async throws {
        try await set("night", "#000080")
        let icon = try #require(home.overrides.setting(of: IconHome.fileName)).mark.icon
        var variables = environment
        variables["XDG_CACHE_HOME"] = home.scratch["cache"]
        variables["QT_QPA_PLATFORM"] = "offscreen"
        let outcome = try await ChildProcess.run("/usr/bin/kbuildsycoca5", ["--noincremental"], environment: variables)
        #expect(outcome.succeeded, "\(outcome.standardError)")
        let index = TreeListing(home.scratch["cache"]).files.keys.filter { $0.contains("ksycoca5") }
        // Its strings are UTF-16.
        let wanted = icon.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        let found = try index.contains { path in
            let content = try SealedMemory(copying: OwnedFileDescriptor.reading(path), limit: 64 << 20)
            let bytes = try content.bytes()
            return bytes.indices.contains { bytes[$0...].starts(with: wanted) }
        }
        #expect(found, "\(index)")
    }
}

extension SealedMemory {
    fileprivate func bytes() throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: size)
        let count = try bytes.withUnsafeMutableBytes { buffer in
            try retryingInterrupts { pread(descriptor.rawValue, buffer.baseAddress, buffer.count, 0) }
        }
        return Array(bytes.prefix(count))
    }
}
