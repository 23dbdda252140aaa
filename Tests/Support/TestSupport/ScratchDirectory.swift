internal import Glibc
package import SystemPackage
internal import LinuxSystem

/// A directory of its own for one test, removed with everything in it when the last reference goes.
///
/// Keep the object as long as its paths are in use: a path alone does not keep the directory.
package final class ScratchDirectory: Sendable {
    /// The absolute path, without symbolic links.
    package let path: String

    /// Makes an empty directory, open to its owner only, under `$TMPDIR` (`/tmp` without it).
    ///
    /// - Parameters:
    ///   - name: How the directory's name starts. Short, since socket paths end at 107 bytes.
    ///   - parent: Another directory to make it in.
    /// - Throws: What the system said.
    package init(name: String = "typecase", in parent: String? = nil) throws(Errno) {
        let parent = parent ?? getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(parent)/\(name)-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil, let resolved = realpath(template, nil) else { throw Errno(rawValue: errno) }
        defer { free(resolved) }
        path = String(cString: resolved)
    }

    deinit { Self.remove(Array(path.utf8CString)) }

    /// The absolute path of something in the directory.
    ///
    /// - Parameter name: A path relative to the directory.
    package subscript(_ name: String) -> String { "\(path)/\(name)" }

    /// Makes a directory, and those it is in, below this one.
    ///
    /// - Parameters:
    ///   - name: A path relative to this directory. Parts that exist are left alone.
    ///   - mode: The permissions of the directories that are made.
    /// - Returns: The absolute path.
    /// - Throws: What the system said.
    @discardableResult
    package func makeDirectory(_ name: String, mode: UInt32 = 0o700) throws(Errno) -> String {
        var current = path
        for part in name.split(separator: "/") {
            current += "/\(part)"
            do throws(Errno) {
                try retryingInterrupts { mkdir(current, mode) }
            } catch {
                if error != .fileExists { throw error }
            }
        }
        return current
    }

    /// Writes a file below this directory, making the directories it is in.
    ///
    /// - Parameters:
    ///   - bytes: What the file is to hold.
    ///   - name: A path relative to this directory. A file that exists is overwritten.
    /// - Returns: The absolute path.
    /// - Throws: What the system said.
    @discardableResult
    package func write(_ bytes: some Collection<UInt8>, to name: String) throws(Errno) -> String {
        if let slash = name.lastIndex(of: "/") { try makeDirectory(String(name[..<slash])) }
        let file = self[name]
        let descriptor = OwnedFileDescriptor(
            adopting: try retryingInterrupts { open(file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600) })
        try descriptor.writeAll(Array(bytes))
        return file
    }

    /// Writes a text file below this directory, making the directories it is in.
    ///
    /// - Parameters:
    ///   - text: What the file is to hold, as UTF-8.
    ///   - name: A path relative to this directory. A file that exists is overwritten.
    /// - Returns: The absolute path.
    /// - Throws: What the system said.
    @discardableResult
    package func write(_ text: String, to name: String) throws(Errno) -> String { try write(text.utf8, to: name) }

    /// Removes an entry, and whatever is in it.
    ///
    /// - Parameter name: The path below this directory.
    package func remove(_ name: String) { Self.remove(self[name].utf8CString.map { $0 }) }

    /// Removes a tree, also where a test took away its own permissions.
    ///
    /// Never follows a link. Paths are bytes here: tests make names that are not UTF-8.
    private static func remove(_ path: [CChar]) {
        if unlink(path) == 0 { return }
        _ = chmod(path, 0o700)
        if let directory = opendir(path) {
            var names: [[CChar]] = []
            while let entry = readdir(directory) {
                names.append(
                    withUnsafeBytes(of: &entry.pointee.d_name) { $0.prefix { $0 != 0 }.map(CChar.init(bitPattern:)) })
            }
            closedir(directory)
            let dot = CChar(bitPattern: UInt8(ascii: "."))
            for name in names where name != [dot] && name != [dot, dot] {
                remove(path.dropLast() + [CChar(bitPattern: UInt8(ascii: "/"))] + name + [0])
            }
        }
        _ = rmdir(path)
    }
}
