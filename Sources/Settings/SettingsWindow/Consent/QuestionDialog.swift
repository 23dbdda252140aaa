internal import Adwaita

/// A dialog with a question of the font service.
@MainLoop
protocol QuestionDialog: AnyObject {
    /// Closes the dialog without an answer.
    func close()
}

/// The time after a dialog appears in which answers are ignored, in milliseconds.
///
/// A click in this time may have been meant for another window.
let questionGuardTime: UInt32 = 500

/// The place of a dialog, as the caller requests it.
struct QuestionPlace: Sendable {
    let parentWindow: String
    let activationToken: String

    init(_ request: Record) {
        parentWindow = request.id("parent_window")
        activationToken = request.id("activation_token")
    }

    /// Places a window before it is shown.
    @MainLoop
    func place(_ window: Window) {
        if !activationToken.isEmpty { window.setActivationToken(activationToken) }
        let (wayland, x11) = ("wayland:", "x11:")
        if parentWindow.hasPrefix(wayland) {
            window.setExportedParent(String(parentWindow.dropFirst(wayland.count)))
        } else if parentWindow.hasPrefix(x11), let identifier = UInt(parentWindow.dropFirst(x11.count), radix: 16) {
            window.setX11Parent(identifier)
        }
    }
}
