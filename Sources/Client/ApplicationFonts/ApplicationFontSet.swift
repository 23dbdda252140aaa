internal import CFontconfig
internal import Glibc
internal import Synchronization

/// The application fonts of a configuration, changed in such a way that others can look for fonts meanwhile.
///
/// fontconfig has no guard for this set. Whoever looks for fonts goes through its places without holding what is in
/// them, and `FcFontSort` (fcmatch.c) makes room for as many fonts as there are at its beginning. So the set has its
/// length from the start and does not become longer: places to spare repeat a font that is in it anyway, or one of the
/// system, which is found anyway and is not the application's. Whoever looks for the best one does not notice. Fonts come
/// and go by the replacement of single places, and what has left lives on for a while.
struct ApplicationFontSet {
    /// References to what nobody finds any more, and those may still read who have begun to.
    ///
    /// `@unchecked Sendable`: nobody but the thread that holds the lock around it gives them back.
    struct Retired: @unchecked Sendable {
        private enum Object {
            case pattern(OpaquePointer)
            case configuration(OpaquePointer)
        }
        private var objects: [(object: Object, since: ContinuousClock.Instant)] = []
        /// Longer than anybody needs to look for a font.
        private static let delay = Duration.seconds(60)
        /// Each has some hundred kilobytes, and loading so many takes longer than to look through one.
        private static let mostConfigurations = 16

        mutating func insert(pattern: OpaquePointer) { objects.append((.pattern(pattern), .now)) }

        /// Toolkits go through the sets of the current configuration without holding it (`FcConfigGetFonts`).
        mutating func insert(configuration: OpaquePointer) {
            objects.append((.configuration(configuration), .now))
            let kept = objects.indices.filter { if case .configuration = objects[$0].object { true } else { false } }
            guard kept.count > Self.mostConfigurations, let oldest = kept.first else { return }
            if case .configuration(let configuration) = objects.remove(at: oldest).object {
                FcConfigDestroy(configuration)
            }
        }

        /// Gives back what has been here for long enough.
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

    /// Enough for the faces of most applications: each costs those who look for fonts a fraction of a microsecond.
    private static let leastPlaces = 64

    private let set: UnsafeMutablePointer<FcFontSet>
    /// What the places of a set without fonts are filled with: a font of the system, which is not the application's own even
    /// where the application has its file too.
    private let systemFiller: OpaquePointer?

    /// The set of a configuration; `nil` where there are no application fonts.
    init?(of configuration: OpaquePointer) {
        guard let set = FcConfigGetFonts(configuration, FcSetApplication) else { return nil }
        self.set = set
        systemFiller = Self.systemFiller(of: configuration)
    }

    /// What fills the places of a set without fonts; `nil` where the system has no font.
    static func systemFiller(of configuration: OpaquePointer) -> OpaquePointer? {
        guard let set = FcConfigGetFonts(configuration, FcSetSystem), set.pointee.nfont > 0 else { return nil }
        return set.pointee.fonts?[0]
    }

    /// Makes the set of a configuration that has none, with room for more.
    ///
    /// Nobody may be looking for fonts in the configuration: the set is empty first.
    ///
    /// - Parameters:
    ///   - patterns: The patterns of the fonts in it, which belong to the set then; may be empty.
    ///   - configuration: The configuration.
    /// - Returns: Whether there is such a set now; not where there is no font at all to fill it with.
    static func make(of patterns: [OpaquePointer], in configuration: OpaquePointer) -> Bool {
        guard let filler = patterns.last ?? systemFiller(of: configuration),
            FcConfigGetFonts(configuration, FcSetApplication) == nil
        else { return false }
        // Only whoever adds a file makes the set; of what is no font, nothing is added to it.
        _ = FcConfigAppFontAddFile(configuration, "/dev/null")
        let count = max(leastPlaces, 2 * patterns.count)
        // The set frees it, with C's own allocator.
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

    /// The patterns of application fonts, each once, in their order.
    var patterns: [OpaquePointer] {
        var known: Set<OpaquePointer> = systemFiller.map { [$0] } ?? []
        return ApplicationFonts.patterns(set).filter { known.insert($0).inserted }
    }

    /// Whether there are patterns of a file.
    ///
    /// - Parameter path: The path, with a NUL at the end.
    /// - Returns: Whether there are, besides what fills places.
    func contains(_ path: [UInt8]) -> Bool {
        ApplicationFonts.patterns(set).contains { $0 != systemFiller && ApplicationFonts.isFile(path, of: $0) }
    }

    /// Puts patterns in the place of those of a file, of which there may be none.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - patterns: What is to be there, which belongs to the set then.
    ///   - retired: Takes what has left.
    /// - Returns: Whether there was room for them; nothing was changed where there was not.
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
            // Nothing is left to fill it with, and a set may become shorter.
            set.pointee.nfont = 0
            for pattern in all { retired.insert(pattern: pattern) }
            return true
        }
        for (number, index) in free.enumerated() where number < max(patterns.count, leaving.count) {
            if number >= patterns.count { FcPatternReference(filler) }
            // Nobody may find the place before what it points at.
            atomicMemoryFence(ordering: .releasing)
            places[index] = number < patterns.count ? patterns[number] : filler
            retired.insert(pattern: all[index])
        }
        return true
    }

    /// Adds patterns as fontconfig itself does, which takes no heed of others who look for fonts.
    ///
    /// - Parameter patterns: What is added, which belongs to the set then.
    /// - Returns: Whether all were; none otherwise.
    func append(_ patterns: [OpaquePointer]) -> Bool {
        let before = set.pointee.nfont
        for pattern in patterns where FcFontSetAdd(set, pattern) == 0 {
            set.pointee.nfont = before
            return false
        }
        return true
    }
}
