import FontModel
import Glibc
import LinuxSystem
import SystemPackage
import TestSupport
import Testing

@testable import CallerIdentity

/// Whether this machine has dpkg, with the package that every Debian has.
private let hasPackages = PackageLists().list(of: "coreutils") != nil

struct PackageOwnersTests {
    private let scratch: ScratchDirectory
    private let owners: PackageOwners

    init() throws {
        scratch = try ScratchDirectory()
        try scratch.makeDirectory("lists")
        owners = PackageOwners(lists: PackageLists(directory: scratch["lists"]))
    }

    /// The package of a running program, found as on the real machine but for the lists.
    private func owner(of path: String, _ arguments: [String] = ["1000"]) throws -> String? {
        let child = try ChildProcess(path, arguments, environment: [:])
        let process = try ProcessHandle(child.processID, descriptor: nil, in: "/proc")
        return owners.owner(ofProgramOf: process)?.package
    }

    private func write(_ list: String, _ lines: String...) throws {
        try scratch.write(lines.map { "\($0)\n" }.joined(), to: "lists/\(list)")
    }

    @Test(.enabled("dpkg is here") { hasPackages })
    func `A program of a package is the package's, as the machine's own lists have it`() throws {
        let child = try ChildProcess("/bin/sleep", ["1000"], environment: [:])
        let resolver = CallerResolver(applications: DesktopEntries(environment: [:]))
        let identity = try resolver.resolve(
            ConnectedProcess(identifier: child.processID, userID: geteuid(), wasConnectedAt: BootClock.now))
        // A unit that the tests are run in would come first.
        guard identity.kind != .unit else { return }
        #expect(identity.kind == .package)
        #expect(identity.provider.rawValue == "package.coreutils")
        #expect(try identity.program == FileSystem.resolved("/bin/sleep"))
        #expect(!identity.isSandboxed)
    }

    @Test(arguments: ["/usr/bin/sleep", "/bin/sleep"])
    func `A file is found by either name where old directories are links`(listed: String) throws {
        try #require(try FileSystem.resolved("/bin") == "/usr/bin")
        try write("fonts-other.list", "/.", "/usr/bin", "/usr/bin/sleeper", "/usr/share/usr/bin/sleep")
        #expect(try owner(of: "/bin/sleep") == nil)
        try write("wakeful:amd64.list", "/.", listed)
        #expect(try owner(of: "/bin/sleep") == "wakeful")
    }

    @Test(arguments: ["libreawake.list", "libwakeful-bin:amd64.list", "wakeful-common.list", "lib.list"])
    func `A program is found in whatever package it is, also in one that seldom has any`(list: String) throws {
        try write("another.list", "/.", "/usr/bin/sleeper")
        try write(list, "/.", "/usr/bin/sleep")
        #expect(try owner(of: "/bin/sleep") == list.prefix { $0 != "." && $0 != ":" }.description)
    }

    @Test func `Where dpkg keeps no lists, as where packages are rpm's, a program is nobody's`() throws {
        scratch.remove("lists")
        #expect(try owner(of: "/bin/sleep") == nil)
        let child = try ChildProcess("/bin/sleep", ["1000"], environment: [:])
        let identity = try CallerResolver(applications: DesktopEntries(environment: [:]), packages: owners).resolve(
            ConnectedProcess(identifier: child.processID, userID: geteuid(), wasConnectedAt: BootClock.now))
        guard identity.kind != .unit else { return }
        #expect(identity.kind == .process)
        #expect(identity.provider.rawValue == "session.sleep")
    }

    @Test func `What is known is looked for again once packages have come or gone`() throws {
        try write("first.list", "/.", "/usr/bin/sleep")
        #expect(try owner(of: "/bin/sleep") == "first")
        scratch.remove("lists/first.list")
        try write("second.list", "/.", "/usr/bin/sleep")
        #expect(try owner(of: "/bin/sleep") == "second")
    }

    @Test func `A copy of the program that anybody may have written is nobody's`() throws {
        let copy = scratch["sleep"]
        try write("thief.list", "/.", copy)
        try #require(system("cp /bin/sleep '\(copy)'") == 0)
        #expect(try owner(of: copy) == nil)
    }

    @Test func `What runs other programs is nobody's, whatever package it is of`() throws {
        let python = try FileSystem.resolved("/usr/bin/python3")
        try write("python.list", "/.", python)
        #expect(try owner(of: python, ["-c", "import time; time.sleep(1000)"]) == nil)
    }

    @Test(.enabled("namespaces can be made") { Self.canMakeNamespaces })
    func `A program that a process sees in another's place is nobody's`() async throws {
        try write("trusted.list", "/.", "/usr/bin/tac")
        let child = try ChildProcess(
            "/usr/bin/unshare",
            [
                "--user", "--map-root-user", "--mount", "/bin/sh", "-c",
                "mount --bind /usr/bin/sleep /usr/bin/tac && echo started && exec /usr/bin/tac 1000",
            ], environment: ["PATH": "/usr/bin:/bin"])
        try await child.waitForOutput("started")
        let process = try ProcessHandle(child.processID, descriptor: nil, in: "/proc")
        try await eventually("it has become the program") {
            try process.executablePath().path == "/usr/bin/tac"
        }
        #expect(owners.owner(ofProgramOf: process) == nil)
    }

    private static var canMakeNamespaces: Bool { system("unshare --user --map-root-user --mount true") == 0 }

    @Test func `The first file of a package that goes with it shows that it is there`() throws {
        let program = try scratch.write("", to: "usr/foundry")
        try write("foundry.list", "/.", "/etc/passwd", "/usr/bin/no-such-program", program)
        let lists = PackageLists(directory: scratch["lists"])
        let list = try #require(lists.list(of: "foundry"))
        #expect(lists.firstFile(of: list) == program)
        scratch.remove("usr/foundry")
        #expect(lists.firstFile(of: list) == nil, "only its configuration is left")
        #expect(lists.list(of: "found") == nil)
        try write("found++:amd64.list", "/.", program)
        #expect(lists.list(of: "found__") == scratch["lists/found++:amd64.list"])
    }
}

struct MountTableTests {
    private let table = MountTable(
        """
        21 1 0:19 / / rw - ext4 /dev/root rw
        36 35 0:52 / /tmp/.mount_a\\040b rw,nosuid master:1 - fuse.a\\040b.AppImage a\\040b.AppImage rw,user_id=1000,group_id=1000
        37 35 0:53 / /tmp rw - tmpfs tmpfs rw
        38 35 0:54 / /tmp/.mount rw shared:1 master:2 - fuse first rw
        39 35 0:55 / /tmp/.mount rw - fuse second rw
        broken
        40 35 0:55 / /short rw -
        """)

    @Test(arguments: [
        ("/usr/bin/sleep", "/dev/root"), ("/tmp/x", "tmpfs"), ("/tmp/.mount_a b/AppRun", "a b.AppImage"),
        ("/tmp/.mounted", "tmpfs"), ("/tmp/.mount/x", "second"), ("/short/x", "/dev/root"), ("/", "/dev/root"),
    ])
    func `A path is on the last file system that is mounted deepest`(path: String, source: String) {
        #expect(table.entry(of: path)?.source == source)
    }

    @Test func `Types and options are known`() {
        let entry = table.entry(of: "/tmp/.mount_a b/AppRun")
        #expect(entry?.type == "fuse.a b.AppImage")
        #expect(entry?.options == ["rw", "user_id=1000", "group_id=1000"])
        #expect(MountTable("").entry(of: "/") == nil)
    }
}
