internal import Adwaita
internal import DBus
internal import Localization

/// Shows a page, or instead of it that it is empty, is being read, or cannot be read.
@MainLoop
final class ServiceStates {
    let widget: Widget
    private let stack = Stack()
    private let failure: StatusPage

    /// Creates the states; at first, the page is being read.
    ///
    /// - Parameters:
    ///   - page: The page.
    ///   - nothing: The widget for an empty page; `nil` to show the empty page itself.
    ///   - retry: Reads it again.
    init(_ page: Widget, nothing: StatusPage?, retry: @escaping @MainLoop () -> Void) {
        failure = StatusPage(
            icon: "network-error-symbolic", title: localized("No Font Service"), description: "",
            Button(localized("Try Again"), retry).styled("pill").aligned(.center))
        let spinner = Spinner()
        spinner.setSize(width: 32, height: 32)
        spinner.aligned(.center, vertically: .center)
        spinner.setAccessibleName(localized("Reading from the font service"))
        stack.add(spinner, name: "loading")
        stack.add(failure, name: "failed")
        if let nothing { stack.add(nothing, name: "nothing") }
        stack.add(page, name: "page")
        stack.expanding(vertically: true)
        widget = stack
    }

    /// Shows the page, or that it is empty.
    func show(isEmpty: Bool = false) { stack.show(isEmpty ? "nothing" : "page") }

    /// Shows why the page cannot be read.
    func show(_ error: BusError) {
        failure.set(title: localized("No Font Service"), description: MainWindow.message(error))
        stack.show("failed")
    }

    /// Shows the state of the model: the page, or the reason why it could not be read.
    ///
    /// - Parameters:
    ///   - model: The model.
    ///   - isEmpty: Whether the page is empty.
    func show(_ model: SettingsModel, isEmpty: Bool = false) {
        if let error = model.failure { return show(error) }
        if model.isLoaded { show(isEmpty: isEmpty) } else { stack.show("loading") }
    }
}
