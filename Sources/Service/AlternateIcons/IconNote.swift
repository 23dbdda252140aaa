internal import FontModel
internal import LinuxSystem

/// A note that parts of an icon exist or may exist, with the entry of the application that the icon depends on.
struct IconNote: Sendable, Equatable {
    private static let header = "typecase-icon 1"

    /// The absolute path of the application's entry.
    var source: String
    /// The stamp of that entry when the icon was set.
    var stamp: FileStamp
    /// The application.
    var application: ProviderIdentifier

    /// Creates a note.
    init(source: String, stamp: FileStamp, application: ProviderIdentifier) {
        self.source = source
        self.stamp = stamp
        self.application = application
    }

    /// The text of the note, in lines.
    var text: String {
        let numbers = [
            Int64(bitPattern: UInt64(stamp.inode)), Int64(stamp.size), stamp.modificationNanoseconds,
            stamp.changeNanoseconds,
        ]
        return "\(Self.header)\n\(application)\n\(numbers.map(String.init).joined(separator: " "))\n\(source)\n"
    }

    /// Creates a note from a file; `nil` if there is none, or it cannot be parsed.
    init?(at path: String) {
        guard let text = try? SmallFile(path: path).read() else { return nil }
        let lines = text.split(separator: "\n", maxSplits: 3, omittingEmptySubsequences: false)
        guard lines.count == 4, lines[0] == Self.header[...], lines[3].last == "\n",
            let application = ProviderIdentifier(rawValue: String(lines[1]))
        else { return nil }
        let numbers = lines[2].split(separator: " ").compactMap { Int64($0) }
        guard numbers.count == 4 else { return nil }
        self.application = application
        source = String(lines[3].dropLast())
        stamp = FileStamp(
            inode: UInt64(bitPattern: numbers[0]), size: numbers[1], modificationNanoseconds: numbers[2],
            changeNanoseconds: numbers[3])
    }
}

extension FileStamp {
    /// A stamp that no file has, so that every file counts as changed.
    static let none = FileStamp(inode: 0, size: -1, modificationNanoseconds: 0, changeNanoseconds: 0)
}
