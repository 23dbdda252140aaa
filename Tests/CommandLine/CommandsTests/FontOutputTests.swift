@testable internal import Commands
internal import Glibc
internal import LinuxSystem
internal import TestSupport
internal import Testing

/// Fonts that are written to files.
@Suite struct `The output of a font` {
    private func text(_ path: String) throws -> String {
        let file = OwnedFileDescriptor(adopting: try retryingInterrupts { open(path, O_RDONLY | O_CLOEXEC) })
        var bytes = [UInt8](repeating: 0, count: 100)
        let count = try retryingInterrupts { read(file.rawValue, &bytes, bytes.count) }
        return String(decoding: bytes[..<count], as: UTF8.self)
    }

    private func entries(_ scratch: ScratchDirectory) throws -> Set<String> {
        let directory = try #require(opendir(scratch.path))
        defer { closedir(directory) }
        var names: Set<String> = []
        while let entry = readdir(directory) {
            names.insert(
                withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
        }
        return names.subtracting([".", ".."])
    }

    @Test func `takes the place of a file, and leaves one alone that has the name of ours`() throws {
        let scratch = try ScratchDirectory()
        let path = try scratch.write("old", to: "font.ttf")
        let taken = "font.ttf.typecase-\(getpid())"
        try scratch.write("somebody's", to: taken)
        try FontOutput.write(SealedMemory(bytes: Array("new".utf8)).descriptor, to: path, replacing: true)
        #expect(try text(path) == "new")
        #expect(try text(scratch[taken]) == "somebody's")
        #expect(try entries(scratch) == ["font.ttf", taken], "nothing else is left")
    }

    @Test func `gives up where all names are taken, and removes none of those files`() throws {
        let scratch = try ScratchDirectory()
        let path = try scratch.write("old", to: "font.ttf")
        for attempt in 0...FontOutput.nameAttempts {
            try scratch.write("somebody's", to: "font.ttf.typecase-\(getpid())" + (attempt == 0 ? "" : "-\(attempt)"))
        }
        let before = try entries(scratch)
        #expect(throws: CommandFailure.self) {
            try FontOutput.write(SealedMemory(bytes: Array("new".utf8)).descriptor, to: path, replacing: true)
        }
        #expect(try entries(scratch) == before)
        #expect(try text(path) == "old")
    }
}
