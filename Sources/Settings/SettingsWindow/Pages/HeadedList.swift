internal import Adwaita

/// A list of any length with a head that scrolls with it; only visible rows have widgets.
@MainLoop
final class HeadedList {
    let widget: Widget
    private let list: ListView
    private var count: Int?

    /// Creates an empty list.
    ///
    /// - Parameters:
    ///   - head: The widget above the rows.
    ///   - headName: The name of the head for assistive technology.
    ///   - name: The name of the list for assistive technology.
    ///   - makeCell: Creates a cell for rows.
    ///   - activate: Called with the index of a row that the user activates.
    init(
        head: Widget, headName: String, name: String, _ makeCell: @escaping @MainLoop () -> any ListCell,
        activate: @escaping @MainLoop (Int) -> Void
    ) {
        let place = HeadPlace(head, name: headName)
        list = ListView {
            HeadedCell(place, makeCell())
        } activate: { index in
            if index > 0 { activate(index - 1) }
        }
        list.setAccessibleName(name)
        // The page has the background of the rows.
        widget = ScrolledWindow(ClampScrollable(list, width: 800)).styled("view")
    }

    /// Sets the number of rows; the scroll position is kept if it does not change.
    func show(count: Int) {
        // The head counts as a row.
        if count == self.count { list.refresh() } else { list.show(count: count + 1) }
        self.count = count
    }
}

/// The head of a list, and its current cell, because GTK moves the first row to another cell while people scroll.
@MainLoop
private final class HeadPlace {
    let name: String
    private let head: Widget
    private weak var box: Box?

    init(_ head: Widget, name: String) {
        self.head = head
        self.name = name
    }

    func move(to box: Box) {
        guard self.box !== box else { return }
        self.box?.remove(head)
        box.append(head)
        self.box = box
    }

    func leave(_ box: Box) {
        guard self.box === box else { return }
        box.remove(head)
        self.box = nil
    }
}

/// A row of a list with a head: the head or a listed row.
@MainLoop
private final class HeadedCell: ListCell {
    let widget: Widget
    private let box: Box
    private let place: HeadPlace
    private let cell: any ListCell
    private(set) var isActivatable = true

    init(_ place: HeadPlace, _ cell: any ListCell) {
        self.place = place
        self.cell = cell
        box = Box(vertical: true, [cell.widget])
        widget = box
    }

    func show(_ index: Int) -> String {
        let isHead = index == 0
        cell.widget.isVisible = !isHead
        if isHead { place.move(to: box) } else { place.leave(box) }
        guard !isHead else {
            isActivatable = false
            return place.name
        }
        let name = cell.show(index - 1)
        isActivatable = cell.isActivatable
        return name
    }

    func clear() {
        place.leave(box)
        cell.clear()
    }
}
