internal import FontModel
internal import FoundationEssentials
internal import Glibc
internal import LinuxSystem
internal import SystemPackage

/// Notes beside the fonts, of what a lost registry would need to know and no sidecar tells, and of what copies of the tree
/// are understood by.
///
/// All calls block.
package struct TreeNotes: Sendable {
    /// Where the notes lie.
    let tree: FontTree

    /// Reads what a note in the store says.
    ///
    /// - Parameter kind: Which note.
    /// - Returns: What it says; `nil` where there is none.
    /// - Throws: ``FontModel/FontError/Code/corrupt`` for one that cannot be understood, or what kept it from being read.
    func readNote<Note: StoreNote>(_ kind: Note.Type) throws(FontError) -> Note? {
        guard let bytes = try readNote(Note.fileName, limit: Note.limit) else { return nil }
        guard let note = try? JSONDecoder().decode(Note.self, from: Data(bytes)), note.version == Note.currentVersion
        else { throw corruptNote(Note.fileName) }
        return note
    }

    /// Writes a note in the store anew, so that it is there as a whole or as it was.
    ///
    /// - Parameter note: What it is to say; `nil` removes it.
    /// - Throws: What kept it from being written.
    func writeNote<Note: StoreNote>(_ note: Note?) throws(FontError) {
        guard let note else { return try writeNote(Note.fileName, nil) }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(note) else {
            throw FontError(.registrationFailed, "The note \(Note.fileName) could not be put into words.")
        }
        try writeNote(Note.fileName, [UInt8](data) + [UInt8(ascii: "\n")])
    }

    /// Reads a note.
    ///
    /// Blocks.
    ///
    /// - Parameters:
    ///   - name: Its name in the store.
    ///   - limit: The most bytes that it may have.
    /// - Returns: What it says; `nil` where there is none.
    /// - Throws: ``FontModel/FontError/Code/corrupt`` for one that is larger, or what kept it from being read.
    func readNote(_ name: String, limit: Int) throws(FontError) -> [UInt8]? {
        guard let store = try tree.openStore() else { return nil }
        let bytes: [UInt8]?
        do throws(Errno) {
            let file = try store.open(EntryName(name), flags: O_RDONLY | O_NONBLOCK | O_NOCTTY)
            bytes = try readBytes(of: file, limit: limit)
        } catch {
            if error == .noSuchFileOrDirectory { return nil }
            throw FontError(error, while: "read \(store.path)/\(name)")
        }
        guard let bytes else { throw corruptNote(name) }
        return bytes
    }

    /// The warning about a note that cannot be understood.
    private func corruptNote(_ name: String) -> FontError {
        FontError(.corrupt, "\(tree.locations.store)/\(name) cannot be understood.")
    }

    /// Writes a note anew, durably and in one step.
    ///
    /// Blocks.
    ///
    /// - Parameters:
    ///   - name: Its name in the store.
    ///   - bytes: What it says; `nil` removes it.
    /// - Throws: What kept it from being written; then the old one is there.
    func writeNote(_ name: String, _ bytes: [UInt8]?) throws(FontError) {
        let entry = EntryName(name)
        guard let bytes else {
            guard let store = try tree.openStore(), store.contains(entry) else { return }
            return try reporting("remove \(store.path)/\(name)") { () throws(Errno) in
                try store.unlinkIfPresent(entry)
                try store.synchronize()
            }
        }
        var created = CreatedDirectories()
        let store = try tree.makeStore(recording: &created)
        try reporting("write \(store.path)/\(name)") { () throws(Errno) in
            let staged = EntryName(".\(name)")
            try store.unlinkIfPresent(staged)
            let file = try store.open(staged, flags: O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
            try write(bytes, to: file)
            try retryingInterrupts { fsync(file.rawValue) }
            try store.rename(staged, to: store, as: entry, replacing: true)
            try store.synchronize()
        }
    }
}

/// A note in the store, in JSON.
protocol StoreNote: Codable {
    /// Its name in the store.
    static var fileName: String { get }
    /// The most bytes of it that are read.
    static var limit: Int { get }
    /// The version of the form, which is the only one that is understood.
    static var currentVersion: Int { get }
    /// The version that it has.
    var version: Int { get }
}

extension StoreNote {
    static var currentVersion: Int { 1 }
}

extension FontTree {
    /// The notes beside the fonts.
    package var notes: TreeNotes { TreeNotes(tree: self) }
}
