internal import CAdwaita

/// A cell of a ``ListView``, which shows different items as people scroll.
@MainLoop
package protocol ListCell: AnyObject {
    /// The widget of the cell.
    var widget: Widget { get }
    /// Shows an item.
    ///
    /// - Returns: The name of the row for assistive technology.
    func show(_ index: Int) -> String
    /// Whether a click on the row has an effect, which depends on its item.
    var isActivatable: Bool { get }
    /// Clears the cell until it shows another item.
    func clear()
}

extension ListCell {
    package var isActivatable: Bool { true }
}

/// A list that has widgets only for visible rows.
package final class ListView: Widget {
    private let model: OpaquePointer
    private var cells: [UnsafeMutableRawPointer: any ListCell] = [:]
    private var positions: [UnsafeMutableRawPointer: Int] = [:]
    private var count = 0

    /// Creates an empty list.
    ///
    /// - Parameters:
    ///   - makeCell: Creates a cell for rows.
    ///   - activate: Called with the index of a row that the user activates.
    package init(
        _ makeCell: @escaping @MainLoop () -> any ListCell, activate: @escaping @MainLoop (Int) -> Void
    ) {
        model = gtk_string_list_new(nil)
        let factory = gtk_signal_list_item_factory_new()
        let selection = gtk_no_selection_new(model)
        super.init(gtk_list_view_new(selection, factory))
        gtk_list_view_set_single_click_activate(cast(), 1)
        gtk_list_view_set_show_separators(cast(), 1)
        guard let rawFactory = factory.map({ UnsafeMutableRawPointer($0) }) else { return }
        Signal.connectPointer(rawFactory, "setup") { [weak self] item in
            guard let self, let item else { return }
            let cell = makeCell()
            cells[item] = cell
            gtk_list_item_set_child(OpaquePointer(item), cell.widget.pointer)
        }
        Signal.connectPointer(rawFactory, "bind") { [weak self] item in
            guard let self, let item else { return }
            let position = Int(gtk_list_item_get_position(OpaquePointer(item)))
            positions[item] = position
            show(position, in: item)
        }
        Signal.connectPointer(rawFactory, "unbind") { [weak self] item in
            guard let self, let item else { return }
            positions[item] = nil
            cells[item]?.clear()
        }
        Signal.connectPointer(rawFactory, "teardown") { [weak self] item in
            guard let self, let item else { return }
            gtk_list_item_set_child(OpaquePointer(item), nil)
            cells[item] = nil
        }
        let function: @convention(c) (UnsafeMutableRawPointer?, UInt32) -> Void = callPosition
        _ = typecase_connect(
            raw, "activate", genericCallback(function),
            Handler<UInt32, Void> { activate(Int($0)) }.retained, releaseHandler, 1)
    }

    /// Updates the visible rows without scrolling.
    package func refresh() {
        for (item, position) in positions { show(position, in: item) }
    }

    private func show(_ position: Int, in item: UnsafeMutableRawPointer) {
        guard let cell = cells[item] else { return }
        let name = cell.show(position)
        gtk_list_item_set_activatable(OpaquePointer(item), cell.isActivatable ? 1 : 0)
        // The row is a widget of GTK around the cell, which programs can name only since GTK 4.12.
        if let row = gtk_widget_get_parent(cell.widget.pointer) { typecase_set_accessible_label(row, name) }
    }

    /// Sets the number of items, and keeps the scroll position and the keyboard focus.
    package func show(count: Int) {
        // All items of the model are equal, so only their number has to change.
        let kept = min(count, self.count)
        var strings = [UnsafePointer<CChar>?](repeating: UnsafePointer(emptyText), count: count - kept)
        strings.append(nil)
        gtk_string_list_splice(model, UInt32(kept), UInt32(self.count - kept), strings)
        self.count = count
        refresh()
    }
}

/// All items are this text, because the list asks for them by position.
// Never changed.
nonisolated(unsafe) private let emptyText: UnsafeMutablePointer<CChar> = {
    let text = UnsafeMutablePointer<CChar>.allocate(capacity: 1)
    text.pointee = 0
    return text
}()

private func callPosition(_ data: UnsafeMutableRawPointer?, _ position: UInt32) {
    Handler<UInt32, Void>.call(data, position, or: ())
}
