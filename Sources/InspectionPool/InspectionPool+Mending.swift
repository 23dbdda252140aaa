internal import FontModel
internal import InspectionProtocol
internal import LinuxSystem
internal import SystemPackage

extension InspectionPool {
    /// Hears the OpenType Sanitizer out on a font that passes otherwise, where it stopped at what may be harmless.
    ///
    /// It is asked again about a copy in which that is mended, and so on. Each oddity is mended once, so that there is an
    /// end to it: a complaint that comes again is about something else. The copies go to nobody but the sanitizer.
    ///
    /// - Parameters:
    ///   - first: What it says of the font.
    ///   - font: The bytes.
    ///   - provider: Whose turn it uses up.
    /// - Returns: What it says in the end, with what it was overruled in.
    /// - Throws: ``FontModel/FontError/Code/busy`` where there is no time now, or what became of the worker.
    func hearOut(
        _ first: SecondOpinionOutcome, on font: SealedMemory, for provider: ProviderIdentifier
    ) async throws(FontError) -> SecondOpinionOutcome {
        var outcome = first
        var copy = font
        var complaints: [FontInspection.Finding] = []
        var left = Set(HarmlessOddity.allCases)
        while let oddity = outcome.oddity, let complaint = outcome.finding, left.remove(oddity) != nil {
            let patches = try await patches(mending: oddity, in: copy, for: provider)
            // Then the complaint is about something else.
            guard !patches.isEmpty else { break }
            copy = try await patched(copy, patches)
            outcome = try await secondOpinion(on: copy, for: provider) {}
            complaints.append(complaint)
        }
        let rest =
            if outcome.finding != nil {
                "A copy in which that is mended it rejects for something else."
            } else if outcome.opinion.isHeard {
                "It accepts a copy in which that is mended."
            } else {
                "What comes after that it did not look at."
            }
        outcome.disputes = complaints.map {
            .init(
                kind: .warning, rule: $0.rule,
                message: "\($0.message) Web browsers will not show it; other programs do. \(rest)")
        }
        return outcome
    }

    private func patches(
        mending oddity: HarmlessOddity, in font: SealedMemory, for provider: ProviderIdentifier
    ) async throws(FontError) -> [FontPatch] {
        let size = font.size
        return try await perform(.mend(oddity), in: .inspect, with: font.descriptor, for: provider.rawValue) {
            reply throws(ImplausibleReply) in
            guard case .mended(let patches) = reply else { return nil }
            for patch in patches {
                try ReplyCheck.require(
                    (0...size).contains(patch.offset) && patch.bytes.count <= size - patch.offset,
                    "a patch outside the font")
            }
            return patches
        }
    }

    /// A copy of a font with other bytes in some places.
    private func patched(_ font: SealedMemory, _ patches: [FontPatch]) async throws(FontError) -> SealedMemory {
        let result: Result<SealedMemory, SealedMemory.Failure>
        do {
            result = try await threads.run {
                Result { () throws(SealedMemory.Failure) in
                    try SealedMemory(
                        copying: font, patching: patches.map { (offset: $0.offset, bytes: $0.bytes) },
                        name: "typecase-mended")
                }
            }
        } catch {
            throw FontError(.busy, "Too many threads wait for slow files. Try again later.")
        }
        do throws(SealedMemory.Failure) {
            return try result.get()
        } catch {
            throw FontError(.registrationFailed, "A copy of the font cannot be kept in memory: \(error).")
        }
    }
}
