internal import FontModel
internal import LinuxSystem
package import PositionedJSON
package import SystemPackage

/// Tells everything that is wrong with a manifest, for the person who writes it.
package enum ManifestCheck {
    /// Looks at a manifest, and where wanted at the files that it names.
    ///
    /// Blocks as long as reading them does.
    ///
    /// - Parameters:
    ///   - path: The path of the manifest.
    ///   - comparesAssets: Whether the files in its directory of assets are compared with what it says of them; only
    ///     where nothing is wrong with the manifest itself.
    /// - Returns: What is wrong, and what is worth knowing and makes nothing void, both in the order of the text.
    /// - Throws: What kept the manifest from being read.
    package static func result(
        ofFile path: String, comparesAssets: Bool
    ) throws(Errno) -> (faults: [JSONFault], notes: [JSONFault]) {
        let bytes = try InstalledManifest.bytes(at: path)
        let reading = ManifestReading(bytes, fileName: path.split(separator: "/").last.map(String.init))
        guard comparesAssets, let manifest = reading.manifest else { return (reading.faults, reading.notes) }
        let root = JSONReading(bytes, maximumDepth: ManifestLimits.depth).root?.node
        let directory = InstalledManifest.assetDirectory(ofManifest: path)
        let faults = differences(manifest, in: directory).map { path, message in
            JSONFault(
                at: root?.descendant(path)?.position ?? TextPosition(line: 1, column: 1),
                pointer: JSONPointer.text(path), message)
        }.sorted { $0.position < $1.position }
        return (faults, reading.notes)
    }

    /// What is wrong with the files, and which values of the manifest it is about.
    private static func differences(_ manifest: ProviderManifest, in directory: String) -> [([String], String)] {
        var files: [(way: [String], path: AssetPath, digest: FontDigest?)] = []
        // A file that is fetched is not there yet.
        for (index, font) in manifest.fonts.enumerated() where font.address == nil {
            files.append((["fonts", String(index)], font.file, font.sha256))
        }
        for (index, file) in manifest.resources.enumerated() where file.address == nil {
            files.append((["resources", String(index)], file.file, file.sha256))
        }
        for (index, path) in manifest.launchFonts.enumerated() {
            files.append((["launch-fonts", String(index)], path, nil))
        }
        for (index, icon) in manifest.alternateIcons.enumerated() {
            guard case .files(let pictures) = icon.source else { continue }
            for file in pictures { files.append((["alternate-icons", String(index)], file.path, file.sha256)) }
        }
        guard !files.isEmpty else { return [] }
        let base: ConfinedDirectory
        do throws(Errno) {
            base = try ConfinedDirectory(path: directory)
        } catch {
            return [([], "The directory of assets \(directory) cannot be opened: \(error).")]
        }
        return files.compactMap { file in problem(file.path, file.digest, in: base).map { (file.way, $0) } }
    }

    private static func problem(_ path: AssetPath, _ digest: FontDigest?, in base: ConfinedDirectory) -> String? {
        do throws(Errno) {
            let file = try base.file(path.parts)
            guard try FileStatus(of: file).kind == .regular else { return "\(path) is no regular file." }
            guard let digest else { return nil }
            let found = try FileDigest.of(file)
            return found == digest ? nil : "\(path) has the SHA-256 \(found)."
        } catch .tooManySymbolicLinkLevels {
            return "\(path) is a symbolic link, and none is followed."
        } catch {
            return "\(path) cannot be read: \(error)."
        }
    }
}
