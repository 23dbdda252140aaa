internal import FontModel
internal import Glibc
internal import LinuxSystem
internal import SystemPackage

/// Notes in the store, of what a lost registry would need to know and no sidecar tells.
extension FontTree {
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
        guard let store = try openStore() else { return nil }
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

    /// What is said of a note that cannot be understood.
    func corruptNote(_ name: String) -> FontError {
        FontError(.corrupt, "\(locations.store)/\(name) cannot be understood.")
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
            guard let store = try openStore(), store.contains(entry) else { return }
            return try reporting("remove \(store.path)/\(name)") { () throws(Errno) in
                try store.unlinkIfPresent(entry)
                try store.synchronize()
            }
        }
        var created = CreatedDirectories()
        let store = try makeStore(recording: &created)
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
