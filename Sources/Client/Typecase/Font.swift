internal import ApplicationFonts
public import DynamicType
internal import FontModel
internal import LinuxSystem

/// A font at a size, for setting text: one that comes with the application, a system font, or any other installed font.
///
/// The value identifies the font and does not contain its data: text libraries find the font by ``familyName`` and
/// ``styleName``.
public struct Font: Sendable {
    /// The face, as it was when this value was created.
    public let face: FontFace
    /// The size: fixed, or scaled with the user's content size category.
    public let size: FontSize
    /// Whether this font is a fallback for the requested one.
    public let isFallback: Bool

    private let cache: FontCache
    private let origin: Origin

    /// The origin of a font, which decides how its availability is checked.
    private enum Origin: Hashable {
        /// The application's own font, which its cache registered.
        case application
        /// A font that the service found.
        case found
        /// A font that fontconfig found by this name.
        case named(String)
        /// A font that text libraries can always draw with: a system font chosen by its design, or a fallback.
        case drawn
    }

    /// The PostScript name.
    public var postscriptName: String { face.postscriptName }
    /// The family name.
    public var familyName: String { face.familyName }
    /// The style name.
    public var styleName: String { face.styleName }
    /// The current size in points, for the ``FontCache/effectiveTraits`` of the font's cache.
    ///
    /// The size changes when ``FontManager/contentSizeCategories()`` reports a new category.
    public var pointSize: Double { size.pointSize(for: cache.effectiveTraits) }

    /// Returns the current size in points for a text that has its own traits, such as a largest category.
    ///
    /// - Parameter overrides: The traits of this text. Traits that are not set here have the same values as for all
    ///   texts.
    /// - Returns: The size in points.
    public func pointSize(with overrides: TextTraits) -> Double {
        size.pointSize(for: cache.effectiveTraits.merging(overrides))
    }

    /// Creates a font, and registers it if this is its first use.
    ///
    /// The size applies in the category large. It grows and shrinks with the user's category in the same way as a text
    /// style. For a text that has no room to grow, such as the title of a tab, pass `nil` as the text style. Creating
    /// the first font waits until the user's category is known.
    ///
    /// - Parameters:
    ///   - descriptor: The font.
    ///   - size: The size in points; must be positive.
    ///   - textStyle: The text style that the size is scaled like; `nil` for a fixed size.
    ///   - maximum: The upper limit for the size.
    ///   - cache: The cache for the application's fonts.
    ///   - onProgress: Receives the progress of a download several times a second. It is not called for a font that is
    ///     already on this machine.
    /// - Throws: ``FontCacheError``; `DynamicTypeError` if the size or the maximum is invalid; ``FontManagerError`` if
    ///   the service is needed and cannot be reached; `CancellationError`.
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

    /// Creates a font at a size of any kind, such as that of a text style, and registers it if this is its first use.
    ///
    ///     let body = try await Font(descriptor: AppFont.text, size: FontSize(preferredFor: .body))
    ///
    /// - Parameters:
    ///   - descriptor: The font.
    ///   - size: The size.
    ///   - cache: The cache for the application's fonts.
    ///   - onProgress: Receives the progress of a download several times a second. It is not called for a font that is
    ///     already on this machine.
    /// - Throws: ``FontCacheError``; ``FontManagerError`` if the service is needed and cannot be reached;
    ///   `CancellationError` immediately when the task is cancelled. A download is then abandoned, unless others wait
    ///   for the same font.
    public init(
        descriptor: some AppFontDescriptor, size: FontSize, cache: FontCache = .shared,
        onProgress: @escaping @Sendable (FontDownloadProgress) -> Void = { _ in }
    ) async throws {
        let found = try await cache.found(NamedAppFont(descriptor), onProgress: onProgress)
        if cache.configuration.followsTextSize, cache.traits.category == nil { await cache.manager.textSizes.settle() }
        self.init(face: found.face, size: size, isFallback: false, cache: cache, origin: .application)
        // A registered font is not always found: the user may have disabled it.
        if !found.font.isEnabled { self = try await resolved() }
    }

    /// Creates a font from any face that programs find, such as one that a document names.
    ///
    ///     let title = try await Font(FontDescriptor(name: "Fira Code"), size: FontSize(12), requesting: true)
    ///
    /// - Parameters:
    ///   - descriptor: The attributes of the wanted font.
    ///   - size: The size.
    ///   - requesting: Whether to request the font with ``FontManager/requestFonts(_:options:onProgress:)`` if programs
    ///     do not find it. A requested font stays available for as long as the process runs.
    ///   - options: Where on the screen the user is asked.
    ///   - cache: The cache whose text traits the font follows and whose manager finds it.
    /// - Throws: ``FontRequestResult/Unresolved``, with the reason, if there is no such font; ``FontManagerError`` if
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

