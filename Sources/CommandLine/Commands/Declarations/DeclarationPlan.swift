package import FontModel
internal import Localization

/// The changes that make the user's fonts match a declaration.
package struct DeclarationPlan: Sendable, Equatable {
    /// A single change.
    package enum Step: Sendable, Equatable {
        /// The font is installed from its file or address.
        case install(FontDeclaration.Font)
        /// The font was removed and is restored.
        case restore(FontDeclaration.Font)
        /// The font is enabled or disabled.
        case setEnabled(FontState.Font, Bool)
        /// The font is not declared and is removed.
        case remove(FontState.Font)
        /// A right is granted or denied to a program.
        case grant(FontDeclaration.Grant)
        /// A collection is created, or missing fonts are added to it.
        case collect(FontDeclaration.Collection)
        /// The font is not installed, and the declaration names no file or address.
        case missing(FontDeclaration.Font)
    }

    /// The changes, in the order in which they are made.
    package private(set) var steps: [Step] = []
    /// The installed fonts that are not declared; they stay installed unless they are pruned.
    package private(set) var undeclared: [FontState.Font] = []

    /// Creates the plan that changes the current state into a declared one.
    ///
    /// - Parameters:
    ///   - declaration: The wanted state.
    ///   - state: The current state.
    ///   - prunes: Whether fonts that are not declared are removed.
    package init(_ declaration: FontDeclaration, from state: FontState, prunes: Bool) {
        let present = Dictionary(state.fonts.map { ($0.digest, $0) }) { first, _ in first }
        for font in declaration.fonts {
            if let there = present[font.digest] {
                if there.isEnabled != font.isEnabled { steps.append(.setEnabled(there, font.isEnabled)) }
            } else if font.file == nil, state.removed.contains(font.digest) {
                // The service still keeps the file, whether or not the address still works.
                steps.append(.restore(font))
            } else {
                steps.append(font.file != nil || font.address != nil ? .install(font) : .missing(font))
            }
        }
        let declared = Set(declaration.fonts.map(\.digest))
        undeclared = state.fonts.filter { !declared.contains($0.digest) }
        // A font that another version replaces no longer exists when fonts are removed.
        let installed = Set(
            steps.compactMap { if case .install(let font) = $0 { font.name } else { nil } })
        if prunes { steps += undeclared.filter { !installed.contains($0.name) }.map { .remove($0) } }
        steps += declaration.grants.filter { !state.grants.contains($0) }.map { .grant($0) }
        for collection in declaration.collections {
            let known = state.collections[collection.name]
            let lacking = collection.fonts.filter { known?.contains($0) != true }
            if known == nil || !lacking.isEmpty { steps.append(.collect(.init(name: collection.name, fonts: lacking))) }
        }
    }

    /// The fonts to remove.
    package var removals: [FontState.Font] {
        steps.compactMap { if case .remove(let font) = $0 { font } else { nil } }
    }

    /// The number of steps of each kind, for people, one line per kind.
    package var counts: [String] {
        var counts: [(key: String, count: Int)] = []
        for step in steps {
            let key = step.kind
            if let index = counts.firstIndex(where: { $0.key == key }) {
                counts[index].count += 1
            } else {
                counts.append((key, 1))
            }
        }
        return counts.map { "\($0.key): \($0.count)" }
    }

    /// The plan for people, one line for each step and for each font that is not declared.
    package var lines: [String] {
        let removed = Set(removals.map(\.id))
        return steps.map(\.line)
            + undeclared.filter { !removed.contains($0.id) }.map {
                "  " + localized("%1: not declared, stays", $0.name)
            }
    }
}

extension DeclarationPlan.Step {
    /// The name of what the step changes: a font, a provider or a collection.
    var name: String {
        switch self {
        case .install(let font), .restore(let font), .missing(let font): font.name
        case .setEnabled(let font, _), .remove(let font): font.name
        case .grant(let grant): grant.provider
        case .collect(let collection): collection.name
        }
    }

    /// The kind of the step, with the mark of its line.
    fileprivate var kind: String {
        switch self {
        // Translators: The following count what a declaration changes; the marks stay as they are.
        case .install: localized("+ install")
        case .restore: localized("+ bring back")
        case .setEnabled(_, let isEnabled): isEnabled ? localized("~ enable") : localized("~ disable")
        case .remove: localized("- remove")
        case .grant: localized("~ rights")
        case .collect: localized("~ collections")
        case .missing: localized("! missing")
        }
    }

    /// The step for people.
    package var line: String {
        switch self {
        case .install(let font): localized("+ %1: install from %2", font.name, font.file ?? font.address ?? "")
        case .restore(let font): localized("+ %1: bring back", font.name)
        case .setEnabled(let font, let isEnabled):
            isEnabled ? localized("~ %1: enable", font.name) : localized("~ %1: disable", font.name)
        case .remove(let font): localized("- %1: remove", font.name)
        case .grant(let grant): "~ \(grant.provider): \(grant.decision) \(grant.right)"
        case .collect(let collection):
            localized(
                "~ collection %2: add 1 font", "~ collection %2: add %1 fonts", count: collection.fonts.count,
                collection.name)
        case .missing(let font): localized("! %1: not installed, and no file or url is declared", font.name)
        }
    }

    /// The step for scripts.
    package var json: JSONText {
        let (action, members): (String, [(String, JSONText)]) =
            switch self {
            case .install(let font): ("install", [("name", .string(font.name))])
            case .restore(let font): ("restore", [("name", .string(font.name))])
            case .setEnabled(let font, let isEnabled):
                (isEnabled ? "enable" : "disable", [("name", .string(font.name)), ("id", .string(font.id))])
            case .remove(let font): ("remove", [("name", .string(font.name)), ("id", .string(font.id))])
            case .grant(let grant):
                (grant.decision, [("provider", .string(grant.provider)), ("right", .string(grant.right))])
            case .collect(let collection):
                (
                    "collect",
                    [
                        ("name", .string(collection.name)),
                        ("fonts", .array(collection.fonts.map { .string($0.hexadecimal) })),
                    ]
                )
            case .missing(let font): ("missing", [("name", .string(font.name))])
            }
        return .object([("action", .string(action))] + members)
    }
}
