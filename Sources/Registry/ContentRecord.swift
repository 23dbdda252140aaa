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

    /// Creates a record.
    package init(
        digest: FontDigest, fileName: String, format: FontFormat, size: Int, scanCost: Int, place: ContentPlace,
        stamp: FileStamp? = nil
    ) {
        self.digest = digest
        self.fileName = fileName
        self.format = format
        self.size = size
        self.scanCost = scanCost
        self.place = place
        self.stamp = stamp
    }
}
