internal import BusInterface
internal import CLinux
internal import DBus
internal import Glibc
internal import LinuxSystem
internal import Localization

/// How a terminal shows pictures.
///
/// The terminal itself is asked, because names of terminals do not show what they support.
struct PictureTerminal: Sendable, Equatable {
    /// A way to show pictures.
    enum Method: Sendable, Equatable {
        /// PNG in escape sequences of kitty.
        case kitty
        /// PNG in the escape sequence of iTerm2.
        case iTerm2
        /// Sixel, as on the VT340.
        case sixel
        /// No pictures: shades in half cells instead.
        case blocks(shades: Bool)
    }

    /// The way in which the terminal shows pictures.
    var method: Method
    /// Whether output reaches the terminal through tmux, which has to pass it on.
    var isBehindTmux: Bool
    /// The number of cells in a line.
    var columns: Int

    /// The maximum time that an answer may take.
    private static let deadline = Duration.milliseconds(200)
    /// The maximum times to wait for late answers at the end; tmux may omit the last answer.
    private static let (patience, tmuxPatience) = (Duration.seconds(1), Duration.milliseconds(500))
    /// The width of a cell in pixels if it is not known: most cells are between 8 and 10 pixels wide.
    private static let cellWidth = 8.0
    private static let usualColumns = 80

    private static let attributesQuery = "\u{1B}[c"

    /// The queries for kitty's pictures, for iTerm2's cells, and for the attributes that every terminal reports.
    ///
    /// The attributes come last and show whether sixel is supported. tmux answers the query for attributes itself,
    /// before the terminal around it has answered anything. That terminal is asked the same.
    static func query(inTmux: Bool) -> String {
        let own = "\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\\u{1B}]1337;ReportCellSize\u{1B}\\" + attributesQuery
        guard inTmux else { return own }
        return own + wrapped("\u{1B}_Gi=32,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\") + wrapped(attributesQuery)
    }

    /// Asks the terminal of this process.
    ///
    /// - Parameters:
    ///   - dialog: The terminal; `nil` if there is none.
    ///   - columns: The number of cells in a line, if it is known.
    ///   - usesColor: Whether shades of grey may be used.
    /// - Returns: What the terminal supports; blocks if it does not answer in time.
    static func ask(_ dialog: TerminalDialog?, columns: Int?, usesColor: Bool) -> PictureTerminal {
        let inTmux = getenv("TMUX") != nil
        let answer =
            dialog?.ask(query(inTmux: inTmux), within: deadline, patience: inTmux ? tmuxPatience : patience) {
                isComplete($0, inTmux: inTmux)
            } ?? ""
        return PictureTerminal(answer: answer, columns: columns ?? usualColumns, usesColor: usesColor)
    }

    /// Creates a terminal from its answer to ``query(inTmux:)``.
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
        } else if Self.attributes(in: answer).first?.contains("4") == true {
            method = .sixel
        } else {
            method = .blocks(shades: usesColor)
        }
    }

    /// Whether the last answer has arrived, which is the one to the query for attributes.
    ///
    /// In tmux, the answer of the terminal around it is awaited. tmux 3.3 passes on that terminal's answer about
    /// pictures, but not the one about attributes.
    static func isComplete(_ answer: String, inTmux: Bool = false) -> Bool {
        let count = attributes(in: answer).count
        guard inTmux else { return count >= 1 }
        let rest = answer.firstRange(of: "\u{1B}_Gi=32;").map { answer[$0.upperBound...] }
        return count >= 2 || (count == 1 && rest?.contains("\u{1B}\\") == true)
    }

    /// For each kind of reply, the numbers with which terminals report their capabilities.
    ///
    /// The answer of tmux comes first, since tmux has to show sixels.
    private static func attributes(in answer: String) -> [[Substring]] {
        answer.split(separator: "\u{1B}[?").dropFirst(answer.hasPrefix("\u{1B}[?") ? 0 : 1).compactMap { part in
            part.firstIndex(of: "c").map { part[..<$0].split(separator: ";") }
        }
    }

    /// The format of pictures for it.
    var format: String {
        switch method {
        case .kitty, .iTerm2: "png"
        case .sixel, .blocks: "raw"
        }
    }

    /// The width of pages for it, and the number of pixels per unit of width.
    ///
    /// A line has few half blocks, so text is drawn smaller in them: otherwise, only four letters would fit on a line.
    /// On narrow terminals, text is even smaller, so that a line shows as much of it.
    ///
    /// - Parameter scale: The number of pixels per unit that the user chose.
    /// - Returns: The width in units, and the number of pixels per unit.
    func page(scale: Double? = nil) -> (width: Double, scale: Double) {
        switch method {
        case .kitty, .iTerm2, .sixel: return (max(64, Double(columns) * Self.cellWidth), scale ?? 1)
        case .blocks:
            let pixels = Double(max(1, columns))
            let scale = scale ?? min(0.5, pixels / 128)
            return (pixels / scale, scale)
        }
    }

    /// Whether small text in pictures is legible on it.
    var showsSmallText: Bool {
        if case .blocks = method { false } else { true }
    }

    /// Returns the output that makes the terminal show a picture.
    ///
    /// - Parameters:
    ///   - picture: The picture.
    ///   - details: The details of the picture, as `org.typecase.Rendering1` returns them.
    /// - Returns: The text, with a line end.
    /// - Throws: An error if the picture cannot be read.
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

    /// Wraps a sequence so that tmux passes it on to the terminal around it.
    private static func wrapped(_ sequence: String) -> String {
        "\u{1B}Ptmux;" + sequence.replacing("\u{1B}", with: "\u{1B}\u{1B}") + "\u{1B}\\"
    }

    private static func bytes(of picture: OwnedFileDescriptor) throws(CommandFailure) -> [UInt8] {
        var status = stat()
        guard fstat(picture.rawValue, &status) == 0 else {
            throw CommandFailure(failed: localized("The picture cannot be read."))
        }
        let size = Int(status.st_size)
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            count = max(0, pread(picture.rawValue, buffer.baseAddress, size, 0))
        }
        guard bytes.count == size else { throw CommandFailure(failed: localized("The picture cannot be read.")) }
        return bytes
    }
}
