package import FontModel
internal import LinuxSystem
package import ProviderManifests
internal import SystemPackage

/// The alternate icons that the manifest of an application declares.
package struct DeclaredIcons: Sendable {
    private let manifests: ManifestSearch

    /// Says where manifests are.
    package init(manifests: ManifestSearch) { self.manifests = manifests }

    /// The icons of an application and the directory of their files.
    ///
    /// Blocks.
    ///
    /// - Parameter application: Who it is.
    /// - Returns: The icons; none where there is no manifest that can be used.
    func icons(of application: CallerIdentity) -> (icons: [AlternateIcon], directory: String) {
        let origin: InstalledManifest.Origin = application.kind == .flatpak ? .flatpak : .dataDirectory
        guard let manifest = try? manifests.manifest(of: application.provider, from: origin),
            let content = manifest.reading.manifest
        else { return ([], "") }
        return (content.alternateIcons, manifest.assetDirectory)
    }

    /// Why an application has no alternate icons; `nil` where it has some.
    package func obstacle(for application: CallerIdentity) -> FontError? {
        guard icons(of: application).icons.isEmpty else { return nil }
        return FontError(
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
                guard try FileStatus(of: descriptor).kind == .regular else { throw .invalidArgument }
            } catch .noSuchFileOrDirectory {
                throw FontError(.fileNotFound, "\(directory)/\(file.path) is missing. Install the application again.")
            } catch {
                throw FontError(.insufficientPermissions, "\(directory)/\(file.path) cannot be read: \(error).")
            }
            let content: SealedMemory
            do throws(SealedMemory.Failure) {
                content = try SealedMemory(copying: descriptor, limit: maximumSize, name: "typecase-icon")
            } catch .tooLarge {
                throw FontError(.exceededResourceLimit, "\(file.path) has more than \(maximumSize) bytes.")
            } catch {
                throw FontError(.insufficientPermissions, "\(file.path) cannot be read.")
            }
            guard content.digest == file.sha256 else {
                throw FontError(.corrupt, "\(file.path) has the SHA-256 \(content.digest), and the manifest another.")
            }
            contents.append(content)
        }
        return contents
    }

    /// The most bytes of a picture.
    private static let maximumSize = 4 << 20
}
