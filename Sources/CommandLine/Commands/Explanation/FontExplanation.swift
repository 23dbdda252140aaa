internal import DBus
package import FontModel
internal import Localization

/// Explains why programs get a certain font for a name, or why they do not get the font of this name.
package struct FontExplanation: Sendable {
    /// The name to explain.
    package var name: String
    /// The font that fontconfig gives to programs; `nil` if it finds no font at all.
    package var answer: FontconfigAnswer?
    /// The font that fontconfig gives to programs for an unknown name; `nil` if it was not asked.
    package var usual: FontconfigAnswer?
    /// The registered font in the answer; `nil` if the answer is a system font.
    package var given: FontRecord?
    /// The registered fonts of the name.
    package var registered: [FontRecord] = []
    /// The removed fonts of the name, which can be restored.
    package var removed: [FontRecord] = []
    /// The family of the system that has the name and that the user hides; `nil` if there is none.
    package var hiddenFamily: String?
    /// The files of fontconfig's configuration that have a rule for the name.
    package var configurationFiles: [String] = []
    /// The pattern by which the configuration rejects registered fonts; `nil` if there is none.
    package var rejection: String?
    /// The directories of the fonts with this name for which fontconfig's caches were out of date.
    package var staleCaches: [String] = []
    /// The programs that were started before the fonts changed; `nil` if this was not checked.
    package var outdatedPrograms: [String]?
    /// The sandbox of the given program; `nil` if the program has no sandbox, or if no program is given.
    package var sandbox: ProgramSandbox?
    /// The given program, if it is neither a Flatpak nor a snap; `nil` otherwise.
    package var program: String?
    /// Similar names, if there is no font of this name.
    package var suggestions: [String] = []

    /// Creates an explanation without any facts.
    package init(name: String) { self.name = name }

    /// Whether the font that programs get has the name.
    package var isHeld: Bool {
        guard let answer else { return false }
        return (answer.families + [answer.fullName, answer.postscriptName]).contains {
            $0.fontNameKey == name.fontNameKey
        }
    }

    /// Whether any font, present or removed, has the name, or fontconfig has a rule for the name.
    package var isKnown: Bool {
        isHeld || isAlias || hiddenFamily != nil || !registered.isEmpty || !removed.isEmpty
    }

    /// Whether fontconfig's rules replace the name with another font.
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
                    "You have hidden the system font family %1. Run %2 to show it again.", hiddenFamily,
                    SystemFamilyChange(isHidden: false).command(for: hiddenFamily)))
        } else if !isHeld, !configurationFiles.isEmpty {
            lines.append(localized("fontconfig's rules for this name: %1", CountedText.list(configurationFiles)))
        }
        lines += registered.compactMap(reason)
        lines += removed.map { font in
            localized("%1 was removed. Run 'typecase restore %2' to restore it.", font.removedTitle, font.text("id"))
        }
        if !suggestions.isEmpty {
            lines.append(localized("There is no font with this name.") + NameSuggestions.sentence(suggestions))
        }
        if let sandbox { lines += sandbox.lines(path: answer?.path, hiddenFamily: hiddenFamily) }
        lines += staleCaches.map { directory in
            localized(
                """
                fontconfig's cache of %1 was out of date, so running programs may not know what changed there. Restart \
                these programs, and run 'typecase doctor' to check whether caches can be written.
                """, directory)
        }
        lines += programs
        return lines
    }

    /// The lines about running programs that may show another font.
    private var programs: [String] {
        let outdated = outdatedPrograms ?? []
        if let program {
            guard outdatedPrograms != nil else {
                return [
                    localized(
                        "It is not known whether a running %1 was started before the fonts changed.", program)
                ]
            }
            // Linux keeps the first 15 bytes of a program's name.
            let known = String(decoding: program.utf8.prefix(15), as: UTF8.self)
            return [
                outdated.contains(program) || outdated.contains(known)
                    ? localized(
                        "%1 was started before the fonts changed, and may show another font until you restart it.",
                        program)
                    : localized(
                        """
                        No running program named %1 was started before the fonts changed, and there is no Flatpak or \
                        snap with this name. If you start the program now, it gets the font shown here.
                        """, program)
            ]
        }
        guard !outdated.isEmpty else { return [] }
        return [
            localized(
                """
                These programs were started before the fonts changed, and may show another font until you restart \
                them: %1. Run 'typecase status --apps' for details.
                """, CountedText.list(outdated, atMost: Self.namedPrograms))
        ]
    }

    /// The maximum number of programs that a sentence names.
    private static let namedPrograms = 5

    private var outcome: String {
        guard let answer else {
            return localized("fontconfig finds no font at all. Run 'typecase doctor' to find the cause.")
        }
        let origin =
            given.map { localized("registered by %1", $0.text("provider")) } ?? localized("a system font")
        let font = "\(answer.fullName.isEmpty ? "\(answer.family) \(answer.style)" : answer.fullName), \(origin)"
        if isAlias, registered.isEmpty, hiddenFamily == nil {
            let kind =
                GenericFamilies.contain(name)
                ? localized("a generic name") : localized("an alias in fontconfig's rules")
            return localized("%1 is %2: programs that ask for it get %3.", name, kind, font)
        }
        return isHeld
            ? localized("Programs that ask for %1 get %2.", name, font)
            : localized("Programs see no font named %1; programs that ask for it get %2.", name, font)
    }

    /// Why programs do not get a registered font; `nil` if they do.
    private func reason(_ font: FontRecord) -> String? {
        let id = font.text("id")
        switch font.state {
        case "disabled": return localized("%1 is disabled. Run 'typecase enable %2' to enable it.", font.title, id)
        case "quarantined":
            return localized(
                """
                %1 is quarantined: %2 Run 'typecase info %3' for details.
                """, font.title, font.text("quarantine_reason"), id)
        case "collides":
            return localized(
                "%1 conflicts with a system font that has the same name: %2", font.title, font.text("collision"))
        default: break
        }
        if font.text("visibility") == "granted" {
            return localized("%1 is available only to programs that have the right to use it.", font.title)
        }
        if isHeld || hiddenFamily != nil { return nil }
        if let rejection {
            return
                localized(
                    """
                    %1 is enabled, but fontconfig's configuration rejects it: %2. Remove the pattern from <rejectfont>.
                    """, font.title, rejection)
        }
        return localized(
            "%1 is enabled, but fontconfig does not find it. Run 'typecase doctor' to find the cause.", font.title)
    }

    /// The explanation for scripts, as JSON.
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
