internal import CVideoLabel
internal import Typecase

// The Swift functions that the widget, which is written in C, calls. Through the client library, they have the service
// draw texts, and follow changes.

/// A pointer that is passed back to a C function, on any thread.
///
/// The C function counts references to the pointer, or passes it on only once.
private struct Context: @unchecked Sendable {
    let pointer: UnsafeMutableRawPointer?
}

extension TextMask {
    /// Creates a mask from the text of a request of the widget.
    init(_ request: TypecaseTextRequest) {
        self.init(UnsafeBufferPointer(start: request.runs, count: request.run_count).map(Run.init))
        alignment = Alignment(request.alignment)
        scale = request.scale
        includesApplicationFonts = true
    }

    /// Creates a mask of the text from the parts that a C function finds in the markup.
    ///
    /// - Throws: ``VideoLabelError`` if the text is not valid Pango markup.
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

    /// Parses axis values in Pango's syntax; like Pango, ignores parts that are not valid.
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
        // The first family of Pango's list. Pango's names for a sans serif do not name a family: the service chooses
        // one.
        let family = run.family.flatMap { String(cString: $0).split(separator: ",").first.map(String.init) }
        font.familyName = family.flatMap { Self.sansSerif.contains($0.lowercased()) ? nil : $0 }
        // The system's sans serif is regular by default.
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
    /// Makes a mask of the picture for C functions.
    ///
    /// The caller releases the mask. For a picture without pixels, it is `nil`.
    func makeMask() -> OpaquePointer? {
        guard width > 0, height > 0 else { return nil }
        // The memory does not move while the picture exists.
        return withBytes { bytes in
            typecase_mask_new(
                bytes.baseAddress, Int32(width), Int32(height), stride,
                { owner in if let owner { Unmanaged<PictureOwner>.fromOpaque(owner).release() } },
                Unmanaged.passRetained(PictureOwner(self)).toOpaque())
        }
    }
}

extension TextMask {
    /// The text without the families that are not installed.
    ///
    /// Until they are installed, a sans serif replaces them, as in all text of GTK.
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

/// Measures a text, draws it if the request has a size, and passes the result to the widget.
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

/// The task in which a widget follows changes.
private final class Following {
    let task: Task<Void, Never>

    init(_ task: Task<Void, Never>) { self.task = task }
}

/// Calls a function whenever fonts or the user's text size change.
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

/// Stops the calls; one call may still be running.
@c(typecase_masks_unfollow)
func unfollowMasks(_ following: UnsafeMutableRawPointer!) {
    guard let following else { return }
    Unmanaged<Following>.fromOpaque(following).takeRetainedValue().task.cancel()
}
