internal import CFontconfig
internal import Glibc
internal import Synchronization

/// The application fonts of a configuration, which can change while other threads look up fonts.
///
/// fontconfig does not protect this set by a lock. A thread that looks up fonts iterates over the places of the set
/// without references to the patterns in them, and `FcFontSort` (fcmatch.c) first allocates room for the current number
/// of fonts. The set therefore has its full length from the start and does not grow. Spare places repeat a font that is
/// in the set anyway, or contain a system font, which is found anyway and is not the application's. This does
/// not change which font is the best match. Fonts are added and removed by replacing single places, and removed
/// patterns stay allocated for a while.
struct ApplicationFontSet {
    /// References to removed patterns and replaced configurations, which running lookups may still read.
    ///
    /// `@unchecked Sendable`: only the thread that holds the lock around it releases the references.
    struct Retired: @unchecked Sendable {
        private enum Object {
            case pattern(OpaquePointer)
            case configuration(OpaquePointer)
        }
        private var objects: [(object: Object, since: ContinuousClock.Instant)] = []
        /// Longer than any lookup of a font takes.
        private static let delay = Duration.seconds(60)
        /// The maximum number of configurations.
        ///
        /// Each takes some hundred kilobytes, and loading this many takes longer than a lookup in one of them.
        private static let mostConfigurations = 16

        mutating func insert(pattern: OpaquePointer) { objects.append((.pattern(pattern), .now)) }

        /// Adds a configuration.
        ///
        /// Toolkits read the sets of the current configuration without a reference to it (`FcConfigGetFonts`).
        mutating func insert(configuration: OpaquePointer) {
            objects.append((.configuration(configuration), .now))
            let kept = objects.indices.filter { if case .configuration = objects[$0].object { true } else { false } }
            guard kept.count > Self.mostConfigurations, let oldest = kept.first else { return }
            if case .configuration(let configuration) = objects.remove(at: oldest).object {
                FcConfigDestroy(configuration)
            }
        }

        /// Releases the objects that have been here for long enough.
        mutating func clear() {
            let now = ContinuousClock.now
            let count = objects.prefix { $0.since.duration(to: now) > Self.delay }.count
            for (object, _) in objects.prefix(count) {
                switch object {
                case .pattern(let pattern): FcPatternDestroy(pattern)
                case .configuration(let configuration): FcConfigDestroy(configuration)
                }
            }
            objects.removeFirst(count)
        }
    }

    /// The minimum number of places.
    ///
    /// It is enough for the faces of most applications. Each place costs a lookup a fraction of a microsecond.
    private static let leastPlaces = 64

    private let set: UnsafeMutablePointer<FcFontSet>
    /// The font of the system that fills the places of a set without fonts.
    ///
    /// It does not count as an application font, even if the application has added its file too.
    private let systemFiller: OpaquePointer?

    /// Creates the set of a configuration; `nil` if it has no application fonts.
    init?(of configuration: OpaquePointer) {
        guard let set = FcConfigGetFonts(configuration, FcSetApplication) else { return nil }
        self.set = set
        systemFiller = Self.systemFiller(of: configuration)
    }

    /// Returns the font that fills the places of a set without fonts; `nil` if the system has no font.
    static func systemFiller(of configuration: OpaquePointer) -> OpaquePointer? {
        guard let set = FcConfigGetFonts(configuration, FcSetSystem), set.pointee.nfont > 0 else { return nil }
        return set.pointee.fonts?[0]
    }

