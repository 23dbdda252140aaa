internal import CLinux
internal import FontModel
internal import Glibc
internal import LinuxSystem
internal import TestSupport
internal import Testing
@testable internal import Typecase

/// What is kept of the fonts of the web, in a directory of real files.
@Suite struct FetchedFontsTests {
    private let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    private func fonts(_ directories: String..., capacity: Int = 1 << 20) -> FetchedFonts {
        FetchedFonts(directories: directories.map { scratch[$0] }, capacity: capacity)
    }

    /// A font as the service hands it over.
    private func memory(_ byte: UInt8, count: Int = 1000) throws -> SealedMemory {
        try SealedMemory(bytes: [UInt8](repeating: byte, count: count))
    }

    private func key(_ name: String) -> FetchedFonts.Key { .init(url: "https://fonts.test/\(name)") }

    /// Gives a file the time of two hours ago.
    private func age(_ path: String) {
        var times = [timespec(tv_sec: time(nil) - 7200, tv_nsec: 0), timespec(tv_sec: time(nil) - 7200, tv_nsec: 0)]
        #expect(utimensat(AT_FDCWD, path, &times, 0) == 0)
    }

    @Test("What is kept is found by its address and by its SHA-256, and is not believed when it is another")
    func kept() throws {
        let font = try memory(1)
        #expect(fonts("a").path(of: key("one")) == nil)
        let path = try fonts("a").keep(font.descriptor, as: key("one"))
        #expect(path == scratch["a/\(font.digest.hexadecimal)"])
        #expect(fonts("a").path(of: key("one")) == path)
        let pinned = FetchedFonts.Key(url: "https://elsewhere.test", sha256: font.digest.hexadecimal.uppercased())
        #expect(fonts("a").path(of: pinned) == path)
        #expect(fonts("a").path(of: key("two")) == nil)
        try #require(truncate(path, 10) == 0)
        #expect(fonts("a").path(of: key("one")) == nil)
        #expect(fonts("a").path(of: pinned) == nil)
    }

    @Test("A directory that cannot be written to is passed over, and it is said why where there is no other")
    func readOnly() throws {
        try scratch.makeDirectory("locked", mode: 0o500)
        let font = try memory(1)
        let path = try fonts("locked/fonts", "b").keep(font.descriptor, as: key("one"))
        #expect(path == scratch["b/\(font.digest.hexadecimal)"])
        #expect(fonts("locked/fonts", "b").path(of: key("one")) == path)
        let error = #expect(throws: FontManagerError.self) {
            try fonts("locked/fonts").keep(font.descriptor, as: key("one"))
        }
        #expect(error?.code == .insufficientPermissions)
        #expect(error?.message.contains(scratch["locked/fonts"]) == true)
        let nowhere = #expect(throws: FontManagerError.self) {
            try fonts().keep(font.descriptor, as: key("one"))
        }
        #expect(nowhere?.code == .readOnly)
    }

    @Test("Where fonts take too much room the one goes that was used least lately, and none that a program has in use")
    func bounded() throws {
        var paths: [String] = []
        for byte in UInt8(1)...3 {
            paths.append(try fonts("a").keep(memory(byte).descriptor, as: key("\(byte)")))
        }
        for name in try ConfinedDirectory(path: scratch["a"]).names() { age(scratch["a/\(name)"]) }
        let reader = fonts("a")
        #expect(reader.path(of: key("1")) == paths[0])
        // Used, and given back: the program has ended.
        #expect(fonts("a").path(of: key("2")) == paths[1])
        let small = fonts("a", capacity: 3500)
        paths.append(try small.keep(memory(4).descriptor, as: key("4")))
        #expect(paths.map { (path: String) in access(path, F_OK) } == [0, 0, -1, 0])
        #expect(fonts("a").path(of: key("3")) == nil)
        // Too much even so; what is used stays.
        paths.append(try fonts("a", capacity: 0).keep(memory(5).descriptor, as: key("5")))
        #expect(paths.map { (path: String) in access(path, F_OK) } == [0, -1, -1, 0, 0])
        #expect(try ConfinedDirectory(path: scratch["a"]).names().count == 6, "a font and its address, three times")
        withExtendedLifetime((reader, small)) {}
    }

    @Test("Drafts of programs that have ended go with the next font, and what is not of the cache stays")
    func drafts() throws {
        let digest = try memory(9).digest.hexadecimal
        let old = try scratch.write([1], to: "a/\(digest).0123456789abcdef")
        let young = try scratch.write([1], to: "a/\(digest).fedcba9876543210")
        let other = try scratch.write([1], to: "a/README")
        for path in [old, other] { age(path) }
        _ = try fonts("a").keep(memory(1).descriptor, as: key("one"))
        #expect([old, young, other].map { (path: String) in access(path, F_OK) } == [-1, 0, 0])
    }

    @Test("One at a time has the turn to fetch a font where any directory can be written to; elsewhere everybody has")
    func turns() throws {
        let (closed, open) = (try scratch.makeDirectory("closed", mode: 0o500), scratch["open/fonts"])
        defer { chmod(closed, 0o700) }
        let (first, second) = (fonts("closed/fonts", "open/fonts"), fonts("closed/fonts", "open/fonts"))
        var turn = first.turn(toFetch: key("one"))
        #expect(turn != nil)
        #expect(second.turn(toFetch: key("one")) == nil)
        #expect(second.turn(toFetch: key("two")) != nil)
        turn = nil
        #expect(second.turn(toFetch: key("one")) != nil)
        if geteuid() != 0 { #expect(try ConfinedDirectory(path: open).names().count == 2) }
        // What nobody has used for an hour is cleared up with the next font that is kept.
        for name in try ConfinedDirectory(path: open).names() { age("\(open)/\(name)") }
        _ = try FetchedFonts(directories: [open]).keep(memory(1).descriptor, as: key("three"))
        #expect(try !ConfinedDirectory(path: open).names().contains { $0.hasSuffix(".turn") })
        let nowhere = FetchedFonts(directories: [])
        #expect([nowhere.turn(toFetch: key("one")), nowhere.turn(toFetch: key("one"))].allSatisfy { $0 != nil })
    }
}
