/// A table for people with aligned columns under a header, safe for a terminal.
///
/// It may be written page by page: columns become wider if a later row needs it. On a terminal, ids are shortened as
/// far as they can still be distinguished. If lines are still too long, the widest columns of names are shortened with
/// an ellipsis. On very narrow terminals, less important columns are left out.
package struct TextTable: Sendable {
    /// The heading of a column with ids.
    private static let identifierHeading = "ID"
    /// The headings of columns with paths, whose ends are most important.
    private static let pathHeadings: Set<String> = ["FILE", "PATH"]
    /// The headings of columns that can be shortened: names of all kinds.
    ///
    /// A state, a time or a sentence that was cut would be meaningless or misleading.
    private static let yieldingHeadings: Set<String> = [
        "APPLICATION", "BY", "CHANGE", "FAMILY", "FILE", "FONT", "NAME", "PATH", "PROGRAM", "PROVIDER", "REQUEST",
        "STYLES",
        "TAGS",
    ]
    /// The minimum width of a column that is shortened.
    private static let leastWidth = 10
    private static let gap = 2

    private let header: [String]
    /// The headings in the user's language.
    private let headings: [Cell]
    private let bold: Bool
    private let columns: Int?
    private let expendable: [Int]
    private var identifiers = ShortIdentifiers()
    private var widths: [Int]
    /// The columns that are shown; `nil` before the first page.
    private var shown: [Int]?

    /// Creates a table without rows.
    ///
    /// - Parameters:
    ///   - header: The heading of each column.
    ///   - bold: Whether to make the header bold.
    ///   - columns: The maximum width of a line; `nil` for any width.
    ///   - expendable: The headings of columns that are left out if they do not fit, in this order.
    package init(header: [String], bold: Bool, columns: Int? = nil, expendable: [String] = []) {
        self.header = header
        self.bold = bold
        self.columns = columns
        self.expendable = expendable.compactMap { header.firstIndex(of: $0) }
        headings = header.map { Cell(TableHeading.text($0)) }
        widths = headings.map(\.width)
    }

    /// Renders a table.
    ///
    /// - Parameters:
    ///   - header: The heading of each column.
    ///   - rows: The cells.
    ///   - bold: Whether to make the header bold.
    ///   - columns: The maximum width of a line; `nil` for any width.
    ///   - expendable: The headings of columns that are left out if they do not fit, in this order.
    /// - Returns: The lines, each with its end; nothing if there are no rows.
    package static func text(
        header: [String], rows: [[String]], bold: Bool, columns: Int? = nil, expendable: [String] = []
    ) -> String {
        var table = TextTable(header: header, bold: bold, columns: columns, expendable: expendable)
        return table.text(of: rows)
    }

    /// Renders more rows, after the header if they are the first.
    ///
    /// - Parameter rows: The cells, as many in each row as there are headings; they are escaped here.
    /// - Returns: The lines, each with its end; nothing if there are no rows.
    package mutating func text(of rows: [[String]]) -> String {
        if rows.isEmpty { return "" }
        let rows = withShortIdentifiers(rows.map { $0.map(TerminalText.escaped) }).map { $0.map(Cell.init) }
        for row in rows {
            for (column, cell) in row.enumerated() where column < widths.count {
                widths[column] = max(widths[column], cell.width)
            }
        }
        let isFirst = shown == nil
        let shown = shown ?? fittingColumns
        self.shown = shown
        let widths = fittingWidths(of: shown)
        // Bytes rather than texts, each of which would be an allocation: a list has thousands of lines.
        var text: [UInt8] = []
        text.reserveCapacity((rows.count + 1) * (shown.reduce(0) { $0 + widths[$1] + Self.gap } + 16))
        if isFirst {
            if bold { text.append(contentsOf: "\u{1B}[1m".utf8) }
            append(headings, shown, widths, to: &text)
            if bold { text.append(contentsOf: "\u{1B}[0m".utf8) }
            text.append(UInt8(ascii: "\n"))
        }
        for row in rows {
            append(row, shown, widths, to: &text)
            text.append(UInt8(ascii: "\n"))
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// A text and its width, which is needed more than once.
    private struct Cell {
        let text: String
        let width: Int

        init(_ text: String) {
            self.text = text
            width = TerminalText.width(text)
        }
    }

    /// The rows with ids that are as short as possible on a terminal; elsewhere scripts read the full ids.
    private mutating func withShortIdentifiers(_ rows: [[String]]) -> [[String]] {
        guard columns != nil, let column = header.firstIndex(of: Self.identifierHeading) else { return rows }
        identifiers.add(rows.map { $0[column] })
        return rows.map { row in
            var row = row
            row[column] = identifiers.short(row[column])
            return row
        }
    }

    /// The columns that fit if all columns that can be shortened are shortened.
    private var fittingColumns: [Int] {
        var shown = Array(header.indices)
        guard let columns else { return shown }
        for column in expendable {
            let least = shown.map { isYielding($0) ? min(widths[$0], Self.leastWidth) : widths[$0] }
            guard least.reduce(Self.gap * (shown.count - 1), +) > columns else { break }
            shown.removeAll { $0 == column }
        }
        return shown
    }

    /// The widths of the columns, shortened so that a line fits if that is possible.
    private func fittingWidths(of shown: [Int]) -> [Int] {
        var fitting = widths
        guard let columns else { return fitting }
        var excess = shown.map { widths[$0] }.reduce(Self.gap * (shown.count - 1), +) - columns
        while excess > 0 {
            let yielding = shown.filter { isYielding($0) && fitting[$0] > Self.leastWidth }
            guard let widest = yielding.max(by: { fitting[$0] < fitting[$1] }) else { break }
            fitting[widest] -= 1
            excess -= 1
        }
        return fitting
    }

    private func isYielding(_ column: Int) -> Bool { Self.yieldingHeadings.contains(header[column]) }

    private func append(_ cells: [Cell], _ shown: [Int], _ widths: [Int], to text: inout [UInt8]) {
        // Spaces are written before a cell, not after it, so that no line ends with spaces.
        var padding = 0
        for column in shown where column < cells.count {
            var cell = cells[column]
            if cell.width > widths[column] {
                let isPath = Self.pathHeadings.contains(header[column])
                cell = Cell(TerminalText.shortened(cell.text, to: widths[column], atStart: isPath))
            }
            if !cell.text.isEmpty {
                for _ in 0..<padding { text.append(UInt8(ascii: " ")) }
                text.append(contentsOf: cell.text.utf8)
                padding = 0
            }
            padding += widths[column] - cell.width + Self.gap
        }
    }
}
