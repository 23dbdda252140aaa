internal import FontLibrary
internal import FontModel
internal import Logging
internal import Registry
internal import Systemd

/// The fonts that exist only in sidecars and that a lost registry has to record again.
struct LostFonts {
    typealias Resolution = LibraryReconciler.Resolution

    private let context: LibraryContext
    private let intake: FontIntake
    private var sidecars: [FontDigest: Sidecar]?
    /// The evidence that their providers were installed.
    ///
    /// If a provider was uninstalled as well, its fonts are removed with it.
    private var installations: ProviderInstallations = [:]
    private var hopeless: Set<FontDigest> = []

    /// Creates the helper, which reads the sidecars on first use.
    init(_ context: LibraryContext, intake: FontIntake) {
        self.context = context
        self.intake = intake
    }

    /// Restores a font that exists only in its sidecar, unless an earlier attempt failed.
    ///
    /// - Parameters:
    ///   - digest: The content.
    ///   - cause: The cause that the change log records.
    ///   - resolution: Receives the mutations that restore the font.
    /// - Throws: An error if the sidecars could not be read.
    mutating func recover(
        _ digest: FontDigest, cause: ChangeLogEntry.Cause, _ resolution: inout Resolution
    ) async throws(FontError) {
        guard !hopeless.contains(digest) else { return }
        if sidecars == nil {
            let collection = try await context.onThread { [tree = context.tree] () throws(FontError) in
                try tree.notes.readSidecars()
            }
            sidecars = Dictionary(
                collection.sidecars.map { ($0.digest, $0) }, uniquingKeysWith: { first, _ in first })
            installations = await notedInstallations()
        }
        do throws(FontError) {
            guard let sidecar = sidecars?[digest] else {
                // Nobody knows whether the user had disabled the font, or who may use it.
                try await context.onThread { [tree = context.tree] () throws(FontError) in
                    _ = try tree.apply([.setAsideStored(digest)], expected: [])
                }
                throw FontError(.corrupt, "The description of the font in the store is damaged.")
            }
            try await recover(sidecar, cause: cause, &resolution)
        } catch {
            hopeless.insert(digest)
            context.log.report(
                .fontLost, .error, "A font of the lost registry could not be brought back",
                metadata: ["sha256": "\(digest)", "error": "\(error)"])
        }
    }

    /// Returns the recorded evidence of providers' installations; empty if the note cannot be read.
    private func notedInstallations() async -> ProviderInstallations {
        do throws(FontError) {
            return try await context.onThread { [tree = context.tree] () throws(FontError) in
                try tree.notes.readInstallations()
            }
        } catch {
            context.log.warning("The note of installed providers cannot be read", metadata: ["error": "\(error)"])
            return [:]
        }
    }

    /// Restores the registry's description of a content from its sidecar and its bytes.
    private func recover(
        _ sidecar: Sidecar, cause: ChangeLogEntry.Cause, _ resolution: inout Resolution
    ) async throws(FontError) {
        let digest = sidecar.digest
        let registrations = sidecar.registrations
        guard let first = registrations.first else {
            throw FontError(.notRegistered, "The font is not registered by any provider.")
        }
        // Published files without a row have been moved to the store. Once there is a row, they are moved back.
        let file = try await context.onThread { [tree = context.tree] () throws(FontError) in
            try tree.openStored(digest)
        }
        let candidate = try await intake.candidate(of: file, for: first.provider)
        guard candidate.digest == digest else {
            throw FontError(.corrupt, "The font's file was altered.")
        }
        let place: ContentPlace =
            switch sidecar.place {
            case .published(let shard): .published(shard: shard.name)
            case .stored: .stored
            }
        resolution.mutations.append(
            .insertContent(
                ContentRecord(
                    digest: digest, fileName: sidecar.fileName.rawValue, format: candidate.format,
                    size: candidate.size, scanCost: candidate.scanCost, place: place),
                faces: candidate.faces))
        for registration in registrations {
            var mutations: [RegistryMutation] = []
            mutations.append(
                .upsertProvider(
                    ProviderRecord(
                        id: registration.provider, kind: "recovered",
                        displayName: registration.provider.rawValue,
                        installation: installations[registration.provider] ?? [])))
            mutations.append(
                .insertRegistration(
                    RegistrationRecord(
                        id: registration.id, provider: registration.provider, digest: digest,
                        scope: registration.scope, isEnabled: registration.isEnabled,
                        isDisabledByUser: registration.isDisabledByUser, userInfo: registration.userInfo,
                        sessionToken: registration.sessionToken, sequence: registration.sequence,
                        departure: registration.departure, visibility: registration.visibility)))
            if registration.departure == nil {
                mutations.append(
                    .change(registration.isEnabled ? .added : .disabled, registration.id, registration.provider, cause))
            }
            resolution.recovered.append((registration.sequence, mutations))
        }
    }
}
