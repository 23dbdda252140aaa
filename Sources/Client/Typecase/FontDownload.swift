/// How far a font has come from the web.
public struct FontDownloadProgress: Sendable, Hashable, CustomStringConvertible {
    /// How many bytes are there.
    public var bytesDone: Int
    /// How many there are to be; `nil` where the server did not tell.
    public var bytesTotal: Int?

    /// Such as `1024 of 4096 bytes`.
    public var description: String { "\(bytesDone)\(bytesTotal.map { " of \($0)" } ?? "") bytes" }

    /// Creates a progress.
    ///
    /// - Parameters:
    ///   - bytesDone: How many bytes are there.
    ///   - bytesTotal: How many there are to be; `nil` where that is not known.
    public init(bytesDone: Int, bytesTotal: Int?) {
        self.bytesDone = bytesDone
        self.bytesTotal = bytesTotal
    }

    /// The part that is there, from 0 to 1; `nil` where that is not known.
    public var fraction: Double? {
        bytesTotal.flatMap { $0 > 0 ? min(1, Double(bytesDone) / Double($0)) : nil }
    }
}
