package import FontModel
package import Logging
package import Registry
internal import Synchronization

/// The published fonts that conflict with system fonts installed later.
///
/// A conflict means that the system font has the same name, or would be hidden by the published font.
///
/// A new font is refused because of such a conflict. A font that was registered before is kept, because its provider
/// and the user rely on it. The conflict is reported, so that someone can decide which of the two to remove.
package final class SystemCollisions: Sendable {
    private let registry: Registry
    private let publisher: LibraryPublisher
    private let work: WorkInProgress
    private let log: Logger
    private let paths = Mutex<[FontDigest: String]>([:])

    /// The number of contents that are compared at a time.
    private static let contentsAtOnce = 64

    /// Creates the service, which contains no conflicts before ``refresh()``.
    ///
    /// - Parameters:
    ///   - registry: The registry with the names of all fonts.
    ///   - publisher: The publisher, whose library shows which fonts replace others.
    ///   - work: The record of running work; the comparison is recorded there.
    ///   - log: The log for the results.
    package init(registry: Registry, publisher: LibraryPublisher, work: WorkInProgress, log: Logger) {
        self.registry = registry
        self.publisher = publisher
        self.work = work
        self.log = log
    }

    /// The number of conflicting contents.
    package var count: Int { paths.withLock { $0.count } }

    /// Returns the system font that conflicts with a content.
    ///
    /// - Parameter digest: The content.
    /// - Returns: The absolute path of the system font's file; `nil` if there is no conflict.
    package func path(of digest: FontDigest) -> String? { paths.withLock { $0[digest] } }

    /// The files of the conflicting system fonts, by content.
    package var all: [FontDigest: String] { paths.withLock { $0 } }

    /// Compares the published fonts with the system fonts, using the registry's data on both.
    package func refresh() async {
        do throws(FontError) {
            let found = try await work.during(.systemFonts) { await find() }.get()
            let added = paths.withLock { paths in
                defer { paths = found }
                return found.keys.filter { paths[$0] == nil }.count
            }
            guard added > 0 else { return }
            log.warning(
                "The system has fonts by now that have the names of registered ones, or would be hidden by them",
                metadata: ["fonts": "\(added)"])
        } catch {
            log.warning("Registered fonts were not compared with the system's", metadata: ["error": "\(error)"])
        }
    }

    private func find() async -> Result<[FontDigest: String], FontError> {
        do throws(FontError) {
            let suspects = try await FontError.mapping { () throws(RegistryError) in
                try await registry.contents.sharingNamesWithSystem()
            }
            var found: [FontDigest: String] = [:]
            for start in stride(from: 0, to: suspects.count, by: Self.contentsAtOnce) {
                let digests = Array(suspects[start..<min(suspects.count, start + Self.contentsAtOnce)])
                let library = try await publisher.context.library(knowing: digests)
                for digest in digests { found[digest] = library.collision(of: digest) }
            }
            return .success(found)
        } catch {
            return .failure(error)
        }
    }
}

extension PlannedLibrary {
    /// Returns the system font that has the name of a visible face of a content, or that the face would hide.
    ///
    /// - Parameter digest: The content.
    /// - Returns: The absolute path of the system font's file; `nil` if there is no conflict.
    func collision(of digest: FontDigest) -> String? {
        guard let entry = entries[digest], entry.isWanted, !entry.isAltered,
            let holder = entry.registrations.first(where: \.isEnabled)
        else { return nil }
        for face in entry.faces {
            if let path = systemFonts(named: face, digest, for: holder.provider).first { return path }
            if let other = shadowed(by: face).first { return other.path }
        }
        return nil
    }

    /// Returns the system fonts whose PostScript name or full name conflicts with that of a face or of one of its named
    /// instances.
    ///
    /// - Parameters:
    ///   - face: A face that is not a system face.
    ///   - digest: The content of the face.
    ///   - provider: The provider of the font.
    /// - Returns: The absolute paths of the fonts' files.
    func systemFonts(
        named face: FaceIdentity, _ digest: FontDigest, for provider: ProviderIdentifier
    ) -> [String] {
        let holders = (names[face.postscriptName.fontNameKey] ?? []).filter {
            !isWelcome(face, beside: $0, for: provider)
        }
        return (holders + fullNameConflicts(of: face, digest, for: provider).map(\.owner)).compactMap {
            if case .system(let path) = $0 { path } else { nil }
        }
    }
}