    /// Creates a font that fontconfig finds and that no cache has registered.
    ///
    /// - Parameters:
    ///   - face: The face.
    ///   - name: The name that the font was found by; `nil` for a font chosen by its design.
    ///   - size: The size.
    ///   - cache: The cache whose text traits the font follows.
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

    /// Returns the same font at another size.
    ///
    /// - Parameters:
    ///   - size: The size in points in the category large; must be positive.
    ///   - textStyle: The text style that the size is scaled like; `nil` for a fixed size.
    ///   - maximum: The upper limit for the size.
    /// - Returns: The font.
    /// - Throws: `DynamicTypeError` if the size or the maximum is invalid.
    public func withSize(
        _ size: Double, textStyle: TextStyle? = .body, maximum: FontSizeMaximum? = nil
    ) throws -> Font {
        let fixed = try FontSize(size)
        guard let textStyle else { return with(fixed) }
        return with(try FontMetrics(forTextStyle: textStyle).scaledSize(for: fixed, maximum: maximum))
    }

    /// Returns the same font, scaled with the user's category from now on.
    ///
    /// - Parameters:
    ///   - metrics: The metrics that define the scaling.
    ///   - maximum: The upper limit for the size.
    /// - Returns: The font.
    /// - Throws: `DynamicTypeError` with the code `alreadyScaled` if the font is already scaled.
    public func scaled(by metrics: FontMetrics, maximum: FontSizeMaximum? = nil) throws -> Font {
        with(try metrics.scaledSize(for: size, maximum: maximum))
    }

    private func with(_ size: FontSize) -> Font {
        Font(face: face, size: size, isFallback: isFallback, cache: cache, origin: origin)
    }

    // MARK: Leaving

    /// Whether the font can currently be found: by programs, or by this process for a font in process scope.
    ///
    /// For a font that was found by its name, this process asks its own fontconfig, which needs no service. A system
    /// font that is chosen by its design is always available, and so is a fallback font: text can always be drawn with
    /// some font.
    ///
    /// - Throws: ``FontManagerError`` if the service is needed and cannot be reached; `CancellationError`.
    public func isAvailable() async throws -> Bool {
        switch origin {
        case .application, .found: return try await cache.manager.isAvailable(face.id)
        case .named(let name):
            // Text libraries treat an updated font of the same name as the same font.
            return try await cache.manager.files.run { [face] in
                ApplicationFonts.installed(named: name).map { FontFace($0).postscriptName == face.postscriptName }
                    ?? false
            }
        case .drawn: return true
        }
    }

    /// Returns this font if it is available, and otherwise the fallback that the application chose.
    ///
    /// Call this again when ``FontManager/changes(since:)`` reports a change: a font that was removed may be available
    /// again.
    ///
    /// - Returns: This font, or a font of the same size whose ``isFallback`` is `true`.
    /// - Throws: ``FontCacheError/Code/fontUnavailable`` if the font is not available and the application chose no
    ///   fallback; ``FontManagerError`` if the service is needed and cannot be reached; `CancellationError`.
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
        // Generic families such as sans-serif are not the name of any font: only fontconfig knows which font text is
        // drawn with.
        var match = try? await cache.manager.matchingFace(for: wanted)
        if match == nil { match = try await cache.manager.files.run { wanted.installedFace } }
        let standIn = match ?? FontFace(missing: wanted.familyName ?? "sans-serif", weight: FontWeight.regular)
        return Font(face: standIn, size: size, isFallback: true, cache: cache, origin: .drawn)
    }
}

extension Font: Hashable {
    /// Whether two fonts have the same face, size, origin and cache, and are both fallbacks or both not.
    public static func == (first: Font, second: Font) -> Bool {
        first.face == second.face && first.size == second.size && first.isFallback == second.isFallback
            && first.cache === second.cache && first.origin == second.origin
    }

    /// Feeds the properties that distinguish fonts into a hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(face)
        hasher.combine(size)
        hasher.combine(ObjectIdentifier(cache))
    }
}

/// The fallback for a font that is no longer available.
public enum FontFallback: Sendable, Hashable, Codable {
    /// No fallback: ``Font/resolved()`` throws.
    case error
    /// Any font of a family, which may be generic, such as `sans-serif`.
    case family(String)
    /// The font that matches a descriptor best.
    case descriptor(FontDescriptor)
}

extension FontDescriptor {
    /// The face that fontconfig draws text with for this descriptor; blocks while fontconfig is loaded.
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
