/// A table for people: aligned columns under a header, safe for a terminal.
///
/// It may be written page by page: columns become wider where a later row needs it. On a terminal that is too narrow one
/// column gives way, whose cells end in an ellipsis then.
package struct TextTable: Sendable {
    /// The least cells of the column that gives way.
    private static let leastWidth = 10

    private let header: [String]
    private let bold: Bool
    private let columns: Int?
    private let yielding: Int
    private var widths: [Int]
    private var hasHeader = false

    /// Creates a table without rows.
    ///
    /// - Parameters:
    ///   - header: The heading of each column.
    ///   - bold: Whether to make the header bold.
    ///   - columns: The cells that a line may have; `nil` for any number.
    ///   - yielding: The column that gives way where that is too few.
    package init(header: [String], bold: Bool, columns: Int? = nil, yielding: Int = 1) {
        self.header = header
        self.bold = bold
        self.columns = columns
        self.yielding = yielding
        widths = header.map(TerminalText.width)
    }

    /// Renders a table.
    ///
    /// - Parameters:
    ///   - header: The heading of each column.
    ///   - rows: The cells.
    ///   - bold: Whether to make the header bold.
    ///   - columns: The cells that a line may have; `nil` for any number.
    /// - Returns: The lines, each with its end; nothing where there are no rows.
    package static func text(header: [String], rows: [[String]], bold: Bool, columns: Int? = nil) -> String {
        var table = TextTable(header: header, bold: bold, columns: columns)
        return table.text(of: rows)
    }

    /// Renders more rows, after the header where they are the first.
    ///
    /// - Parameter rows: The cells, as many in each row as there are headings; they are escaped here.
    /// - Returns: The lines, each with its end; nothing where there are no rows.
    package mutating func text(of rows: [[String]]) -> String {
        if rows.isEmpty { return "" }
        let rows = rows.map { $0.map(TerminalText.escaped) }
        for row in rows {
            for (column, cell) in row.enumerated() where column < widths.count {
                widths[column] = max(widths[column], TerminalText.width(cell))
            }
        }
        let widths = fittingWidths
        var lines = rows.map { line($0, widths) }
        if !hasHeader {
            let head = line(header, widths)
            lines.insert(bold ? "\u{1B}[1m\(head)\u{1B}[0m" : head, at: 0)
            hasHeader = true
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The widths of the columns, such that a line fits as far as the one that gives way allows.
    private var fittingWidths: [Int] {
        guard let columns, widths.indices.contains(yielding) else { return widths }
        let excess = widths.reduce(2 * (widths.count - 1), +) - columns
        var fitting = widths
        if excess > 0 {
            fitting[yielding] = min(widths[yielding], max(widths[yielding] - excess, Self.leastWidth))
        }
        return fitting
    }

    private func line(_ cells: [String], _ widths: [Int]) -> String {
        var line = ""
        for (column, whole) in cells.enumerated() {
            let cell = column == yielding ? TerminalText.shortened(whole, to: widths[column]) : whole
            line += cell
            if column < cells.count - 1 {
                line += String(repeating: " ", count: widths[column] - TerminalText.width(cell) + 2)
            }
        }
        while line.last == " " { line.removeLast() }
        return line
    }
}
