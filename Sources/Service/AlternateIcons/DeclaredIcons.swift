package import FontModel
internal import LinuxSystem
package import ProviderManifests
internal import SystemPackage

/// The alternate icons that the manifest of an application declares.
package struct DeclaredIcons: Sendable {
    private let manifests: ManifestSearch
    private let snapDirectories: [String]

    /// Creates a reader of manifests.
    ///
    /// - Parameters:
    ///   - manifests: The manifests of packages and of Flatpaks.
    ///   - snapDirectories: The directories where snaps are mounted; each snap contains its manifest.
    package init(manifests: ManifestSearch, snapDirectories: [String]) {
        self.manifests = manifests
        self.snapDirectories = snapDirectories
    }

    /// The declaration of icons in the manifest of an application.
    struct Declaration: Sendable {
        /// The icons.
        var icons: [AlternateIcon] = []
        /// The directory of their files.
        var directory = ""
        /// Whether the application may pass other icons.
        var allowsOthers = false
        /// Whether the manifest is part of the application; the service then downloads nothing for it.
        var isBundled = false
    }

    /// The declaration of icons in the manifest of an application; empty if there is no usable manifest.
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

    /// Why an application has no alternate icons; `nil` if it has some.
    package func obstacle(for application: CallerIdentity) -> FontError? {
        let declaration = declaration(of: application)
        guard declaration.icons.isEmpty, !declaration.allowsOthers else { return nil }
        return Self.none(application)
    }

    /// The error for an application without icons in a manifest.
    static func none(_ application: CallerIdentity) -> FontError {
        FontError(
            .assetNotFound,
            "No manifest declares alternate-icons for \(application.provider): see typecase-provider(5).")
    }

    /// The files of an icon, as sealed memory whose SHA-256 matches the manifest.
    ///
    /// Blocks.
    ///
    /// - Parameters:
    ///   - files: The files as declared in the manifest.
    ///   - directory: The directory that contains the files.
    /// - Returns: The bytes, in the same order.
    /// - Throws: The problem with one of the files.
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
    ///   - name: The name of the file in errors.
    /// - Returns: The bytes.
    /// - Throws: An error if it is not a regular file, is too large, or cannot be read.
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

    /// Checks that downloaded content is not too large for a picture.
    static func check(_ content: SealedMemory, called name: String) throws(FontError) {
        if content.size > maximumSize { throw tooLarge(name) }
    }

    private static func tooLarge(_ name: String) -> FontError {
        FontError(.exceededResourceLimit, "\(name) has more than \(maximumSize) bytes.")
    }

    /// The maximum size of a picture in bytes.
    private static let maximumSize = 4 << 20
}
