internal import Adwaita
internal import BusInterface
internal import DBus
internal import LinuxSystem
internal import Localization

extension MainWindow {
    /// Shows the characters of a font.
    func showGlyphs(_ face: FaceEntry) {
        let page = GlyphsPage(self, face)
        push(localized("Glyphs of %1", face.fullName), page.widget) { page.refresh() }
    }
}

/// The characters of a font by Unicode block, in pages that the service draws in its sandbox.
@MainLoop
private final class GlyphsPage {
    /// The number of characters on a page, which are drawn together.
    private static let pageSize = 128
    /// The maximum size of a picture in bytes.
    private nonisolated static let largestPicture = 64 << 20

    let widget: Widget
    private unowned let window: MainWindow
    private let face: FaceEntry
    private let picture = PagePicture()
    private let choice = DropDown([], name: localized("Unicode block"))
    private let back = Button(icon: "go-previous-symbolic", name: localized("Previous page")) {}
    private let forth = Button(icon: "go-next-symbolic", name: localized("Next page")) {}
    private let place = Label("").styled("dim-label")
    private let note = Label("", wraps: true).styled("dim-label")
    /// The blocks in which the font has characters, by their names; `nil` until they are known.
    private var blocks: [String]?
    private var block: String?
    private var page = 0
    private var task: Task<Void, Never>?

    init(_ window: MainWindow, _ face: FaceEntry) {
        self.window = window
        self.face = face
        let bar = Box(vertical: false, spacing: 6, [choice, place.expanding(), back, forth])
        let box = Box(vertical: true, spacing: 12, [bar, note, picture])
        box.margins(horizontal: 12, vertical: 12)
        widget = ScrolledWindow(Clamp(box, width: 800))
        choice.isVisible = false
        note.isVisible = false
        choice.onChange { [weak self] index in
            guard let self, let blocks else { return }
            block = blocks.indices.contains(index - 1) ? blocks[index - 1] : nil
            page = 0
            draw()
        }
        back.on("clicked") { [weak self] in self?.turn(-1) }
        forth.on("clicked") { [weak self] in self?.turn(1) }
        draw()
    }

    func refresh() {
        // If the font is removed meanwhile, the picture stays.
        if blocks == nil { draw() }
    }

    private func turn(_ step: Int) {
        page = max(0, page + step)
        draw()
    }

    private func draw() {
        task?.cancel()
        back.isSensitive = false
        forth.isSensitive = false
        var options: [String: BusVariant] = [
            "page": BusVariant(UInt32(page)), "page_size": BusVariant(UInt32(Self.pageSize)),
            "scale": BusVariant(Double(picture.scale)), "format": BusVariant("png"),
            "width": BusVariant(Double(window.pageWidth)),
        ]
        if let block { options["block"] = BusVariant(block) }
        let font: [String: BusVariant] = [
            "id": BusVariant(face.id), "face_index": BusVariant(UInt32(clamping: face.index)),
        ]
        let rendering = window.model.session.rendering
        task = Task { [weak self] in
            do throws(BusError) {
                let reply = try await rendering.specimen(fonts: [font], kind: "glyphs", options: options)
                let texture = await Self.texture(of: reply.picture)
                guard !Task.isCancelled, let self else { return }
                show(Record(reply.details), texture)
            } catch {
                guard !Task.isCancelled, let self else { return }
                note.text = MainWindow.message(error)
                note.isVisible = true
            }
        }
    }

    @concurrent
    private static func texture(of file: OwnedFileDescriptor) async -> PageTexture? {
        (try? file.contents(limit: largestPicture)).flatMap { PageTexture($0) }
    }

    private func show(_ details: Record, _ texture: PageTexture?) {
        note.isVisible = false
        if blocks == nil { offer(details.value("blocks") ?? [:]) }
        let pages = max(1, details.number("pages"))
        place.text = localized("Page %1 of %2", LocalNumber.text(page + 1), LocalNumber.text(pages))
        back.isSensitive = page > 0
        forth.isSensitive = page + 1 < pages
        picture.show(texture)
        picture.setAccessibleName(
            // Translators: %2 is a Unicode block such as "Cyrillic", %3 a font.
            localized(
                "1 character of %2 in %3", "%1 characters of %2 in %3", count: details.number("items"),
                block.map(ShownText.line) ?? localized("All characters"), face.fullName))
    }

    private func offer(_ found: [String: UInt32]) {
        let counts = found.map { (order: LocalOrder($0.key), name: $0.key, count: Int($0.value)) }
            .sorted { $0.order < $1.order }
        blocks = counts.map(\.name)
        let names = counts.map { "\(ShownText.line($0.name)) (\(LocalNumber.text($0.count)))" }
        choice.set([localized("All characters")] + names, selected: 0)
        choice.isVisible = true
    }
}
