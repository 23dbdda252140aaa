package import DynamicType
package import FontModel
internal import LinuxSystem
package import Registry
internal import Synchronization

/// Knows how large the user wants text, in all programs and in single ones.
///
/// What the user chose for a program comes first, then what they chose for all, then what the desktop makes of text.
/// The registry keeps the choices; it may come, go and be exchanged, as homes do.
package final class TextSizeService: Sendable {
    /// The most programs that the user can choose something for.
    package static let maximumApplications = 1000

    private struct State {
        var registry: Registry?
        /// Why nothing can be chosen; `nil` where it can.
        var refusal: FontError?
        /// By program; `nil` for all.
        var choices: [ProviderIdentifier?: ContentSizeCategory] = [:]
        var desktop: DesktopTextScale?
        /// How many readings have begun, and which of them the choices are of.
        var begun = 0, reading = 0
    }

    private let state = Mutex(State())
    private let onChange: @Sendable (TextSizeService) -> Void

    /// Creates a service that knows of no choice, and has nowhere to keep one.
    ///
    /// - Parameter onChange: Called on any thread, with this object, after what ``textSize(of:)`` tells may have changed.
    package init(onChange: @escaping @Sendable (TextSizeService) -> Void) { self.onChange = onChange }

    /// How large text is in a program.
    ///
    /// - Parameter application: The program; `nil` for those that the user has chosen nothing for.
    /// - Returns: The category and where it is from.
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

    /// How large text is in every program; `nil` where that depends on the program, or on what was never read.
    package var commonCategory: ContentSizeCategory? {
        let isCommon = state.withLock { $0.reading > 0 && $0.choices.keys.allSatisfy { $0 == nil } }
        return isCommon ? textSize(of: nil).category : nil
    }

    /// Takes what the desktop makes of text; `nil` where that is not known.
    package func setDesktop(_ scale: DesktopTextScale?) {
        let hasChanged = state.withLock { state in
            defer { state.desktop = scale }
            return state.desktop != scale
        }
        if hasChanged { onChange(self) }
    }

    // MARK: What the user chose

    /// Keeps choices in this registry from now on, and takes those that are there.
    ///
    /// - Parameters:
    ///   - registry: The registry.
    ///   - refusal: Why it cannot be changed; `nil` where it can.
    package func use(_ registry: Registry, refusal: FontError?) async {
        state.withLock { ($0.registry, $0.refusal) = (registry, refusal) }
        await refresh()
    }

    /// Reads the choices anew, as somebody else may have changed them.
    ///
    /// What cannot be read stays as it is.
    package func refresh() async {
        let (registry, number) = state.withLock { state in
            state.begun += 1
            return (state.registry, state.begun)
        }
        guard let registry, let records = try? await registry.textSizes() else { return }
        // A category that only a later version knows is left out.
        let known = records.compactMap { record in
            ContentSizeCategory(rawValue: record.category).map { (record.application, $0) }
        }
        let choices = Dictionary(known) { $1 }
        let hasChanged = state.withLock { state in
            // Of two readings at a time the one that began last knows best.
            guard number > state.reading else { return false }
            defer { (state.choices, state.reading) = (choices, number) }
            // That there is no choice is news too where it was not known.
            return state.choices != choices || state.reading == 0
        }
        if hasChanged { onChange(self) }
    }

    /// What the user has chosen: for all programs first, then in the order of the programs.
    package func choices() async throws(FontError) -> [TextSizeRecord] {
        guard let registry = state.withLock({ $0.registry }) else { return [] }
        return try await FontError.mapping { () throws(RegistryError) in try await registry.textSizes() }
    }

    /// Chooses how large text is, in the user's name; durable when it returns.
    ///
    /// - Parameters:
    ///   - category: The category.
    ///   - application: The program; `nil` for all.
    /// - Throws: What kept it from being written down; then nothing has changed.
    package func set(
        _ category: ContentSizeCategory, for application: ProviderIdentifier?
    ) async throws(FontError) {
        let registry = try changeable()
        let known = Set(try await choices().compactMap(\.application))
        guard application.map({ known.union([$0]).count <= Self.maximumApplications }) ?? true else {
            throw FontError(
                .exceededResourceLimit,
                "You have chosen a text size for \(known.count) programs. Reset some first.")
        }
        try await commit(
            .setTextSize(
                TextSizeRecord(
                    application: application, category: category.rawValue, time: WallClock.secondsSince1970)), registry)
    }

    /// Forgets what the user chose; durable when it returns.
    ///
    /// - Parameter application: The program; `nil` for all.
    /// - Returns: Whether anything was chosen.
    /// - Throws: What kept it from being written down; then nothing has changed.
    package func reset(_ application: ProviderIdentifier?) async throws(FontError) -> Bool {
        let registry = try changeable()
        guard try await choices().contains(where: { $0.application == application }) else { return false }
        try await commit(.deleteTextSize(application), registry)
        return true
    }

    private func changeable() throws(FontError) -> Registry {
        let (registry, refusal) = state.withLock { ($0.registry, $0.refusal) }
        if let refusal { throw refusal }
        guard let registry else { throw FontError(.readOnly, "There is no home to keep the choice in.") }
        return registry
    }

    private func commit(_ mutation: RegistryMutation, _ registry: Registry) async throws(FontError) {
        try await FontError.mapping { () throws(RegistryError) in _ = try await registry.commit([mutation]) }
        await refresh()
    }
}
