internal import FontLibrary
internal import FontModel
internal import LinuxSystem
internal import Logging
internal import Registry

/// What is noted of file names, so that copies of the tree are understood that a sync or a backup brings.
extension LibraryPublisher {
    /// Notes which names a plan gives up and which end with the login session, before its files move.
    ///
    /// - Parameters:
    ///   - plan: The plan.
    ///   - assignment: Where its files go.
    ///   - expectation: What is expected of the published root.
    /// - Throws: What kept the names from being noted.
    nonisolated func noteNames(
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
            try tree.noteGone(gone)
            if !passing.isEmpty { try tree.noteSessionNames(passing, expecting: expectation) }
        }
    }

    /// Removes the notes of fonts that do not end with the login session any more, after the commit.
    nonisolated func forgetSessionNames(of plan: LibraryPlan) async {
        let names = plan.items.compactMap { item -> FontFileName? in
            guard item.endedWithSession, !item.endsWithSession, let initial = item.initial else { return nil }
            return FontFileName(rawValue: initial.fileName)
        }
        guard !names.isEmpty else { return }
        do throws(FontError) {
            try await onThread { [tree] () throws(FontError) in try tree.forgetSessionNames(names) }
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
            try tree.deleteLeftRemovalNotes()
            try tree.deleteSpares(except: Set(expected.map(\.digest)))
            return try tree.makeSpares(of: expected)
        }
        if !stamps.isEmpty {
            _ = try await FontError.mapping { () throws(RegistryError) in
                try await registry.commit(stamps.map { .setStamp($0.key, $0.value) })
            }
        }
        let noted = try await onThread { [tree] () throws(FontError) in try tree.sessionNames() }
        guard !noted.isEmpty else { return }
        var stale: Set<FontFileName> = []
        for font in expected where noted.contains(font.fileName) {
            let registrations = try await FontError.mapping { () throws(RegistryError) in
                try await registry.registrations(of: font.digest)
            }
            if registrations.contains(where: { $0.scope == .persistent }) { stale.insert(font.fileName) }
        }
        let (lasting, known) = (stale, noted)
        try await onThread { [tree] () throws(FontError) in
            let present = Set(try tree.inventory().published.map(\.fileName))
            try tree.forgetSessionNames(known.filter { lasting.contains($0) || !present.contains($0) })
        }
    }
}

extension LibraryPlan.Item {
    /// The file name that is given up: the content leaves, or is published under a new name; `nil` where it stays.
    fileprivate var goneName: FontTree.GoneName? {
        guard let initial, isLeaving || initial.fileName != fileName,
            let name = FontFileName(rawValue: initial.fileName)
        else { return nil }
        return FontTree.GoneName(digest: digest, fileName: name)
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
