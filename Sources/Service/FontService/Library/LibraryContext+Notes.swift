internal import FontLibrary
internal import FontModel
internal import LinuxSystem
internal import Logging
internal import Registry

/// The notes beside the fonts.
///
/// Notes of names identify files when a sync or a backup brings copies of the tree. Other notes record the user's
/// decisions on removed fonts, which have no sidecar for them.
extension LibraryContext {
    /// Records the names that a plan releases and those that end with the login session, before its files move.
    ///
    /// - Parameters:
    ///   - plan: The plan.
    ///   - assignment: The places of its files.
    ///   - expectation: The expected state of the published root.
    /// - Throws: An error if the names could not be recorded.
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

    /// Removes, after the commit, the notes of fonts that no longer end with the login session.
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

    /// Updates the notes of the session's fonts and the spares of published fonts from the registry, and deletes
    /// obsolete notes of removed fonts.
    ///
    /// - Parameter expected: The fonts that the registry expects.
    /// - Throws: An error if the registry could not be read or the notes could not be written.
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

    /// Writes the note of disabled fonts from the registry.
    ///
    /// A failure does no harm as long as the registry exists, and the next start tries again.
    func saveDecisions() async {
        do throws(FontError) {
            let names = try await FontError.mapping { () throws(RegistryError) in try await registry.disabledNames() }
            try await onThread { [tree] () throws(FontError) in try tree.notes.writeDisabledNames(names) }
        } catch {
            log.warning("The note of the fonts that the user disabled is out of date", metadata: ["error": "\(error)"])
        }
    }

    /// Updates the note of disabled fonts from the registry or, if the registry was lost, the registry from the note.
    ///
    /// - Parameter isRegistryLost: Whether the registry is new.
    /// - Throws: An error if the registry could not be read or written, or if it has to be restored from the note and
    ///   the note could not be read.
    func reconcileDecisions(isRegistryLost: Bool) async throws(FontError) {
        let noted: DisabledNames?
        do throws(FontError) {
            noted = try await onThread { [tree] () throws(FontError) in try tree.notes.readDisabledNames() }
        } catch {
            // If the registry is lost, the note is the only record of the decisions. A temporary failure to read it
            // must not cause it to be overwritten.
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
    /// The file name that is released because the content leaves or is published under a new name; `nil` if the name
    /// stays.
    fileprivate var goneName: TreeNotes.GoneName? {
        guard let initial, isLeaving || initial.fileName != fileName,
            let name = FontFileName(rawValue: initial.fileName)
        else { return nil }
        return TreeNotes.GoneName(digest: digest, fileName: name)
    }

    /// Whether the font is registered only for login sessions.
    fileprivate var endsWithSession: Bool {
        !registrations.isEmpty && registrations.allSatisfy { $0.scope == .session }
    }

    /// Whether the font was registered only for login sessions before the plan.
    fileprivate var endedWithSession: Bool {
        !initialRegistrations.isEmpty && initialRegistrations.allSatisfy { $0.scope == .session }
    }
}