    /// Makes the set of a configuration that has none, with room for more fonts.
    ///
    /// No thread may look up fonts in the configuration during the call, because the set is empty at first.
    ///
    /// - Parameters:
    ///   - patterns: The patterns of the fonts in the set, which takes ownership of them; may be empty.
    ///   - configuration: The configuration.
    /// - Returns: Whether the set was made. It cannot be made if there is no font at all to fill it with.
    static func make(of patterns: [OpaquePointer], in configuration: OpaquePointer) -> Bool {
        guard let filler = patterns.last ?? systemFiller(of: configuration),
            FcConfigGetFonts(configuration, FcSetApplication) == nil
        else { return false }
        // fontconfig makes the set only when a file is added. A file that is not a font adds nothing to it.
        _ = FcConfigAppFontAddFile(configuration, "/dev/null")
        let count = max(leastPlaces, 2 * patterns.count)
        // The set frees this memory, with C's allocator.
        guard let set = FcConfigGetFonts(configuration, FcSetApplication), set.pointee.sfont == 0,
            let memory = calloc(count, MemoryLayout<OpaquePointer?>.stride)
        else { return false }
        let places = memory.bindMemory(to: OpaquePointer?.self, capacity: count)
        for index in 0..<count {
            if index >= patterns.count { FcPatternReference(filler) }
            places[index] = index < patterns.count ? patterns[index] : filler
        }
        set.pointee.fonts = places
        set.pointee.sfont = Int32(count)
        atomicMemoryFence(ordering: .releasing)
        set.pointee.nfont = Int32(count)
        return true
    }

    /// The patterns of the application fonts, each once, in their order.
    var patterns: [OpaquePointer] {
        var known: Set<OpaquePointer> = systemFiller.map { [$0] } ?? []
        return ApplicationFonts.patterns(set).filter { known.insert($0).inserted }
    }

    /// Returns whether the set has patterns of a file.
    ///
    /// - Parameter path: The path, with a NUL at the end.
    /// - Returns: Whether it has such patterns, apart from those that fill places.
    func contains(_ path: [UInt8]) -> Bool {
        ApplicationFonts.patterns(set).contains { $0 != systemFiller && ApplicationFonts.isFile(path, of: $0) }
    }

    /// Replaces the patterns of a file, which may have none, with others.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - patterns: The new patterns; the set takes ownership of them.
    ///   - retired: Receives the removed patterns.
    /// - Returns: Whether there was room for the patterns; otherwise nothing has changed.
    func replace(_ path: String, with patterns: [OpaquePointer], _ retired: inout Retired) -> Bool {
        guard let places = set.pointee.fonts else { return patterns.isEmpty }
        let all = ApplicationFonts.patterns(set)
        let file = ApplicationFonts.bytes(path)
        var known: Set<OpaquePointer> = []
        var (leaving, spare) = ([Int](), [Int]())
        for (index, pattern) in all.enumerated() {
            if pattern == systemFiller {
                spare.append(index)
            } else if ApplicationFonts.isFile(file, of: pattern) {
                leaving.append(index)
            } else if !known.insert(pattern).inserted {
                spare.append(index)
            }
        }
        let free = leaving + spare
        guard patterns.count <= free.count else { return false }
        guard let filler = patterns.last ?? known.first ?? systemFiller else {
            // Nothing is left to fill the set with; a set may become shorter.
            set.pointee.nfont = 0
            for pattern in all { retired.insert(pattern: pattern) }
            return true
        }
        for (number, index) in free.enumerated() where number < max(patterns.count, leaving.count) {
            if number >= patterns.count { FcPatternReference(filler) }
            // The pattern must be visible to other threads before the place that points at it.
            atomicMemoryFence(ordering: .releasing)
            places[index] = number < patterns.count ? patterns[number] : filler
            retired.insert(pattern: all[index])
        }
        return true
    }

    /// Adds patterns as fontconfig itself does, which is not safe while other threads look up fonts.
    ///
    /// - Parameter patterns: The patterns to add; the set takes ownership of them.
    /// - Returns: Whether all patterns were added; otherwise none was.
    func append(_ patterns: [OpaquePointer]) -> Bool {
        let before = set.pointee.nfont
        for pattern in patterns where FcFontSetAdd(set, pattern) == 0 {
            set.pointee.nfont = before
            return false
        }
        return true
    }
}
