internal import Adwaita
internal import DBus
internal import Localization

/// Shows a page, that there is nothing on it, that it is being read, or why it cannot be.
@MainLoop
final class ServiceStates {
    let widget: Widget
    private let stack = Stack()
    private let failure: StatusPage

    /// Makes the states; the page is being read at first.
    ///
    /// - Parameters:
    ///   - page: The page.
    ///   - nothing: Tells that there is nothing on it; `nil` where an empty page is shown as it is.
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

    /// Shows the page, or that there is nothing on it.
    func show(isEmpty: Bool = false) { stack.show(isEmpty ? "nothing" : "page") }

    /// Tells why the page cannot be read.
    func show(_ error: BusError) {
        failure.set(title: localized("No Font Service"), description: MainWindow.message(error))
        stack.show("failed")
    }

    /// Shows what the model has read, or why it has not.
    ///
    /// - Parameters:
    ///   - model: The model.
    ///   - isEmpty: Whether there is nothing on the page.
    func show(_ model: SettingsModel, isEmpty: Bool = false) {
        if let error = model.failure { return show(error) }
        if model.isLoaded { show(isEmpty: isEmpty) } else { stack.show("loading") }
    }
}
