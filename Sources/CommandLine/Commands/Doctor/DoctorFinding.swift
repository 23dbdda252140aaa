package import FontModel
internal import Localization

/// What `doctor` can find; the ids are part of the interface, for scripts.
package enum DoctorFindingKind: String, Sendable, Hashable, CaseIterable {
    case twoFontDirectories = "two-font-directories"
    case oldFontDirectory = "old-font-directory"
    case symlinkedFonts = "symlinked-fonts"
    case duplicateFiles = "duplicate-files"
    case duplicateNames = "duplicate-names"
    case brokenFonts = "broken-fonts"
    case uncheckedFonts = "unchecked-fonts"
    case unreadableEntries = "unreadable-entries"
    case outsideSandboxes = "outside-sandboxes"
    case systemFontsOutsideSandboxes = "system-fonts-outside-sandboxes"
    case movedDataHome = "moved-data-home"
    case hiddenFonts = "hidden-fonts"
    case rejectedFonts = "rejected-fonts"
    case hiddenFamilies = "hidden-families"
    case staleCaches = "stale-caches"
    case foreignCaches = "foreign-caches"
    case unwritableCaches = "unwritable-caches"
    case fixedCacheTimes = "fixed-cache-times"
    case futureTimes = "future-times"
    case clockBehind = "clock-behind"
    case environmentDiffers = "environment-differs"
    case noFontconfig = "no-fontconfig"
    case serviceUnreachable = "service-unreachable"
    case unitsFailed = "units-failed"
    case readOnly = "read-only"
    case unwritableFonts = "unwritable-fonts"
    case fullDisk = "full-disk"
    case policyDamaged = "policy-damaged"
    case grantsUnknown = "grants-unknown"
    case weakSandbox = "weak-sandbox"
    case systemFontsUnknown = "system-fonts-unknown"
    case quarantinedFonts = "quarantined-fonts"
    case collidingFonts = "colliding-fonts"
    case setAsideFiles = "set-aside-files"
    case newerManifests = "newer-manifests"
    case unmanagedFonts = "unmanaged-fonts"
    case sharedNames = "shared-names"
    case brokenManifests = "broken-manifests"
    case deletedFiles = "deleted-files"
    case replacedServers = "replaced-servers"

    /// How much it matters.
    package enum Severity: String, Sendable, Hashable {
        /// Fonts do not work.
        case error
        /// Fonts do not work for some programs, or will not after the next change.
        case warning
        /// Worth knowing, and nothing is wrong with it.
        case note

        /// The word for it in the user's language; the raw value is for scripts.
        var text: String {
            // Translators: The following three stand before findings of `typecase doctor`, as "warning: stale-caches".
            switch self {
            case .error: localized("error")
            case .warning: localized("warning")
            case .note: localized("note")
            }
        }
    }

    /// How much the finding matters.
    package var severity: Severity {
        switch self {
        case .hiddenFonts, .noFontconfig, .serviceUnreachable, .unitsFailed, .readOnly, .unwritableFonts,
            .fullDisk, .systemFontsUnknown:
            .error
        case .twoFontDirectories, .symlinkedFonts, .duplicateNames, .brokenFonts, .unreadableEntries, .outsideSandboxes,
            .rejectedFonts, .staleCaches, .unwritableCaches,
            .fixedCacheTimes, .futureTimes, .clockBehind, .environmentDiffers, .weakSandbox, .quarantinedFonts,
            .collidingFonts, .setAsideFiles, .deletedFiles, .policyDamaged, .grantsUnknown, .replacedServers,
            .brokenManifests:
            .warning
        case .oldFontDirectory, .duplicateFiles, .uncheckedFonts, .systemFontsOutsideSandboxes, .movedDataHome,
            .foreignCaches, .newerManifests, .hiddenFamilies, .unmanagedFonts, .sharedNames:
            .note
        }
    }

    /// Whether `doctor --fix` can put it right, in a way that can be taken back.
    package var isFixable: Bool {
        switch self {
        case .twoFontDirectories, .oldFontDirectory, .hiddenFamilies: true
        default: false
        }
    }

    /// Why it matters to somebody who only wants fonts to work.
    package var reason: String {
        switch self {
        case .twoFontDirectories:
            localized(
                """
                Flatpak shows applications one of the two only, so the fonts in ~/.fonts are missing in all of them.
                """)
        case .oldFontDirectory:
            localized(
                """
                It works as long as nothing makes the newer directory: from then on applications from Flatpak see \
                nothing of ~/.fonts. Some programs look into the newer one only.
                """)
        case .symlinkedFonts:
            localized(
                """
                A sandbox has the directory and not what the link leads to: applications in it list the font, fail \
                to open it, and draw boxes.
                """)
        case .duplicateFiles:
            localized("Each copy costs every program time and memory, and removing one leaves the other.")
        case .duplicateNames:
            localized(
                """
                Programs ask for a font by this name and get one of the files, not always the same and often an old \
                version.
                """)
        case .brokenFonts:
            localized(
                """
                fontconfig gives such files to programs nevertheless, which show wrong text, none at all, or crash.
                """)
        case .unmanagedFonts:
            localized(
                """
                Programs show them. Typecase refuses them as they could harm a program, or mislead people or other \
                programs.
                """)
        case .sharedNames:
            localized(
                """
                Programs that choose by the PostScript name alone get one of the styles: the upright, regular one \
                where there is one.
                """)
        case .uncheckedFonts: localized("Whether they are sound, and whether two share a name, is not known.")
        case .unreadableEntries:
            localized("Programs pass over what they cannot read, and 'typecase adopt' leaves it where it is.")
        case .outsideSandboxes, .systemFontsOutsideSandboxes:
            localized(
                """
                Applications from Flatpak and Snap get the usual directories of fonts and no others, whatever \
                fontconfig's configuration says.
                """)
        case .movedDataHome:
            localized(
                """
                Snaps and programs confined by AppArmor may read ~/.local/share/fonts and ~/.fonts, and nothing else \
                of the home, wherever XDG_DATA_HOME leads to.
                """)
        case .hiddenFonts: localized("Programs do not find fonts that are installed and enabled.")
        case .rejectedFonts: localized("Programs do not find these fonts, though they are installed and enabled.")
        case .hiddenFamilies:
            localized(
                """
                Programs show other fonts in their place, which are hard to read where they lack the letters of your \
                language.
                """)
        case .staleCaches:
            localized(
                """
                Every program that starts reads all fonts in such a directory again, until one can write the cache.
                """)
        case .foreignCaches:
            localized(
                """
                They belong to programs that bring their own fontconfig, which is well; removing them makes those \
                programs slow to start. A newer fontconfig may keep an older one from renewing its caches.
                """)
        case .unwritableCaches: localized("Every program that starts reads all fonts again, and is slow.")
        case .fixedCacheTimes:
            localized(
                "fontconfig then writes caches with a time that no directory has, so no program can ever use them.")
        case .futureTimes:
            localized(
                """
                Programs that run compare times to notice new fonts; they see none until the clock has passed these.
                """)
        case .clockBehind:
            localized("Until the clock has passed the last change, programs that run do not notice new fonts.")
        case .environmentDiffers:
            localized(
                """
                The service and programs of the desktop get the service manager's variables, programs started here \
                get the shell's: they look for fonts and settings in different places.
                """)
        case .noFontconfig: localized("No program finds any font.")
        case .serviceUnreachable:
            localized("Fonts cannot be installed, changed or asked for. Those installed keep working.")
        case .unitsFailed: localized("Fonts cannot be checked or installed as long as the unit does not run.")
        case .readOnly: localized("Fonts cannot be installed or changed. Those installed keep working.")
        case .fullDisk:
            localized(
                "Fonts cannot be installed. Those installed keep working, and can be disabled and uninstalled.")
        case .unwritableFonts:
            localized("Fonts cannot be installed, changed or removed there. Those installed keep working.")
        case .policyDamaged:
            localized(
                """
                The rest of it may deny something and cannot be read, so applications in a sandbox can neither \
                register fonts nor ask you.
                """)
        case .grantsUnknown:
            localized(
                "Applications in a sandbox do not have what you allowed them, until they have asked you again.")
        case .weakSandbox:
            localized(
                "Fonts are parsed, or fetched from the web, where a malicious one could do more than it ought to.")
        case .systemFontsUnknown:
            localized(
                """
                The service cannot tell which names are taken, so it refuses to enable fonts, and does not find the \
                system's.
                """)
        case .collidingFonts:
            localized(
                "Programs that ask for the system's font are given one of the two, and which is left to chance.")
        case .quarantinedFonts:
            localized("A font that is not what was checked, or does not pass any more, is not shown to programs.")
        case .newerManifests:
            localized(
                "What such a manifest says in a form that this version does not know has no effect; all else has.")
        case .brokenManifests:
            localized("Such a manifest has no effect: the fonts and icons that it declares are not there.")
        case .deletedFiles:
            localized(
                "A file manager or a sync may have done it, and programs miss the fonts. They are kept for 30 days.")
        case .replacedServers:
            localized(
                """
                Files of applications are fetched from another server than their manifests name. Their checksums \
                still have to be those of the manifests.
                """)
        case .setAsideFiles:
            localized(
                """
                The directory of the published fonts holds nothing else, so that no program meets a font that was \
                not checked: what others put there is moved away, whole, and no program finds it.
                """)
        }
    }
}

