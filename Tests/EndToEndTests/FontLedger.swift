internal import BusInterface
internal import DBus
internal import FontModel
internal import LinuxSystem
internal import TestSupport
internal import Testing

/// What the daemon has acknowledged, and what it was asked for when it died.
struct FontLedger {
    /// The state of a font.
    enum State: Equatable {
        case absent, enabled, disabled
    }

    /// The fonts, by family.
    let fonts: [String: [UInt8]]
    private(set) var acknowledged: [String: State] = [:]
    private var pending: [String: State] = [:]
    /// The ids, by family.
    private(set) var identifiers: [String: String] = [:]

    /// Knows fonts that are not there yet.
    init(families: [String]) {
        fonts = Dictionary(uniqueKeysWithValues: families.map { ($0, makeFont($0)) })
        for family in families { acknowledged[family] = .absent }
    }

    /// Asks the daemon for a state, and takes note of its answer.
    mutating func bring(
        _ families: [String], to state: State, by way: Way = .user, _ daemon: RunningDaemon
    ) async throws {
        for family in families { pending[family] = state }
        let answer: RunningDaemon.Answer
        switch state {
        case .absent:
            answer = try await daemon.unregister(families.map { identifiers[$0] ?? "" }, by: way)
        case .enabled, .disabled:
            let known = families.compactMap { identifiers[$0] }
            if known.count == families.count {
                answer = try await daemon.setEnabled(known, state == .enabled, by: way)
            } else {
                let descriptors = try families.map { try SealedMemory(bytes: fonts[$0] ?? []).descriptor }
                answer = try await daemon.register(descriptors, by: way, enabled: state == .enabled)
            }
        }
        for (family, result) in zip(families, answer.results) {
            // A worker can die in the daemon's place; then the font is refused, which is an answer as well.
            if result.errorName == "" {
                acknowledged[family] = state
                identifiers[family] = state == .absent ? nil : result.text("id")
            }
            pending[family] = nil
        }
    }

    /// Checks that fonts are as they were acknowledged; what was removed may be there again, after a loss.
    func expectNothingLost(by daemon: RunningDaemon) async throws {
        let registered = try await daemon.list(by: .user)
        for (family, state) in acknowledged where state != .absent && pending[family] == nil {
            let font = registered.first { $0.dictionaries("faces").first?.text("family") == family }
            #expect(font?.boolean("enabled") == (state == .enabled), "\(family) was acknowledged as \(state)")
            if let id = identifiers[family] { #expect(font?.text("id") == id) }
        }
        let families = try await daemon.fontconfigFamilies()
        #expect(
            families
                == Set(
                    registered.filter { $0.boolean("enabled") == true }.compactMap {
                        $0.dictionaries("faces").first?.text("family")
                    }))
    }

    /// Compares what there is with what was acknowledged, and registry, tree, store and fontconfig with each other.
    func expectAgreement(with daemon: RunningDaemon) async throws {
        let registered = try await daemon.list(by: .user)
        var found: [String: State] = [:]
        for font in registered {
            let family = try #require(font.dictionaries("faces").first).text("family")
            #expect(found[family] == nil, "\(family) is registered twice")
            found[family] = font.boolean("enabled") == true ? .enabled : .disabled
            #expect(font.boolean("quarantined") == false)
            if let id = identifiers[family], pending[family] == nil { #expect(font.text("id") == id) }
        }
        for (family, state) in acknowledged {
            let now = found[family] ?? .absent
            #expect(now == state || now == pending[family], "\(family) was acknowledged as \(state) and is \(now)")
        }
        #expect(Set(found.keys).isSubset(of: acknowledged.keys))

        let enabled = found.filter { $0.value == .enabled }.map(\.key).sorted()
        let disabled = found.filter { $0.value == .disabled }.map(\.key)
        let published = daemon.publishedFiles
        let contents = try published.map { try readAll("\(daemon.publishedDirectory)/\($0.path)") }
        #expect(published.count == enabled.count, "\(published.map(\.path))")
        for family in enabled { #expect(contents.contains(fonts[family] ?? []), "\(family) is not published") }
        for file in published { #expect(file.mode == 0o644 && file.linkCount <= 2) }
        #expect(try await daemon.fontconfigList().map(\.family).sorted() == enabled)

        let digests = try Dictionary(
            uniqueKeysWithValues: found.keys.map { ($0, try SealedMemory(bytes: fonts[$0] ?? []).digest.hexadecimal) })
        let expected = digests.values.map { "\($0).json" } + disabled.compactMap { digests[$0] }
        let stored = daemon.storedFiles.map(\.path)
        let spares = Set(DirectoryListing("\(daemon.storeDirectory)/spare").files.map(\.name))
        #expect(spares.isSubset(of: digests.values), "no second name is left of what was removed")
        #expect(stored.sorted() == expected.sorted(), "nothing is left behind in the store")
        for family in disabled {
            #expect(try readAll("\(daemon.storeDirectory)/\(digests[family] ?? "")") == fonts[family] ?? [])
        }
    }
}
