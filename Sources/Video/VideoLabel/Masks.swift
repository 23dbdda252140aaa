internal import CVideoLabel
internal import Typecase

// What the widget, which is in C, has Swift do: texts are drawn by the service, and followed, through the client library.

/// A pointer that a function in C gets back on whatever thread: it counts references to it, or hands it on only once.
private struct Context: @unchecked Sendable {
    let pointer: UnsafeMutableRawPointer?
}

extension TextMask {
    /// The text of a request of the widget.
    init(_ request: TypecaseTextRequest) {
        self.init(UnsafeBufferPointer(start: request.runs, count: request.run_count).map(Run.init))
        alignment = Alignment(request.alignment)
        scale = request.scale
        includesApplicationFonts = true
    }

    /// Draws the text with the parts that functions in C find in markup.
    ///
    /// - Throws: ``VideoLabelError`` where it is no valid markup of Pango.
    init(text: String?, markup: String?, font: String?) throws(VideoLabelError) {
        var failure: UnsafeMutablePointer<GError>?
        guard let array = typecase_text_runs(text, markup, font, &failure) else { throw VideoLabelError(failure) }
        defer { g_array_unref(array) }
        let start = UnsafeRawPointer(array.pointee.data)?.assumingMemoryBound(to: TypecaseTextRun.self)
        self.init(UnsafeBufferPointer(start: start, count: Int(array.pointee.len)).map(Run.init))
        includesApplicationFonts = true
    }
}

extension TextMask.Run {
    private static let sansSerif: Set<String> = ["sans", "sans-serif", "system-ui", "ui-sans-serif"]

    /// The values of axes as Pango writes them; parts that are none are left out, as Pango does.
    private static func axes(_ text: String) -> [String: Double] {
        var axes: [String: Double] = [:]
        for part in text.split(separator: ",") {
            let sides = part.split(separator: "=").map { String($0.filter { $0 != " " }) }
            if sides.count == 2, sides[0].utf8.count == 4, let value = Double(sides[1]) { axes[sides[0]] = value }
        }
        return axes
    }

    fileprivate init(_ run: TypecaseTextRun) {
        var font = FontDescriptor()
        // The first of Pango's list. Its names for a sans serif are those of no family: the service chooses one.
        let family = run.family.flatMap { String(cString: $0).split(separator: ",").first.map(String.init) }
        font.familyName = family.flatMap { Self.sansSerif.contains($0.lowercased()) ? nil : $0 }
        // A regular face is what the system's sans serif has without being asked.
        if run.weight > 0, font.familyName != nil || run.weight != 400 { font.weight = Double(run.weight) }
        if run.width > 0, run.width != 100 { font.width = run.width }
        if let variations = run.variations { font.variation = Self.axes(String(cString: variations)) }
        if run.is_italic != 0 { font.isItalic = true }
        self.init(
            String(cString: run.text), font: font == FontDescriptor() ? nil : font, size: run.size > 0 ? run.size : nil,
            features: run.features.map { String(cString: $0) } ?? "",
            language: run.language.map { String(cString: $0) })
    }
}

extension TextMask.Alignment {
    init(_ alignment: TypecaseTextAlignment) {
        switch alignment {
        case TYPECASE_TEXT_ALIGNMENT_LEFT: self = .left
        case TYPECASE_TEXT_ALIGNMENT_CENTER: self = .center
        case TYPECASE_TEXT_ALIGNMENT_RIGHT: self = .right
        case TYPECASE_TEXT_ALIGNMENT_JUSTIFIED: self = .justified
        default: self = .natural
        }
    }

    var value: TypecaseTextAlignment {
        switch self {
        case .left: TYPECASE_TEXT_ALIGNMENT_LEFT
        case .center: TYPECASE_TEXT_ALIGNMENT_CENTER
        case .right: TYPECASE_TEXT_ALIGNMENT_RIGHT
        case .justified: TYPECASE_TEXT_ALIGNMENT_JUSTIFIED
        case .natural: TYPECASE_TEXT_ALIGNMENT_NATURAL
        }
    }
}

