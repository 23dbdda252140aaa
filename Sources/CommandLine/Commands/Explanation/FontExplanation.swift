internal import DBus
package import FontModel

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
        if let answer { lines.append("File: \(answer.path)") }
        if let hiddenFamily {
            lines.append(
                "You hide the family \(hiddenFamily) of the system; "
                    + "\(SystemFamilyChange(isHidden: false).command(for: hiddenFamily)) shows it again.")
        } else if !isHeld, !configurationFiles.isEmpty {
            lines.append("fontconfig's rules for this name: \(configurationFiles.joined(separator: ", "))")
        }
        lines += registered.compactMap(reason)
        lines += removed.map { font in
            "\(font.removedTitle) was removed; 'typecase restore \(font.text("id"))' brings it back."
        }
        if !suggestions.isEmpty {
            lines.append("There is no font of this name.\(NameSuggestions.sentence(suggestions))")
        }
        if let sandbox { lines += sandbox.lines(path: answer?.path, hiddenFamily: hiddenFamily) }
        lines += staleCaches.map { directory in
            "fontconfig's cache of \(directory) was out of date: programs that run may not know what changed there. "
                + "Start them again; 'typecase doctor' tells whether caches can be written."
        }
        lines += programs
        return lines
    }

    /// What running programs may show instead.
    private var programs: [String] {
        let outdated = outdatedPrograms ?? []
        if let program {
            guard outdatedPrograms != nil else {
                return ["Whether a running \(program) is older than the last change of fonts cannot be told."]
            }
            // Linux keeps the first 15 bytes of a program's name.
            let known = String(decoding: program.utf8.prefix(15), as: UTF8.self)
            return [
                outdated.contains(program) || outdated.contains(known)
                    ? "\(program) was started before the fonts changed, and may show another until it is started again."
                    : "No running program called \(program) is older than the last change of fonts, and it is no Flatpak and "
                        + "no snap: one that is started now gets what is told here."
            ]
        }
        guard !outdated.isEmpty else { return [] }
        let named = outdated.prefix(Self.namedPrograms).joined(separator: ", ")
        let rest = outdated.count - Self.namedPrograms
        return [
            "Started before the fonts changed, and may show another until started again: \(named)"
                + "\(rest > 0 ? " and \(rest) more" : ""). 'typecase status --apps' tells of each."
        ]
    }

    /// How many programs a sentence names.
    private static let namedPrograms = 5

    private var outcome: String {
        guard let answer else { return "fontconfig finds no font at all: 'typecase doctor' looks for the cause." }
        let origin = given.map { "registered by \($0.text("provider"))" } ?? "a font of the system"
        let font = "\(answer.fullName.isEmpty ? "\(answer.family) \(answer.style)" : answer.fullName), \(origin)"
        if isAlias, registered.isEmpty, hiddenFamily == nil {
            let kind = GenericFamilies.contain(name) ? "a generic name" : "another name by fontconfig's rules"
            return "\(name) is \(kind): programs that ask for it get \(font)."
        }
        return isHeld
            ? "Programs that ask for \(name) get \(font)."
            : "Programs see no font called \(name); those that ask for it get \(font)."
    }

    /// Why programs do not get a registered font; `nil` where they do.
    private func reason(_ font: FontRecord) -> String? {
        let id = font.text("id")
        switch font.state {
        case "disabled": return "\(font.title) is disabled; 'typecase enable \(id)' shows it again."
        case "quarantined":
            return "\(font.title) is out of use: \(font.text("quarantine_reason")) 'typecase info \(id)' tells more."
        case "collides":
            return "\(font.title) gives way to a font of the system of the same name: \(font.text("collision"))"
        default: break
        }
        if font.text("visibility") == "granted" {
            return "\(font.title) is handed out to programs with the right for it only."
        }
        if isHeld || hiddenFamily != nil { return nil }
        if let rejection {
            return
                "\(font.title) is enabled, but fontconfig's configuration rejects it: \(rejection). Take the pattern "
                + "out of <rejectfont>."
        }
        return "\(font.title) is enabled, but fontconfig does not find it: 'typecase doctor' looks for the cause."
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
