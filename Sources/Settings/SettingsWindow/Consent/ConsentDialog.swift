internal import Adwaita
internal import FontModel
internal import Localization

/// A question whether a program may have rights.
@MainLoop
final class ConsentDialog: QuestionDialog {
    private let window: Window
    private let allow = Button(localized("Allow")) {}
    private let deny = Button(localized("Don’t Allow")) {}
    private let request: ConsentRequest
    private var timer: Toolkit.Timer?
    private var answered: (@MainLoop (String) -> Void)?

    init(_ request: ConsentRequest, _ model: SettingsModel) {
        self.request = request
        // The program's own words are not shown: the name is from the desktop entry of the identity.
        let application = Application(id: request.provider)
        let provider = ShownText.line(request.provider)
        let name = application.map { ShownText.line($0.name) } ?? provider
        let heading = Self.heading(request.rights, name)
        let content = Box(vertical: true, spacing: 12)
        content.append(Label(heading, wraps: true).centered().styled("title-2"))
        content.append(Label(Self.meaning(request.rights), wraps: true).centered())
        content.append(IdentityCard.make(application, name, provider, request.kind))
        if !request.fonts.isEmpty { content.append(Self.fonts(request, model)) }
        let note = Label(localized("You can change this later in Permissions."), wraps: true).centered()
        content.append(note.styled("dim-label", "caption"))
        let buttons = Box(vertical: false, spacing: 12, [deny.expanding(), allow.expanding()])
        buttons.sharesEvenly()
        content.append(buttons)
        content.margins(horizontal: 18, vertical: 18)
        window = Window(
            title: heading, width: 420, height: 0,
            Box(vertical: true, [HeaderBar(title: "").onlyCloses().styled("flat"), content]))
        deny.on("clicked") { [weak self] in self?.end("deny") }
        allow.on("clicked") { [weak self] in self?.end("allow") }
        window.onClose { [weak self] in self?.end("dismiss") }
        window.addShortcut("Escape") { [weak self] in
            guard let self else { return }
            end("dismiss")
            window.close()
        }
    }

    /// Shows the dialog.
    ///
    /// - Parameter answered: Called once with the decision.
    func present(_ answered: @escaping @MainLoop (String) -> Void) {
        self.answered = answered
        request.place.place(window)
        window.onActive { [weak self] in self?.wait() }
        wait()
        window.present()
        deny.focus()
    }

    func close() {
        timer?.cancel()
        guard answered != nil else { return }
        answered = nil
        window.close()
    }

    private func end(_ decision: String) {
        guard let answered else { return }
        // A window that the user closes is destroyed by the toolkit.
        self.answered = nil
        timer?.cancel()
        answered(decision)
        if decision != "dismiss" { window.close() }
    }

    private func wait() {
        enable(false)
        timer?.cancel()
        timer = Toolkit.after(milliseconds: questionGuardTime) { [weak self] in self?.enable(true) }
    }

    private func enable(_ isEnabled: Bool) {
        allow.isSensitive = isEnabled
        deny.isSensitive = isEnabled
        if isEnabled { deny.focus() }
    }

    // MARK: What it shows

    private static func heading(_ rights: [String], _ name: String) -> String {
        switch rights.count == 1 ? rights[0] : "" {
        case "install-fonts": localized("Allow %1 to Install Fonts?", name)
        case "install-undeclared-fonts": localized("Allow %1 to Install This Font?", name)
        case "use-installed-fonts": localized("Allow %1 to Use Your Fonts?", name)
        case "request-fonts": localized("Allow %1 to Request Fonts?", name)
        case "set-alternate-icons": localized("Allow %1 to Change Its Icon?", name)
        case "set-undeclared-icons": localized("Allow %1 to Provide Its Own Icon?", name)
        default: localized("Allow %1 to Work With Fonts?", name)
        }
    }

    private static func meaning(_ rights: [String]) -> String {
        rights.map(RightText.meaning).filter { !$0.isEmpty }.joined(separator: "\n")
    }

    /// Shows a sample of the font at a position, if there is one to show.
    private static func addSample(
        of index: Int, by provider: String, to texts: Box, _ request: ConsentRequest, _ model: SettingsModel
    ) {
        let file = request.fontFiles[UInt32(clamping: index)]
        // Fonts of other providers are installed and can be shown; fonts of packages are not installed yet.
        let isInstalled = request.fontProviders.indices.contains(index) && !provider.hasPrefix("package.")
        guard file != nil || isInstalled else { return }
        let font = request.fonts[index]
        // The dialog does not grow later, so the sample has its place from the start.
        let sample = SampleView(model.samples, height: 34)
        texts.append(sample.widget)
        let show: @MainLoop (SampleFont) -> Void = { face in
            sample.show(
                face, name: ShownText.line(font),
                text: localized("The quick brown fox jumps over the lazy dog"), size: 20)
        }
        if let file { return show(SampleFont(.open(OpenFont(descriptor: file)))) }
        Task {
            // By its id, because the name of a disabled font would select another font.
            guard let face = await model.session.face(named: font, of: provider) else {
                sample.widget.isVisible = false
                return
            }
            show(face)
        }
    }

    /// Describes where the font at a position comes from, and its size.
    private static func details(
        of index: Int, by provider: String, _ request: ConsentRequest, _ model: SettingsModel
    ) -> String {
        let name = model.name(of: provider)
        var parts = [provider == ProviderIdentifier.user.rawValue ? name : localized("From %1", name)]
        if request.fontSizes.indices.contains(index), request.fontSizes[index] > 0 {
            parts.append(ByteCount.unbreakableText(request.fontSizes[index]))
        }
        return parts.joined(separator: " · ")
    }

    private static func fonts(_ request: ConsentRequest, _ model: SettingsModel) -> Widget {
        let list = BoxedList()
        for (index, font) in request.fonts.enumerated() {
            let name = ShownText.line(font)
            let texts = Box(vertical: true, spacing: 2, [Label(name).styled("heading")])
            let isOthers = request.fontProviders.indices.contains(index)
            let provider = isOthers ? request.fontProviders[index] : request.provider
            texts.append(Label(details(of: index, by: provider, request, model)).styled("dim-label", "caption"))
            addSample(of: index, by: provider, to: texts, request, model)
            texts.margins(horizontal: 12, vertical: 8)
            list.add(texts, name: name)
        }
        var lines: [String] = []
        if request.moreFonts > 0 {
            lines.append(localized("and 1 more font", "and %1 more fonts", count: request.moreFonts))
        }
        if request.unsizedFonts > 0, request.bytes > 0 {
            lines.append(localized("at least %1 in total", ByteCount.unbreakableText(request.bytes)))
        } else if request.unsizedFonts > 0 {
            lines.append(localized("unknown size"))
        } else if request.bytes > 0 {
            lines.append(localized("%1 in total", ByteCount.unbreakableText(request.bytes)))
        }
        let box = Box(vertical: true, spacing: 6, [ScrolledWindow(list).growing(to: 260)])
        if !lines.isEmpty {
            box.append(Label(lines.joined(separator: " · "), wraps: true).styled("dim-label", "caption"))
        }
        if !request.packages.isEmpty {
            let names = request.packages.map { ShownText.line($0) }.joined(separator: ", ")
            // Translators: %1 stands for names of packages of the distribution, separated by commas.
            box.append(Label(localized("Installed for all users of this computer: %1", names), wraps: true))
        }
        return box
    }
}
