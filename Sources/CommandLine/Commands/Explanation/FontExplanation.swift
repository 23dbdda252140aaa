internal import DBus
package import FontModel
internal import Localization

/// Why a program gets the font that it gets for a name, or why it does not get the one that is called so.
package struct FontExplanation: Sendable {
    /// The name that is asked about.
    package var name: String
    /// What fontconfig gives programs; `nil` where it finds no font at all.
    package var answer: FontconfigAnswer?
    /// What fontconfig gives programs for a name that nothing is known of; `nil` where it was not asked.
    package var usual: FontconfigAnswer?
    /// The registered font that this is; `nil` for a font of the system.
    package var given: FontRecord?
    /// The registered fonts of the name.
    package var registered: [FontRecord] = []
    /// The fonts of the name that were removed and can be brought back.
    package var removed: [FontRecord] = []
    /// The family of the system that it is, which the user hides; `nil` for any other.
    package var hiddenFamily: String?
    /// The files of fontconfig's configuration that name it.
    package var configurationFiles: [String] = []
    /// The pattern by which the configuration rejects registered fonts; `nil` where none does.
    package var rejection: String?
    /// The directories of the name's fonts that fontconfig's caches were out of date of.
    package var staleCaches: [String] = []
    /// The programs that were started before the fonts changed; `nil` where nobody looked.
    package var outdatedPrograms: [String]?
    /// The sandbox of the program that is asked about; `nil` where it has none, or none is asked about.
    package var sandbox: ProgramSandbox?
    /// The program that is asked about, where neither Flatpak nor snapd has it; `nil` otherwise.
    package var program: String?
    /// Names that are much like it, where there is none.
    package var suggestions: [String] = []

    /// Creates an explanation that knows nothing yet.
    package init(name: String) { self.name = name }

    /// Whether what programs get is called as they ask.
    package var isHeld: Bool {
        guard let answer else { return false }
        return (answer.families + [answer.fullName, answer.postscriptName]).contains {
            $0.fontNameKey == name.fontNameKey
        }
    }

    /// Whether any font, present or removed, is called so, or fontconfig has a rule for the name.
    package var isKnown: Bool {
        isHeld || isAlias || hiddenFamily != nil || !registered.isEmpty || !removed.isEmpty
    }

    /// Whether another font stands for the name by fontconfig's rules.
    package var isAlias: Bool {
        guard let answer, !isHeld else { return false }
        return GenericFamilies.contain(name) || usual.map { $0 != answer } ?? false
    }

    /// The explanation for people, a sentence or two on each line.
    package var lines: [String] {
        var lines = [outcome]
        if let answer { lines.append(localized("File: %1", answer.path)) }
        if let hiddenFamily {
            lines.append(
                localized(
                    "You hide the family %1 of the system; %2 shows it again.", hiddenFamily,
                    SystemFamilyChange(isHidden: false).command(for: hiddenFamily)))
        } else if !isHeld, !configurationFiles.isEmpty {
            lines.append(localized("fontconfig's rules for this name: %1", CountedText.list(configurationFiles)))
        }
        lines += registered.compactMap(reason)
        lines += removed.map { font in
            localized("%1 was removed; 'typecase restore %2' brings it back.", font.removedTitle, font.text("id"))
        }
        if !suggestions.isEmpty {
            lines.append(localized("There is no font of this name.") + NameSuggestions.sentence(suggestions))
        }
        if let sandbox { lines += sandbox.lines(path: answer?.path, hiddenFamily: hiddenFamily) }
        lines += staleCaches.map { directory in
            localized(
                """
                fontconfig's cache of %1 was out of date: programs that run may not know what changed there. Start \
                them again; 'typecase doctor' tells whether caches can be written.
                """, directory)
        }
        lines += programs
        return lines
    }

    /// What running programs may show instead.
    private var programs: [String] {
        let outdated = outdatedPrograms ?? []
        if let program {
            guard outdatedPrograms != nil else {
                return [
                    localized("Whether a running %1 is older than the last change of fonts cannot be told.", program)
                ]
            }
            // Linux keeps the first 15 bytes of a program's name.
            let known = String(decoding: program.utf8.prefix(15), as: UTF8.self)
            return [
                outdated.contains(program) || outdated.contains(known)
                    ? localized(
                        "%1 was started before the fonts changed, and may show another until it is started again.",
                        program)
                    : localized(
                        """
                        No running program called %1 is older than the last change of fonts, and it is no Flatpak \
                        and no snap: one that is started now gets what is told here.
                        """, program)
            ]
        }
        guard !outdated.isEmpty else { return [] }
        return [
            localized(
                """
                Started before the fonts changed, and may show another until started again: %1. 'typecase status \
                --apps' tells of each.
                """, CountedText.list(outdated, atMost: Self.namedPrograms))
        ]
    }

    /// How many programs a sentence names.
    private static let namedPrograms = 5

    private var outcome: String {
        guard let answer else {
            return localized("fontconfig finds no font at all: 'typecase doctor' looks for the cause.")
        }
        let origin =
            given.map { localized("registered by %1", $0.text("provider")) } ?? localized("a font of the system")
        let font = "\(answer.fullName.isEmpty ? "\(answer.family) \(answer.style)" : answer.fullName), \(origin)"
        if isAlias, registered.isEmpty, hiddenFamily == nil {
            let kind =
                GenericFamilies.contain(name)
                ? localized("a generic name") : localized("another name by fontconfig's rules")
            return localized("%1 is %2: programs that ask for it get %3.", name, kind, font)
        }
        return isHeld
            ? localized("Programs that ask for %1 get %2.", name, font)
            : localized("Programs see no font called %1; those that ask for it get %2.", name, font)
    }

    /// Why programs do not get a registered font; `nil` where they do.
    private func reason(_ font: FontRecord) -> String? {
        let id = font.text("id")
        switch font.state {
        case "disabled": return localized("%1 is disabled; 'typecase enable %2' shows it again.", font.title, id)
        case "quarantined":
            return localized(
                "%1 is out of use: %2 'typecase info %3' tells more.", font.title, font.text("quarantine_reason"), id)
        case "collides":
            return localized(
                "%1 gives way to a font of the system of the same name: %2", font.title, font.text("collision"))
        default: break
        }
        if font.text("visibility") == "granted" {
            return localized("%1 is handed out to programs with the right for it only.", font.title)
        }
        if isHeld || hiddenFamily != nil { return nil }
        if let rejection {
            return
                localized(
                    """
                    %1 is enabled, but fontconfig's configuration rejects it: %2. Take the pattern out of \
                    <rejectfont>.
                    """, font.title, rejection)
        }
        return localized(
            "%1 is enabled, but fontconfig does not find it: 'typecase doctor' looks for the cause.", font.title)
    }

    /// The explanation for scripts.
    package var json: JSONText {
        var members: [(String, JSONText)] = [
            ("name", .string(name)), ("found", .boolean(isHeld)), ("alias", .boolean(isAlias)),
        ]
        if let answer {
            members += [
                ("file", .string(answer.path)), ("family", .string(answer.family)), ("style", .string(answer.style)),
                ("full_name", .string(answer.fullName)), ("postscript_name", .string(answer.postscriptName)),
                ("source", .string(given == nil ? "system" : "typecase")),
            ]
        }
        if let hiddenFamily { members.append(("hidden_family", .string(hiddenFamily))) }
        if let given { members.append(("id", .string(given.text("id")))) }
        members += [
            ("registered", JSONText(registered.map { $0.entries })), ("removed", JSONText(removed.map { $0.entries })),
            ("configuration_files", .array(configurationFiles.map { .string($0) })),
            ("stale_caches", .array(staleCaches.map { .string($0) })),
            ("outdated_programs", .array((outdatedPrograms ?? []).map { .string($0) })),
            ("explanation", .array(lines.map { .string($0) })),
        ]
        return .object(members)
    }
}
