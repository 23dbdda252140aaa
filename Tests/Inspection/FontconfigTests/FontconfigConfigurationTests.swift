import FontModel
import Fontconfig
import Glibc
import SystemPackage
import TestSupport
import Testing

struct FontconfigConfigurationTests {
    private let home: ScratchHome
    private let configuration: FontconfigConfiguration

    init() throws {
        home = try ScratchHome()
        configuration = try FontconfigConfiguration(file: home.fontconfigFile)
    }

    /// Puts a font below the home's directory of system fonts.
    private func install(_ font: [UInt8], _ name: String) throws {
        try home.scratch.write(font, to: "system/fonts/\(name)")
    }

    @Test func `the directories are those of the configuration`() {
        #expect(configuration.rootDirectories.contains(home.systemFontDirectory))
        #expect(configuration.cacheDirectories == [home.fontconfigCacheDirectory])
        #expect(configuration.isUpToDate)
    }

    @Test func `a file that is no configuration is an error`() throws {
        let file = try home.scratch.write("<fontconfig", to: "broken.conf")
        #expect(throws: FontconfigError.noConfiguration) { try FontconfigConfiguration(file: file) }
    }

    @Test func `warming a directory writes its cache and counts its patterns`() throws {
        try install(FontBuilder(family: "One").build(), "shard/one.ttf")
        try install(
            FontBuilder.collection([FontBuilder(family: "Two"), FontBuilder(family: "Three")]), "shard/two.ttc")
        let shard = home.systemFontDirectory + "/shard"
        #expect(!configuration.hasValidCache(of: shard))
        #expect(try configuration.warm(shard) == 3)
        #expect(configuration.hasValidCache(of: shard))
    }

    @Test func `the cache file of a directory is known as long as it fits`() throws {
        try install(FontBuilder(family: "One").build(), "one.ttf")
        #expect(configuration.cacheFile(of: home.systemFontDirectory) == nil)
        _ = try configuration.warm(home.systemFontDirectory)
        let file = try #require(configuration.cacheFile(of: home.systemFontDirectory))
        #expect(file.hasPrefix(home.fontconfigCacheDirectory + "/"))
        #expect(file.contains(".cache-"))
        try install(FontBuilder(family: "Two").build(), "two.ttf")
        #expect(configuration.cacheFile(of: home.systemFontDirectory) == nil)
    }

    @Test func `the files of a configuration are those that were read`() {
        #expect(configuration.files.contains(home.fontconfigFile))
    }

    @Test func `a directory of directories only can be warmed`() throws {
        try install(FontBuilder().build(), "shard/font.ttf")
        #expect(try configuration.warm(home.systemFontDirectory) == 0)
        #expect(configuration.hasValidCache(of: home.systemFontDirectory))
        #expect(!configuration.hasValidCache(of: home.systemFontDirectory + "/shard"))
    }

    @Test func `warming again sees what changed`() throws {
        try install(FontBuilder(family: "One").build(), "one.ttf")
        #expect(try configuration.warm(home.systemFontDirectory) == 1)
        try install(FontBuilder(family: "Two").build(), "two.ttf")
        #expect(try configuration.warm(home.systemFontDirectory) == 2)
    }

    @Test func `a directory that is not there cannot be warmed`() {
        let missing = home.systemFontDirectory + "/missing"
        #expect(throws: FontconfigError.unreadable(directory: missing)) { try configuration.warm(missing) }
    }

    @Test func `a cache that cannot be written is an error`() throws {
        let file = try home.scratch.write("a file", to: "file")
        let fontconfigFile = try home.scratch.write(
            "<fontconfig><dir>\(home.systemFontDirectory)</dir><cachedir>\(file)/cache</cachedir></fontconfig>",
            to: "unwritable.conf")
        let configuration = try FontconfigConfiguration(file: fontconfigFile)
        #expect(
            throws: FontconfigError.cacheNotWritten(
                directory: home.systemFontDirectory, errno: Errno.notDirectory.rawValue)
        ) {
            try configuration.warm(home.systemFontDirectory)
        }
    }

    @Test func `a lock that a killed process has left is removed, with what that has written`() async throws {
        try install(FontBuilder(family: "One").build(), "one.ttf")
        let process = try ChildProcess("/usr/bin/true", environment: [:])
        _ = await process.wait()
        let lock = try lockedCache(by: process.processID)
        #expect(try configuration.warm(home.systemFontDirectory) == 1)
        #expect(configuration.hasValidCache(of: home.systemFontDirectory))
        #expect(access(lock, F_OK) != 0)
    }

    @Test func `a lock is left to the process that has it`() throws {
        try install(FontBuilder(family: "One").build(), "one.ttf")
        let lock = try lockedCache(by: getpid())
        // As long as it goes on, however long that is.
        var times = [timespec](repeating: timespec(tv_sec: time(nil) - 60, tv_nsec: 0), count: 2)
        try #require(utimensat(AT_FDCWD, lock, &times, 0) == 0)
        #expect(throws: FontconfigError.cacheNotWritten(directory: home.systemFontDirectory, errno: nil)) {
            try configuration.warm(home.systemFontDirectory)
        }
        #expect(access(lock, F_OK) == 0)
    }

    @Test func `a lock on the cache of another directory is nobody's business`() async throws {
        try install(FontBuilder(family: "One").build(), "one.ttf")
        let process = try ChildProcess("/usr/bin/true", environment: [:])
        _ = await process.wait()
        let lock = try lockedCache(by: process.processID)
        try install(FontBuilder(family: "Two").build(), "other/two.ttf")
        #expect(try configuration.warm(home.systemFontDirectory + "/other") == 1)
        #expect(access(lock, F_OK) == 0)
    }

    /// Has the cache of the system's fonts locked, as fontconfig does, and half written: with more bytes than it will
    /// have.
    ///
    /// - Returns: The path of the lock.
    private func lockedCache(by processID: Int32) throws -> String {
        _ = try configuration.warm(home.systemFontDirectory)
        let file = try #require(configuration.cacheFile(of: home.systemFontDirectory))
        try #require(unlink(file) == 0)
        let name = String(file.dropFirst(home.scratch.path.count + 1))
        try home.scratch.write(Array(repeating: 1, count: 100_000), to: name + ".NEW")
        return try home.scratch.write("\(processID)\n", to: name + ".LCK")
    }

    @Test func `directories are found at any depth, each once, without the excluded ones`() throws {
        for name in ["a/font.ttf", "a/b/c/font.ttf", "own/1/font.ttf", "own-not/font.ttf", ".hidden/font.ttf"] {
            try install(FontBuilder().build(), name)
        }
        let root = home.systemFontDirectory
        let found = configuration.directories(excluding: [root + "/own"])
        let expected = ["", "/a", "/a/b", "/a/b/c", "/own-not"].map { root + $0 }
        #expect(found.filter { $0.hasPrefix(root) }.sorted() == expected)
        #expect(Set(found).count == found.count)
    }
}
