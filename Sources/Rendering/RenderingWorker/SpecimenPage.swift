internal import CCairo
internal import CPango
internal import CTextFaces
internal import RenderingProtocol

/// A page that shows fonts: its items with their positions, in pixels.
struct SpecimenPage {
    /// An item of the page.
    enum Item {
        /// Lines in the shade of text or labels.
        case text(TextLayout, x: Double, y: Double, isLabel: Bool)
        /// A glyph of a face, with the position of its origin.
        case glyph(UInt32, face: Int, size: Double, x: Double, y: Double, isLabel: Bool)
        /// A thin line.
        case rule(x: Double, y: Double, width: Double, height: Double)
    }

    let drawing: SpecimenDrawing
    let faces: FaceMap
    let scale: Double
    let width: Double
    private(set) var height = 0.0
    var result = DrawingResult()
    private var items: [Item] = []

    /// The shade of labels and lines.
    private static let labelShade = 0.45
    private static let ruleShade = 0.85
    /// The size of labels, and the margin of the page.
    static let labelSize = 12.0
    static let margin = 16.0
    private static let labelGap = 2.0

    /// Lays out a page.
    ///
    /// - Throws: ``DrawingError`` if an item is too large, or nothing can be shown.
    init(_ drawing: SpecimenDrawing, _ faces: FaceMap, scale: Double) throws(DrawingError) {
        self.drawing = drawing
        self.faces = faces
        self.scale = scale
        width = drawing.width * scale
        guard drawing.width >= 64, width <= Double(DrawingLimits.side) else {
            throw DrawingError(.limit, "A page is 64 to \(DrawingLimits.side) pixels wide.")
        }
        guard drawing.labelFace ?? 0 < faces.count, drawing.instances.allSatisfy({ $0.face < faces.count }) else {
            throw DrawingError(.invalidRequest, "The page names a face that did not come.")
        }
        let count = drawing.text.utf8.count
        guard count <= DrawingLimits.specimenText else {
            throw DrawingError(
                .limit, "The text of a specimen has \(count) bytes; \(DrawingLimits.specimenText) are the most.")
        }
        height = Self.margin * scale
        for size in drawing.sizes { try TextCheck.checkSize(size, scale: scale) }
        switch drawing.kind {
        case .waterfall: try addWaterfall()
        case .instances, .comparison: try addInstances()
        case .paragraph: try addParagraph()
        case .features: try addFeatures()
        case .glyphs: try addGlyphs()
        }
        height += Self.margin * scale
        result.suggestedWidth = width
        result.suggestedHeight = height
    }

    /// Draws the page.
    func draw(on canvas: Canvas) {
        for item in items {
            switch item {
            case .text(let layout, let x, let y, let isLabel):
                canvas.use(shade: isLabel ? Self.labelShade : 0)
                layout.draw(canvas.cairo, x: x, y: y)
            case .glyph(let glyph, let face, let size, let x, let y, let isLabel):
                canvas.use(shade: isLabel ? Self.labelShade : 0)
                typecase_draw_glyph(canvas.cairo, faces.map, UInt32(face), size, glyph, x, y)
            case .rule(let x, let y, let width, let height):
                canvas.use(shade: Self.ruleShade)
                canvas.fill(x: x, y: y, width: width, height: height)
            }
        }
    }

    // MARK: - Parts

    /// The name of the page's font: the given name, or else the name in the font.
    var title: String { drawing.labels.first.flatMap { $0.isEmpty ? nil : $0 } ?? fullName(of: 0) }

    private func fullName(of face: Int) -> String { faces.name(UInt32(HB_OT_NAME_ID_FULL_NAME), of: face) ?? "" }

    /// The size of texts on a page with one size.
    func size(otherwise usual: Double) -> Double { drawing.sizes.first ?? usual }

    /// The text of the page, whose characters all shown faces have.
    mutating func sample(for shown: [Int]) throws(DrawingError) -> String {
        let text =
            drawing.text.isEmpty ? SampleText.text(for: faces, shown, preferring: drawing.languages) : drawing.text
        guard !text.isEmpty else {
            throw DrawingError(.invalidFont, "The fonts have no character in common that could be shown.")
        }
        result.sampleText = text
        return text
    }

    mutating func add(_ item: Item) { items.append(item) }

