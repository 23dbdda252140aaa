/// The directories in which fontconfig searches for fonts and their caches.
///
/// This is the only part of fontconfig that is used outside of the sandbox: nothing here reads a font or writes a
/// cache.
///
/// Do not use an object from two threads at once.
package final class FontconfigLayout {
    private let configuration: FontconfigConfiguration

    /// Loads the configuration for programs with the environment of this process.
    ///
    /// - Throws: ``FontconfigError/noConfiguration``.
    package init() throws(FontconfigError) { configuration = try FontconfigConfiguration() }

    /// The version of the loaded library.
    package var libraryVersion: String { FontconfigConfiguration.libraryVersion }

    /// The directories that the configuration names, without their subdirectories.
    package var rootDirectories: [String] { configuration.rootDirectories }

    /// The directories of caches; new caches are written to the first one that is writable.
    package var cacheDirectories: [String] { configuration.cacheDirectories }

    /// The files that make up the configuration, in the order in which they are read.
    package var configurationFiles: [String] { configuration.files }

    /// Returns the cache file for the current state of a directory.
    ///
    /// - Parameter directory: An absolute path, spelled as the configuration spells it.
    /// - Returns: The absolute path; `nil` if programs would have to scan the directory.
    package func cacheFile(of directory: String) -> String? { configuration.cacheFile(of: directory) }
}
