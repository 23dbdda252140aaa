internal import FontModel
internal import WorkerProtocol

/// The encoding of jobs and replies between the daemon and the worker.
///
/// Both are sent over a Unix stream socket as a frame: four bytes of length, least significant first, then the record.
/// The descriptor of the font of an ``InspectionJob/inspect`` is sent with the first byte of its frame. The descriptor
/// of the file that a job writes to is sent with the first byte of the record. Records contain their values in a fixed
/// order without names; their first byte is the ``version``. Neither side trusts the other: for any bytes, decoding
/// ends with a value within the limits below or with ``MalformedRecord``.
package enum InspectionWire {
    /// The version of the encoding.
    ///
    /// The two sides are installed together, but one may still run while the other is replaced. Records of another
    /// version are a ``MalformedRecord``, for which neither side is at fault.
    package static let version: UInt8 = 8
    /// The most bytes of a job's record: enough for the longest text that is drawn, with its attributes.
    package static let jobLimit = 256 << 10
    /// The most bytes of a drawing request and of its reply.
    package static let drawingLimit = jobLimit - 64
    /// The most font files in a drawing request.
    package static let drawingFiles = 32
    /// The most bytes of a reply's record, except for one with a font.
    package static let replyLimit = 8 << 20
    /// The most bytes of a reply's record with a font.
    private static let conversionLimit = FontLimits.webFontSize + 64

    /// The most bytes of a reply's record with the contents of an archive: some 1,500 for each of its fonts.
    private static let archiveLimit = 32 << 20

    /// Returns the most bytes of a reply's record from workers of a mode.
    ///
    /// - Parameter mode: The mode.
    /// - Returns: The limit.
    package static func replyLimit(in mode: InspectionMode) -> Int {
        switch mode {
        case .convert: conversionLimit
        case .archive: archiveLimit
        case .inspect, .warm, .systemFaces, .secondOpinion, .render, .icon: replyLimit
        }
    }

    /// The most bytes of texts, and the most items of lists.
    ///
    /// Faces of the system may exceed the caps of `FontLimits`, so these limits are the most that a reply can
    /// reasonably contain.
    enum Limit {
        /// PATH_MAX of Linux, with each byte as an escape of four characters.
        static let path = 4 * 4096
        static let message = 1024
        static let rule = 128
        static let name = FontLimits.nameLength
        /// Licences may be several pages long; more than this is not useful in a description.
        static let prose = 4096
        /// The longest tag of RFC 5646, 35 bytes, with room for private use.
        static let language = 64
        static let tag = 16
        static let directories = 8192
        static let findings = 256
        static let faces = 16_384
        static let names = FontLimits.nameRecords
        static let languages = 1024
        static let scripts = 512
        static let axes = FontLimits.axes
        static let instances = FontLimits.namedInstances
        static let colorTables = 16
        static let attempts = 64
        static let extensions = 64
        static let opinions = 8
    }

    static func decoder(of bytes: [UInt8], limit: Int) throws(MalformedRecord) -> RecordDecoder {
        guard bytes.count <= limit else {
            throw MalformedRecord("the record has \(bytes.count) bytes where \(limit) are allowed")
        }
        var decoder = RecordDecoder(bytes)
        guard try decoder.integer(UInt8.self) == version else {
            throw MalformedRecord("the record has another version", isOfOtherVersion: true)
        }
        return decoder
    }
}
