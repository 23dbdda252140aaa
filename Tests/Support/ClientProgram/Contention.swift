internal import Typecase

extension Commands {
    /// Uses a font for the first time under its own name and under one that it has not, at once and again and again.
    static func contend(_ words: [String]) async throws -> String {
        var configuration = FontCache.Configuration()
        configuration.resourceDirectories = [words[0]]
        configuration.scope = FontScope(rawValue: words[2]) ?? .process
        configuration.followsTextSize = false
        let descriptors = [NamedAppFont(words[1]), NamedAppFont("No-Such", fileName: words[1])]
        var (available, refused) = (0, 0)
        for round in 0..<(Int(words[3]) ?? 1) {
            // Every other time each has a cache of its own, as parts of one program may.
            let cache = FontCache(configuration)
            let others = round.isMultiple(of: 4) || round % 4 == 1 ? cache : FontCache(configuration)
            let caches = [descriptors[0]: cache, descriptors[1]: others]
            // Whoever is first has a head start.
            let order = round.isMultiple(of: 2) ? descriptors : descriptors.reversed()
            let results = await withTaskGroup(of: Result<Font, any Error>.self) { group in
                for descriptor in order {
                    group.addTask {
                        do {
                            let cache = caches[descriptor] ?? cache
                            return .success(try await Font(descriptor: descriptor, size: 12, cache: cache))
                        } catch {
                            return .failure(error)
                        }
                    }
                }
                var results: [Result<Font, any Error>] = []
                for await result in group { results.append(result) }
                return results
            }
            for result in results {
                switch result {
                case .success(let font):
                    if try await font.isAvailable() { available += 1 }
                    _ = try await FontManager.shared.unregisterFonts(ids: [font.face.id])
                case .failure(let error as FontCacheError) where error.code == .nameMismatch: refused += 1
                case .failure(let error): throw error
                }
            }
        }
        return "\(available) \(refused)"
    }
}
