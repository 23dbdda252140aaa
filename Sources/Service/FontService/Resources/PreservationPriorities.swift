internal import FontModel
internal import LinuxSystem
internal import SystemPackage

/// How much providers want their tags kept when space is low: a file of lines with a provider, a tag and a number.
struct PreservationPriorities: Sendable {
    /// The most tags of one provider: as many as fit a file beside those of others.
    static let tagsPerProvider = 64

    private let file: SmallFile
    private var priorities: [ProviderIdentifier: [String: Double]] = [:]

    /// Reads the file; blocks.
    ///
    /// What cannot be understood counts as not said.
    init(path: String) {
        file = SmallFile(path: path)
        for line in ((try? file.read()) ?? nil)?.split(separator: "\n") ?? [] {
            let words = line.split(separator: " ")
            guard words.count == 3, let provider = ProviderIdentifier(rawValue: String(words[0])),
                let value = Double(words[2]), (0...1).contains(value)
            else { continue }
            priorities[provider, default: [:]][String(words[1])] = value
        }
    }

    /// The priority of a resource: the highest of its tags, 0 where nothing was said.
    func priority(of resource: ProviderResource) -> Double {
        let known = priorities[resource.provider] ?? [:]
        return resource.tags.compactMap { known[$0] }.max() ?? 0
    }

    /// Says how much a provider wants tags kept.
    ///
    /// - Throws: `exceededResourceLimit` for a provider that says it of too many tags.
    mutating func set(
        _ value: Double, for tags: [String], of provider: ProviderIdentifier
    ) throws(FontError) {
        var changed = priorities[provider] ?? [:]
        for tag in tags { changed[tag] = value == 0 ? nil : value }
        guard changed.count <= Self.tagsPerProvider else {
            throw FontError(
                .exceededResourceLimit, "At most \(Self.tagsPerProvider) tags of a provider can have a priority.")
        }
        priorities[provider] = changed.isEmpty ? nil : changed
    }

    /// Forgets what a provider said.
    mutating func forget(_ provider: ProviderIdentifier) { priorities[provider] = nil }

    /// Writes the file; blocks.
    func write() throws(Errno) {
        let lines = priorities.sorted { $0.key.rawValue < $1.key.rawValue }.flatMap { provider, tags in
            tags.sorted { $0.key < $1.key }.map { "\(provider) \($0.key) \($0.value)\n" }
        }
        try file.replace(with: lines.joined())
    }
}
