import Glibc
import LinuxSystem
import TestSupport
import Testing

struct LivingNoteTests {
    @Test func `a note is read as it was written, for its user alone, until it is taken away`() throws {
        let scratch = try ScratchDirectory()
        let note = LivingNote(path: scratch["note"])
        #expect(LivingNote.read(note.path) == nil)
        for text in ["first, and longer than the next\n", "", "zweite Zeile: ä\n"] {
            try note.replace(with: text)
            #expect(LivingNote.read(note.path) == text)
            // Reading leaves it as it is.
            #expect(LivingNote.read(note.path) == text)
        }
        var status = stat()
        #expect(stat(note.path, &status) == 0 && status.st_mode & 0o777 == 0o600)
        #expect(try entries(of: scratch[""]) == ["note"])
        note.remove()
        note.remove()
        #expect(LivingNote.read(note.path) == nil)
        #expect(try entries(of: scratch[""]).isEmpty)
    }

    @Test func `a note says nothing once its writer has gone, and the next writer's does`() throws {
        let scratch = try ScratchDirectory()
        let path = scratch["note"]
        var note: LivingNote? = LivingNote(path: path)
        try note?.replace(with: "old")
        // As when a process ends: nobody takes the file away.
        note = nil
        #expect(access(path, F_OK) == 0)
        #expect(LivingNote.read(path) == nil)
        let next = LivingNote(path: path)
        try next.replace(with: "new")
        #expect(LivingNote.read(path) == "new")
    }

    @Test func `a note that another writer's has taken the place of is left to that one`() throws {
        let scratch = try ScratchDirectory()
        let (first, second) = (LivingNote(path: scratch["note"]), LivingNote(path: scratch["note"]))
        try first.replace(with: "first")
        try second.replace(with: "second")
        first.remove()
        #expect(LivingNote.read(scratch["note"]) == "second")
        second.remove()
        #expect(try entries(of: scratch[""]).isEmpty)
    }

    @Test func `what is no note is none, and what cannot be written leaves none`() throws {
        let scratch = try ScratchDirectory()
        try scratch.write("written by hand", to: "note")
        #expect(LivingNote.read(scratch["note"]) == nil)
        #expect(mkfifo(scratch["fifo"], 0o600) == 0)
        #expect(LivingNote.read(scratch["fifo"]) == nil)
        let long = LivingNote(path: scratch["long"])
        try long.replace(with: String(repeating: "x", count: 4096))
        #expect(LivingNote.read(long.path) == nil)
        let note = LivingNote(path: scratch["directory/note"])
        #expect(throws: (any Error).self) { try note.replace(with: "text") }
        try scratch.makeDirectory("directory")
        try note.replace(with: "old")
        try scratch.makeDirectory("directory/note.\(getpid()).new")
        #expect(throws: (any Error).self) { try note.replace(with: "new") }
        #expect(LivingNote.read(note.path) == nil)
    }

    private func entries(of path: String) throws -> [String] {
        let directory = try #require(opendir(path))
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if ![".", ".."].contains(name) { names.append(name) }
        }
        return names.sorted()
    }
}
