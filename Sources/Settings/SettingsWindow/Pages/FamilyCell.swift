internal import Adwaita
internal import Localization

/// A family in the list of fonts.
@MainLoop
final class FamilyCell: ListCell {
    /// The default size of a sample in pixels.
    static let standardSize = 26.0

    let widget: Widget
    private let name = Label("").styled("heading")
    private let details = Label("").styled("dim-label", "caption")
    private let sample: SampleView
    private let family: @MainLoop (Int) -> FamilyEntry?
    private let text: @MainLoop () -> (text: String, size: Double)

    init(
        _ samples: SampleLoader, _ family: @escaping @MainLoop (Int) -> FamilyEntry?,
        text: @escaping @MainLoop () -> (text: String, size: Double)
    ) {
        self.family = family
        self.text = text
        sample = SampleView(samples, height: 44)
        let top = Box(vertical: false, spacing: 12, [name.expanding(), details])
        let box = Box(vertical: true, spacing: 2, [top, sample.widget])
        box.margins(horizontal: 12, vertical: 8)
        widget = box
    }

    func show(_ index: Int) -> String {
        guard let family = family(index) else { return "" }
        name.text = family.name
        details.text = FamilyDetails.line(family)
        if let face = family.sample {
            let (text, size) = text()
            sample.widget.setSize(height: Int(size * 1.7))
            sample.show(SampleFont(face), name: family.name, text: text, size: size)
        }
        return family.name
    }

    func clear() { sample.clear() }
}

/// The subtitle of a family.
enum FamilyDetails {
    static func line(_ family: FamilyEntry) -> String {
        var parts = [localized("1 style", "%1 styles", count: family.faces.count)]
        if family.isOfSystem { parts.append(localized("System")) }
        if family.faces.contains(where: { $0.isVariable }) { parts.append(localized("Variable")) }
        if family.faces.contains(where: { !$0.trouble.isEmpty }) {
            // Translators: Something is wrong with a font of the family.
            parts.append(localized("Problem"))
        } else if !family.isEnabled {
            parts.append(localized("Disabled"))
        }
        return parts.joined(separator: " · ")
    }
}
