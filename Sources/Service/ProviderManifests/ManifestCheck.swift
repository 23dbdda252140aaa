internal import FontModel
internal import LinuxSystem
package import PositionedJSON
package import SystemPackage

/// Tells everything that is wrong with a manifest, for the person who writes it.
package enum ManifestCheck {
    /// What was found of a manifest.
    package struct Result: Sendable {
        /// What is wrong, in the order of the text.
        package var faults: [JSONFault]
        /// What is worth knowing and makes nothing void, in the order of the text.
        package var notes: [JSONFault]
        /// The fonts whose files are what the manifest says; none where the files were not compared.
        package var fonts: [Font] = []
        /// How many files of fonts were not looked at, as nobody asked for it.
        package var unseenFonts = 0
    }

    /// A font that is where the manifest says.
    package struct Font: Sendable {
        /// The path of its file.
        package let path: String
        /// What the manifest calls it; `nil` where it says nothing.
        package let name: String?
        /// Where the manifest speaks of it.
        package let position: TextPosition
        /// Where that is, as a JSON pointer.
        package let pointer: String
    }

    /// Looks at a manifest, and where wanted at the files that it names.
    ///
    /// Blocks as long as reading them does.
    ///
    /// - Parameters:
    ///   - path: The path of the manifest.
    ///   - comparesAssets: Whether the files in its directory of assets are compared with what it says of them; only
    ///     where nothing is wrong with the manifest itself.
    /// - Returns: What was found.
    /// - Throws: What kept the manifest from being read.
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
