internal import FontModel
internal import FoundationEssentials
internal import Glibc
internal import LinuxSystem
internal import SystemPackage

/// The notes beside the fonts.
///
/// They record what a rebuilt registry needs and no sidecar contains, and what explains the files to a reader of a copy
/// of the tree.
///
/// All calls block.
package struct TreeNotes: Sendable {
    /// The tree that contains the notes.
    let tree: FontTree

    /// Reads a note in the store.
    ///
    /// - Parameter kind: The type of the note.
    /// - Returns: The note; `nil` if there is none.
    /// - Throws: ``FontModel/FontError/Code/corrupt`` if the note cannot be decoded, or an error if it could not be
    ///   read.
    func readNote<Note: StoreNote>(_ kind: Note.Type) throws(FontError) -> Note? {
        guard let bytes = try readNote(Note.fileName, limit: Note.limit) else { return nil }
        guard let note = try? JSONDecoder().decode(Note.self, from: Data(bytes)), note.version == Note.currentVersion
        else { throw corruptNote(Note.fileName) }
        return note
    }

    /// Replaces a note in the store in one step.
    ///
    /// - Parameter note: The new note; `nil` removes the note.
    /// - Throws: An error if the note could not be written.
    func writeNote<Note: StoreNote>(_ note: Note?) throws(FontError) {
        guard let note else { return try writeNote(Note.fileName, nil) }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(note) else {
            throw FontError(.registrationFailed, "The note \(Note.fileName) could not be put into words.")
        }
        try writeNote(Note.fileName, [UInt8](data) + [UInt8(ascii: "\n")])
    }

    /// Reads the bytes of a note.
    ///
    /// Blocks.
    ///
    /// - Parameters:
    ///   - name: Its name in the store.
    ///   - limit: The largest size in bytes.
    /// - Returns: The bytes; `nil` if there is no note.
    /// - Throws: ``FontModel/FontError/Code/corrupt`` if the note is larger, or an error if it could not be read.
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

    /// The warning about a note that cannot be decoded.
    private func corruptNote(_ name: String) -> FontError {
        FontError(.corrupt, "\(tree.locations.store)/\(name) cannot be understood.")
    }

    /// Replaces the bytes of a note durably and in one step.
    ///
    /// Blocks.
    ///
    /// - Parameters:
    ///   - name: Its name in the store.
    ///   - bytes: The new bytes; `nil` removes the note.
    /// - Throws: An error if the note could not be written; the old note then remains.
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
    /// The largest note that is read, in bytes.
    static var limit: Int { get }
    /// The version of the format; no other version is read.
    static var currentVersion: Int { get }
    /// The version of this note.
    var version: Int { get }
}

extension StoreNote {
    static var currentVersion: Int { 1 }
}

extension FontTree {
    /// The notes beside the fonts.
    package var notes: TreeNotes { TreeNotes(tree: self) }
}
