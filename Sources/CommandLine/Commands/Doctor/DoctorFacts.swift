// The headers of this module also declare timespec.
internal import CLinux
internal import class Fontconfig.FontconfigLayout
internal import struct FontLibrary.FontLocations
internal import Glibc
package import LinuxSystem
internal import struct ProviderManifests.ManifestSearch

/// The facts that `doctor` examines, which are collected before the examination.
package struct DoctorFacts: Sendable {
    /// The directories that fontconfig searches, and their caches.
    package struct Layout: Sendable {
        /// The version of the library.
        package var libraryVersion = ""
        /// The directories in the configuration, without their subdirectories.
        package var rootDirectories: [String] = []
        /// The cache directories; new caches are written to the first writable one.
        package var cacheDirectories: [String] = []
        /// The files of the configuration.
        package var configurationFiles: [String] = []
        /// The contents of the directories.
        package var survey = FontDirectorySurvey([])
        /// The cache file of each directory that has a valid cache.
        package var cacheFiles: [String: String] = [:]

        /// Creates the layout of a machine without fonts.
        package init() {}
    }

    /// The environment of this process.
    package var variables: [String: String]
    /// The directories of the user's fonts, according to this environment.
    package var places: UserPlaces
    /// The current time, in nanoseconds since 1970.
    package var now: Int64
    /// The loose fonts of the user: the contents of the two font directories in the home, without the published tree.
    package var loose: FontDirectorySurvey
    /// The files that the service moved away from the published fonts, at their current paths.
    package var setAside: [String]
    /// The font directories that are not writable, or that belong to another user.
    package var obstacles: [DirectoryObstacle]
    /// The manifests of providers that have a later version than this version of Typecase supports.
    package var newerManifests: [String] = []
    /// The manifests that cannot be used, each as its path and its first error.
    package var brokenManifests: [String] = []
    /// The results of checking the loose fonts in a sandboxed parser.
    package var looseFonts = LooseFontFacts()
    /// The directories and caches of fontconfig; `nil` if it has no configuration.
    package var layout: Layout?
    /// What the service and the service manager report.
    package var service = DoctorServiceFacts()

    /// Creates facts from the file system and fontconfig's configuration.
    ///
    /// - Parameter variables: The environment of this process.
    /// - Throws: An error if there is no home.
    package init(_ variables: [String: String]) throws(CommandFailure) {
        self.variables = variables
        places = try UserPlaces(variables)
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        now = Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
        loose = FontDirectorySurvey([places.fonts, places.oldFonts], excluding: places.publishedRoots)
        let survey = FontDirectorySurvey(places.setAside)
        setAside = (survey.files + survey.links).map(\.path).sorted()
        obstacles = (try? FontLocations(environment: variables)).map { $0.obstacles().all } ?? []
        // The directory in which nothing is published is for the user and other programs; a link there is intentional.
        for path in [places.fonts, places.oldFonts] where !obstacles.contains(where: { $0.path == path }) {
            guard (try? FileStatus(path: path))?.kind == .directory, let obstacle = DirectoryObstacle(of: path) else {
                continue
            }
            obstacles.append(obstacle)
        }
        let installed = ManifestSearch(environment: variables).all()
        newerManifests = installed.manifests.filter(\.reading.isNewer).map(\.path)
        brokenManifests =
            installed.manifests.compactMap { manifest in
                guard manifest.reading.manifest == nil, let fault = manifest.reading.faults.first else { return nil }
                return "\(manifest.path):\(fault)"
            } + installed.failures.map { "\($0.path): \($0.message)" }
        layout = Self.layout()
    }

    private static func layout() -> Layout? {
        guard let configuration = try? FontconfigLayout() else { return nil }
        var layout = Layout()
        layout.libraryVersion = configuration.libraryVersion
        layout.rootDirectories = configuration.rootDirectories
        layout.cacheDirectories = configuration.cacheDirectories
        layout.configurationFiles = configuration.configurationFiles
        layout.survey = FontDirectorySurvey(layout.rootDirectories)
        for directory in layout.survey.directories {
            if let file = configuration.cacheFile(of: directory.path) { layout.cacheFiles[directory.path] = file }
        }
        return layout
    }
}
