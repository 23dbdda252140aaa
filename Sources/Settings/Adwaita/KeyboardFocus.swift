internal import CAdwaita

extension Widget {
    /// Rebuilds the content of the widget, and keeps the keyboard focus at its place.
    ///
    /// People who use the keyboard continue where they were: at the same control of the same row, or of the row that
    /// took its place.
    ///
    /// - Parameter body: Replaces children of the widget immediately.
    package func rebuild(_ body: @MainLoop () -> Void) {
        let path = focusPath
        body()
        if let path { focus(at: path) }
    }

    /// The path to the focused widget, as child indices; `nil` if the focus is outside.
    private var focusPath: [Int]? {
        guard let root = gtk_widget_get_root(pointer), let focus = gtk_root_get_focus(root),
            gtk_widget_is_ancestor(focus, pointer) != 0
        else { return nil }
        var path: [Int] = []
        var current = focus
        while current != pointer, let parent = gtk_widget_get_parent(current) {
            var place = 0
            var before = gtk_widget_get_prev_sibling(current)
            while let sibling = before {
                place += 1
                before = gtk_widget_get_prev_sibling(sibling)
            }
            path.append(place)
            current = parent
        }
        return path.reversed()
    }

    private func focus(at path: [Int]) {
        var way: [UnsafeMutablePointer<GtkWidget>] = []
        var current = pointer
        for place in path {
            guard var child = gtk_widget_get_first_child(current) else { break }
            for _ in 0..<place {
                guard let next = gtk_widget_get_next_sibling(child) else { break }
                child = next
            }
            way.append(child)
            current = child
        }
        // If the control no longer exists, its row gets the focus.
        _ = way.reversed().first { gtk_widget_grab_focus($0) != 0 }
    }
}
