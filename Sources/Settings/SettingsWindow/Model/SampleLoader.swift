internal import Adwaita
internal import BusInterface
internal import DBus
internal import LinuxSystem
internal import Localization
internal import SystemPackage

/// What to draw a text with.
struct SampleFont: Sendable, Hashable {
    /// What names the font to the drawing service.
    enum Source: Sendable, Hashable {
        case face(id: String, index: Int)
        case file(String)
        /// A text style in a size category.
        case textStyle(String, category: String)
    }

    var source: Source
    /// Values of axes by their tags.
    var instance: [String: Double] = [:]

    init(_ face: FaceEntry) { source = .face(id: face.id, index: face.index) }

    init(_ source: Source) { self.source = source }
}

/// A text in a font.
struct Sample: Sendable, Hashable {
    var font: SampleFont
    var text: String
    /// In the toolkit's pixels; text styles have their own.
    var size: Double
    /// Pixels of the display for each of the toolkit.
    var scale: Int
}

/// Has the service draw samples, a few at a time, and keeps those drawn last.
@MainLoop
final class SampleLoader {
    private static let atOnce = 4
    private static let kept = 400

    private let rendering: Rendering1Client
    private var pictures: [Sample: MaskPicture] = [:]
    private var order: [Sample] = []
    /// Counts changes of fonts: what was asked for before one is of no use after it.
    private var epoch: UInt64 = 0
    private var running = 0
    private var waiting: [(id: Int, continuation: CheckedContinuation<Bool, Never>)] = []
    private var nextID = 0

    init(_ rendering: Rendering1Client) { self.rendering = rendering }

    /// The picture of a sample, if it is there already.
    func kept(_ sample: Sample) -> MaskPicture? { pictures[sample] }

    /// Forgets all pictures, as when fonts have changed.
    func forget() {
        epoch += 1
        pictures = [:]
        order = []
    }

    /// Draws a sample.
    ///
    /// - Returns: The picture; `nil` where the task was cancelled, or the font cannot be drawn.
    func picture(_ sample: Sample) async -> MaskPicture? {
        if let picture = pictures[sample] { return picture }
        guard await begin() else { return nil }
        defer { end() }
        // What was drawn before the fonts changed is drawn again; who asks is not told twice.
        var picture: MaskPicture
        var asked: UInt64
        repeat {
            asked = epoch
            guard !Task.isCancelled, let drawn = try? await Self.draw(sample, rendering) else { return nil }
            picture = drawn
        } while asked != epoch
        if pictures.updateValue(picture, forKey: sample) == nil { order.append(sample) }
        if order.count > Self.kept { pictures[order.removeFirst()] = nil }
        return picture
    }

    private func begin() async -> Bool {
        guard running >= Self.atOnce else {
            running += 1
            return true
        }
        nextID += 1
        let id = nextID
        return await withTaskCancellationHandler {
            await withCheckedContinuation { waiting.append((id, $0)) }
        } onCancel: {
            Task { @MainLoop in self.leave(id) }
        }
    }

    private func leave(_ id: Int) {
        guard let index = waiting.firstIndex(where: { $0.id == id }) else { return }
        waiting.remove(at: index).continuation.resume(returning: false)
    }

    private func end() {
        // Whoever scrolls on is to see what came last first.
        if let next = waiting.popLast() {
            next.continuation.resume(returning: true)
        } else {
            running -= 1
        }
    }

    @concurrent
    private static func draw(_ sample: Sample, _ rendering: Rendering1Client) async throws -> MaskPicture? {
        var attributes: [String: BusVariant] = [:]
        var options: [String: BusVariant] = [
            "format": BusVariant("raw"), "line_limit": BusVariant(UInt32(1)), "scale": BusVariant(Double(sample.scale)),
            "alignment": BusVariant("left"),
        ]
        attributes["size"] = BusVariant(sample.size)
        switch sample.font.source {
        case .face(let id, let index):
            attributes["id"] = BusVariant(id)
            attributes["face_index"] = BusVariant(UInt32(clamping: index))
        case .file(let path): attributes["file"] = BusVariant(try OwnedFileDescriptor.openingFont(path))
        case .textStyle(let style, let category):
            attributes["size"] = nil
            attributes["text_style"] = BusVariant(style)
            options["category"] = BusVariant(category)
        }
        if !sample.font.instance.isEmpty { attributes["instance"] = BusVariant(sample.font.instance) }
        let (file, measures) = try await rendering.mask(
            text: sample.text, attributes: [attributes], frame: [:], options: options)
        let picture = Record(measures)
        return MaskPicture(
            width: picture.number("width"), height: picture.number("height"), stride: picture.number("stride"),
            bytes: try file.contents(limit: 64 << 20))
    }
}

/// Shows a sample.
@MainLoop
final class SampleView {
    let widget = PictureView()
    private let loader: SampleLoader
    private var task: Task<Void, Never>?

    /// Makes an empty view.
    ///
    /// - Parameters:
    ///   - loader: Who draws.
    ///   - height: The height of the view, in pixels.
    init(_ loader: SampleLoader, height: Int) {
        self.loader = loader
        widget.setSize(height: height)
        widget.expanding()
    }

    /// Shows a text in a font; what came before stays until it is there.
    ///
    /// - Parameters:
    ///   - font: The font.
    ///   - name: What the font is called, for assistive technology.
    ///   - text: The text.
    ///   - size: The size of the font, in pixels.
    func show(_ font: SampleFont, name: String, text: String, size: Double) {
        task?.cancel()
        widget.setAccessibleName(localized("Sample of %1", name))
        let sample = Sample(font: font, text: text.isEmpty ? " " : text, size: size, scale: widget.scale)
        if let picture = loader.kept(sample) {
            task = nil
            return widget.show(picture)
        }
        task = Task { [loader, widget] in
            let picture = await loader.picture(sample)
            if !Task.isCancelled { widget.show(picture) }
        }
    }

    func clear() {
        task?.cancel()
        task = nil
        widget.show(nil)
    }
}
