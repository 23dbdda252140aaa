internal import Adwaita
internal import Localization

/// Shows an installed font beside a font that would replace it, and lets the user choose.
@MainLoop
enum ConflictView {
    /// Creates the view.
    ///
    /// - Parameters:
    ///   - conflict: The two fonts.
    ///   - window: The window, which has the sample text and draws samples.
    ///   - installsNew: Whether the new one is chosen.
    ///   - choose: Called with whether the user chooses the new one.
    /// - Returns: The view.
    static func make(
        _ conflict: FontConflict, _ window: MainWindow, installsNew: Bool,
        choose: @escaping @MainLoop (Bool) -> Void
    ) -> Widget {
        let (old, oldCheck) = side(
            conflict.installed, window, title: localized("Keep the installed font"), isChosen: !installsNew
        ) { choose(false) }
        let (new, newCheck) = side(
            conflict.new, window, title: localized("Install the font in the file"), isChosen: installsNew
        ) { choose(true) }
        newCheck.excludes(oldCheck)
        let sides = Box(vertical: false, spacing: 12, [old, new])
        sides.sharesEvenly()
        return sides.margins(horizontal: 0, vertical: 6)
    }

    private static func side(
        _ side: FontConflict.Side, _ window: MainWindow, title: String, isChosen: Bool,
        _ chosen: @escaping @MainLoop () -> Void
    ) -> (widget: Widget, check: CheckButton) {
        let check = CheckButton(isChosen, name: "\(title): \(side.name) \(side.version)") { isOn in
            if isOn { chosen() }
        }
        let sample = SampleView(window.model.samples, height: 36)
        sample.show(side.sample, name: "\(side.name) \(side.version)", text: window.sampleText, size: 20)
        check.setChild(Label(title, wraps: true))
        let details = Label(side.details, wraps: true).styled("caption", "dim-label")
        let box = Box(vertical: true, spacing: 4, [check, details, sample.widget])
        box.margins(8)
        return (Box(vertical: true, [box]).styled("card"), check)
    }
}
