internal import CFontconfig
internal import Glibc
internal import LinuxSystem
internal import Synchronization

/// The current configuration of the process, which others use as well.
extension ApplicationFonts {
    struct State {
        var retired = ApplicationFontSet.Retired()
        /// When the configuration was loaded here, where nobody had loaded one before.
        var loading: ContinuousClock.Instant?
        /// The configuration that names were looked for in vain in, and when its directories had changed last.
        var seen: (configuration: UInt, times: [String: timespec.Nanoseconds])?

        /// Whether hardly anybody can have begun to look for fonts; only the first who asks is told so.
        mutating func takeFreshness() -> Bool {
            defer { loading = nil }
            return loading.map { $0.duration(to: .now) < .milliseconds(100) } ?? false
        }
    }

    /// Who changes the fonts does so alone.
    static let lock = Mutex(State())
    /// Longer than it takes to ask for a configuration that is there, and shorter than to load one.
    private static let leastLoadingTime = Duration.microseconds(500)

    /// Does something with the current configuration, and once more with the one that has taken its place meanwhile.
    ///
    /// Whoever loads it anew on another thread may have looked what to keep before this was done.
    ///
    /// - Parameter body: What to do; where it puts another configuration in the place of the one that it gets, it takes
    ///   care of the references to both.
    /// - Returns: What it returns, the last time.
    /// - Throws: ``Failure``.
    static func withConfiguration<Result: Sendable>(
        _ body: (inout OpaquePointer, inout State) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try lock.withLock { (state) throws(Failure) in
            state.retired.clear()
            let (result, isReplaced) = try once(&state, body)
            return isReplaced ? try once(&state, body).result : result
        }
    }

    private static func once<Result>(
        _ state: inout State, _ body: (inout OpaquePointer, inout State) throws(Failure) -> Result
    ) throws(Failure) -> (result: Result, isReplaced: Bool) {
        guard var configuration = current(&state) else { throw .noConfiguration }
        defer { FcConfigDestroy(configuration) }
        let result = try body(&configuration, &state)
        return (result, FcConfigGetCurrent() != configuration)
    }

    /// The current configuration, which is loaded where there is none.
    ///
    /// - Returns: The configuration, with a reference for the caller: without one it would be freed as soon as another
    ///   takes its place.
    static func current(_ state: inout State) -> OpaquePointer? {
        let start = ContinuousClock.now
        defer { if start.duration(to: .now) > leastLoadingTime { state.loading = .now } }
        return FcConfigReference(nil)
    }

    /// Puts patterns in the place of those of a file: where there is no room, into a configuration that takes the place
    /// of the current one.
    static func put(
        _ patterns: [OpaquePointer], for path: String, in configuration: inout OpaquePointer, _ state: inout State
    ) -> Bool {
        let fonts = ApplicationFontSet(of: configuration)
        if let fonts {
            if fonts.replace(path, with: patterns, &state.retired) { return true }
        } else if state.takeFreshness() {
            return ApplicationFontSet.make(of: patterns, in: configuration)
        }
        guard let next = FcInitLoadConfigAndFonts() else { return false }
        guard files(of: configuration) == files(of: next) else {
            // One of the application's own making, which nobody else could load again.
            FcConfigDestroy(next)
            guard let fonts else { return ApplicationFontSet.make(of: patterns, in: configuration) }
            _ = fonts.replace(path, with: [], &state.retired)
            return fonts.append(patterns)
        }
        return replace(
            &configuration, with: next, keeping: { !isFile(bytes(path), of: $0) }, adding: patterns, &state)
    }

    /// Puts another configuration in the place of the current one.
    ///
    /// - Parameters:
    ///   - configuration: The current one.
    ///   - next: The one that takes its place, or is freed.
    ///   - isKept: Which of the patterns of application fonts come along.
    ///   - patterns: Which are added.
    ///   - state: Where the former one is kept for whoever uses it.
    /// - Returns: Whether it has taken its place.
    private static func replace(
        _ configuration: inout OpaquePointer, with next: OpaquePointer, keeping isKept: (OpaquePointer) -> Bool,
        adding patterns: [OpaquePointer], _ state: inout State
    ) -> Bool {
        let kept = (ApplicationFontSet(of: configuration)?.patterns ?? []).filter(isKept)
        for pattern in kept { FcPatternReference(pattern) }
        guard ApplicationFontSet.make(of: kept + patterns, in: next) || kept.isEmpty && patterns.isEmpty else {
            for pattern in kept { FcPatternDestroy(pattern) }
            FcConfigDestroy(next)
            return false
        }
        FcConfigSetCurrent(next)
        state.retired.insert(configuration: configuration)
        configuration = next
        return true
    }

    /// Loads the configuration anew where directories of fonts may have changed since it was loaded, with the fonts of the
    /// application.
    ///
    /// fontconfig's own check counts in seconds, and misses what changes in the second of the loading.
    ///
    /// - Returns: Whether it was loaded.
    static func loadChanges() -> Bool {
        let isLoaded = try? withConfiguration { configuration, state -> Bool in
            let times = directoryTimes(of: configuration)
            if state.seen?.configuration == UInt(bitPattern: configuration), state.seen?.times == times { return false }
            state.seen = (UInt(bitPattern: configuration), times)
            guard let next = FcInitLoadConfigAndFonts() else { return false }
            guard files(of: configuration) == files(of: next) else {
                // One of the application's own making, which nobody else could load again.
                FcConfigDestroy(next)
                return false
            }
            guard replace(&configuration, with: next, keeping: { _ in true }, adding: [], &state) else { return false }
            // A change during the loading is seen the next time.
            state.seen = (UInt(bitPattern: next), times)
            return true
        }
        return isLoaded ?? false
    }

    /// When the directories of fonts of a configuration changed last, by their paths.
    private static func directoryTimes(of configuration: OpaquePointer) -> [String: timespec.Nanoseconds] {
        guard let list = FcConfigGetFontDirs(configuration) else { return [:] }
        defer { FcStrListDone(list) }
        var times: [String: timespec.Nanoseconds] = [:]
        while let directory = FcStrListNext(list) {
            let path = text(ofPath: directory)
            var status = stat()
            if stat(path.fileSystemRepresentation, &status) == 0 { times[path] = status.st_mtim.nanoseconds }
        }
        return times
    }

    /// The files that a configuration was made of.
    static func files(of configuration: OpaquePointer) -> [String] {
        guard let list = FcConfigGetConfigFiles(configuration) else { return [] }
        defer { FcStrListDone(list) }
        var files: [String] = []
        while let file = FcStrListNext(list) { files.append(text(ofPath: file)) }
        return files
    }
}

extension timespec {
    /// A time as one number.
    typealias Nanoseconds = Int64

    fileprivate var nanoseconds: Nanoseconds { Int64(tv_sec) * 1_000_000_000 + Int64(tv_nsec) }
}
