internal import Glibc
internal import LinuxSystem
internal import SystemPackage
internal import TestSupport
internal import Testing

/// Published fonts on a disk of their own that is unmounted, of which no file system tells the service.
@Suite(
    .serialized, .timeLimit(.minutes(10)), DaemonLog.trait,
    .enabled("file systems may be mounted here") { await RunningDaemon.canMount() })
struct MissingDiskTests {
    /// What the disk is mounted on.
    enum MountPoint: String, CaseIterable, CustomTestStringConvertible {
        case parent, tree

        var testDescription: String { rawValue }

        func path(_ daemon: RunningDaemon) -> String {
            self == .parent ? daemon.home.userFontDirectory : daemon.publishedDirectory
        }
    }

    @Test(
        "While it is away nothing is registered and no font is lost, also over a restart",
        arguments: MountPoint.allCases)
    func unmounted(mountPoint: MountPoint) async throws {
        try await RunningDaemon.run(isStarted: false) { daemon in
            let disk = try RemovableDisk(in: daemon.home, on: mountPoint.path(daemon))
            defer { disk.close() }
            try await disk.start(daemon)
            let ids = [
                try await daemon.installInside(makeFont("First")), try await daemon.installInside(makeFont("Second")),
            ]

            try await disk.tell("umount --lazy")
            try await expectRefusals(daemon, ids)
            await daemon.stop()
            try await disk.start(daemon, isMounted: false)
            try await expectRefusals(daemon, ids)
            let left = DirectoryListing(disk.mountPoint)
            #expect(left.files.isEmpty && left.directories.isEmpty)

            await daemon.stop()
            try await disk.start(daemon)
            let outcome = try await daemon.typecaseInside("install", try fontDirectory(daemon))
            #expect(outcome.succeeded, "\(outcome.standardError)")
            let list = try await daemon.typecaseInside("list", "--json").standardOutput
            #expect(list.matches(of: /"id":/).count == 22)
            #expect(ids.allSatisfy { list.contains($0) })
        }
    }

    @Test(
        "So it is where the disk is mounted on a directory that is younger than the fonts, and where something lies in it",
        arguments: MountPoint.allCases)
    func mountedLater(mountPoint: MountPoint) async throws {
        try await RunningDaemon.run(isStarted: false) { daemon in
            let disk = try RemovableDisk(in: daemon.home, on: mountPoint.path(daemon))
            defer { disk.close() }
            try await disk.start(daemon, isMounted: false)
            let ids = [
                try await daemon.installInside(makeFont("First")), try await daemon.installInside(makeFont("Second")),
            ]
            await daemon.stop()
            try await disk.takeFonts()
            // As the tree's own directory for fonts that wait does, where all else is moved to the disk by its name.
            if mountPoint == .parent { try #require(mkdir(daemon.publishedDirectory, 0o755) == 0) }
            try #require(mkdir("\(daemon.publishedDirectory)/.stage", 0o700) == 0)
            try await disk.start(daemon)
            _ = try await daemon.typecaseInside("list")

            try await disk.tell("umount --lazy")
            try await expectRefusals(daemon, ids)
            await daemon.stop()
            try await disk.start(daemon, isMounted: false)
            try await expectRefusals(daemon, ids)
            let left = DirectoryListing(daemon.publishedDirectory)
            #expect(left.files.isEmpty && left.directories == [".stage"])
        }
    }

    /// Tries to install a font, and a directory of more than are registered one by one.
    private func expectRefusals(_ daemon: RunningDaemon, _ ids: [String]) async throws {
        for path in [try daemon.fontPath(makeFont("Another")), try fontDirectory(daemon)] {
            let outcome = try await daemon.typecaseInside("install", "--json", path)
            #expect(!outcome.succeeded)
            #expect("\(outcome.standardOutput)\(outcome.standardError)".contains("ReadOnly"))
        }
        let list = try await daemon.typecaseInside("list", "--json").standardOutput
        #expect(list.matches(of: /"id":/).count == 2)
        #expect(ids.allSatisfy { list.contains($0) })
    }

    private func fontDirectory(_ daemon: RunningDaemon) throws -> String {
        for (number, font) in Batch.fonts(20).enumerated() {
            try daemon.home.scratch.write(font, to: "many/\(number).ttf")
        }
        return daemon.home.scratch["many"]
    }
}

/// A disk that the daemon alone has mounted, in its own namespace, until it is told otherwise.
private struct RemovableDisk {
    let mountPoint: String
    private let directory: String
    private let scratch: ScratchDirectory
    /// Its helper ends when nobody can write here any more.
    private let orders: FileDescriptor

    init(in home: ScratchHome, on mountPoint: String) throws {
        self.mountPoint = mountPoint
        scratch = home.scratch
        directory = try scratch.makeDirectory("disk")
        try scratch.makeDirectory("home/.local/share/\(mountPoint.hasSuffix("/typecase") ? "fonts/typecase" : "fonts")")
        chmod(directory, 0o755)
        try #require(mkfifo(scratch["orders"], 0o600) == 0)
        orders = try FileDescriptor.open(scratch["orders"], .readWrite, options: [.closeOnExec])
    }

    /// Starts the daemon where it has the disk or not, and beside it a helper that does what it is told.
    func start(_ daemon: RunningDaemon, isMounted: Bool = true) async throws {
        let script = """
            \(isMounted ? "mount --bind '\(directory)' '\(mountPoint)' || exit" : "")
            { while read order; do $order '\(mountPoint)' && : > '\(scratch["done"])'; done < '\(scratch["orders"])'
            } > /dev/null 2>&1 &
            exec setpriv --ambient-caps=-all --inh-caps=-all "$0"
            """
        try await daemon.start(wrapper: RunningDaemon.ownMounts + [script])
    }

    /// Copies what is in the mount point to the disk, and leaves nothing there.
    func takeFonts() async throws {
        let script = "cp --archive '\(mountPoint)/.' '\(directory)' && find '\(mountPoint)' -mindepth 1 -delete"
        let outcome = try await ChildProcess.run("/bin/sh", ["-c", script], environment: ["PATH": "/usr/bin:/bin"])
        try #require(outcome.succeeded, "\(outcome.standardError)")
    }

    /// Has the helper run a command on the mount point.
    func tell(_ command: String) async throws {
        _ = try orders.writeAll(Array("\(command)\n".utf8))
        try await eventually("\(command) is done", below: scratch.path) {
            (try? FileStatus(path: scratch["done"])) != nil
        }
    }

    func close() { try? orders.close() }
}
