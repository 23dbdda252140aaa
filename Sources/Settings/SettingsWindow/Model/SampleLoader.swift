internal import Adwaita
internal import BusInterface
internal import DBus
internal import LinuxSystem
internal import Localization
internal import SystemPackage

/// An open font file.
struct OpenFont: Sendable, Hashable {
    let descriptor: OwnedFileDescriptor

    static func == (left: OpenFont, right: OpenFont) -> Bool { left.descriptor === right.descriptor }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(descriptor)) }
}

/// The font of a sample.
struct SampleFont: Sendable, Hashable {
    /// The reference to the font for the drawing service.
    enum Source: Sendable, Hashable {
        case face(id: String, index: Int)
        case file(String)
        /// A file that the service passed.
        case open(OpenFont)
        /// A text style in a size category.
        case textStyle(String, category: String)
    }

    var source: Source
    /// Values of axes by their tags.
    var instance: [String: Double] = [:]

    init(_ face: FaceEntry) { source = .face(id: face.id, index: face.index) }

    init(_ source: Source) { self.source = source }

    /// Whether pictures are cached; if not, the file is closed as soon as nothing shows it.
    fileprivate var isCached: Bool { if case .open = source { false } else { true } }
}

/// A text in a font.
struct Sample: Sendable, Hashable {
    var font: SampleFont
    var text: String
    /// The size in pixels of the toolkit; text styles have sizes of their own.
    var size: Double
    /// The number of display pixels for a pixel of the toolkit.
    var scale: Int
}

/// Lets the service draw samples, a few at a time, and caches the latest.
@MainLoop
final class SampleLoader {
    private static let atOnce = 4
    private static let kept = 400

    private let rendering: Rendering1Client
    private var pictures: [Sample: MaskPicture] = [:]
    private var order: [Sample] = []
    /// The number of font changes; samples from before a change are discarded.
    private var epoch: UInt64 = 0
    private var running = 0
    private var waiting: [(id: Int, continuation: CheckedContinuation<Bool, Never>)] = []
    private var nextID = 0

    init(_ rendering: Rendering1Client) { self.rendering = rendering }

    /// The cached picture of a sample.
    func kept(_ sample: Sample) -> MaskPicture? { pictures[sample] }

    /// Removes all pictures from the cache, for example after a change of fonts.
    func forget() {
        epoch += 1
        pictures = [:]
        order = []
    }

    /// Draws a sample.
    ///
    /// - Returns: The picture; `nil` if the task was cancelled or the font cannot be drawn.
    func picture(_ sample: Sample) async -> MaskPicture? {
        if let picture = pictures[sample] { return picture }
        guard await begin() else { return nil }
        defer { end() }
        // If the fonts changed meanwhile, the sample is drawn again before it is returned.
        var picture: MaskPicture
        var asked: UInt64
        repeat {
            asked = epoch
            guard !Task.isCancelled, let drawn = try? await Self.draw(sample, rendering) else { return nil }
            picture = drawn
        } while asked != epoch
        guard sample.font.isCached else { return picture }
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
        // The latest request comes first, because it is for the rows that are visible after scrolling.
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
        case .open(let font): attributes["file"] = BusVariant(font.descriptor)
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

    /// Creates an empty view.
    ///
    /// - Parameters:
    ///   - loader: The loader of samples.
    ///   - height: The height of the view, in pixels.
    init(_ loader: SampleLoader, height: Int) {
        self.loader = loader
        widget.setSize(height: height)
        widget.expanding()
    }

    /// Shows a text in a font; the previous sample stays until the new one is drawn.
    ///
    /// - Parameters:
    ///   - font: The font.
    ///   - name: The name of the font, for assistive technology.
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
