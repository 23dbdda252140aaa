internal import Adwaita
internal import BusInterface
internal import DBus
internal import Localization

extension MainWindow {
    /// Shows all details of a font.
    func showFont(_ face: FaceEntry) {
        let page = FontPage(self, face)
        push(face.fullName.isEmpty ? face.family : face.fullName, page.widget, actions: page.actions) { page.refresh() }
    }
}

/// The page of a font: its samples, its settings and its details.
@MainLoop
private final class FontPage {
    let widget: Widget
    private unowned let window: MainWindow
    private var face: FaceEntry
    private let page = PreferencesPage()
    private var views: [(view: SampleView, size: Double)] = []
    private let specimen = PreferencesGroup()
    private var control: Switch?
    private var axes: [(tag: String, slider: Slider)] = []
    private var font: SampleFont
    /// Whether the page shows that the font is not installed.
    private var isMissing = false
    private let findings = FindingsGroup()
    private let past = FontHistoryGroup()

    init(_ window: MainWindow, _ face: FaceEntry) {
        self.window = window
        self.face = face
        font = SampleFont(face)
        widget = page
        let entry = Entry(window.sampleText, name: localized("Sample text"))
        entry.onChange { [weak self] text in
            self?.window.sampleText = text
            self?.draw()
        }
        let samples = Box(vertical: true, spacing: 6)
        for size in [48.0, 32, 24, 18, 14] {
            let view = SampleView(window.model.samples, height: Int(size * 1.6))
            views.append((view, size))
            samples.append(view.widget)
        }
        samples.margins(12)
        let card = Box(vertical: true, [samples]).styled("card")
        let box = Box(vertical: true, spacing: 12, [entry, card])
        specimen.add(box)
        page.set([specimen])
        draw()
        load()
    }

    /// The buttons of its bar.
    var actions: [Widget] {
        guard face.provider != nil else { return [window.hidingButton(face.familyID)] }
        return [
            Button(icon: "user-trash-symbolic", name: localized("Remove %1", face.fullName)) { [weak self] in
                guard let self else { return }
                window.remove([face], name: face.fullName)
            }
        ]
    }

    func refresh() {
        guard window.model.failure == nil else { return }
        let faces = (window.model.catalog.family(face.familyID)?.faces ?? []).filter { $0.index == face.index }
        // A font that was removed and restored has another registration of the same file.
        let now =
            faces.first { $0.id == face.id }
            ?? faces.first { !face.digest.isEmpty && $0.digest == face.digest && $0.provider == face.provider }
        guard let now else {
            isMissing = true
            control = nil
            page.set([
                PreferencesGroup(
                    title: localized("Not Installed"),
                    description: localized("This font no longer exists."))
            ])
            return
        }
        let isOther = isMissing || now.id != face.id
        face = now
        control?.set(now.isEnabled)
        guard isOther else { return past.show(now.provider == nil ? nil : now.id, window.model.session) }
        isMissing = false
        font.source = SampleFont(now).source
        page.set([specimen])
        draw()
        load()
    }

    private func draw() {
        for (view, size) in views { view.show(font, name: face.fullName, text: window.sampleText, size: size) }
    }

    private func load() {
        let session = window.model.session
        let face = face
        window.read { [weak self] () throws(BusError) in
            let details: Record?
            var file: Record?
            if face.provider != nil {
                let fonts = try await session.management.listFonts(
                    filter: ["id": BusVariant(face.id), "details": BusVariant(true)]
                ).fonts
                file = fonts.first.map(Record.init)
                let faces = file?.records("faces") ?? []
                details = faces.indices.contains(face.index) ? faces[face.index] : faces.first
            } else {
                let faces = try await session.fonts.listFaces(
                    filter: ["id": BusVariant(face.id), "details": BusVariant(true)]
                ).faces.map(Record.init)
                details = faces.first { $0.number("face_index") == face.index } ?? faces.first
            }
            guard let self, let details else { return }
            let names = await window.writingSystems.value
            guard face.id == self.face.id, !isMissing else { return }
            show(details, of: file ?? details, names)
        }
    }

    private func show(_ details: Record, of file: Record, _ names: WritingSystems) {
        var groups = [specimen]
        if let group = variations(details) { groups.append(group) }
        groups.append(use())
        groups.append(
            Self.group(
                localized("About"),
                [
                    (localized("Full name"), details.text("full_name")),
                    (localized("PostScript name"), details.text("postscript_name")),
                    (localized("Version"), details.text("version")), (localized("Foundry"), details.text("foundry")),
                    (localized("Licence"), details.text("licence")),
                    (localized("Embedding"), Self.embedding(details.id("embedding"))),
                ]))
        groups.append(
            Self.group(
                localized("Coverage"),
                [
                    (
                        localized("Glyphs"),
                        details.number("glyph_count") == 0 ? "" : LocalNumber.text(details.number("glyph_count"))
                    ),
                    (localized("Languages"), Self.list(names.languageNames(details.texts("languages")))),
                    (localized("Scripts"), Self.list(names.scriptNames(details.texts("scripts")))),
                    (localized("Colour"), Self.list(details.texts("color"))),
                ]))
        groups.append(
            Self.group(
                localized("File"),
                [
                    (localized("Format"), file.text("format")),
                    (localized("Size"), file.size("size") == 0 ? "" : ByteCount.unbreakableText(file.size("size"))),
                    (localized("Path"), file.text("path")), (localized("SHA-256"), file.text("sha256")),
                ]))
        groups.append(findings.widget)
        groups.append(past.widget)
        page.set(groups)
        findings.check(face.id, window.model.session)
        past.show(face.provider == nil ? nil : face.id, window.model.session)
    }

