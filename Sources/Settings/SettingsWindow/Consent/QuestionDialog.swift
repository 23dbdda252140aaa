internal import Adwaita

/// A dialog with a question of the font service.
@MainLoop
protocol QuestionDialog: AnyObject {
    /// Takes the dialog away without an answer.
    func close()
}

/// How long an answer counts for nothing after a dialog has come to the front, in milliseconds: a click may have been meant
/// for another window that was there.
let questionGuardTime: UInt32 = 500

/// Where a dialog is shown, as whoever asks would have it.
struct QuestionPlace: Sendable {
    let parentWindow: String
    let activationToken: String

    init(_ request: Record) {
        parentWindow = request.id("parent_window")
        activationToken = request.id("activation_token")
    }

    /// Puts a window there, before it is shown.
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
