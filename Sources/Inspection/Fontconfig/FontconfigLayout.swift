/// Where fontconfig would look for fonts and their caches: all that may be known of it outside of the sandbox, as
/// nothing here reads a font or writes a cache.
///
/// Not for use from two threads at once.
package final class FontconfigLayout {
    private let configuration: FontconfigConfiguration

    /// Loads the configuration that programs with this process' environment get.
    ///
    /// - Throws: ``FontconfigError/noConfiguration``.
    package init() throws(FontconfigError) { configuration = try FontconfigConfiguration() }

    /// The version of the library that runs.
    package var libraryVersion: String { FontconfigConfiguration.libraryVersion }

    /// The directories that the configuration names, without those below them.
    package var rootDirectories: [String] { configuration.rootDirectories }

    /// Where caches are looked for, and written to the first that can be written.
    package var cacheDirectories: [String] { configuration.cacheDirectories }

    /// The files that make up the configuration, in the order in which they are read.
    package var configurationFiles: [String] { configuration.files }

    /// The file of the cache that fits a directory as it is now.
    ///
    /// - Parameter directory: An absolute path, spelled as the configuration spells it.
    /// - Returns: The absolute path, `nil` where programs would have to scan the directory.
    package func cacheFile(of directory: String) -> String? { configuration.cacheFile(of: directory) }
}
