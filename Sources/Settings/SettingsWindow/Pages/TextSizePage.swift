internal import Adwaita
internal import BusInterface
internal import DBus
internal import DynamicType
internal import Localization

/// The text size, with a sample of each text style.
@MainLoop
final class TextSizePage: SettingsPage {
    let widget: Widget
    private unowned let window: MainWindow
    private let slider: Slider
    private let category = Label("").styled("heading")
    private let source = Label("", wraps: true).styled("dim-label")
    private let reset: Button
    private var views: [(style: TextStyle, view: SampleView)] = []
    private var current = ContentSizeCategory.default
    private var isChosen = false
    private var isShown = false
    private var pending: Toolkit.Timer?
    private var watch: Task<Void, Never>?

    init(_ window: MainWindow) {
        self.window = window
        let categories = ContentSizeCategory.allCases
        slider = Slider(0...Double(categories.count - 1), step: 1, value: 3, name: localized("Text size"))
        slider.showsValue(false)
        for index in categories.indices { slider.addMark(at: Double(index)) }
        reset = Button(localized("Follow the Desktop")) {}
        reset.aligned(.start)
        let small = Label("A").styled("caption")
        let large = Label("A").styled("title-2")
        small.aligned(vertically: .center)
        large.aligned(vertically: .center)
        let controls = Box(
            vertical: true, spacing: 12,
            [category, Box(vertical: false, spacing: 12, [small, slider, large]), source, reset])
        controls.margins(18)
        let samples = Box(vertical: true, spacing: 6)
        samples.margins(18)
        for style in TextStyle.allCases {
            let view = SampleView(window.model.samples, height: 30)
            views.append((style, view))
            samples.append(view.widget)
        }
        let box = Box(
            vertical: true, spacing: 24,
            [Box(vertical: true, [controls]).styled("card"), Box(vertical: true, [samples]).styled("card")])
        box.margins(horizontal: 12, vertical: 24)
        widget = ScrolledWindow(Clamp(box))
        slider.onChange { [weak self] value in
            self?.choose(categories[min(max(Int(value.rounded()), 0), categories.count - 1)])
        }
        reset.on("clicked") { [weak self] in self?.forgetChoice() }
        window.model.observe(self) { [weak self] in
            // The closure must not keep the parameter of the initializer.
            guard let self, isShown, self.window.model.failure == nil else { return }
            appear()
        }
        watch = Task { [weak self, session = window.model.session] in
            guard let changes = try? await session.management.textSizesChanged() else { return }
            for await _ in changes {
                guard let self else { return }
                appear()
            }
        }
    }

    isolated deinit { watch?.cancel() }

    func appear() {
        isShown = true
        window.read { [weak self, session = window.model.session] () throws(BusError) in
            let size = Record(try await session.management.textSize(application: "", options: [:]))
            self?.show(size)
        }
    }

    private func show(_ size: Record) {
        guard pending == nil else { return }
        current = ContentSizeCategory(rawValue: size.id("category")) ?? .default
        isChosen = size.id("source") == "user"
        slider.set(Double(ContentSizeCategory.allCases.firstIndex(of: current) ?? 3))
        source.text =
            switch size.id("source") {
            case "user": localized("You chose this size for all programs that follow it.")
            case "desktop": localized("This is the text size of the desktop.")
            default: localized("This is the default size; you have not chosen another one.")
            }
        reset.isVisible = isChosen
        showStyles(current)
    }

    private func showStyles(_ category: ContentSizeCategory) {
        self.category.text = TextSizeNames.category(category)
        slider.setValueText(TextSizeNames.category(category))
        for (style, view) in views {
            let name = TextSizeNames.style(style)
            view.widget.setSize(height: Int(style.metrics(for: category).leading.rounded(.up)))
            view.show(
                SampleFont(.textStyle(style.rawValue, category: category.rawValue)), name: name, text: name, size: 0)
        }
    }

    /// Shows a category at once, and sets it when the slider rests.
    private func choose(_ category: ContentSizeCategory) {
        pending?.cancel()
        showStyles(category)
        pending = Toolkit.after(milliseconds: 300) { [weak self] in self?.set(category) }
    }

    private func set(_ category: ContentSizeCategory) {
        pending = nil
        let before = isChosen ? current : nil
        guard category != current || !isChosen else { return }
        let management = window.model.session.management
        window.perform { [weak self] () throws(BusError) in
            try await management.setTextSize(application: "", category: category.rawValue, options: [:])
            self?.appear()
            self?.window.tell(localized("Text size: %1", TextSizeNames.category(category))) {
                [weak self] () throws(BusError) in
                if let before {
                    try await management.setTextSize(application: "", category: before.rawValue, options: [:])
                } else {
                    _ = try await management.resetTextSize(application: "", options: [:])
                }
                self?.appear()
            }
        }
    }

    private func forgetChoice() {
        let management = window.model.session.management
        let before = current
        window.perform { [weak self] () throws(BusError) in
            _ = try await management.resetTextSize(application: "", options: [:])
            self?.appear()
            self?.window.tell(localized("The text size follows the desktop")) { [weak self] () throws(BusError) in
                try await management.setTextSize(application: "", category: before.rawValue, options: [:])
                self?.appear()
            }
        }
    }
}

/// The names of text sizes and styles.
enum TextSizeNames {
    static func category(_ category: ContentSizeCategory) -> String {
        switch category {
        // Translators: This and the next eleven are sizes of all text.
        case .extraSmall: localized("Extra Small")
        case .small: localized("Small")
        case .medium: localized("Medium")
        case .large: localized("Large (Default)")
        case .extraLarge: localized("Extra Large")
        case .extraExtraLarge: localized("Extra Extra Large")
        case .extraExtraExtraLarge: localized("Extra Extra Extra Large")
        case .accessibilityMedium: localized("Accessibility Medium")
        case .accessibilityLarge: localized("Accessibility Large")
        case .accessibilityExtraLarge: localized("Accessibility Extra Large")
        case .accessibilityExtraExtraLarge: localized("Accessibility Extra Extra Large")
        case .accessibilityExtraExtraExtraLarge: localized("Accessibility Extra Extra Extra Large")
        }
    }

    static func style(_ style: TextStyle) -> String {
        switch style {
        // Translators: This and the next ten are styles of text for different parts of a page.
        case .largeTitle: localized("Large Title")
        case .title1: localized("Title 1")
        case .title2: localized("Title 2")
        case .title3: localized("Title 3")
        case .headline: localized("Headline")
        case .subheadline: localized("Subheadline")
        case .body: localized("Body")
        case .callout: localized("Callout")
        case .footnote: localized("Footnote")
        case .caption1: localized("Caption 1")
        case .caption2: localized("Caption 2")
        }
    }
}
