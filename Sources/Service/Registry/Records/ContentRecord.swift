package import FontModel

/// A font file that the library holds, whoever registered it: one record per content.
package struct ContentRecord: Sendable, Equatable {
    /// The SHA-256 of the bytes.
    package var digest: FontDigest
    /// The name of the file, stable for life: an id of ours and the extension of the format; at most 255 bytes.
    package var fileName: String
    /// The container and outline format.
    package var format: FontFormat
    /// The size in bytes.
    package var size: Int
    /// What fontconfig needs to scan the file, in microseconds on a typical machine.
    package var scanCost: Int
    /// Where the file lies.
    package var place: ContentPlace
    /// What `stat` told of the file when it was put there, if it was asked.
    package var stamp: FileStamp?
    /// Who judged the bytes last, as ``FontModel/Opinion/heard(_:)`` has it; empty where that is not known.
    ///
    /// Cut to 1,024 bytes.
    package var judges: String
    /// Why the content is out of use though its bytes are sound; `nil` where it is not.
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

    /// What kind of reason keeps the content out of use: `altered`, or as ``ContentRefusal/Kind`` has it; `nil` where
    /// none does.
    package var quarantine: (kind: String, reason: String)? {
        if case .quarantined(let reason) = place { return ("altered", reason) }
        return refusal.map { ($0.kind.rawValue, $0.reason) }
    }
}
