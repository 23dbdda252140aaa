internal import FontModel
internal import LinuxSystem

/// The marks by which a merged desktop entry is distinguished from entries that others wrote or edited.
package struct IconMark: Sendable, Equatable {
    /// The prefix of the keys.
    static let prefix = "X-Typecase-"
    private static let seal = "X-Typecase-Hash"

    /// The application's name for the icon.
    package var name: String
    /// The name of the icon in the theme.
    package var icon: String
    /// The absolute path of the entry that it was made from.
    package var source: String
    /// The SHA-256 of that entry.
    package var sourceHash = ""
    /// The provider of the icon.
    package var application: String

    /// Creates a mark.
    package init(name: String, icon: String, source: String, application: String) {
        self.name = name
        self.icon = icon
        self.source = source
        self.application = application
    }

    var lines: [String] {
        [
            "X-Typecase-Application=\(application)", "X-Typecase-IconName=\(name)", "X-Typecase-Icon=\(icon)",
            "X-Typecase-Source=\(source)", "X-Typecase-SourceHash=\(sourceHash)",
        ]
    }

    /// The bytes of an entry, with a hash of all of them inserted before its marks.
    ///
    /// - Parameters:
    ///   - bytes: The entry.
    ///   - place: The position where its marks begin.
    /// - Returns: The bytes of the file.
    static func sealing(_ bytes: [UInt8], at place: Int) -> [UInt8] {
        let newline = bytes[place...].firstIndex(of: 10)
        let isOfTwo = newline.map { $0 > place && bytes[$0 - 1] == 13 } ?? false
        let seal = "\(seal)=\(FileDigest.of(bytes).hexadecimal)\(isOfTwo ? "\r\n" : "\n")"
        return bytes[..<place] + Array(seal.utf8) + bytes[place...]
    }

    /// Creates the mark of an unchanged merged entry; `nil` for any other entry, and for one that was edited.
    package init?(of entry: DesktopEntryText) {
        guard let name = entry["X-Typecase-IconName"], let icon = entry["X-Typecase-Icon"],
            let source = entry["X-Typecase-Source"], let sourceHash = entry["X-Typecase-SourceHash"],
            let application = entry["X-Typecase-Application"], let hash = entry[Self.seal],
            let rest = entry.bytes(without: Self.seal), FileDigest.of(rest).hexadecimal == hash
        else { return nil }
        self.init(name: name, icon: icon, source: source, application: application)
        self.sourceHash = sourceHash
    }
}