    /// The switch of the font, and its origin.
    private func use() -> PreferencesGroup {
        // Translators: Noun, the title of a group: whether and why the font is in use, and who installed it.
        let group = PreferencesGroup(title: localized("Use"))
        if !face.trouble.isEmpty {
            let row = ActionRow(title: localized("Not in use"), subtitle: face.trouble)
            row.addPrefix(Icon(named: "dialog-warning-symbolic"))
            group.add(row)
        }
        if let provider = face.provider {
            let row = ActionRow(title: localized("Programs find this font"))
            let control = Switch(face.isEnabled) { [weak self] isOn in
                guard let self else { return }
                window.setEnabled([face.id], isOn, name: face.fullName)
            }
            row.controls(control)
            self.control = control
            group.add(row)
            group.add(ActionRow(title: localized("Installed by"), subtitle: window.model.name(of: provider)))
        } else {
            group.add(
                ActionRow(
                    title: localized("Part of the system"),
                    subtitle: localized("System fonts cannot be removed here.")))
        }
        let why = ActionRow(
            title: localized("Why This Font?"),
            subtitle: localized("The font that programs get when they ask for this font by name"))
        why.onActivate { [weak self] in
            guard let self else { return }
            window.showExplanation(of: face.postScriptID.isEmpty ? face.familyID : face.postScriptID)
        }
        group.add(why)
        let glyphs = ActionRow(
            title: localized("Glyphs"), subtitle: localized("All characters of the font, by Unicode block"))
        glyphs.onActivate { [weak self] in
            guard let self else { return }
            window.showGlyphs(face)
        }
        group.add(glyphs)
        return group
    }

    // MARK: Variations

    private func variations(_ details: Record) -> PreferencesGroup? {
        let ranges: [String: AxisRange] = details.axes
        guard !ranges.isEmpty else { return nil }
        let group = PreferencesGroup(title: localized("Variations"))
        axes = []
        for (tag, range) in ranges.sorted(by: { $0.key < $1.key }) where range.minimum < range.maximum {
            let slider = Slider(
                range.minimum...range.maximum, step: max((range.maximum - range.minimum) / 100, 0.01),
                value: range.standard, name: Self.axis(tag))
            slider.onChange { [weak self] value in
                self?.font.instance[tag] = value
                self?.draw()
            }
            slider.showsValue(true, digits: range.maximum - range.minimum < 10 ? 2 : 0)
            slider.setSize(width: 180)
            let row = ActionRow(title: Self.axis(tag))
            row.addSuffix(slider)
            group.add(row)
            axes.append((tag, slider))
        }
        let instances = details.records("named_instances")
        if !instances.isEmpty {
            let names = instances.map { $0.text("name") }
            let choice = DropDown([localized("Default")] + names, name: localized("Named style"))
            choice.onChange { [weak self] index in
                guard let self else { return }
                let place: [String: Double] =
                    index == 0 ? ranges.mapValues(\.standard) : instances[index - 1].value("instance") ?? [:]
                font.instance = place
                for axis in axes { if let value = place[axis.tag] { axis.slider.set(value) } }
                draw()
            }
            let row = ActionRow(title: localized("Named style"))
            row.addSuffix(choice)
            group.add(row)
        }
        return group
    }

    private static func axis(_ tag: String) -> String {
        switch tag {
        // Translators: This and the next four are axes of variable fonts.
        case "wght": localized("Weight")
        case "wdth": localized("Width")
        case "slnt": localized("Slant")
        case "ital": localized("Italic")
        case "opsz": localized("Optical size")
        default: ShownText.line(tag)
        }
    }

    // MARK: Texts

    private static func group(_ title: String, _ facts: [(name: String, value: String)]) -> PreferencesGroup {
        PreferencesGroup(
            title: title,
            facts.filter { !$0.value.isEmpty }.map { fact in
                let row = ActionRow(title: fact.name, subtitle: fact.value)
                row.makesSubtitleSelectable()
                return row
            })
    }

    private static func list(_ texts: [String]) -> String {
        CountedText.text(CountedText.list(Array(texts.prefix(40))), others: texts.count - 40)
    }

    private static func embedding(_ name: String) -> String {
        switch name {
        case "installable": localized("Documents may contain it")
        case "preview-and-print": localized("Documents may contain it for viewing and printing")
        case "editable": localized("Documents may contain it for editing")
        case "restricted": localized("Documents may not contain it without permission")
        default: ""
        }
    }
}

/// The range of an axis of a variable font.
struct AxisRange: Sendable {
    let minimum: Double
    let standard: Double
    let maximum: Double
}

extension Record {
    /// The axes of a variable font, by their tags.
    var axes: [String: AxisRange] {
        guard case .dictionary(_, _, let entries) = entries["axes"]?.value else { return [:] }
        var axes: [String: AxisRange] = [:]
        for entry in entries {
            guard case .string(let tag) = entry.key, case .structure(let parts) = entry.value, parts.count == 3,
                case .double(let minimum) = parts[0], case .double(let standard) = parts[1],
                case .double(let maximum) = parts[2]
            else { continue }
            axes[tag] = AxisRange(minimum: minimum, standard: standard, maximum: maximum)
        }
        return axes
    }
}
