internal import BusInterface
internal import CLinux
internal import DBus
internal import Glibc
internal import LinuxSystem

/// How a terminal shows pictures, which it is asked: names of terminals say nothing of what they can.
struct PictureTerminal: Sendable, Equatable {
    /// A way to show pictures.
    enum Method: Sendable, Equatable {
        /// PNG in escape sequences of kitty.
        case kitty
        /// PNG in the escape sequence of iTerm2.
        case iTerm2
        /// Sixel, as the VT340 had it.
        case sixel
        /// None: shades in halves of cells.
        case blocks(shades: Bool)
    }

    /// The way.
    var method: Method
    /// Whether what the terminal shows goes through tmux, which has to pass it on.
    var isBehindTmux: Bool
    /// The cells of a line.
    var columns: Int

    /// The longest that an answer may take.
    private static let deadline = Duration.milliseconds(200)
    /// Pixels of a cell where nobody tells: most are between 8 and 10 wide.
    private static let cellWidth = 8.0
    private static let usualColumns = 80

    /// What is asked: kitty's pictures, the same through tmux, the size of iTerm2's cells, and last what every terminal
    /// answers, which also tells of sixel.
    static let query =
        "\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\" + wrapped("\u{1B}_Gi=32,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\")
        + "\u{1B}]1337;ReportCellSize\u{1B}\\" + "\u{1B}[c"

    /// Asks the terminal of this process.
    ///
    /// - Parameters:
    ///   - columns: The cells of a line, where they are known.
    ///   - usesColor: Whether shades of grey may be used.
    /// - Returns: What it can; blocks where it does not answer in time.
    static func ask(columns: Int?, usesColor: Bool) -> PictureTerminal {
        let answer = (try? TerminalDialog.ask(query, within: deadline, until: isComplete)) ?? ""
        return PictureTerminal(answer: answer, columns: columns ?? usualColumns, usesColor: usesColor)
    }

    /// Reads what a terminal has answered to ``query``.
    init(answer: String, columns: Int, usesColor: Bool) {
        self.columns = columns
        isBehindTmux = false
        if answer.contains("\u{1B}_Gi=31;OK") {
            method = .kitty
        } else if answer.contains("\u{1B}_Gi=32;OK") {
            method = .kitty
            isBehindTmux = true
        } else if answer.contains("1337;ReportCellSize=") {
            method = .iTerm2
        } else if Self.attributes(in: answer).contains("4") {
            method = .sixel
        } else {
            method = .blocks(shades: usesColor)
        }
    }

    /// Whether the last answer has come, that to the question for attributes.
    static func isComplete(_ answer: String) -> Bool { !attributes(in: answer).isEmpty }

    /// The numbers that a terminal tells its abilities with.
    private static func attributes(in answer: String) -> [Substring] {
        guard let start = answer.firstRange(of: "\u{1B}[?") else { return [] }
        let rest = answer[start.upperBound...]
        guard let end = rest.firstIndex(of: "c") else { return [] }
        return rest[..<end].split(separator: ";")
    }

    /// What pictures for it are to be made as.
    var format: String {
        switch method {
        case .kitty, .iTerm2: "png"
        case .sixel, .blocks: "raw"
        }
    }

    /// The width of pages for it, in pixels.
    var pageWidth: Double {
        switch method {
        case .kitty, .iTerm2, .sixel: max(64, Double(columns) * Self.cellWidth)
        case .blocks: max(64, Double(columns))
        }
    }

    /// What to write so that a picture is seen.
    ///
    /// - Parameters:
    ///   - picture: The picture.
    ///   - details: What it is, as `org.typecase.Rendering1` tells it.
    /// - Returns: The text, with a line end.
    /// - Throws: What kept it from being read.
    func text(
        showing picture: OwnedFileDescriptor, _ details: [String: BusVariant]
    ) throws(CommandFailure) -> String {
        let record = FontRecord(details)
        let bytes = try Self.bytes(of: picture)
        let pixels = PixelRows(
            width: Self.number("width", of: record), height: Self.number("height", of: record),
            stride: Self.number("stride", of: record), bytes: bytes)
        switch method {
        case .kitty:
            let chunks = KittyPicture.chunks(bytes)
            return (isBehindTmux ? chunks.map(Self.wrapped) : chunks).joined() + "\n"
        case .iTerm2: return "\u{1B}]1337;File=inline=1;size=\(bytes.count):\(Base64.text(bytes))\u{07}\n"
        case .sixel: return SixelPicture.text(pixels) + "\n"
        case .blocks(let shades): return BlockPicture.text(pixels, shades: shades)
        }
    }

    private static func number(_ key: String, of record: FontRecord) -> Int {
        let value: UInt32? = record.value(key)
        return Int(value ?? 0)
    }

    /// A sequence that tmux passes on to the terminal that it is in.
    private static func wrapped(_ sequence: String) -> String {
        "\u{1B}Ptmux;" + sequence.replacing("\u{1B}", with: "\u{1B}\u{1B}") + "\u{1B}\\"
    }

    private static func bytes(of picture: OwnedFileDescriptor) throws(CommandFailure) -> [UInt8] {
        var status = stat()
        guard fstat(picture.rawValue, &status) == 0 else { throw CommandFailure(failed: "The picture cannot be read.") }
        let size = Int(status.st_size)
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            count = max(0, pread(picture.rawValue, buffer.baseAddress, size, 0))
        }
        guard bytes.count == size else { throw CommandFailure(failed: "The picture cannot be read.") }
        return bytes
    }
}
