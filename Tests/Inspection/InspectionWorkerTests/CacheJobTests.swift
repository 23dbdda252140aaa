import FontModel
import Fontconfig
import FoundationEssentials
import Glibc
import InspectionProtocol
import LinuxSystem
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct CacheJobTests {
    private let home: ScratchHome

    init() throws {
        home = try ScratchHome()
        for (number, family) in ["One", "Two", "Three"].enumerated() {
            try home.scratch.write(FontBuilder(family: family).build(), to: "system/fonts/a/\(number).ttf")
        }
        try home.scratch.write(FontBuilder(family: "Four").build(), to: "system/fonts/b/4.ttf")
    }

    private var root: String { home.systemFontDirectory }

    @Test func `warming leaves caches that every program accepts`() throws {
        // With this variable in its environment fontconfig writes caches that never match.
        let worker = try Worker(.warm, in: home, environment: ["SOURCE_DATE_EPOCH": "1000000"])
        let reply = try worker.connection.perform(.warm(directories: [root, root + "/a", root + "/b"]))
        #expect(reply == .warmed(patternCounts: [0, 3, 1]))
        let configuration = try FontconfigConfiguration(file: home.fontconfigFile)
        for directory in [root, root + "/a", root + "/b"] { #expect(configuration.hasValidCache(of: directory)) }
    }

    @Test func `warming sees a changed configuration`() throws {
        let worker = try Worker(.warm, in: home)
        #expect(try worker.connection.perform(.warm(directories: [root + "/b"])) == .warmed(patternCounts: [1]))
        try home.scratch.write(FontBuilder(family: "Five").build(), to: "system/fonts/b/5.ttf")
        let configuration = try FontconfigConfiguration(file: home.fontconfigFile)
        let caches = try #require(configuration.cacheDirectories.first)
        try home.scratch.write(
            "<fontconfig><dir>\(root)</dir><cachedir>\(caches)/more</cachedir></fontconfig>", to: "fonts.conf")
        #expect(try worker.connection.perform(.warm(directories: [root + "/a"])) == .warmed(patternCounts: [3]))
        let changed = try FontconfigConfiguration(file: home.fontconfigFile)
        #expect(changed.cacheDirectories == ["\(caches)/more"])
        #expect(changed.hasValidCache(of: root + "/a"))
    }

    @Test func `a worker leaves a job to the next one where caches are kept elsewhere by then`() async throws {
        let worker = try Worker(.warm, in: home)
        #expect(try worker.connection.perform(.warm(directories: [root + "/b"])) == .warmed(patternCounts: [1]))
        let caches = try home.scratch.makeDirectory("other-caches")
        try home.scratch.write(
            "<fontconfig><dir>\(root)</dir><cachedir>\(caches)</cachedir></fontconfig>", to: "fonts.conf")
        if Landlock.version > 0 {
            #expect(throws: WorkerConnection.Closed.self) {
                try worker.connection.perform(.warm(directories: [root + "/a"]))
            }
            #expect(await worker.process.wait().termination == .exited(0))
        }
        let next = try Worker(.warm, in: home)
        #expect(try next.connection.perform(.warm(directories: [root + "/a"])) == .warmed(patternCounts: [3]))
        #expect(try FontconfigConfiguration(file: home.fontconfigFile).hasValidCache(of: root + "/a"))
    }

    @Test func `caches that were cleared away are made again, at the latest by the next worker`() throws {
        let directory = try #require(try FontconfigConfiguration(file: home.fontconfigFile).cacheDirectories.first)
        for _ in 0..<2 {
            let worker = try Worker(.warm, in: home)
            #expect(try worker.connection.perform(.warm(directories: [root + "/b"])) == .warmed(patternCounts: [1]))
            try FileManager.default.removeItem(atPath: directory)
            let again = try? worker.connection.perform(.warm(directories: [root + "/b"]))
            #expect(again == nil || again == .warmed(patternCounts: [1]))
        }
    }

    @Test(arguments: [InspectionMode.warm, .systemFaces])
    func `a process that waits for its job can change nothing but caches`(mode: InspectionMode) throws {
        guard Landlock.version > 0 else { return }
        let directory = try #require(try FontconfigConfiguration(file: home.fontconfigFile).cacheDirectories.first)
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        let other = try ScratchHome()
        let paths = ["\(directory)/allowed", "\(root)/font.ttf", "\(other.path)/file"]
        let worker = try Worker(
            mode, in: home, environment: ["XDG_FAULTY_REHEARSAL": paths.joined(separator: ":")],
            executable: "FaultyInspector")
        // A process that has its job already rehearses nothing: the next one has time for it.
        repeat {
            _ = try worker.connection.perform(.selfTest)
            _ = worker.connection.hasAnswer()
        } while access(paths[0], F_OK) != 0
        _ = try worker.connection.perform(.selfTest)
        #expect(paths.map { access($0, F_OK) == 0 } == [true, false, false])
    }

    @Test func `warming is not kept from a cache by a lock of a process that has been killed`() async throws {
        let process = try ChildProcess("/usr/bin/true", environment: [:])
        _ = await process.wait()
        let worker = try Worker(.warm, in: home)
        #expect(try worker.connection.perform(.warm(directories: [root + "/b"])) == .warmed(patternCounts: [1]))
        let cache = try #require(
            try FontconfigConfiguration(file: home.fontconfigFile).cacheFile(of: root + "/b"))
        let lock = try home.scratch.write(
            "\(process.processID)\n", to: cache.dropFirst(home.scratch.path.count + 1) + ".LCK")
        try home.scratch.write(FontBuilder(family: "Five").build(), to: "system/fonts/b/5.ttf")
        #expect(try worker.connection.perform(.warm(directories: [root + "/b"])) == .warmed(patternCounts: [2]))
        #expect(access(lock, F_OK) != 0)
        #expect(try FontconfigConfiguration(file: home.fontconfigFile).hasValidCache(of: root + "/b"))
    }

    @Test func `a directory that cannot be read is a refusal that names it`() throws {
        let worker = try Worker(.warm, in: home)
        guard case .failed(.refused(let reason)) = try worker.connection.perform(.warm(directories: ["/missing"]))
        else {
            Issue.record("not refused")
            return
        }
        #expect(reason.contains("/missing"))
        #expect(try worker.connection.perform(.warm(directories: [root])) == .warmed(patternCounts: [0]))
    }

    @Test func `the directories of the system are listed with their times`() throws {
        let worker = try Worker(.systemFaces, in: home)
        let reply = try worker.connection.perform(.systemDirectories(excluding: [root + "/b"]))
        guard case .systemDirectories(let directories) = reply else {
            Issue.record("\(reply)")
            return
        }
        #expect(directories.map(\.path) == [root, root + "/a"])
        var status = stat()
        #expect(stat(root + "/a", &status) == 0)
        #expect(
            directories.last?.modificationNanoseconds
                == Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec))
    }

    @Test func `the faces of a directory come in pages`() throws {
        let worker = try Worker(.systemFaces, in: home)
        var families: [String] = []
        for offset in [0, 2, 4] {
            let job = InspectionJob.systemFaces(directory: root + "/a", offset: offset, limit: 2)
            guard case .systemFaces(let faces, let total) = try worker.connection.perform(job) else {
                Issue.record("no faces")
                return
            }
            #expect(total == 3)
            #expect(faces.count == max(0, min(2, 3 - offset)))
            #expect(faces.allSatisfy { $0.format == .truetype && $0.path.hasPrefix(root + "/a/") })
            families += faces.map(\.face.family)
        }
        #expect(families == ["One", "Two", "Three"])
    }

    @Test func `a variable face belongs to the page of its first pattern`() throws {
        var font = FontBuilder(family: "Variable")
        font.axes = [VariationAxis(tag: "wght", name: "Weight", minimum: 100, defaultValue: 400, maximum: 900)]
        font.namedInstances = [NamedInstance(name: "Bold", postscriptName: nil, coordinates: [700])]
        try home.scratch.write(font.build(), to: "system/fonts/c/variable.ttf")
        let worker = try Worker(.systemFaces, in: home)
        let counts = try (0..<3).map { offset in
            let job = InspectionJob.systemFaces(directory: root + "/c", offset: offset, limit: 1)
            guard case .systemFaces(let faces, 3) = try worker.connection.perform(job) else { return -1 }
            return faces.count
        }
        #expect(counts == [1, 0, 0])
    }
}
