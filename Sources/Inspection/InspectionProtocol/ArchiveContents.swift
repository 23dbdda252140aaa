package import FontModel

/// The entries to unpack and to list from an archive.
package struct ArchiveRequest: Sendable, Equatable {
    /// The suffixes, in lower case, of the names of the entries to unpack, such as `.ttf`.
    package var unpacked: [String]
    /// The suffixes of the names of other entries to list; all remaining entries are only counted.
    package var listed: [String]
    /// Whether to describe the faces of the fonts.
    package var describesFaces: Bool

    /// Creates a request.
    package init(unpacked: [String], listed: [String], describesFaces: Bool) {
        self.unpacked = unpacked
        self.listed = listed
        self.describesFaces = describesFaces
    }
}

/// The result of unpacking an archive.
package enum ArchiveOutcome: Sendable, Equatable {
    /// The contents of the archive, as untrusted as the archive itself.
    case unpacked(ArchiveContents)
    /// The file is not an archive, is damaged, or exceeds a limit; `message` is the reason, for people.
    case refused(FontInspection.Finding.Kind, message: String)
}

/// The contents of an archive.
package struct ArchiveContents: Sendable, Equatable {
    /// An entry that is unpacked, listed or refused.
    package struct Entry: Sendable, Equatable {
        /// The path in the archive, in an encoding that only the creator of the archive knows.
        package var path: [UInt8]
        /// The result for the entry.
        package var content: Content

        /// Creates an entry.
        package init(path: [UInt8], content: Content) {
            self.path = path
            self.content = content
        }
    }

    /// The result for an entry.
    package enum Content: Sendable, Equatable {
        /// The entry is unpacked: `size` bytes at an offset of the output, and those faces that could be read.
        case unpacked(offset: Int, size: Int, faces: [ArchivedFace])
        /// The entry is only listed.
        case listed
        /// The entry is refused; `message` is the reason, for people.
        case refused(FontInspection.Finding.Kind, message: String)
    }

    /// The entries, in the order of the archive.
    package var entries: [Entry]
    /// The number of other files.
    package var otherFiles: Int

    /// Creates contents.
    package init(entries: [Entry] = [], otherFiles: Int = 0) {
        self.entries = entries
        self.otherFiles = otherFiles
    }
}

/// The properties that distinguish one face in an archive from another, and its static copies from its variable ones.
package struct ArchivedFace: Sendable, Hashable {
    /// The outline format; `nil` if it could not be determined.
    package var format: FontFormat?
    /// The PostScript name.
    package var postscriptName: String
    /// The typographic family, or the legacy family if there is no typographic one.
    package var family: String
    /// The weight, from 1 to 1000.
    package var weight: Double
    /// The width in percent of the normal one.
    package var width: Double
    /// The slant.
    package var slant: FontSlant
    /// The tags of the variation axes; empty for a static face.
    package var axes: [String]
    /// The number of named instances.
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

/// The limits for unpacking one archive.
///
/// Measured: The archive of a family for the web and for desktops contains up to some 300 files, and the archive of all
/// of Google Fonts 10,000 files in 1.6 GB. Fonts compress to a half of their size, collections of similar faces to a
/// twentieth, and bitmap fonts to a fiftieth.
package enum ArchiveLimits {
    /// The most entries of all kinds.
    package static let entries = 100_000
    /// The most entries that are unpacked, listed or refused.
    package static let fonts = 20_000
    /// The most bytes that are unpacked in total.
    package static let unpackedBytes = 4 << 30
    /// The most bytes that one byte of the archive may expand to on average.
    package static let expansion = 200
    /// The number of bytes that any archive may expand to, however small it is.
    package static let harmlessBytes = 64 << 20
    /// The most bytes in the path of an entry.
    package static let pathLength = 4096
    /// The most directories in the path of an entry.
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
