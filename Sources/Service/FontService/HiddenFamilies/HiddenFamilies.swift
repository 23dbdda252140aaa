package import FontModel
package import InspectionClient
package import LinuxSystem
package import Logging
package import Registry
internal import SystemPackage

/// Hides families of the system from the user's programs, and shows them again.
///
/// A fontconfig rule hides each family; sandboxes may have a configuration without these rules.
package actor HiddenFamilies {
    /// The maximum number of hidden families: their file must stay small, because every program reads it at its start.
    package static let maximumCount = 300

    private let registry: Registry
    private let systemFaces: SystemFacesService
    private let inspector: FontInspector
    private let file: HiddenFamiliesFile?
    private let languages: [String]
    private let threads: BlockingThreads
    private let log: Logger
    private let refusal: FontError?
    private let onChange: @Sendable (UInt64) -> Void
    /// Serializes changes of the file, because each change waits for other work before it is complete.
    private let writing = AsyncBudget(limit: 1)

    /// Creates the service.
    ///
    /// - Parameters:
    ///   - registry: Stores the families for queries.
    ///   - systemFaces: Keeps the system's faces up to date.
    ///   - inspector: Reports which families programs get by default.
    ///   - configuration: The user's configuration directory; `nil` if there is no home directory.
    ///   - environment: The environment, which contains the user's languages.
    ///   - refusal: Why this process may not change anything; `nil` if it may.
    ///   - threads: The thread pool for blocking work.
    ///   - log: The log for errors in reading the file.
    ///   - onChange: Receives the generation after each change.
    package init(
        registry: Registry, systemFaces: SystemFacesService, inspector: FontInspector, configuration: String?,
        environment: [String: String], refusal: FontError?, threads: BlockingThreads, log: Logger,
        onChange: @escaping @Sendable (UInt64) -> Void
    ) {
        self.registry = registry
        self.systemFaces = systemFaces
        self.inspector = inspector
        file = configuration.map { HiddenFamiliesFile(configuration: $0) }
        languages = Self.languages(of: environment)
        self.threads = threads
        self.log = log
        self.refusal = refusal
        self.onChange = onChange
    }

    /// The name of a family and whether it was changed, or the reason why it stays as it is.
    package typealias Change = Result<(name: String, isChange: Bool), FontError>

    /// The directory of the file with the rules, below a configuration directory.
    ///
    /// A change in this directory may change the rules.
    package static func directory(below configuration: String) -> String {
        HiddenFamiliesFile(configuration: configuration).directory
    }

    /// The path of the file with the rules; empty if there is no home directory.
    package nonisolated var path: String { file?.path ?? "" }

    /// The hidden families, in the order of their names.
    ///
    /// - Returns: The families.
    /// - Throws: The error that prevented reading them.
    package func families() async throws(FontError) -> [HiddenFamily] {
        try await FontError.mapping { () throws(RegistryError) in try await registry.hiddenFamilies() }
    }

    /// Updates the registry from the file, which may have been changed by other means.
    package func refresh() async {
        guard let file, refusal == nil else { return }
        await writing.withShare(1, of: .user) {
            do {
                try await note(try await threads.run { try file.families() })
            } catch {
                log.warning("The rules that hide families cannot be read", metadata: ["error": "\(error)"])
            }
        }
    }

    /// Hides families or shows them again; each succeeds or fails by itself.
    ///
    /// - Parameters:
    ///   - names: The families, in any language.
    ///   - isHidden: Whether to hide the families from programs.
    ///   - isForced: Whether families that programs need most may be hidden.
    ///   - isDryRun: Whether to report the results without changing anything.
    /// - Returns: The name of each family and whether it was changed, in order.
    /// - Throws: The error that prevented all of the changes.
    package func set(
        _ names: [String], hidden isHidden: Bool, force isForced: Bool, dryRun isDryRun: Bool = false
    ) async throws(FontError) -> [Change] {
        if let refusal { throw refusal }
        guard let file else { throw FontError(.readOnly, "There is no home directory in which to store the rules.") }
        await systemFaces.ready()
        return try await writing.withShare(1, of: .user) { () async -> Result<[Change], FontError> in
            do throws(FontError) {
                return .success(try await change(file, names, hidden: isHidden, force: isForced, dryRun: isDryRun))
            } catch {
                return .failure(error)
            }
        }.get()
    }

    private func change(
        _ file: HiddenFamiliesFile, _ names: [String], hidden isHidden: Bool, force isForced: Bool,
        dryRun isDryRun: Bool
    ) async throws(FontError) -> [Change] {
        let before = try await reading(file)
        let found = try await FontError.mapping { () throws(RegistryError) in
            try await registry.faces.systemFamilies(named: names)
        }
        let defaults = isHidden && !isForced ? try await inspector.defaultFamilies() : [:]
        let covered = isHidden && !isForced ? try await coveredLanguages() : []
        var families = before
        var results: [Change] = []
        for (name, found) in zip(names, found) {
            do throws(FontError) {
                let known = families.firstIndex { $0.fontNameKey == (found ?? name).fontNameKey }
                if isHidden {
                    guard let found else {
                        throw FontError(.notRegistered, "The system has no family \(name).")
                    }
                    if known == nil {
                        if !isForced { try await check(found, beside: families, defaults, covered) }
                        guard families.count < Self.maximumCount else {
                            throw FontError(
                                .exceededResourceLimit, "No more than \(Self.maximumCount) families can be hidden.")
                        }
                        families.append(found)
                    }
                    results.append(.success((found, known == nil)))
                } else {
                    let shown = known.map { families.remove(at: $0) }
                    guard let title = shown ?? found else {
                        throw FontError(
                            .notRegistered,
                            "You have not hidden a family \(name), and the system has no such family.")
                    }
                    results.append(.success((title, shown != nil)))
                }
            } catch {
                results.append(.failure(error))
            }
        }
        if isDryRun { return results }
        guard families != before else {
            // The file may have been changed by hand.
            try await note(before)
            return results
        }
        let changed = families.sorted()
        do {
            try await threads.run { try file.replace(with: changed) }
        } catch let error as Errno {
            throw FontError(error, while: "write \(file.path)")
        } catch {
            throw FontError(.registrationFailed, "Cannot write \(file.path): \(error).")
        }
        do throws(FontError) {
            try await note(changed, history: Self.items(of: changed, after: before))
        } catch {
            // If the registry could not be updated, the file is restored.
            try? await threads.run { try file.replace(with: before) }
            throw error
        }
        // The directory may be new; the refresh has it watched like the directories of the system.
        await systemFaces.refresh()
        return results
    }

    /// Refuses to hide families that programs need most.
    private func check(
        _ family: String, beside hidden: [String], _ defaults: [String: [String]], _ covered: [String]
    ) async throws(FontError) {
        if let generics = defaults.first(where: { $0.key.fontNameKey == family.fontNameKey })?.value {
            throw FontError(
                .systemRequired,
                "Programs that ask for \(Self.alternatives(generics)) get \(family). To hide it anyway, use --force.")
        }
        for language in covered {
            if try await !hasFace(covering: language, without: hidden + [family]) {
                throw FontError(
                    .systemRequired,
                    "Only \(family) has the letters of your language, \(language). To hide it anyway, use --force.")
            }
        }
    }

    /// A text that lists names, such as `serif, monospace or system-ui`.
    private static func alternatives(_ names: [String]) -> String {
        guard let last = names.last, names.count > 1 else { return names.joined() }
        return "\(names.dropLast().joined(separator: ", ")) or \(last)"
    }

    /// The user's languages for which programs have a font.
    private func coveredLanguages() async throws(FontError) -> [String] {
        var covered: [String] = []
        for language in languages where try await hasFace(covering: language, without: []) { covered.append(language) }
        return covered
    }

    private func hasFace(covering language: String, without families: [String]) async throws(FontError) -> Bool {
        try await FontError.mapping { () throws(RegistryError) in
            try await registry.faces.hasFace(covering: language, without: families)
        }
    }

    private func reading(_ file: HiddenFamiliesFile) async throws(FontError) -> [String] {
        do {
            return try await threads.run { try file.families() }
        } catch let error as Errno {
            throw FontError(error, while: "read \(file.path)")
        } catch {
            throw FontError(.registrationFailed, "Cannot read \(file.path): \(error).")
        }
    }

    private func note(_ families: [String], history items: [HistoryItem] = []) async throws(FontError) {
        let known = try await self.families().map(\.name)
        guard Set(known) != Set(families) else { return }
        let operation = HistoryOperation.current ?? HistoryOperation(cause: .user)
        let generation = try await FontError.mapping { () throws(RegistryError) in
            try await registry.commit(
                [.hiddenFamilies(families)] + (items.isEmpty ? [] : [.history(operation, items)]))
        }
        onChange(generation)
    }

    /// The items of the history for a change.
    private static func items(of families: [String], after before: [String]) -> [HistoryItem] {
        let hidden = families.filter { !before.contains($0) }.map { (HistoryItem.Kind.hidden, $0) }
        let shown = before.filter { !families.contains($0) }.map { (HistoryItem.Kind.shown, $0) }
        return (hidden + shown).map { kind, family in
            HistoryItem(kind, subject: family, digest: nil, provider: .user, family: family)
        }
    }

    /// The languages of a user, as fontconfig tags.
    ///
    /// Source: locale(7) and gettext's `LANGUAGE`.
    static func languages(of environment: [String: String]) -> [String] {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
        let names = (environment["LANGUAGE"] ?? "").split(separator: ":").map(String.init) + [locale]
        var languages: [String] = []
        for name in names {
            let parts = name.prefix { $0 != "." && $0 != "@" }.split(separator: "_").map { $0.lowercased() }
            guard let language = parts.first, (2...3).contains(language.count), language.allSatisfy(\.isLetter)
            else { continue }
            // For Chinese, the territory determines the script.
            let tag = language == "zh" ? parts.prefix(2).joined(separator: "-") : language
            if !languages.contains(tag) { languages.append(tag) }
        }
        return languages
    }
}
