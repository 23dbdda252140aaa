internal import FontLibrary
internal import FontModel
internal import LinuxSystem
internal import Logging
internal import Registry

/// What the user denies is noted in the store as well: a registry that is lost, or older than it was as its log is gone,
/// must not make a denied program one that is asked about, or one that has the right.
extension UserDecisions {
    /// Brings back the denials that the registry has lost, and the note to what the registry says.
    ///
    /// Due once, before anybody is answered. What the user allowed is in the registry alone: they are asked again.
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
            // What was allowed later was taken out of the note first.
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

    /// Carries out a change of what the user says, with the note in step.
    ///
    /// - Parameters:
    ///   - known: What the user said before.
    ///   - mutations: The change.
    ///   - commit: Writes the change into the registry.
    /// - Throws: What the change threw, or what kept the note from forgetting a denial; then nothing has changed.
    func keepingDenials(
        of known: [GrantRecord], after mutations: [RegistryMutation], _ commit: () async throws(FontError) -> Void
    ) async throws(FontError) {
        guard tree != nil else { return try await commit() }
        let before = Set(known.compactMap(RightDenial.init))
        // First, so that a denial that the user takes back does not come back with the next start.
        let forgotten = Set(mutations.compactMap(RightDenial.Subject.init(endingDenialWith:)))
        let kept = before.filter { !forgotten.contains(RightDenial.Subject($0)) }
        if kept.count < before.count { try await write(kept) }
        do throws(FontError) {
            try await commit()
        } catch {
            // The denials of before still hold, and stay noted.
            if kept.count < before.count { try? await write(before) }
            throw error
        }
        do throws(FontError) {
            let after = Set(try await grants().compactMap(RightDenial.init))
            if after != kept { try await write(after) }
        } catch {
            // The registry has it, and the next start notes it.
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
    /// The denial that a record is; `nil` for what is allowed.
    fileprivate init?(_ record: GrantRecord) {
        guard !record.isAllowed else { return nil }
        self.init(provider: record.provider, right: record.right, font: record.font, time: record.time)
    }

    /// What a denial is of.
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

    /// What a mutation allows, or forgets the denial of.
    fileprivate init?(endingDenialWith mutation: RegistryMutation) {
        switch mutation {
        case .setGrant(let record) where record.isAllowed: self.init(record)
        case .deleteGrant(let provider, let right, let font): self.init(provider: provider, right: right, font: font)
        default: return nil
        }
    }
}
