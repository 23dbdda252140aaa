internal import FontLibrary
internal import FontModel
internal import Logging
internal import Registry
internal import Systemd

/// The fonts that only sidecars tell of: what a registry that is lost has to learn of again.
struct LostFonts {
    typealias Resolution = LibraryReconciler.Resolution

    private let context: LibraryContext
    private let intake: FontIntake
    private var sidecars: [FontDigest: Sidecar]?
    /// What showed that their providers were installed: one that has gone since as well leaves with its fonts.
    private var installations: ProviderInstallations = [:]
    private var hopeless: Set<FontDigest> = []

    /// Knows none before it is asked.
    init(_ context: LibraryContext, intake: FontIntake) {
        self.context = context
        self.intake = intake
    }

    /// Brings a font back that only its sidecar tells of, unless it is hopeless.
    ///
    /// - Parameters:
    ///   - digest: The content.
    ///   - cause: What the change log names as the cause.
    ///   - resolution: Gets what brings it back.
    /// - Throws: What kept the sidecars from being read.
    mutating func recover(
        _ digest: FontDigest, cause: ChangeLogEntry.Cause, _ resolution: inout Resolution
    ) async throws(FontError) {
        guard !hopeless.contains(digest) else { return }
        if sidecars == nil {
            let collection = try await context.onThread { [tree = context.tree] () throws(FontError) in
                try tree.readSidecars()
            }
            sidecars = Dictionary(
                collection.sidecars.map { ($0.digest, $0) }, uniquingKeysWith: { first, _ in first })
            installations = await notedInstallations()
        }
        do throws(FontError) {
            guard let sidecar = sidecars?[digest] else {
                throw FontError(.corrupt, "What the store tells of the font is damaged.")
            }
            try await recover(sidecar, cause: cause, &resolution)
        } catch {
            hopeless.insert(digest)
            context.log.report(
                .fontLost, .error, "A font of the lost registry could not be brought back",
                metadata: ["sha256": "\(digest)", "error": "\(error)"])
        }
    }

    /// What is noted beside the fonts of the installation of their providers; empty where that cannot be understood.
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

    /// Describes a content anew that only its sidecar tells of.
    private func recover(
        _ sidecar: Sidecar, cause: ChangeLogEntry.Cause, _ resolution: inout Resolution
    ) async throws(FontError) {
        let digest = sidecar.digest
        let registrations = sidecar.registrations
        guard let first = registrations.first else {
            throw FontError(.notRegistered, "Nobody has the font registered.")
        }
        // Published files that no row expects have been moved to the store. Once there is a row, they move back.
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
