package import FontModel

/// A font file in the library; there is one record per content, regardless of the number of registrations.
package struct ContentRecord: Sendable, Equatable {
    /// The SHA-256 of the bytes.
    package var digest: FontDigest
    /// The permanent name of the file: a generated id with the extension of the format, at most 255 bytes.
    package var fileName: String
    /// The container and outline format.
    package var format: FontFormat
    /// The size in bytes.
    package var size: Int
    /// The time that fontconfig needs to scan the file, in microseconds on a typical machine.
    package var scanCost: Int
    /// The location of the file.
    package var place: ContentPlace
    /// The stamp of the file from `stat` when it was put there; `nil` if it was not examined.
    package var stamp: FileStamp?
    /// The validators that last examined the bytes, as returned by ``FontModel/Opinion/heard(_:)``; empty if unknown.
    ///
    /// Truncated to 1,024 bytes.
    package var judges: String
    /// Why the content is out of use although its bytes are intact; `nil` if there is no such reason.
    package var refusal: ContentRefusal?

    /// Creates a record.
    package init(
        digest: FontDigest, fileName: String, format: FontFormat, size: Int, scanCost: Int, place: ContentPlace,
        stamp: FileStamp? = nil, judges: String = "", refusal: ContentRefusal? = nil
    ) {
        self.digest = digest
        self.fileName = fileName
        self.format = format
        self.size = size
        self.scanCost = scanCost
        self.place = place
        self.stamp = stamp
        self.judges = judges
        self.refusal = refusal
    }

    /// The kind of reason for which the content is out of use, and the reason; `nil` if it is in use.
    ///
    /// The kind is `altered` or a ``ContentRefusal/Kind``.
    package var quarantine: (kind: String, reason: String)? {
        if case .quarantined(let reason) = place {
            return (FileFault(rawValue: reason) == .lost ? "lost" : "altered", reason)
        }
        return refusal.map { ($0.kind.rawValue, $0.reason) }
    }
}

/// What happened to the file of a quarantined font; the raw values are stored, and are the reasons that people read.
package enum FileFault: String, Sendable, Hashable {
    case altered = "its file was altered"
    case lost = "its file was lost together with the store"
}
