internal import Adwaita
internal import Localization

/// The text and the size of the samples in a list.
@MainLoop
final class SampleBar {
    private static let sizes = 12.0...72.0

    let widget: Widget
    /// Called when one of them changes.
    var change: @MainLoop () -> Void = {}

    init(_ window: MainWindow) {
        let entry = Entry("", name: localized("Sample text"))
        entry.setPlaceholder(window.sampleText)
        let slider = Slider(Self.sizes, step: 1, value: window.sampleSize, name: localized("Sample size"))
        slider.showsValue(true)
        slider.setSize(width: 140)
        widget = Box(vertical: false, spacing: 6, [entry.expanding(), slider])
        let standard = window.sampleText
        entry.onChange { [weak self, weak window] text in
            window?.sampleText = text.isEmpty ? standard : text
            self?.change()
        }
        slider.onChange { [weak self, weak window] size in
            window?.sampleSize = size
            self?.change()
        }
    }
}
