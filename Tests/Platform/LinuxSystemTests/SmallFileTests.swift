import Glibc
import LinuxSystem
import SystemPackage
import TestSupport
import Testing

struct SmallFileTests {
    @Test func `a file is read as it was written, and for its user alone`() throws {
        let scratch = try ScratchDirectory()
        let file = SmallFile(path: scratch["note"])
        #expect(try file.read() == nil)
        for text in ["first, and longer than the next\n", "", "zweite Zeile: ä\n"] {
            try file.replace(with: text)
            #expect(try file.read() == text)
        }
        var status = stat()
        #expect(stat(file.path, &status) == 0 && status.st_mode & 0o777 == 0o600)
        try file.remove()
        try file.remove()
        #expect(try file.read() == nil)
    }

    @Test func `what cannot be written leaves the old text`() throws {
        let scratch = try ScratchDirectory()
        let file = SmallFile(path: scratch["note"])
        try file.replace(with: "old")
        let tooLong = String(repeating: "x", count: SmallFile.maximumSize + 1)
        #expect(throws: Errno.fileTooLarge) { try file.replace(with: tooLong) }
        try scratch.makeDirectory("note.new")
        #expect(throws: Errno.isDirectory) { try file.replace(with: "new") }
        #expect(try file.read() == "old")
    }

    @Test func `neither a link nor a file without end is read`() throws {
        let scratch = try ScratchDirectory()
        #expect(symlink("/etc/passwd", scratch["link"]) == 0)
        #expect(throws: Errno.tooManySymbolicLinkLevels) { try SmallFile(path: scratch["link"]).read() }
        #expect(throws: Errno.fileTooLarge) { try SmallFile(path: "/dev/zero").read() }
        #expect(mkfifo(scratch["fifo"], 0o600) == 0)
        #expect(try SmallFile(path: scratch["fifo"]).read() == "")
    }

    @Test func `the machine knows its boot`() {
        let machine = Machine.current()
        #expect(machine == Machine.current())
        #expect(machine.bootIdentifier.split(separator: "-").count == 5)
        #expect(!machine.hostName.isEmpty)
    }
}
