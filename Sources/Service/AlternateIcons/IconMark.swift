internal import FontModel
internal import LinuxSystem

/// What a merged desktop entry says of itself, so that it is told from one that somebody wrote or edited.
package struct IconMark: Sendable, Equatable {
    /// Begins the keys.
    static let prefix = "X-Typecase-"
    private static let seal = Array("X-Typecase-Hash=".utf8)

    /// What the application calls the icon.
    package var name: String
    /// The name of the icon in the theme.
    package var icon: String
    /// The absolute path of the entry that it was made of.
    package var source: String
    /// The SHA-256 of that entry.
    package var sourceHash = ""
    /// The provider that the icon is of.
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

    /// The bytes of an entry, with the hash of all of them at the end of its marks.
    static func sealing(_ bytes: [UInt8]) -> [UInt8] {
        let place = bytes.firstRange(of: "X-Typecase-Application=".utf8)?.lowerBound ?? bytes.endIndex
        let newline = bytes[place...].firstIndex(of: 10)
        let isOfTwo = newline.map { $0 > place && bytes[$0 - 1] == 13 } ?? false
        var result = Array(bytes[..<place])
        result += seal
        result += FileDigest.of(bytes).hexadecimal.utf8
        result += isOfTwo ? [13, 10] : [10]
        result += bytes[place...]
        return result
    }

    /// The mark of an entry that is as it was written; `nil` for one of somebody else, and for one that was edited.
    package init?(of entry: DesktopEntryText) {
        guard let name = entry["X-Typecase-IconName"], let icon = entry["X-Typecase-Icon"],
            let source = entry["X-Typecase-Source"], let sourceHash = entry["X-Typecase-SourceHash"],
            let application = entry["X-Typecase-Application"], let hash = entry["X-Typecase-Hash"],
            let start = entry.bytes.firstRange(of: Self.seal)?.lowerBound,
            let end = entry.bytes[start...].firstIndex(of: 10)
        else { return nil }
        var rest = entry.bytes
        rest.removeSubrange(start...end)
        guard FileDigest.of(rest).hexadecimal == hash else { return nil }
        self.init(name: name, icon: icon, source: source, application: application)
        self.sourceHash = sourceHash
    }
}

extension [UInt8] {
    /// Where a sequence is first.
    fileprivate func firstRange(of sequence: some Collection<UInt8>) -> Range<Int>? {
        guard let first = sequence.first else { return nil }
        var place = startIndex
        while let next = self[place...].firstIndex(of: first) {
            if self[next...].starts(with: sequence) { return next..<next + sequence.count }
            place = next + 1
        }
        return nil
    }
}
