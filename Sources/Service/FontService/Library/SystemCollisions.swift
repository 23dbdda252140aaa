package import FontModel
package import Logging
package import Registry
internal import Synchronization

/// Which published fonts a font of the system that came later has the name of, or would be hidden by.
///
/// A font that comes is refused for that. One that was there before stays, as its provider and the user count on it; it is
/// told of, so that somebody can decide which of the two is to go.
package final class SystemCollisions: Sendable {
    private let registry: Registry
    private let publisher: LibraryPublisher
    private let work: WorkInProgress
    private let log: Logger
    private let paths = Mutex<[FontDigest: String]>([:])

    /// The contents that are looked at together.
    private static let contentsAtOnce = 64

    /// Creates a service that knows of no collision before ``refresh()``.
    ///
    /// - Parameters:
    ///   - registry: Who knows the names of all fonts.
    ///   - publisher: Who knows which fonts stand in for others.
    ///   - work: Where it is noted that fonts are being compared.
    ///   - log: Where it is reported what was found.
    package init(registry: Registry, publisher: LibraryPublisher, work: WorkInProgress, log: Logger) {
        self.registry = registry
        self.publisher = publisher
        self.work = work
        self.log = log
    }

    /// How many contents collide.
    package var count: Int { paths.withLock { $0.count } }

    /// The system's font that a content collides with.
    ///
    /// - Parameter digest: The content.
    /// - Returns: The absolute path of its file; `nil` where there is none.
    package func path(of digest: FontDigest) -> String? { paths.withLock { $0[digest] } }

    /// The files of the system's fonts that contents collide with, by the contents.
    package var all: [FontDigest: String] { paths.withLock { $0 } }

    /// Compares the published fonts with those of the system, as the registry has both.
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
    /// The system's font that has the name of a face that programs see, or that the face stands in for.
    ///
    /// - Parameter digest: The content of the face.
    /// - Returns: The absolute path of its file; `nil` where there is none.
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

    /// The system's fonts that a face, or a named instance of it, must not have the PostScript name or a full name of.
    ///
    /// - Parameters:
    ///   - face: A face that is none of the system's.
    ///   - digest: Its content.
    ///   - provider: Whose it is.
    /// - Returns: The absolute paths of their files.
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
