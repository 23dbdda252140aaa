internal import ApplicationFonts
internal import LinuxSystem

/// The fonts that an application registers when it starts, as its manifest says.
struct LaunchFonts: Sendable {
    private let applicationID: String
    private let processScope: ProcessScope
    /// Threads for blocking work.
    private let files: BlockingThreads

    init(of applicationID: String, processScope: ProcessScope, files: BlockingThreads) {
        self.applicationID = applicationID
        self.processScope = processScope
        self.files = files
    }

    /// Registers the fonts in process scope.
    ///
    /// - Returns: The result for each file, in the order of the manifest.
    /// - Throws: The reason why the manifest cannot be read; `CancellationError`.
    func register() async throws -> [Result<RegisteredFont, FontManagerError>] {
        let listed = try await files.run { [applicationID] in
            try ApplicationManifest.read(of: applicationID)?.launchFonts ?? []
        }
        if listed.isEmpty { return [] }
        processScope.prepare(on: files)
        let known = try await look(atFiles: listed)
        return try await processScope.run(on: files) { [processScope, applicationID] in
            // A file that the manifest lists twice is scanned once.
            var paths: Set<String> = []
            let files = known.compactMap(\.self).filter { paths.insert($0.path).inserted }
            let scanned = LaunchFontDirectory(of: applicationID)?.scan(files) ?? [:]
            let disabled = Set(processScope.fonts().filter { !$0.isEnabled }.compactMap(\.sha256))
            return zip(listed, known).map { path, known in
                let known = known.map { file in
                    var file = file
                    file.scanned = scanned[file.path]
                    return file
                }
                let isEnabled = known.map { !disabled.contains($0.digest) } ?? true
                return processScope.register(.file(path, known: known), isEnabled: isEnabled, userInfo: nil)
            }
        }
    }

    /// Hashes files in parallel, on all available threads; one of these first loads fontconfig's configuration.
    ///
    /// - Parameter paths: The paths of the files.
    /// - Returns: The content of each file, in order; `nil` for a file that cannot be read, which is refused when it is
    ///   registered.
    /// - Throws: `CancellationError`.
    private func look(atFiles paths: [String]) async throws -> [ProcessScope.KnownFile?] {
        try await withThrowingTaskGroup(of: (Int, ProcessScope.KnownFile?).self) { [files] group in
            for (index, path) in paths.enumerated() {
                group.addTask {
                    (index, try await files.run { try? ProcessScope.look(atFile: path, isToBeAdded: false) })
                }
            }
            var known = [ProcessScope.KnownFile?](repeating: nil, count: paths.count)
            for try await (index, file) in group { known[index] = file }
            return known
        }
    }
}
