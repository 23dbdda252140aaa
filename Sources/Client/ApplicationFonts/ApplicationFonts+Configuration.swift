internal import CFontconfig
internal import Glibc
internal import LinuxSystem
internal import Synchronization

/// Access to the current configuration of the process, which other code uses as well.
extension ApplicationFonts {
    struct State {
        var retired = ApplicationFontSet.Retired()
        /// When this code loaded the configuration, if none was loaded before.
        var loading: ContinuousClock.Instant?
        /// The last configuration in which a name was not found, and the modification times of its directories then.
        var seen: (configuration: UInt, times: [String: timespec.Nanoseconds])?

        /// Returns whether the configuration is so new that hardly any lookup of fonts can have begun.
        ///
        /// Only the first caller gets `true`.
        mutating func takeFreshness() -> Bool {
            defer { loading = nil }
            return loading.map { $0.duration(to: .now) < .milliseconds(100) } ?? false
        }
    }

    /// Guards all changes of the fonts.
    static let lock = Mutex(State())
    /// Longer than it takes to get a configuration that is loaded, and shorter than it takes to load one.
    private static let leastLoadingTime = Duration.microseconds(500)

    /// Runs a closure with the current configuration, and again if another configuration has replaced it meanwhile.
    ///
    /// The second run is necessary because code that reloads the configuration on another thread may have collected the
    /// fonts to keep before the first run ended.
    ///
    /// - Parameter body: The closure. If it replaces the configuration that it gets, it is responsible for the
    ///   references to both.
    /// - Returns: The result of the last run.
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

    /// Returns the current configuration, and loads it if there is none.
    ///
    /// - Returns: The configuration, with a reference for the caller. Without the reference, it would be freed as soon
    ///   as another configuration replaces it.
    static func current(_ state: inout State) -> OpaquePointer? {
        let start = ContinuousClock.now
        defer { if start.duration(to: .now) > leastLoadingTime { state.loading = .now } }
        return FcConfigReference(nil)
    }

    /// Replaces the patterns of a file.
    ///
    /// If there is no room, this loads a new configuration, which replaces the current one.
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
            // The application has made this configuration itself, so it cannot be loaded again.
            FcConfigDestroy(next)
            guard let fonts else { return ApplicationFontSet.make(of: patterns, in: configuration) }
            _ = fonts.replace(path, with: [], &state.retired)
            return fonts.append(patterns)
        }
        return replace(
            &configuration, with: next, keeping: { !isFile(bytes(path), of: $0) }, adding: patterns, &state)
    }

    /// Replaces the current configuration.
    ///
    /// - Parameters:
    ///   - configuration: The current configuration.
    ///   - next: The new configuration, which is freed on failure.
    ///   - isKept: Returns whether a pattern of the application fonts is kept.
    ///   - patterns: The patterns to add.
    ///   - state: The state, which keeps the former configuration for code that still uses it.
    /// - Returns: Whether the new configuration has replaced the current one.
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

    /// Reloads the configuration if directories of fonts may have changed since it was loaded.
    ///
    /// The application fonts are kept.
    ///
    /// fontconfig's own check has a resolution of one second, and misses changes in the second in which the
    /// configuration was loaded.
    ///
    /// - Returns: Whether the configuration was reloaded.
    static func loadChanges() -> Bool {
        let isLoaded = try? withConfiguration { configuration, state -> Bool in
            let times = directoryTimes(of: configuration)
            if state.seen?.configuration == UInt(bitPattern: configuration), state.seen?.times == times { return false }
            state.seen = (UInt(bitPattern: configuration), times)
            guard let next = FcInitLoadConfigAndFonts() else { return false }
            guard files(of: configuration) == files(of: next) else {
                // The application has made this configuration itself, so it cannot be loaded again.
                FcConfigDestroy(next)
                return false
            }
            guard replace(&configuration, with: next, keeping: { _ in true }, adding: [], &state) else { return false }
            // A change during the loading is detected at the next call.
            state.seen = (UInt(bitPattern: next), times)
            return true
        }
        return isLoaded ?? false
    }

    /// Returns the modification times of the font directories of a configuration, by path.
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

    /// Returns the files from which a configuration was loaded.
    static func files(of configuration: OpaquePointer) -> [String] {
        guard let list = FcConfigGetConfigFiles(configuration) else { return [] }
        defer { FcStrListDone(list) }
        var files: [String] = []
        while let file = FcStrListNext(list) { files.append(text(ofPath: file)) }
        return files
    }
}

extension timespec {
    /// A time as a number of nanoseconds.
    typealias Nanoseconds = Int64

    fileprivate var nanoseconds: Nanoseconds { Int64(tv_sec) * 1_000_000_000 + Int64(tv_nsec) }
}
