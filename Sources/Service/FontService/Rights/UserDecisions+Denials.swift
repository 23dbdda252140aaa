internal import FontLibrary
internal import FontModel
internal import LinuxSystem
internal import Logging
internal import Registry

/// The note of denials in the store, which is kept in addition to the registry.
///
/// A registry may be lost, or be out of date because its log is missing. This must not cause the user to be asked again
/// about a denied program, or give the right to that program.
extension UserDecisions {
    /// Restores the denials that the registry has lost, and updates the note from the registry.
    ///
    /// Call this once, before any call is answered. Permissions that the user granted are only in the registry, so the
    /// user is asked about them again.
    package func restoreDenials() async {
        guard let tree else { return }
        do throws(FontError) {
            let known = try await grants()
            var noted: Set<RightDenial> = []
            do throws(FontError) {
                noted = try await onThread { () throws(FontError) in try tree.notes.readDenials() }
            } catch {
                guard error.code == .corrupt else { throw error }
                log.warning("The note of denied rights cannot be read", metadata: ["error": "\(error)"])
            }
            let records = Dictionary(known.map { (RightDenial.Subject($0), $0) }, uniquingKeysWith: { $1 })
            // A right that was allowed later was first removed from the note.
            let lost = noted.filter { denial in
                records[RightDenial.Subject(denial)].map { $0.isAllowed && $0.time < denial.time } ?? true
            }
            if !lost.isEmpty {
                let mutations = lost.map { denial in
                    RegistryMutation.setGrant(
                        GrantRecord(
                            provider: denial.provider, right: denial.right, font: denial.font, isAllowed: false,
                            time: denial.time))
                }
                _ = try await FontError.mapping { () throws(RegistryError) in try await registry.commit(mutations) }
                noteRestoredDenials(lost.count)
                log.warning(
                    "Rights that the user denies were missing in the registry", metadata: ["rights": "\(lost.count)"])
                await refresh()
            }
            let denials = Set(try await grants().compactMap(RightDenial.init))
            if denials != noted { try await write(denials) }
        } catch {
            log.warning("The note of denied rights is out of date", metadata: ["error": "\(error)"])
        }
    }

    /// Makes a change of the user's decisions, and updates the note with it.
    ///
    /// - Parameters:
    ///   - known: The decisions before the change.
    ///   - mutations: The change.
    ///   - commit: Writes the change into the registry.
    /// - Throws: The error of the change, or an error if a denial could not be removed from the note; nothing has then
    ///   changed.
    func keepingDenials(
        of known: [GrantRecord], after mutations: [RegistryMutation], _ commit: () async throws(FontError) -> Void
    ) async throws(FontError) {
        guard tree != nil else { return try await commit() }
        let before = Set(known.compactMap(RightDenial.init))
        // This comes first, so that a denial that the user revokes does not come back with the next start.
        let forgotten = Set(mutations.compactMap(RightDenial.Subject.init(endingDenialWith:)))
        let kept = before.filter { !forgotten.contains(RightDenial.Subject($0)) }
        if kept.count < before.count { try await write(kept) }
        do throws(FontError) {
            try await commit()
        } catch {
            // The earlier denials remain valid, and stay in the note.
            if kept.count < before.count { try? await write(before) }
            throw error
        }
        do throws(FontError) {
            let after = Set(try await grants().compactMap(RightDenial.init))
            if after != kept { try await write(after) }
        } catch {
            // The registry contains the denials, and the next start writes them into the note.
            log.warning("The note of denied rights is out of date", metadata: ["error": "\(error)"])
        }
    }

    private func write(_ denials: Set<RightDenial>) async throws(FontError) {
        guard let tree else { return }
        try await onThread { () throws(FontError) in try tree.notes.writeDenials(denials) }
    }

    private func onThread<Value: Sendable>(
        _ body: @escaping @Sendable () throws(FontError) -> Value
    ) async throws(FontError) -> Value {
        let result: Result<Value, FontError>
        do {
            result = try await threads.run { Result { () throws(FontError) in try body() } }
        } catch {
            throw FontError(.busy, "The note of denied rights does not answer: \(error)")
        }
        return try result.get()
    }
}

extension RightDenial {
    /// Creates a denial from a record; `nil` if the record is a permission.
    fileprivate init?(_ record: GrantRecord) {
        guard !record.isAllowed else { return nil }
        self.init(provider: record.provider, right: record.right, font: record.font, time: record.time)
    }

    /// The subject of a denial.
    fileprivate struct Subject: Hashable {
        var provider: ProviderIdentifier
        var right: Right
        var font: FontDigest?
    }
}

extension RightDenial.Subject {
    fileprivate init(_ denial: RightDenial) {
        self.init(provider: denial.provider, right: denial.right, font: denial.font)
    }

    fileprivate init(_ record: GrantRecord) {
        self.init(provider: record.provider, right: record.right, font: record.font)
    }

    /// Creates the subject that a mutation allows or whose denial it removes; `nil` for other mutations.
    fileprivate init?(endingDenialWith mutation: RegistryMutation) {
        switch mutation {
        case .setGrant(let record) where record.isAllowed: self.init(record)
        case .deleteGrant(let provider, let right, let font): self.init(provider: provider, right: right, font: font)
        default: return nil
        }
    }
}