    mutating func advance(by distance: Double) { height += distance }

    /// Adds text at the end of the page.
    mutating func addText(
        _ text: String, face: Int, size: Double, x: Double? = nil, features: String = "", wraps: Bool = false
    ) throws(DrawingError) {
        let x = x ?? Self.margin * scale
        let layout = try layout(
            text, face: face, size: size, width: wraps ? (width - x) / scale - Self.margin : nil, features: features)
        items.append(.text(layout, x: x, y: height, isLabel: false))
        result.missingCount += layout.result.missingCount
        result.lineCount += layout.result.lineCount
        height += layout.result.suggestedHeight
    }

    /// Adds a label at the end of the page, if there is a face for labels that has its characters.
    mutating func addLabel(_ text: String) {
        guard let label = label(text) else { return }
        items.append(.text(label, x: Self.margin * scale, y: height, isLabel: true))
        height += label.result.suggestedHeight + Self.labelGap * scale
    }

    /// The layout of a label; `nil` if it cannot be shown, because a font can have any name.
    func label(_ text: String) -> TextLayout? {
        guard let face = drawing.labelFace, !text.isEmpty,
            let layout = try? layout(text, face: face, size: Self.labelSize, width: nil)
        else { return nil }
        return layout.result.missingCount == 0 ? layout : nil
    }

    func layout(
        _ text: String, face: Int, size: Double, width: Double?, features: String = ""
    ) throws(DrawingError) -> TextLayout {
        let run = TextDrawing.Run(start: 0, end: text.utf8.count, face: face, size: size, features: features)
        let drawing = TextDrawing(text: text, runs: [run], width: width)
        try TextCheck.check(drawing, faces, scale: scale)
        faces.expect(Array(text.utf8))
        return TextLayout(drawing, faces, scale: scale)
    }
}

extension SpecimenPage {
    /// The default sizes of a waterfall, in units of the page.
    private static let waterfallSizes = [9.0, 10, 11, 12, 14, 18, 24, 30, 36, 48, 60, 72]

    private mutating func addWaterfall() throws(DrawingError) {
        let text = try sample(for: [0])
        let sizes = drawing.sizes.isEmpty ? Self.waterfallSizes : drawing.sizes
        result.itemCount = sizes.count
        addLabel(title)
        let room = drawing.labelFace == nil ? 0 : 36 * scale
        for size in sizes {
            let layout = try layout(text, face: 0, size: size, width: nil)
            let label = label(size == size.rounded() ? "\(Int(size))" : "\(size)")
            if let label {
                let y = height + layout.result.baseline - label.result.baseline
                add(.text(label, x: Self.margin * scale, y: y, isLabel: true))
            }
            add(.text(layout, x: Self.margin * scale + room, y: height, isLabel: false))
            result.missingCount += layout.result.missingCount
            result.lineCount += 1
            advance(by: layout.result.suggestedHeight)
        }
    }

    private mutating func addParagraph() throws(DrawingError) {
        let text = try sample(for: [0])
        addLabel(title)
        // The text is repeated, so that several lines are visible.
        let repeated = drawing.text.isEmpty ? Array(repeating: text, count: 6).joined(separator: " ") : text
        try addText(repeated, face: 0, size: size(otherwise: 16), wraps: true)
        result.itemCount = 1
    }

    /// Several faces, one below the other.
    private mutating func addInstances() throws(DrawingError) {
        guard !drawing.instances.isEmpty else {
            throw DrawingError(.invalidRequest, "There is nothing to show: the font has no instances and no axes.")
        }
        result.itemCount = drawing.instances.count
        let common =
            drawing.text.isEmpty
            ? SampleText.text(for: faces, drawing.instances.map(\.face), preferring: drawing.languages) : drawing.text
        for instance in drawing.instances {
            addLabel(instance.name.isEmpty ? fullName(of: instance.face) : instance.name)
            // If the fonts have no characters in common, each shows a text of its own.
            let text =
                common.isEmpty
                ? SampleText.text(for: faces, [instance.face], preferring: drawing.languages) : common
            if result.sampleText.isEmpty { result.sampleText = text }
            if !text.isEmpty { try addText(text, face: instance.face, size: size(otherwise: 32)) }
            advance(by: 8 * scale)
        }
    }
}