/// One thing that `doctor` found.
package struct DoctorFinding: Sendable, Equatable {
    /// What it is.
    package var kind: DoctorFindingKind
    /// What was seen, in a sentence or two.
    package var seen: String
    /// The paths, variables or units that it is about.
    package var items: [String]
    /// What to do about it.
    package var remedy: String

    /// How many items are told where people read.
    private static let itemsForPeople = 10

    /// Creates a finding.
    package init(_ kind: DoctorFindingKind, _ seen: String, items: [String] = [], remedy: String) {
        self.kind = kind
        self.seen = seen
        self.items = items
        self.remedy = remedy
    }

    /// The finding for people, a few lines.
    ///
    /// - Parameter bold: Whether to make the heading bold.
    /// - Returns: The lines, each with its end.
    package func text(bold: Bool) -> String {
        let heading = "\(kind.severity.text): \(kind.rawValue)"
        var lines = [bold ? "\u{1B}[1m\(heading)\u{1B}[0m" : heading, "  \(TerminalText.escaped(seen))"]
        lines += items.prefix(Self.itemsForPeople).map { "    \(TerminalText.escaped($0))" }
        if items.count > Self.itemsForPeople {
            lines.append("    " + localized("and %1 more; --json lists all of them", items.count - Self.itemsForPeople))
        }
        lines.append("  " + localized("Why it matters: %1", kind.reason))
        lines.append("  " + localized("What to do: %1", TerminalText.escaped(remedy)))
        if kind.isFixable {
            lines.append("  " + localized("Or let it be done: typecase doctor --fix %1", kind.rawValue))
        }
        return lines.map { $0 + "\n" }.joined()
    }

    /// The finding for scripts.
    package var json: JSONText {
        .object([
            ("id", .string(kind.rawValue)), ("severity", .string(kind.severity.rawValue)), ("seen", .string(seen)),
            ("items", .array(items.map { .string($0) })), ("reason", .string(kind.reason)),
            ("remedy", .string(remedy)), ("fixable", .boolean(kind.isFixable)),
        ])
    }
}
