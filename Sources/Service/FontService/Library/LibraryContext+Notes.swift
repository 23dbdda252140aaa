internal import FontLibrary
internal import FontModel
internal import LinuxSystem
internal import Logging
internal import Registry

/// What is noted beside the fonts: names, so that copies of the tree are understood that a sync or a backup brings, and
/// what the user decided of fonts that are not there any more, which have no sidecar for it.
extension LibraryContext {
    /// Notes which names a plan gives up and which end with the login session, before its files move.
    ///
    /// - Parameters:
    ///   - plan: The plan.
    ///   - assignment: Where its files go.
    ///   - expectation: What is expected of the published root.
    /// - Throws: What kept the names from being noted.
    func noteNames(
        of plan: LibraryPlan, _ assignment: LibraryPlan.Assignment, _ expectation: RootExpectation
    ) async throws(FontError) {
        let gone = plan.items.compactMap(\.goneName)
        let passing = plan.items.compactMap { item -> FontFileName? in
            guard item.endsWithSession, case .published = assignment.places[item.digest] ?? item.initial?.place else {
                return nil
            }
            return FontFileName(rawValue: item.fileName)
        }
        guard !gone.isEmpty || !passing.isEmpty else { return }
        try await onThread { [tree] () throws(FontError) in
            try tree.notes.noteGone(gone)
            if !passing.isEmpty { try tree.notes.noteSessionNames(passing, expecting: expectation) }
        }
    }

    /// Removes the notes of fonts that do not end with the login session any more, after the commit.
    func forgetSessionNames(of plan: LibraryPlan) async {
        let names = plan.items.compactMap { item -> FontFileName? in
            guard item.endedWithSession, !item.endsWithSession, let initial = item.initial else { return nil }
            return FontFileName(rawValue: initial.fileName)
        }
        guard !names.isEmpty else { return }
        do throws(FontError) {
            try await onThread { [tree] () throws(FontError) in try tree.notes.forgetSessionNames(names) }
        } catch {
            log.warning("Notes of the session's fonts stay until the next start", metadata: ["error": "\(error)"])
        }
    }

    /// Brings the notes of the session's fonts to the registry, and the spares of published fonts; clears up the notes
    /// of removed fonts.
    ///
    /// - Parameter expected: What the registry says.
    /// - Throws: What kept the registry from being read or the notes from being written.
    func repairNotes(for expected: [ExpectedFont]) async throws(FontError) {
        let stamps = try await onThread { [tree] () throws(FontError) in
            try tree.removed.deleteLeftNotes()
            try tree.spares.delete(except: Set(expected.map(\.digest)))
            return try tree.spares.make(of: expected)
        }
        if !stamps.isEmpty {
            try await commit(stamps.map { .setStamp($0.key, $0.value) })
        }
        let noted = try await onThread { [tree] () throws(FontError) in try tree.notes.sessionNames() }
        guard !noted.isEmpty else { return }
        var stale: Set<FontFileName> = []
        for font in expected where noted.contains(font.fileName) {
            let registrations = try await registrations(of: font.digest)
            if registrations.contains(where: { $0.scope == .persistent }) { stale.insert(font.fileName) }
        }
        let (lasting, known) = (stale, noted)
        try await onThread { [tree] () throws(FontError) in
            let present = Set(try tree.inventory().published.map(\.fileName))
            try tree.notes.forgetSessionNames(known.filter { lasting.contains($0) || !present.contains($0) })
        }
    }

    /// Writes the note anew, as the registry has it.
    ///
    /// A failure costs nothing as long as the registry is there, and the next start tries again.
    func saveDecisions() async {
        do throws(FontError) {
            let names = try await FontError.mapping { () throws(RegistryError) in try await registry.disabledNames() }
            try await onThread { [tree] () throws(FontError) in try tree.notes.writeDisabledNames(names) }
        } catch {
            log.warning("The note of the fonts that the user disabled is out of date", metadata: ["error": "\(error)"])
        }
    }

    /// Brings the note to what the registry says or, where the registry is lost, the registry to what the note says.
    ///
    /// - Parameter isRegistryLost: Whether the registry is new.
    /// - Throws: What kept the registry from being read or written, or the note from being read that it is to be made from.
    func reconcileDecisions(isRegistryLost: Bool) async throws(FontError) {
        let noted: DisabledNames?
        do throws(FontError) {
            noted = try await onThread { [tree] () throws(FontError) in try tree.notes.readDisabledNames() }
        } catch {
            // Where the registry is lost the note is all that is left of them: not to be read now is no reason to write
            // over it.
            if isRegistryLost, error.code != .corrupt { throw error }
            log.warning("The note of the fonts that the user disabled cannot be read", metadata: ["error": "\(error)"])
            noted = nil
        }
        if isRegistryLost, let noted, !noted.isEmpty {
            try await commit(noted.map { .rememberDisabled($0, keys: $1.sorted()) })
        }
        let known = try await FontError.mapping { () throws(RegistryError) in try await registry.disabledNames() }
        if known != noted { await saveDecisions() }
    }
}

extension LibraryPlan.Item {
    /// The file name that is given up: the content leaves, or is published under a new name; `nil` where it stays.
    fileprivate var goneName: TreeNotes.GoneName? {
        guard let initial, isLeaving || initial.fileName != fileName,
            let name = FontFileName(rawValue: initial.fileName)
        else { return nil }
        return TreeNotes.GoneName(digest: digest, fileName: name)
    }

    /// Whether the font is registered for login sessions alone.
    fileprivate var endsWithSession: Bool {
        !registrations.isEmpty && registrations.allSatisfy { $0.scope == .session }
    }

    /// Whether the font was so before.
    fileprivate var endedWithSession: Bool {
        !initialRegistrations.isEmpty && initialRegistrations.allSatisfy { $0.scope == .session }
    }
}
