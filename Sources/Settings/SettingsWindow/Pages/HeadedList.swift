internal import Adwaita

/// A list of any length with a head that scrolls away with it; only the rows that are seen have widgets.
@MainLoop
final class HeadedList {
    let widget: Widget
    private let list: ListView
    private var count: Int?

    /// Makes an empty list.
    ///
    /// - Parameters:
    ///   - head: What is above the rows.
    ///   - headName: What assistive technology calls the head.
    ///   - name: What assistive technology calls the list.
    ///   - makeCell: Makes a cell for rows.
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
        // The page has the ground of the rows.
        widget = ScrolledWindow(ClampScrollable(list, width: 800)).styled("view")
    }

    /// Shows so many rows; the list stays where it is if there were as many.
    func show(count: Int) {
        // With the head.
        if count == self.count { list.refresh() } else { list.show(count: count + 1) }
        self.count = count
    }
}

/// The head of a list, and which cell it is in: GTK gives the first row another one as people scroll.
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

/// A row of a list with a head: the head, or a row of what is listed.
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
