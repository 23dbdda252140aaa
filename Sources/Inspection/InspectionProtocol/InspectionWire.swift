internal import FontModel
internal import WorkerProtocol

/// How jobs and replies travel between the daemon and the worker.
///
/// Both go over a Unix stream socket as a frame: four bytes of length, least significant first, then the record. The
/// font of an ``InspectionJob/inspect`` rides along with the first byte of its frame as a descriptor, and the file that a
/// job writes to with the first byte of the record. Records hold their values in a fixed order without names; their first
/// byte is the ``version``. Neither side trusts the other: whatever bytes come, reading them ends in a value within the
/// limits below or in ``MalformedRecord``.
package enum InspectionWire {
    /// The version of the encoding.
    ///
    /// The two sides are installed together, but one may still run while the other is
    /// replaced; records of another version are ``MalformedRecord``, and nobody's fault.
    package static let version: UInt8 = 7
    /// The most bytes of a job's record: the longest text that is drawn, with its attributes.
    package static let jobLimit = 256 << 10
    /// The most bytes of a request to draw, and of the reply to it.
    package static let drawingLimit = jobLimit - 64
    /// The most files that a request to draw has fonts in.
    package static let drawingFiles = 32
    /// The most bytes of a reply's record, but for one with a font.
    package static let replyLimit = 8 << 20
    /// The most bytes of a reply's record with a font.
    private static let conversionLimit = FontLimits.webFontSize + 64

    /// The most bytes of a reply's record with the contents of an archive: some 1,500 for each of its fonts.
    private static let archiveLimit = 32 << 20

    /// The most bytes of a reply's record from workers of a mode.
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

    /// The most bytes of texts and items of lists.
    ///
    /// Faces of the system may exceed the caps of `FontLimits`, so these are
    /// what a reply can reasonably hold.
    enum Limit {
        /// Linux' PATH_MAX, each byte as an escape of four characters.
        static let path = 4 * 4096
        static let message = 1024
        static let rule = 128
        static let name = FontLimits.nameLength
        /// Licences may be whole pages; more than this is of no use in a description.
        static let prose = 4096
        /// The longest tag RFC 5646 needs, 35 bytes, and room for private use.
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
