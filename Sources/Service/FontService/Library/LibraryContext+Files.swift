internal import FontLibrary
internal import FontModel
internal import LinuxSystem
internal import Registry

/// Opens the files of contents, and handles the directory that they are published in.
extension LibraryContext {
    /// Opens the file of a content for reading.
    ///
    /// - Parameters:
    ///   - digest: The content.
    ///   - evenRefused: Whether to open the file although the content is out of use.
    ///   - run: Runs the opening of the file on a thread that may block.
    /// - Returns: The file.
    /// - Throws: `FileNotFound`, the reason why the font is out of use, or the error from opening the file.
    func openFile(
        of digest: FontDigest, evenRefused: Bool = false,
        by run:
            @Sendable (_ work: @escaping @Sendable () throws(FontError) -> OwnedFileDescriptor) async throws(FontError)
            -> OwnedFileDescriptor
    ) async throws(FontError) -> OwnedFileDescriptor {
        // The file may move between the lookup and the opening; it rarely moves twice in a row.
        for _ in 0..<3 {
            let record = try await content(digest)
            guard let record, let fileName = FontFileName(rawValue: record.fileName) else { break }
            if let refusal = record.refusal, !evenRefused { throw FontError(refusal) }
            do throws(FontError) {
                switch record.place {
                case .published(let name):
                    guard let shard = Shard(name: name) else { break }
                    return try await run { [tree] () throws(FontError) in
                        try tree.openPublished(fileName, in: shard)
                    }
                case .stored:
                    return try await run { [tree] () throws(FontError) in try tree.openStored(digest) }
                case .quarantined(let reason):
                    throw FontError(.corrupt, "The font is out of use: \(reason).")
                }
            } catch  where error.code == .fileNotFound {
                continue
            }
        }
        throw FontError(.fileNotFound, "The font's file no longer exists.")
    }

    /// Returns the published root that a change expects.
    ///
    /// The root may have disappeared a moment ago without being noticed. If it were then created again, its fonts would
    /// be mistaken for removed ones.
    func rootExpectation() async throws(FontError) -> RootExpectation {
        try await FontError.mapping { () throws(RegistryError) in
            guard try await registry.contents.hasPublished() else { return .nothing }
            return .fonts(foundIn: try await registry.publishedRoot())
        }
    }

    /// Returns the mutations that a change of the tree adds to its commit.
    ///
    /// They record that notices are due, and the directory of the fonts if it was unknown.
    func noticeOfChange(_ expectation: RootExpectation) async throws(FontError) -> [RegistryMutation] {
        if case .fonts(_?) = expectation { return [.setPublicationPending(true)] }
        let root = try await onThread { [tree] () throws(FontError) in try tree.rootStatus() }
        return [.setPublicationPending(true)] + (root.map { [.setPublishedRoot(PublishedRoot($0))] } ?? [])
    }
}
