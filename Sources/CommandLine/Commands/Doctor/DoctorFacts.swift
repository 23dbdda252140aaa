// Whose headers declare timespec, too.
internal import CLinux
internal import class Fontconfig.FontconfigLayout
internal import struct FontLibrary.FontLocations
internal import Glibc
package import LinuxSystem
internal import struct ProviderManifests.ManifestSearch

/// What `doctor` looks at, gathered before anything is judged.
package struct DoctorFacts: Sendable {
    /// Where fontconfig looks, and what it has cached.
    package struct Layout: Sendable {
        /// The version of the library.
        package var libraryVersion = ""
        /// The directories of the configuration, without those below them.
        package var rootDirectories: [String] = []
        /// Where caches are, the first that can be written for new ones.
        package var cacheDirectories: [String] = []
        /// The files of the configuration.
        package var configurationFiles: [String] = []
        /// What lies in the directories.
        package var survey = FontDirectorySurvey([])
        /// The cache file of each directory that has a valid one.
        package var cacheFiles: [String: String] = [:]

        /// Creates the layout of a machine without fonts.
        package init() {}
    }

    /// The environment of this process.
    package var variables: [String: String]
    /// Where the user's fonts lie, by that environment.
    package var places: UserPlaces
    /// The time, in nanoseconds since 1970.
    package var now: Int64
    /// The loose fonts of the user: what lies in the two directories of fonts in the home, without our own tree.
    package var loose: FontDirectorySurvey
    /// What the service found among the published fonts that is none of them, where it lies now.
    package var setAside: [String]
    /// The directories of fonts that cannot be written, or belong to another user.
    package var obstacles: [DirectoryObstacle]
    /// The manifests of providers of a later version than this one knows.
    package var newerManifests: [String] = []
    /// The manifests that cannot be used: the path of each with its first fault.
    package var brokenManifests: [String] = []
    /// What a sandboxed parser makes of the fonts among them.
    package var looseFonts = LooseFontFacts()
    /// Fontconfig's view; `nil` where it has no configuration.
    package var layout: Layout?
    /// What the service and its manager say.
    package var service = DoctorServiceFacts()

    /// Looks at the file system and at fontconfig's configuration, with the environment of this process.
    ///
    /// - Parameter variables: The environment of this process.
    /// - Throws: That there is no home.
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
        // The directory that nothing is published in is for the user and other programs; a link is there on purpose.
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
