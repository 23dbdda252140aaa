package import FontLibrary
package import FontModel
internal import LinuxSystem
internal import Registry

/// What left and can be brought back.
extension RegistrationService {
    /// Lists the removed fonts, the last one first; those that somebody has registered again are left out.
    ///
    /// Fonts whose removal was answered are among them, as the list waits until their files are in place.
    package func removedFonts() async throws(FontError) -> [RemovedFont] {
        await publisher.roundEnded()
        return try await removedFontsInPlace()
    }

    /// Lists the removed fonts whose files are in place, without waiting for anything.
    package func removedFontsInPlace() async throws(FontError) -> [RemovedFont] {
        let fonts = try await publisher.onThread { [tree = publisher.tree] () throws(FontError) in
            try tree.removedFonts()
        }
        guard !fonts.isEmpty else { return [] }
        let known = try await FontError.mapping { () throws(RegistryError) in
            Set(try await publisher.registry.contents(fonts.map(\.digest)).map(\.digest))
        }
        return fonts.filter { !known.contains($0.digest) }.reversed()
    }

    /// Registers removed fonts again, as they were before they left; each succeeds or fails by itself.
    ///
    /// They are examined as fonts that come are. A newer version of one leaves for it.
    ///
    /// - Parameter digests: The fonts.
    /// - Returns: What became of each, in order.
    /// - Throws: Why nothing can be registered now.
    package func restore(_ digests: [FontDigest]) async throws(FontError) -> Answer {
        let known = Dictionary(
            try await removedFonts().map { ($0.digest, $0) }, uniquingKeysWith: { first, _ in first })
        var answer = Answer(outcomes: [], generation: try await queries.generation())
        var restored: [FontDigest] = []
        for digest in digests {
            do throws(FontError) {
                guard let font = known[digest] else { throw Self.notRemovedError }
                let restoring = try await restore(font)
                answer.generation = restoring.generation
                answer.outcomes += restoring.outcomes
                if case .success? = restoring.outcomes.first { restored.append(digest) }
            } catch {
                answer.outcomes.append(.failure(error))
            }
        }
        try await deleteBytes(of: restored)
        return answer
    }

    private func restore(_ font: RemovedFont) async throws(FontError) -> Answer {
        let file = try await publisher.onThread { [tree = publisher.tree] () throws(FontError) in
            let file = try tree.openRemoved(font.digest)
            guard case .same = try tree.verify(font.digest, of: file) else {
                throw FontError(
                    .corrupt, "The kept file of the font was altered. Install the font from where you had it from.")
            }
            return file
        }
        return try await register(
            [file], scope: .persistent, isEnabled: font.wasEnabled, userInfo: font.userInfo, requestID: nil,
            allowsDowngrade: true, visibility: font.visibility, by: try await requester(for: font.provider))
    }

    /// In whose name a font is registered again.
    private func requester(for provider: ProviderIdentifier) async throws(FontError) -> Requester {
        if provider == .user { return .user }
        let known = try await FontError.mapping { () throws(RegistryError) in
            try await publisher.registry.providers(matching: ProviderFilter(id: provider)).providers.first?.provider
        }
        return .provider(known ?? ProviderRecord(id: provider, kind: "recovered", displayName: provider.rawValue))
    }

    /// Deletes removed fonts for good.
    ///
    /// - Parameter digests: The fonts; one that is not there does not matter.
    /// - Returns: How many were deleted.
    /// - Throws: What kept them from being deleted.
    package func deleteRemovedFonts(_ digests: [FontDigest]) async throws(FontError) -> Int {
        if let refusal = await publisher.lastingRefusal() { throw refusal }
        let present = Set(try await removedFonts().map(\.digest)).intersection(digests)
        try await deleteBytes(of: Array(present))
        return present.count
    }

    /// Removes registrations and deletes their fonts for good, with all that was kept of fonts of their names before.
    ///
    /// - Parameters:
    ///   - ids: The registrations.
    ///   - requester: In whose name.
    /// - Returns: What became of each, in order.
    /// - Throws: What kept the fonts that were kept from being deleted.
    package func unregisterForGood(
        _ ids: [FontIdentifier], by requester: Requester
    ) async throws(FontError) -> Answer {
        var names: Set<String> = []
        var digests: Set<FontDigest> = []
        let planner = try await publisher.planner(knowing: [], ids)
        for (digest, entry) in planner.entries {
            digests.insert(digest)
            names.formUnion(entry.postscriptNames.map(\.fontNameKey))
        }
        names.remove("")
        let answer = await unregister(ids, forGood: true, by: requester)
        await publisher.roundEnded()
        let earlier = try await publisher.onThread { [tree = publisher.tree, names, digests] () throws(FontError) in
            try tree.removedFonts().filter { font in
                digests.contains(font.digest) || font.names.contains { names.contains($0.postscriptName.fontNameKey) }
            }
        }
        if answer.outcomes.contains(where: { (try? $0.get()) != nil }) {
            try await deleteBytes(of: earlier.map(\.digest))
        }
        return answer
    }

    private func deleteBytes(of digests: [FontDigest]) async throws(FontError) {
        guard !digests.isEmpty else { return }
        try await publisher.onThread { [tree = publisher.tree] () throws(FontError) in
            try tree.deleteRemovedFonts(digests)
        }
    }

    private static let notRemovedError = FontError(
        .notRegistered, "No removed font is kept under this id. typecase restore lists those that are.")
}
