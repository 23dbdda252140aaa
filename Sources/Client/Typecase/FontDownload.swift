/// The progress of the download of a font.
public struct FontDownloadProgress: Sendable, Hashable, CustomStringConvertible {
    /// The number of bytes received so far.
    public var bytesDone: Int
    /// The total number of bytes; `nil` if the server did not report it.
    public var bytesTotal: Int?

    /// The progress as text, such as `1024 of 4096 bytes`.
    public var description: String { "\(bytesDone)\(bytesTotal.map { " of \($0)" } ?? "") bytes" }

    /// Creates a download progress.
    ///
    /// - Parameters:
    ///   - bytesDone: The number of bytes received so far.
    ///   - bytesTotal: The total number of bytes; `nil` if it is not known.
    public init(bytesDone: Int, bytesTotal: Int?) {
        self.bytesDone = bytesDone
        self.bytesTotal = bytesTotal
    }

    /// The fraction received so far, from 0 to 1; `nil` if it is not known.
    public var fraction: Double? {
        bytesTotal.flatMap { $0 > 0 ? min(1, Double(bytesDone) / Double($0)) : nil }
    }
}
