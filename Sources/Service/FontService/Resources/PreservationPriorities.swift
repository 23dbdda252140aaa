internal import FontModel
internal import LinuxSystem
internal import SystemPackage

/// The priorities with which providers want their tags kept when space is low.
///
/// They are stored in a file whose lines consist of a provider, a tag and a number.
struct PreservationPriorities: Sendable {
    /// The maximum number of tags of one provider, chosen so that the file also has room for those of other providers.
    static let tagsPerProvider = 64

    private let file: SmallFile
    private var priorities: [ProviderIdentifier: [String: Double]] = [:]

    /// Creates the priorities by reading the file; blocks.
    ///
    /// Invalid lines are ignored.
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

    /// The priority of a resource: the highest priority of its tags; 0 if none was set.
    func priority(of resource: ProviderResource) -> Double {
        let known = priorities[resource.provider] ?? [:]
        return resource.tags.compactMap { known[$0] }.max() ?? 0
    }

    /// Sets the priority with which a provider's tags are kept.
    ///
    /// - Throws: `exceededResourceLimit` if too many tags of the provider have a priority.
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

    /// Forgets the priorities set by a provider.
    mutating func forget(_ provider: ProviderIdentifier) { priorities[provider] = nil }

    /// Writes the file; blocks.
    func write() throws(Errno) {
        let lines = priorities.sorted { $0.key.rawValue < $1.key.rawValue }.flatMap { provider, tags in
            tags.sorted { $0.key < $1.key }.map { "\(provider) \($0.key) \($0.value)\n" }
        }
        try file.replace(with: lines.joined())
    }
}
