internal import ApplicationFonts
public import DynamicType
internal import FontModel
internal import LinuxSystem

/// A font in a size, what text is set in: one that comes with the application, of the system, or any other installed one.
///
/// It names the font rather than holding it: text libraries find it by ``familyName`` and ``styleName``.
public struct Font: Sendable {
    /// The face, as it was when the font was made.
    public let face: FontFace
    /// The size: fixed, or scaled with the user's category.
    public let size: FontSize
    /// Whether another font stands in for the one that was asked for.
    public let isFallback: Bool

    private let cache: FontCache
    private let origin: Origin

    /// Where a font is from, which decides who knows whether it is still there.
    private enum Origin: Hashable {
        /// The application's own, which its cache registered.
        case application
        /// One that the service found.
        case found
        /// One that fontconfig found by this name.
        case named(String)
        /// What text libraries draw with in any case: fonts of the system by their design, and what stands in for others.
        case drawn
    }

    /// The PostScript name.
    public var postscriptName: String { face.postscriptName }
    /// The family.
    public var familyName: String { face.familyName }
    /// The name of the style.
    public var styleName: String { face.styleName }
    /// The size in points at this moment, under the ``FontCache/effectiveTraits`` of its cache: it is another one when
    /// ``FontManager/contentSizeCategories()`` has told of another category.
    public var pointSize: Double { size.pointSize(for: cache.effectiveTraits) }

    /// The size in points at this moment for a text that has traits of its own, such as a largest category.
    ///
    /// - Parameter overrides: What the text has of its own; what they leave open is as for all texts.
    /// - Returns: Points.
    public func pointSize(with overrides: TextTraits) -> Double {
        size.pointSize(for: cache.effectiveTraits.merging(overrides))
    }

    /// Makes a font, and registers it where this is its first use.
    ///
    /// The size is that in the category large, and grows and shrinks with the user's category the way a text style
    /// does. A text that has no room to grow, such as the title of a tab, gives `nil` for the style. The first font
    /// waits until the user's category is known.
    ///
    /// - Parameters:
    ///   - descriptor: The font.
    ///   - size: The size in points: positive.
    ///   - textStyle: What it is scaled like; `nil` for a fixed size.
    ///   - maximum: What the size may not grow past.
    ///   - cache: The application's fonts.
    ///   - onProgress: Takes how far a font on the web has come, some times a second; one that is here tells nothing.
    /// - Throws: ``FontCacheError``; `DynamicTypeError` for a size or a maximum that is none; ``FontManagerError``
    ///   where the service is needed and cannot be reached; `CancellationError`.
    public init(
        descriptor: some AppFontDescriptor, size: Double, textStyle: TextStyle? = .body,
        maximum: FontSizeMaximum? = nil, cache: FontCache = .shared,
        onProgress: @escaping @Sendable (FontDownloadProgress) -> Void = { _ in }
    ) async throws {
        var fontSize = try FontSize(size)
        if let textStyle {
            fontSize = try FontMetrics(forTextStyle: textStyle).scaledSize(for: fontSize, maximum: maximum)
        }
        try await self.init(descriptor: descriptor, size: fontSize, cache: cache, onProgress: onProgress)
    }

    /// Makes a font in a size of any kind, such as that of a text style, and registers it where this is its first use.
    ///
    ///     let body = try await Font(descriptor: AppFont.text, size: FontSize(preferredFor: .body))
    ///
    /// - Parameters:
    ///   - descriptor: The font.
    ///   - size: The size.
    ///   - cache: The application's fonts.
    ///   - onProgress: Takes how far a font on the web has come, some times a second; one that is here tells nothing.
    /// - Throws: ``FontCacheError``; ``FontManagerError`` where the service is needed and cannot be reached;
    ///   `CancellationError`, at once: a font that comes from the web is given up then, unless others wait for it.
    public init(
        descriptor: some AppFontDescriptor, size: FontSize, cache: FontCache = .shared,
        onProgress: @escaping @Sendable (FontDownloadProgress) -> Void = { _ in }
    ) async throws {
        let found = try await cache.found(NamedAppFont(descriptor), onProgress: onProgress)
        if cache.configuration.followsTextSize, cache.traits.category == nil { await cache.manager.textSizes.settle() }
        self.init(face: found.face, size: size, isFallback: false, cache: cache, origin: .application)
        // Registered does not mean found: the user may have disabled it.
        if !found.font.isEnabled { self = try await resolved() }
    }

