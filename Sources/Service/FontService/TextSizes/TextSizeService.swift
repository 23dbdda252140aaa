package import DynamicType
package import FontModel
internal import LinuxSystem
package import Registry
internal import Synchronization

/// Provides the text size that the user wants, in all programs and in individual ones.
///
/// The user's choice for a program comes first, then their choice for all programs, then the desktop's text scale. The
/// registry stores the choices; it can appear, disappear and be replaced, as home directories can.
package final class TextSizeService: Sendable {
    /// The maximum number of programs with a choice.
    package static let maximumApplications = 1000

    private struct State {
        var registry: Registry?
        /// Why nothing can be chosen; `nil` if it can.
        var refusal: FontError?
        /// The choices by program; the key `nil` stands for all programs.
        var choices: [ProviderIdentifier?: ContentSizeCategory] = [:]
        var desktop: DesktopTextScale?
        /// The number of readings that have begun, and the number of the reading that the choices come from.
        var begun = 0, reading = 0
    }

    private let state = Mutex(State())
    private let onChange: @Sendable (TextSizeService) -> Void

    /// Creates a service without any choices and without a registry to store them.
    ///
    /// - Parameter onChange: Called on any thread, with this object, after the results of ``textSize(of:)`` may have
    ///   changed.
    package init(onChange: @escaping @Sendable (TextSizeService) -> Void) { self.onChange = onChange }

    /// The text size in a program.
    ///
    /// - Parameter application: The program; `nil` for programs without a choice of the user.
    /// - Returns: The category and its source.
    package func textSize(of application: ProviderIdentifier?) -> TextSize {
        state.withLock { state in
            let (category, source): (ContentSizeCategory, TextSize.Source) =
                if let application, let chosen = state.choices[application] {
                    (chosen, .application)
                } else if let chosen = state.choices[nil] {
                    (chosen, .user)
                } else if let category = state.desktop?.category {
                    (category, .desktop)
                } else {
                    (.default, .default)
                }
            return TextSize(category: category, source: source, desktop: state.desktop)
        }
    }

    /// The text size in every program; `nil` if it depends on the program, or if the choices were never read.
    package var commonCategory: ContentSizeCategory? {
        let isCommon = state.withLock { $0.reading > 0 && $0.choices.keys.allSatisfy { $0 == nil } }
        return isCommon ? textSize(of: nil).category : nil
    }

    /// Sets the desktop's text scale; `nil` if it is unknown.
    package func setDesktop(_ scale: DesktopTextScale?) {
        let hasChanged = state.withLock { state in
            defer { state.desktop = scale }
            return state.desktop != scale
        }
        if hasChanged { onChange(self) }
    }

    // MARK: What the user chose

    /// Stores choices in this registry from now on, and reads those that it contains.
    ///
    /// - Parameters:
    ///   - registry: The registry.
    ///   - refusal: Why the registry cannot be changed; `nil` if it can.
    package func use(_ registry: Registry, refusal: FontError?) async {
        state.withLock { ($0.registry, $0.refusal) = (registry, refusal) }
        await refresh()
    }

    /// Reads the choices again, because another process may have changed them.
    ///
    /// If they cannot be read, the known choices stay in effect.
    package func refresh() async {
        let (registry, number) = state.withLock { state in
            state.begun += 1
            return (state.registry, state.begun)
        }
        guard let registry, let records = try? await registry.textSizes() else { return }
        // A category that only a later version knows is ignored.
        let known = records.compactMap { record in
            ContentSizeCategory(rawValue: record.category).map { (record.application, $0) }
        }
        let choices = Dictionary(known) { $1 }
        let hasChanged = state.withLock { state in
            // Of two simultaneous readings, the one that began last is the most current.
            guard number > state.reading else { return false }
            defer { (state.choices, state.reading) = (choices, number) }
            // Even the absence of choices is a change if the choices were unknown before.
            return state.choices != choices || state.reading == 0
        }
        if hasChanged { onChange(self) }
    }

    /// The user's choices: the one for all programs first, then those for programs in the order of the programs.
    package func choices() async throws(FontError) -> [TextSizeRecord] {
        guard let registry = state.withLock({ $0.registry }) else { return [] }
        return try await FontError.mapping { () throws(RegistryError) in try await registry.textSizes() }
    }

    /// Sets the text size on behalf of the user; durable when it returns.
    ///
    /// - Parameters:
    ///   - category: The category.
    ///   - application: The program; `nil` for all.
    /// - Throws: The error that prevented storing the choice; then nothing has changed.
    package func set(
        _ category: ContentSizeCategory, for application: ProviderIdentifier?
    ) async throws(FontError) {
        let registry = try changeable()
        let known = Set(try await choices().compactMap(\.application))
        guard application.map({ known.union([$0]).count <= Self.maximumApplications }) ?? true else {
            throw FontError(
                .exceededResourceLimit,
                "You have chosen a text size for \(known.count) programs, which is the limit. Reset some first.")
        }
        try await commit(
            .setTextSize(
                TextSizeRecord(
                    application: application, category: category.rawValue, time: WallClock.secondsSince1970)), registry)
    }

    /// Forgets a choice of the user; durable when it returns.
    ///
    /// - Parameter application: The program; `nil` for all.
    /// - Returns: Whether there was a choice.
    /// - Throws: The error that prevented storing the change; then nothing has changed.
    package func reset(_ application: ProviderIdentifier?) async throws(FontError) -> Bool {
        let registry = try changeable()
        guard try await choices().contains(where: { $0.application == application }) else { return false }
        try await commit(.deleteTextSize(application), registry)
        return true
    }

    private func changeable() throws(FontError) -> Registry {
        let (registry, refusal) = state.withLock { ($0.registry, $0.refusal) }
        if let refusal { throw refusal }
        guard let registry else {
            throw FontError(.readOnly, "There is no home directory in which to store the choice.")
        }
        return registry
    }

    private func commit(_ mutation: RegistryMutation, _ registry: Registry) async throws(FontError) {
        try await FontError.mapping { () throws(RegistryError) in _ = try await registry.commit([mutation]) }
        await refresh()
    }
}
