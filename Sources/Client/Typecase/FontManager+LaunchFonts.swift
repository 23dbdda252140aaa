internal import ApplicationFonts
internal import LinuxSystem

extension FontManager {
    /// Registers the fonts that the manifest of an application lists as `launch-fonts`, for this process.
    ///
    /// - Parameter id: The application.
    /// - Returns: What came of each, in the order of the manifest; none where no manifest is installed.
    /// - Throws: ``FontManagerError`` where the manifest cannot be read; `CancellationError`.
    func registerLaunchFonts(of id: String) async throws -> [Result<RegisteredFont, FontManagerError>] {
        let paths = try await files.run { try ApplicationManifest.read(of: id)?.launchFonts ?? [] }
        if paths.isEmpty { return [] }
        prepareProcessScope()
        let known = try await look(atFiles: paths)
        return try await processFonts.run(on: files) { [processFonts] in
            let scanned = LaunchFontDirectory(of: id)?.scan(known.compactMap(\.self)) ?? [:]
            return zip(paths, known).map { path, known in
                let known = known.map { file in
                    var file = file
                    file.scanned = scanned[file.path]
                    return file
                }
                return processFonts.register(.file(path, known: known), isEnabled: true, userInfo: nil)
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
