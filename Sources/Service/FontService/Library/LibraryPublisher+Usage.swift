internal import FontModel
internal import Registry

extension LibraryPublisher {
    /// What a provider has, kept from round to round: adding it up would take longer the more there is.
    ///
    /// How much it may have is looked at each time, as the policy may change.
    func usage(of provider: ProviderRecord) async throws(FontError) -> LibraryPlanner.Usage {
        let (fonts, bytes): (Int, Int)
        if let known = usage[provider.id] {
            (fonts, bytes) = (known.fonts, known.bytes)
        } else {
            (fonts, bytes) = try await FontError.mapping { () throws(RegistryError) in
                try await registry.usage(of: provider.id)
            }
            usage[provider.id] = LibraryPlanner.Usage(fonts: fonts, bytes: bytes)
        }
        return LibraryPlanner.Usage(fonts: fonts, bytes: bytes, allowance: allowance(provider))
    }

    /// How many fonts all programs have, with those of a batch under way; kept in the same way.
    func fontsOfPrograms() async throws(FontError) -> Int {
        if programFontCount == nil {
            let count = try await FontError.mapping { () throws(RegistryError) in
                try await registry.programFontCount()
            }
            programFontCount = programFontCount ?? count
        }
        let added = reservation.flatMap { $0.provider == .user ? nil : $0.added?.fonts } ?? 0
        return (programFontCount ?? 0) + added
    }

    /// Takes note of what a change of one content makes of all that.
    func count(_ item: LibraryPlan.Item) {
        let before = Set(item.initialRegistrations.map(\.provider))
        let after = Set(item.registrations.map(\.provider))
        programFontCount? += after.subtracting([.user]).count - before.subtracting([.user]).count
        for provider in after.subtracting(before) {
            usage[provider]?.fonts += 1
            usage[provider]?.bytes += item.size
        }
        for provider in before.subtracting(after) {
            usage[provider]?.fonts -= 1
            usage[provider]?.bytes -= item.size
        }
    }
}
