internal import FontLibrary
internal import FontModel
internal import LinuxSystem
internal import Registry

/// Where the files of contents are, and what a change expects of the directory that they are published in.
extension LibraryContext {
    /// Opens the file of a content for reading.
    ///
    /// - Parameters:
    ///   - digest: The content.
    ///   - evenRefused: Whether to open it though it is out of use.
    ///   - run: Has the file opened, on a thread that may get stuck in that.
    /// - Returns: The file.
    /// - Throws: `FileNotFound`, why the font is out of use, and what keeps the file from being opened.
    func openFile(
        of digest: FontDigest, evenRefused: Bool = false,
        by run:
            @Sendable (_ work: @escaping @Sendable () throws(FontError) -> OwnedFileDescriptor) async throws(FontError)
            -> OwnedFileDescriptor
    ) async throws(FontError) -> OwnedFileDescriptor {
        // The file may move between the question where it is and the opening; it does not move twice in a row often.
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
        throw FontError(.fileNotFound, "The font's file is not there any more.")
    }

    /// The published root that a change expects.
    ///
    /// It may have gone a moment ago, which nobody has noticed yet. If it were made anew then, its fonts would be taken
    /// for removed ones.
    func rootExpectation() async throws(FontError) -> RootExpectation {
        try await FontError.mapping { () throws(RegistryError) in
            guard try await registry.contents.hasPublished() else { return .nothing }
            return .fonts(foundIn: try await registry.publishedRoot())
        }
    }

    /// What a change of the tree notes in its commit: that notices are due, and where the fonts are if that was not known.
    func noticeOfChange(_ expectation: RootExpectation) async throws(FontError) -> [RegistryMutation] {
        if case .fonts(_?) = expectation { return [.setPublicationPending(true)] }
        let root = try await onThread { [tree] () throws(FontError) in try tree.rootStatus() }
        return [.setPublicationPending(true)] + (root.map { [.setPublishedRoot(PublishedRoot($0))] } ?? [])
    }
}
