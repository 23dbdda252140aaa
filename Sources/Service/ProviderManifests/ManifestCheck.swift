internal import FontModel
internal import LinuxSystem
package import PositionedJSON
package import SystemPackage

/// Reports all faults of a manifest to its author.
package enum ManifestCheck {
    /// The result of checking a manifest.
    package struct Result: Sendable {
        /// The faults, in the order of the text.
        package var faults: [JSONFault]
        /// Hints that do not make the manifest invalid, in the order of the text.
        package var notes: [JSONFault]
        /// The fonts whose files match the manifest; empty if the files were not compared.
        package var fonts: [Font] = []
        /// The number of font files that were not examined, because the caller did not ask for it.
        package var unseenFonts = 0
    }

    /// A font whose file is where the manifest says.
    package struct Font: Sendable {
        /// The path of its file.
        package let path: String
        /// The font's name in the manifest; `nil` if the manifest does not give one.
        package let name: String?
        /// The position of the font's entry in the manifest.
        package let position: TextPosition
        /// The JSON pointer of the font's entry.
        package let pointer: String
    }

    /// Checks a manifest and, if requested, the files that it names.
    ///
    /// Blocks while it reads the files.
    ///
    /// - Parameters:
    ///   - path: The path of the manifest.
    ///   - comparesAssets: Whether to compare the files in the directory of assets with the manifest. They are compared
    ///     only if the manifest itself has no faults.
    /// - Returns: The result.
    /// - Throws: The error that occurred while reading the manifest.
    package static func result(ofFile path: String, comparesAssets: Bool) throws(Errno) -> Result {
        let bytes = try InstalledManifest.bytes(at: path)
        let reading = ManifestReading(bytes, fileName: path.split(separator: "/").last.map(String.init))
        guard comparesAssets, let manifest = reading.manifest else {
            let unseen = comparesAssets ? 0 : reading.manifest?.fonts.count { $0.address == nil } ?? 0
            return Result(faults: reading.faults, notes: reading.notes, unseenFonts: unseen)
        }
        let root = JSONReading(bytes, maximumDepth: ManifestLimits.depth).root?.node
        let directory = InstalledManifest.assetDirectory(ofManifest: path)
        func position(_ way: [String]) -> TextPosition {
            root?.descendant(way)?.position ?? TextPosition(line: 1, column: 1)
        }
        let differences = differences(manifest, in: directory)
        let faults = differences.map { way, message in
            JSONFault(at: position(way), pointer: JSONPointer.text(way), message)
        }.sorted { $0.position < $1.position }
        let different = Set(differences.map(\.0))
        let fonts = manifest.fonts.enumerated().compactMap { index, font -> Font? in
            let way = ["fonts", String(index)]
            guard font.address == nil, !different.contains(way), !different.contains([]) else { return nil }
            return Font(
                path: "\(directory)/\(font.file)", name: font.name, position: position(way),
                pointer: JSONPointer.text(way))
        }
        return Result(faults: faults, notes: reading.notes, fonts: fonts)
    }

    /// The faults of the files, each with the path of the manifest's value that it concerns.
    private static func differences(_ manifest: ProviderManifest, in directory: String) -> [([String], String)] {
        var files: [(way: [String], path: AssetPath, digest: FontDigest?)] = []
        // A file that is fetched from the web does not exist yet.
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
