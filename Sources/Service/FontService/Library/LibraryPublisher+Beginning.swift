internal import FontLibrary
internal import FontModel
internal import LinuxSystem
internal import Registry

/// What a change of fonts expects to find as it begins, and what it notes of that.
extension LibraryPublisher {
    /// Has the registry know that fonts are being changed, before the first change touches the tree.
    ///
    /// What such a change leaves there when it is cut off must not be taken for what a lost registry knew.
    func noteBeginning() async throws(FontError) {
        guard !hasBegun else { return }
        try await FontError.mapping { () throws(RegistryError) in
            if try await registry.isNew() { _ = try await registry.commit([.setBegun]) }
        }
        hasBegun = true
    }

    /// What a change expects of the published root.
    ///
    /// It may have gone a moment ago, which nobody has noticed yet. If it were made anew then, its fonts would be taken
    /// for removed ones.
    nonisolated func rootExpectation() async throws(FontError) -> RootExpectation {
        try await FontError.mapping { () throws(RegistryError) in
            guard try await registry.hasPublishedContents() else { return .nothing }
            return .fonts(foundIn: try await registry.publishedRoot())
        }
    }

    /// What a change of the tree notes in its commit: that notices are due, and where the fonts are if that was not known.
    nonisolated func noticeOfChange(_ expectation: RootExpectation) async throws(FontError) -> [RegistryMutation] {
        if case .fonts(_?) = expectation { return [.setPublicationPending(true)] }
        let root = try await onThread { [tree] () throws(FontError) in try tree.rootStatus() }
        return [.setPublicationPending(true)] + (root.map { [.setPublishedRoot(PublishedRoot($0))] } ?? [])
    }
}
