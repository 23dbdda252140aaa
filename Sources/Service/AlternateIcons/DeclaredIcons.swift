package import FontModel
internal import LinuxSystem
package import ProviderManifests
internal import SystemPackage

/// The alternate icons that the manifest of an application declares.
package struct DeclaredIcons: Sendable {
    private let manifests: ManifestSearch
    private let snapDirectories: [String]

    /// Says where manifests are.
    ///
    /// - Parameters:
    ///   - manifests: Those of packages and of Flatpaks.
    ///   - snapDirectories: Where snaps are mounted; each has its manifest within.
    package init(manifests: ManifestSearch, snapDirectories: [String]) {
        self.manifests = manifests
        self.snapDirectories = snapDirectories
    }

    /// What the manifest of an application says of icons.
    struct Declaration: Sendable {
        /// The icons.
        var icons: [AlternateIcon] = []
        /// The directory of their files.
        var directory = ""
        /// Whether the application may hand over others.
        var allowsOthers = false
        /// Whether the manifest is within the application, where the service fetches nothing for it.
        var isBundled = false
    }

    /// What the manifest of an application says of icons; nothing where there is no manifest that can be used.
    ///
    /// Blocks.
    func declaration(of application: CallerIdentity) -> Declaration {
        let found: (reading: ManifestReading, assetDirectory: String)?
        let id = application.provider.rawValue
        var isBundled = true
        if id.hasPrefix("snap.") {
            found =
                snapDirectories.lazy
                .compactMap { ManifestSearch.bundled(in: "\($0)/\(id.dropFirst(5))/current") }.first
        } else if application.kind == .appImage {
            found = application.applicationDirectory.flatMap(ManifestSearch.bundled)
        } else {
            isBundled = false
            let origin: InstalledManifest.Origin = application.kind == .flatpak ? .flatpak : .dataDirectory
            let installed = try? manifests.manifest(of: application.provider, from: origin)
            found = installed.map { ($0.reading, $0.assetDirectory) }
        }
        guard let found, let content = found.reading.manifest else { return Declaration() }
        return Declaration(
            icons: content.alternateIcons, directory: found.assetDirectory,
            allowsOthers: content.allowsIconsAtRunTime, isBundled: isBundled)
    }

    /// Why an application has no alternate icons; `nil` where it has some.
    package func obstacle(for application: CallerIdentity) -> FontError? {
        let declaration = declaration(of: application)
        guard declaration.icons.isEmpty, !declaration.allowsOthers else { return nil }
        return Self.none(application)
    }

    /// The error where no manifest has icons.
    static func none(_ application: CallerIdentity) -> FontError {
        FontError(
            .assetNotFound,
            "No manifest declares alternate-icons for \(application.provider): see typecase-provider(5).")
    }

    /// The files of an icon, as sealed memory whose SHA-256 is that of the manifest.
    ///
    /// Blocks.
    ///
    /// - Parameters:
    ///   - files: What the manifest says of them.
    ///   - directory: The directory that they are below.
    /// - Returns: The bytes, in the same order.
    /// - Throws: What is wrong with one of them.
    static func open(_ files: [AlternateIcon.File], below directory: String) throws(FontError) -> [SealedMemory] {
        var contents: [SealedMemory] = []
        for file in files {
            let descriptor: OwnedFileDescriptor
            do throws(Errno) {
                descriptor = try ConfinedDirectory(path: directory).file(file.path.parts)
            } catch .noSuchFileOrDirectory {
                throw FontError(.fileNotFound, "\(directory)/\(file.path) is missing. Install the application again.")
            } catch {
                throw FontError(.insufficientPermissions, "\(directory)/\(file.path) cannot be read: \(error).")
            }
            let content = try picture(descriptor, called: file.path.text)
            guard content.digest == file.sha256 else {
                throw FontError(.corrupt, "\(file.path) has the SHA-256 \(content.digest), and the manifest another.")
            }
            contents.append(content)
        }
        return contents
    }

    /// A picture as sealed memory.
    ///
    /// Blocks.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - name: What it is called in errors.
    /// - Returns: The bytes.
    /// - Throws: That it is no file, too large, or cannot be read.
    static func picture(_ file: OwnedFileDescriptor, called name: String) throws(FontError) -> SealedMemory {
        guard (try? FileStatus(of: file).kind) == .regular else {
            throw FontError(.insufficientPermissions, "\(name) is no regular file.")
        }
        do throws(SealedMemory.Failure) {
            return try SealedMemory(copying: file, limit: maximumSize, name: "typecase-icon")
        } catch .tooLarge {
            throw tooLarge(name)
        } catch {
            throw FontError(.insufficientPermissions, "\(name) cannot be read.")
        }
    }

    /// Makes sure that what was fetched is not too large for a picture.
    static func check(_ content: SealedMemory, called name: String) throws(FontError) {
        if content.size > maximumSize { throw tooLarge(name) }
    }

    private static func tooLarge(_ name: String) -> FontError {
        FontError(.exceededResourceLimit, "\(name) has more than \(maximumSize) bytes.")
    }

    /// The most bytes of a picture.
    private static let maximumSize = 4 << 20
}
