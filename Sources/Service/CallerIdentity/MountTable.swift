/// The file systems that a process sees, according to `/proc/PID/mountinfo`.
///
/// The file systems themselves are not accessed, because any program may serve them.
struct MountTable {
    /// One mounted file system.
    struct Entry: Equatable {
        /// The absolute path where it is mounted.
        var mountPoint: String
        /// Its type, such as `ext4` or `fuse.sshfs`.
        var type: String
        /// The source that it was mounted from, as declared by the program that mounted it.
        var source: String
        /// The options of the file system.
        var options: [String]
    }

    private let entries: [Entry]

    /// Creates a table from the text, ignoring invalid lines.
    ///
    /// Source: proc(5), `/proc/PID/mountinfo`.
    init(_ text: String) {
        entries = text.split(separator: "\n").compactMap { line in
            // `36 35 98:0 /mnt1 /mnt2 rw,noatime master:1 - ext3 /dev/root rw,errors=continue`
            let fields = line.split(separator: " ", omittingEmptySubsequences: false)
            guard let dash = fields.dropFirst(6).firstIndex(of: "-"), fields.count > dash + 3 else { return nil }
            return Entry(
                mountPoint: Self.unescaped(fields[4]), type: Self.unescaped(fields[dash + 1]),
                source: Self.unescaped(fields[dash + 2]),
                options: fields[dash + 3].split(separator: ",").map(String.init))
        }
    }

    /// The file system that contains a path, without regard to symbolic links; `nil` if none is known.
    func entry(of path: String) -> Entry? {
        var found: Entry?
        for entry in entries {
            let prefix = entry.mountPoint == "/" ? "/" : "\(entry.mountPoint)/"
            // If several are mounted at one place, the last hides the others.
            guard path == entry.mountPoint || path.hasPrefix(prefix),
                entry.mountPoint.utf8.count >= found?.mountPoint.utf8.count ?? 0
            else { continue }
            found = entry
        }
        return found
    }

    /// Replaces the octal escapes of spaces, tabs, newlines and backslashes.
    private static func unescaped(_ text: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = text.utf8
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "\\"), let digits = String(rest.prefix(3)), digits.utf8.count == 3,
                let value = UInt8(digits, radix: 8)
            {
                bytes.append(value)
                rest = rest.dropFirst(3)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
