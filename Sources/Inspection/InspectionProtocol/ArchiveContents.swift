package import FontModel

/// What to take out of an archive.
package struct ArchiveRequest: Sendable, Equatable {
    /// The ends of names, in lower case, of the entries to unpack, such as `.ttf`.
    package var unpacked: [String]
    /// The ends of names of other entries that are to be listed; all the rest is counted.
    package var listed: [String]
    /// Whether the faces of the fonts are to be described.
    package var describesFaces: Bool

    /// Creates a request.
    package init(unpacked: [String], listed: [String], describesFaces: Bool) {
        self.unpacked = unpacked
        self.listed = listed
        self.describesFaces = describesFaces
    }
}

/// What became of an archive that was to be unpacked.
package enum ArchiveOutcome: Sendable, Equatable {
    /// What is in it, as untrusted as the archive was.
    case unpacked(ArchiveContents)
    /// It is no archive, is damaged, or exceeds a limit; `message` says what, for people.
    case refused(FontInspection.Finding.Kind, message: String)
}

/// What is in an archive.
package struct ArchiveContents: Sendable, Equatable {
    /// An entry that is unpacked, listed or refused.
    package struct Entry: Sendable, Equatable {
        /// The path in the archive, in an encoding that only its maker knows.
        package var path: [UInt8]
        /// What became of it.
        package var content: Content

        /// Creates an entry.
        package init(path: [UInt8], content: Content) {
            self.path = path
            self.content = content
        }
    }

    /// What became of an entry.
    package enum Content: Sendable, Equatable {
        /// It is unpacked to so many bytes at an offset of the output. The faces are those that could be read.
        case unpacked(offset: Int, size: Int, faces: [ArchivedFace])
        /// It is only listed.
        case listed
        /// It is refused; `message` says why, for people.
        case refused(FontInspection.Finding.Kind, message: String)
    }

    /// The entries, in the order of the archive.
    package var entries: [Entry]
    /// How many other files there are.
    package var otherFiles: Int

    /// Creates contents.
    package init(entries: [Entry] = [], otherFiles: Int = 0) {
        self.entries = entries
        self.otherFiles = otherFiles
    }
}

/// What tells one face in an archive from another, and its static copies from its variable ones.
package struct ArchivedFace: Sendable, Hashable {
    /// The outline format; `nil` where it could not be told.
    package var format: FontFormat?
    /// The PostScript name.
    package var postscriptName: String
    /// The typographic family, or the legacy one where there is none.
    package var family: String
    /// The weight, from 1 to 1000.
    package var weight: Double
    /// The width in percent of the normal one.
    package var width: Double
    /// The slant.
    package var slant: FontSlant
    /// The tags of the variation axes; empty for a static face.
    package var axes: [String]
    /// How many named instances there are.
    package var namedInstances: Int

    /// Creates a face.
    package init(
        format: FontFormat?, postscriptName: String, family: String, weight: Double, width: Double, slant: FontSlant,
        axes: [String], namedInstances: Int
    ) {
        self.format = format
        self.postscriptName = postscriptName
        self.family = family
        self.weight = weight
        self.width = width
        self.slant = slant
        self.axes = axes
        self.namedInstances = namedInstances
    }
}

/// The bounds of what is unpacked of one archive.
///
/// Measured: the archive of a family for the web and for desktops has up to some 300 files; that of all of Google Fonts
/// 10,000 in 1.6 GB. Fonts compress to a half, collections of similar faces to a twentieth, bitmap fonts to a fiftieth.
package enum ArchiveLimits {
    /// Entries of all kinds.
    package static let entries = 100_000
    /// Entries that are unpacked, listed or refused.
    package static let fonts = 20_000
    /// Bytes of everything that is unpacked.
    package static let unpackedBytes = 4 << 30
    /// Bytes that one byte of the archive may expand to on average.
    package static let expansion = 200
    /// Bytes that any archive may expand to, however small it is.
    package static let harmlessBytes = 64 << 20
    /// Bytes of the path of an entry.
    package static let pathLength = 4096
    /// Directories in the path of an entry.
    package static let depth = 64

    /// The most bytes that an archive may expand to.
    ///
    /// - Parameter size: The bytes of the archive.
    /// - Returns: The limit.
    package static func expandedSize(ofArchive size: Int) -> Int {
        let plausible = size.multipliedReportingOverflow(by: expansion)
        return min(unpackedBytes, max(harmlessBytes, plausible.overflow ? .max : plausible.partialValue))
    }
}
