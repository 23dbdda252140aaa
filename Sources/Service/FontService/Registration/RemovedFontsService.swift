package import FontLibrary
package import FontModel
internal import LinuxSystem
internal import Logging
internal import Registry

/// Lists the removed fonts that are kept, restores them, and deletes them permanently.
package struct RemovedFontsService: Sendable {
    /// The answer to a call.
    package typealias Answer = RegistrationService.Answer

    let registrations: RegistrationService

    private var publisher: LibraryPublisher { registrations.publisher }
    private var queries: FontQueries { registrations.queries }

    /// Lists the removed fonts, latest removal first, without those that are registered again.
    ///
    /// The list includes all fonts whose removal was answered, because it waits until their files are in place.
    package func list() async throws(FontError) -> [RemovedFont] {
        await publisher.roundEnded()
        return try await listInPlace()
    }

    /// Lists the removed fonts whose files are in place, without waiting.
    package func listInPlace() async throws(FontError) -> [RemovedFont] {
        let fonts = try await publisher.context.onThread { [tree = publisher.context.tree] () throws(FontError) in
            try tree.removed.fonts()
        }
        guard !fonts.isEmpty else { return [] }
        let known = try await FontError.mapping { () throws(RegistryError) in
            Set(try await publisher.context.registry.contents.records(fonts.map(\.digest)).map(\.digest))
        }
        return fonts.filter { !known.contains($0.digest) }.reversed()
    }

    /// Registers removed fonts again, in their earlier state.
    ///
    /// Each succeeds or fails independently.
    ///
    /// They are examined like new fonts. A restored font replaces a newer version of itself.
    ///
    /// - Parameter digests: The fonts.
    /// - Returns: The outcome of each, in order.
    /// - Throws: An error if nothing can be registered now.
    package func restore(_ digests: [FontDigest]) async throws(FontError) -> Answer {
        let answer = try await restoring(digests) { font, files throws(FontError) in
            try await registrations.register(files, request(for: font))
        }
        let restored = zip(digests, answer.outcomes).compactMap { (try? $1.get()) == nil ? nil : $0 }
        do throws(FontError) {
            try await deleteBytes(of: restored)
        } catch {
            // The fonts are registered again, and the copies are deleted when they expire.
            publisher.context.log.warning("Copies of restored fonts stay", metadata: ["error": "\(error)"])
        }
        return answer
    }

    /// Returns the request that restores a removed font to its earlier state.
    private func request(for font: RemovedFont) async throws(FontError) -> RegistrationRequest {
        var request = RegistrationRequest(by: try await requester(for: font.provider))
        request.isEnabled = font.wasEnabled
        request.userInfo = font.userInfo
        request.allowsDowngrade = true
        request.visibility = font.visibility
        return request
    }

    /// Plans the restoration of removed fonts without carrying it out.
    ///
    /// - Parameter digests: The fonts.
    /// - Returns: The outcome that each would have, in order.
    /// - Throws: An error if nothing can be registered now.
    package func planRestoration(of digests: [FontDigest]) async throws(FontError) -> [ItemOutcome] {
        try await restoring(digests) { font, files throws(FontError) in
            let plans = try await registrations.plan(files, request(for: font))
            return Answer(outcomes: plans.map(\.outcome), generation: try await queries.generation())
        }.outcomes
    }

    /// Registers removed fonts again; fonts with the same options are registered together.
    private func restoring(
        _ digests: [FontDigest],
        _ register: (RemovedFont, [OwnedFileDescriptor]) async throws(FontError) -> Answer
    ) async throws(FontError) -> Answer {
        let known = Dictionary(
            try await list().map { ($0.digest, $0) }, uniquingKeysWith: { first, _ in first })
        var answer = Answer(outcomes: [], generation: try await queries.generation())
        var rest = digests[...]
        while let first = rest.first {
            guard let font = known[first] else {
                answer.outcomes.append(.failure(Self.notRemovedError))
                rest = rest.dropFirst()
                continue
            }
            // Fonts that are restored to the same state are registered in one round.
            let group = rest.prefix(Self.fontsPerRound).prefix { known[$0].map { $0.isRestored(as: font) } ?? false }
            let registered = try await opening(group.compactMap { known[$0] }, register)
            answer.generation = registered.generation
            answer.outcomes += registered.outcomes
            rest = rest.dropFirst(group.count)
        }
        return answer
    }

    /// The maximum number of fonts that are restored together: as many as one call may install.
    private static let fontsPerRound = 16

    /// Registers fonts that have the same options.
    ///
    /// - Returns: The outcome of each, in order.
    private func opening(
        _ fonts: [RemovedFont],
        _ register: (RemovedFont, [OwnedFileDescriptor]) async throws(FontError) -> Answer
    ) async throws(FontError) -> Answer {
        var files: [OwnedFileDescriptor] = []
        var outcomes: [ItemOutcome?] = []
        for font in fonts {
            do throws(FontError) {
                files.append(try await openRemoved(font))
                outcomes.append(nil)
            } catch {
                outcomes.append(.failure(error))
            }
        }
        var answer = Answer(outcomes: [], generation: try await queries.generation())
        if let font = fonts.first, !files.isEmpty {
            do throws(FontError) {
                answer = try await register(font, files)
            } catch {
                answer.outcomes = files.map { _ in .failure(error) }
            }
        }
        var registered = answer.outcomes[...]
        answer.outcomes = outcomes.map { $0 ?? registered.popFirst() ?? .failure(.unanswered) }
        return answer
    }

    private func openRemoved(_ font: RemovedFont) async throws(FontError) -> OwnedFileDescriptor {
        try await publisher.context.onThread { [tree = publisher.context.tree] () throws(FontError) in
            let file = try tree.removed.open(font.digest)
            guard case .same = try tree.verify(font.digest, of: file) else {
                throw FontError(
                    .corrupt, "The kept file of the font was altered. Install the font again from its original source.")
            }
            return file
        }
    }

    /// Returns the requester on whose behalf a font is registered again.
    private func requester(for provider: ProviderIdentifier) async throws(FontError) -> Requester {
        if provider == .user { return .user }
        let known = try await FontError.mapping { () throws(RegistryError) in
            try await publisher.context.registry.providers.page(matching: ProviderFilter(id: provider)).providers.first?
                .provider
        }
        return .provider(known ?? ProviderRecord(id: provider, kind: "recovered", displayName: provider.rawValue))
    }

    /// Deletes removed fonts permanently.
    ///
    /// - Parameter digests: The fonts; missing ones are ignored.
    /// - Returns: The number of deleted fonts.
    /// - Throws: An error if they could not be deleted.
    package func delete(_ digests: [FontDigest]) async throws(FontError) -> Int {
        if let refusal = await publisher.context.lastingRefusal() { throw refusal }
        let present = Set(try await list().map(\.digest)).intersection(digests)
        try await deleteBytes(of: Array(present))
        return present.count
    }

    /// Removes registrations and deletes their fonts permanently, together with all kept earlier fonts of the same
    /// names.
    ///
    /// - Parameters:
    ///   - ids: The registrations.
    ///   - requester: The requester on whose behalf the call is made.
    /// - Returns: The outcome of each, in order.
    /// - Throws: An error if the kept fonts could not be deleted.
    package func unregisterForGood(
        _ ids: [FontIdentifier], by requester: Requester
    ) async throws(FontError) -> Answer {
        var faces: [FaceIdentity] = []
        var digests: Set<FontDigest> = []
        let library = try await publisher.context.library(knowing: [], ids)
        for (digest, entry) in library.entries {
            digests.insert(digest)
            faces += entry.faces
        }
        let purged = faces
        let answer = await registrations.unregister(ids, forGood: true, by: requester)
        await publisher.roundEnded()
        let earlier = try await publisher.context.onThread {
            [tree = publisher.context.tree, digests] () throws(FontError) in
            try tree.removed.fonts().filter { font in
                digests.contains(font.digest) || font.names.contains { name in purged.contains { name.isName(of: $0) } }
            }
        }
        if answer.outcomes.contains(where: { (try? $0.get()) != nil }) {
            try await deleteBytes(of: earlier.map(\.digest))
        }
        return answer
    }

    private func deleteBytes(of digests: [FontDigest]) async throws(FontError) {
        guard !digests.isEmpty else { return }
        try await publisher.context.onThread { [tree = publisher.context.tree] () throws(FontError) in
            try tree.removed.delete(digests)
        }
    }

    private static let notRemovedError = FontError(
        .notRegistered, "No removed font with this id is kept. To list the removed fonts, run 'typecase restore'.")
}

extension RemovedFont.Name {
    /// Returns whether a font with this name is an earlier version of a face.
    ///
    /// Styles of a family may share their PostScript name.
    fileprivate func isName(of face: FaceIdentity) -> Bool {
        !postscriptName.isEmpty && postscriptName.fontNameKey == face.postscriptName.fontNameKey
            && family.fontNameKey == face.family.fontNameKey
            && (style.map { $0.fontNameKey == face.styleName.fontNameKey } ?? true)
    }
}

extension RemovedFont {
    /// Returns whether two fonts are restored under the same provider and in the same state.
    fileprivate func isRestored(as other: RemovedFont) -> Bool {
        (provider, userInfo, visibility, wasEnabled)
            == (other.provider, other.userInfo, other.visibility, other.wasEnabled)
    }
}