/// Keeps the memory of a picture for a mask in C.
private final class PictureOwner {
    let picture: TextMask.Picture

    init(_ picture: TextMask.Picture) { self.picture = picture }
}

extension TextMask.Picture {
    /// The picture as functions in C read it, to be released by the caller; `nil` for one without pixels.
    func makeMask() -> OpaquePointer? {
        guard width > 0, height > 0 else { return nil }
        // The memory stays where it is as long as the picture lives.
        return withBytes { bytes in
            typecase_mask_new(
                bytes.baseAddress, Int32(width), Int32(height), stride,
                { owner in if let owner { Unmanaged<PictureOwner>.fromOpaque(owner).release() } },
                Unmanaged.passRetained(PictureOwner(self)).toOpaque())
        }
    }
}

extension TextMask {
    /// The text without the families that there are no fonts of: a sans serif stands in until they come, as in all text of
    /// GTK.
    fileprivate func withoutMissingFamilies() async throws -> TextMask {
        var text = self
        for index in text.runs.indices where text.runs[index].font?.familyName != nil {
            var part = self
            part.runs = [text.runs[index]]
            do {
                _ = try await part.measures()
            } catch let error as FontManagerError where error.code == .notRegistered {
                text.runs[index].font?.familyName = nil
                if text.runs[index].font?.weight == 400 { text.runs[index].font?.weight = nil }
            }
        }
        return text
    }
}

/// The answer to a request.
private struct MaskAnswer {
    var size: TypecaseTextSize
    var picture: TextMask.Picture?

    init(_ text: TextMask, width: Double, height: Double) async throws {
        let natural = try await text.measures()
        size = TypecaseTextSize(
            natural_width: natural.suggestedWidth, natural_height: natural.suggestedHeight,
            height: natural.suggestedHeight)
        guard width > 0, height > 0 else { return }
        let picture = try await text.picture(in: .init(width: width, height: height))
        size.height = picture.measures.suggestedHeight
        self.picture = picture
    }
}

/// Measures a text, draws it where it has a size, and tells the widget.
@c(typecase_masks_draw)
func drawMask(
    _ request: UnsafePointer<TypecaseTextRequest>!, _ answer: TypecaseMaskAnswer!, _ data: UnsafeMutableRawPointer!
) {
    let text = TextMask(request.pointee)
    let (width, height) = (Double(request.pointee.width), Double(request.pointee.height))
    let context = Context(pointer: data)
    Task {
        do {
            var drawn: MaskAnswer
            do {
                drawn = try await MaskAnswer(text, width: width, height: height)
            } catch let error as FontManagerError where error.code == .notRegistered {
                drawn = try await MaskAnswer(text.withoutMissingFamilies(), width: width, height: height)
            }
            answer(context.pointer, drawn.picture?.makeMask(), drawn.size, nil)
        } catch {
            answer(context.pointer, nil, TypecaseTextSize(), "\(error)")
        }
    }
}

/// The changes that a widget follows.
private final class Following {
    let task: Task<Void, Never>

    init(_ task: Task<Void, Never>) { self.task = task }
}

/// Calls a function whenever fonts or the user's text size have changed.
@c(typecase_masks_follow)
func followMasks(
    _ changed: (@convention(c) (UnsafeMutableRawPointer?) -> Void)!, _ data: UnsafeMutableRawPointer!,
    _ destroy: (@convention(c) (UnsafeMutableRawPointer?) -> Void)!
) -> UnsafeMutableRawPointer! {
    let context = Context(pointer: data)
    let task = Task {
        for await _ in await TextMaskCache.shared.changes() { changed(context.pointer) }
        destroy(context.pointer)
    }
    return Unmanaged.passRetained(Following(task)).toOpaque()
}

/// Ends the calls; one may still be under way.
@c(typecase_masks_unfollow)
func unfollowMasks(_ following: UnsafeMutableRawPointer!) {
    guard let following else { return }
    Unmanaged<Following>.fromOpaque(following).takeRetainedValue().task.cancel()
}
