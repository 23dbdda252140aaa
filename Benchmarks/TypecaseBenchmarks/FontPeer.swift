internal import Glibc
internal import TestSupport

/// Another font manager, with a home of its own in which it has installed fonts.
protocol FontPeer: Sendable {
    /// Where its fonts are.
    var home: ScratchHome { get }

    /// Installs fonts, and waits until programs find them.
    ///
    /// - Parameter fonts: The paths.
    /// - Returns: The time that it took.
    /// - Throws: Why it cannot be called; fonts that it refuses throw nothing.
    func install(_ fonts: [String]) async throws -> Duration

    /// Makes it notice that font files were added or removed by others.
    func refresh() async throws

    /// Ends what was started.
    func end() async
}

extension FontPeer {
    /// The font files in the home.
    var files: Set<String> { Set(FontFiles.all(in: home.path)) }

    /// Removes font files.
    func remove(_ files: Set<String>) async throws {
        for file in files { unlink(file) }
        try await refresh()
    }
}
