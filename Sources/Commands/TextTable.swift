/// A table for people: aligned columns under a header, safe for a terminal.
package struct TextTable: Sendable {
    private let header: [String]
    private let rows: [[String]]

    /// Creates a table.
    ///
    /// - Parameters:
    ///   - header: The heading of each column.
    ///   - rows: The cells, as many in each row as there are headings; they are escaped here.
    package init(header: [String], rows: [[String]]) {
        self.header = header
        self.rows = rows.map { $0.map(TerminalText.escaped) }
    }

    /// Renders the table.
    ///
    /// - Parameter bold: Whether to make the header bold.
    /// - Returns: The lines, each with its end; nothing where there are no rows.
    package func text(bold: Bool) -> String {
        if rows.isEmpty { return "" }
        var widths = header.map(TerminalText.width)
        for row in rows {
            for (column, cell) in row.enumerated() where column < widths.count {
                widths[column] = max(widths[column], TerminalText.width(cell))
            }
        }
        let head = Self.line(header, widths)
        let lines = [bold ? "\u{1B}[1m\(head)\u{1B}[0m" : head] + rows.map { Self.line($0, widths) }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func line(_ cells: [String], _ widths: [Int]) -> String {
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
