/// A table for people: aligned columns under a header, safe for a terminal.
///
/// It may be written page by page: columns become wider where a later row needs it, and never narrower.
package struct TextTable: Sendable {
    private let header: [String]
    private let bold: Bool
    private var widths: [Int]
    private var hasHeader = false

    /// Creates a table without rows.
    ///
    /// - Parameters:
    ///   - header: The heading of each column.
    ///   - bold: Whether to make the header bold.
    package init(header: [String], bold: Bool) {
        self.header = header
        self.bold = bold
        widths = header.map(TerminalText.width)
    }

    /// Renders a table.
    ///
    /// - Parameters:
    ///   - header: The heading of each column.
    ///   - rows: The cells.
    ///   - bold: Whether to make the header bold.
    /// - Returns: The lines, each with its end; nothing where there are no rows.
    package static func text(header: [String], rows: [[String]], bold: Bool) -> String {
        var table = TextTable(header: header, bold: bold)
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
        var lines = rows.map { line($0) }
        if !hasHeader {
            let head = line(header)
            lines.insert(bold ? "\u{1B}[1m\(head)\u{1B}[0m" : head, at: 0)
            hasHeader = true
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func line(_ cells: [String]) -> String {
        var line = ""
        for (column, cell) in cells.enumerated() {
            line += cell
            if column < cells.count - 1 {
                line += String(repeating: " ", count: widths[column] - TerminalText.width(cell) + 2)
            }
        }
        while line.last == " " { line.removeLast() }
        return line
    }
}