    /// Makes a font of any face that programs find, such as one that a document names.
    ///
    ///     let title = try await Font(FontDescriptor(name: "Fira Code"), size: FontSize(12), requesting: true)
    ///
    /// - Parameters:
    ///   - descriptor: What the font is to be like.
    ///   - size: The size.
    ///   - requesting: Whether a font that programs do not find is requested with
    ///     ``FontManager/requestFonts(_:options:onProgress:)``; it stays for as long as the process runs.
    ///   - options: Where the user is asked.
    ///   - cache: Whose text traits it follows, and whose manager finds it.
    /// - Throws: ``FontRequestResult/Unresolved`` where there is no such font, with the reason; ``FontManagerError`` where
    ///   the service cannot be reached; `CancellationError`.
    public init(
        _ descriptor: FontDescriptor, size: FontSize, requesting: Bool = false,
        options: RightsRequestOptions = RightsRequestOptions(), cache: FontCache = .shared
    ) async throws {
        var face = try await cache.manager.matchingFace(for: descriptor)
        if face == nil, requesting {
            let result = try await cache.manager.requestFonts([FontRequest(descriptor)], options: options)
            if let failure = result.unresolved.first { throw failure }
            face = result.resolved.first?.face
        }
        guard let face else {
            throw FontRequestResult.Unresolved(
                index: 0, reason: .notFound, message: "Programs find no such font, and it was not requested.")
        }
        if cache.configuration.followsTextSize, cache.traits.category == nil { await cache.manager.textSizes.settle() }
        self.init(face: face, size: size, isFallback: false, cache: cache, origin: .found)
    }

    /// A font that fontconfig finds, which no cache has registered.
    ///
    /// - Parameters:
    ///   - face: The face.
    ///   - name: The name that it was found by; `nil` for one that is chosen by its design.
    ///   - size: The size.
    ///   - cache: Whose text traits it follows.
    init(installed face: FontFace, named name: String? = nil, size: FontSize, cache: FontCache) {
        self.init(
            face: face, size: size, isFallback: false, cache: cache, origin: name.map(Origin.named) ?? .drawn)
    }

    private init(face: FontFace, size: FontSize, isFallback: Bool, cache: FontCache, origin: Origin) {
        self.face = face
        self.size = size
        self.isFallback = isFallback
        self.cache = cache
        self.origin = origin
    }

    // MARK: Sizes

    /// The same font in another size.
    ///
    /// - Parameters:
    ///   - size: The size in points in the category large: positive.
    ///   - textStyle: What it is scaled like; `nil` for a fixed size.
    ///   - maximum: What the size may not grow past.
    /// - Returns: The font.
    /// - Throws: `DynamicTypeError` for a size or a maximum that is none.
    public func withSize(
        _ size: Double, textStyle: TextStyle? = .body, maximum: FontSizeMaximum? = nil
    ) throws -> Font {
        let fixed = try FontSize(size)
        guard let textStyle else { return with(fixed) }
        return with(try FontMetrics(forTextStyle: textStyle).scaledSize(for: fixed, maximum: maximum))
    }

    /// The same font, scaled with the user's category from here on.
    ///
    /// - Parameters:
    ///   - metrics: What it is scaled like.
    ///   - maximum: What the size may not grow past.
    /// - Returns: The font.
    /// - Throws: `DynamicTypeError` with the code `alreadyScaled` for a font that is scaled already.
    public func scaled(by metrics: FontMetrics, maximum: FontSizeMaximum? = nil) throws -> Font {
        with(try metrics.scaledSize(for: size, maximum: maximum))
    }

