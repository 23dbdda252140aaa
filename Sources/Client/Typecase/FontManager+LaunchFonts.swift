internal import ApplicationFonts
internal import LinuxSystem

extension FontManager {
    /// Registers the fonts that the manifest of an application lists as `launch-fonts`, for this process.
    ///
    /// Those that are registered and disabled stay so.
    ///
    /// - Parameter id: The application.
    /// - Returns: What came of each, in the order of the manifest; none where no manifest is installed.
    /// - Throws: ``FontManagerError`` where the manifest cannot be read; `CancellationError`.
    package func registerLaunchFonts(of id: String) async throws -> [Result<RegisteredFont, FontManagerError>] {
        let listed = try await files.run { try ApplicationManifest.read(of: id)?.launchFonts ?? [] }
        if listed.isEmpty { return [] }
        prepareProcessScope()
        let known = try await look(atFiles: listed)
        return try await processFonts.run(on: files) { [processFonts] in
            // A file that the manifest lists twice is scanned once.
            var paths: Set<String> = []
            let files = known.compactMap(\.self).filter { paths.insert($0.path).inserted }
            let scanned = LaunchFontDirectory(of: id)?.scan(files) ?? [:]
            let disabled = Set(processFonts.fonts().filter { !$0.isEnabled }.compactMap(\.sha256))
            return zip(listed, known).map { path, known in
                let known = known.map { file in
                    var file = file
                    file.scanned = scanned[file.path]
                    return file
                }
                let isEnabled = known.map { !disabled.contains($0.digest) } ?? true
                return processFonts.register(.file(path, known: known), isEnabled: isEnabled, userInfo: nil)
            }
        }
    }

    /// Hashes files, on all threads there are: one of them loads fontconfig's configuration at first.
    ///
    /// - Parameter paths: The files.
    /// - Returns: What each holds, in order; `nil` for what cannot be read, which is refused when it is registered.
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