    private func with(_ size: FontSize) -> Font {
        Font(face: face, size: size, isFallback: isFallback, cache: cache, origin: origin)
    }

    // MARK: Leaving

    /// Whether programs, or in process scope this one, find the font at this moment.
    ///
    /// Of a font by its name, this process' fontconfig is asked, which needs no service. A font of the system that is chosen
    /// by its design, and one that stands in for another, always is: there is something that text is drawn with.
    ///
    /// - Throws: ``FontManagerError`` where the service is needed and cannot be reached; `CancellationError`.
    public func isAvailable() async throws -> Bool {
        switch origin {
        case .application, .found: return try await cache.manager.isAvailable(face.id)
        case .named(let name):
            // One of the same name that was updated is the same to text libraries.
            return try await cache.manager.files.run { [face] in
                ApplicationFonts.installed(named: name).map { FontFace($0).postscriptName == face.postscriptName }
                    ?? false
            }
        case .drawn: return true
        }
    }

    /// The font where it is available, and otherwise what the application chose to stand in for it.
    ///
    /// Ask again when ``FontManager/changes(since:)`` tells of a change: what has left may have come back.
    ///
    /// - Returns: This font, or one with ``isFallback`` in the same size.
    /// - Throws: ``FontCacheError/Code/fontUnavailable`` where it has left and the application chose nothing;
    ///   ``FontManagerError`` where the service is needed and cannot be reached; `CancellationError`.
    public func resolved() async throws -> Font {
        if try await isAvailable() { return self }
        let wanted: FontDescriptor
        switch cache.configuration.fallback {
        case .error:
            throw FontCacheError(
                .fontUnavailable,
                """
                Programs do not find \(face.postscriptName) any more: it was disabled, removed or taken out of use, or \
                its file has gone. FontCache.Configuration.fallback can say what stands in for it.
                """)
        case .family(let name): wanted = FontDescriptor(familyName: name)
        case .descriptor(let descriptor): wanted = descriptor
        }
        // Families such as sans-serif are no font's own: what text is drawn with then fontconfig knows.
        var match = try? await cache.manager.matchingFace(for: wanted)
        if match == nil { match = try await cache.manager.files.run { wanted.installedFace } }
        let standIn = match ?? FontFace(missing: wanted.familyName ?? "sans-serif", weight: FontWeight.regular)
        return Font(face: standIn, size: size, isFallback: true, cache: cache, origin: .drawn)
    }
}

extension Font: Hashable {
    /// Whether two fonts are the same face in the same size, of the same cache.
    public static func == (first: Font, second: Font) -> Bool {
        first.face == second.face && first.size == second.size && first.isFallback == second.isFallback
            && first.cache === second.cache && first.origin == second.origin
    }

    /// Puts in what tells fonts apart.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(face)
        hasher.combine(size)
        hasher.combine(ObjectIdentifier(cache))
    }
}

/// What stands in for a font that is not there any more.
public enum FontFallback: Sendable, Hashable, Codable {
    /// Nothing: ``Font/resolved()`` throws.
    case error
    /// Any font of a family, which may be a generic one such as `sans-serif`.
    case family(String)
    /// The font that comes nearest to a descriptor.
    case descriptor(FontDescriptor)
}

extension FontDescriptor {
    /// The face that text is drawn with where this is asked for; blocks while fontconfig is being loaded.
    fileprivate var installedFace: FontFace? {
        if let name = postscriptName ?? name ?? displayName, let found = ApplicationFonts.installed(named: name) {
            return FontFace(found)
        }
        return ApplicationFonts.match(
            families: [familyName ?? name ?? displayName ?? "sans-serif"],
            weight: weight ?? (isBold == true ? FontWeight.bold : FontWeight.regular),
            slant: slant.flatMap { FontModel.FontSlant(rawValue: $0.rawValue) }
                ?? (isItalic == true ? .italic : .upright)
        ).map { FontFace($0) }
    }
}
