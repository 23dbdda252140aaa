package import FontModel
internal import Localization

/// The kinds of findings of `doctor`; their ids are part of the interface for scripts.
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

    /// The severity of a finding.
    package enum Severity: String, Sendable, Hashable {
        /// Fonts do not work.
        case error
        /// Fonts do not work for some programs, or will not work after the next change.
        case warning
        /// Useful to know, but not a problem.
        case note

        /// The word for the severity in the user's language; the raw value is for scripts.
        var text: String {
            // Translators: The following three stand before findings of `typecase doctor`, as "warning: stale-caches".
            switch self {
            case .error: localized("error")
            case .warning: localized("warning")
            case .note: localized("note")
            }
        }
    }

    /// The severity of this kind of finding.
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

    /// Whether `doctor --fix` can repair it, in a way that can be undone.
    package var isFixable: Bool {
        switch self {
        case .twoFontDirectories, .oldFontDirectory, .hiddenFamilies: true
        default: false
        }
    }

    /// Why it matters to people who only want fonts to work.
    package var reason: String {
        switch self {
        case .twoFontDirectories:
            localized(
                """
                Flatpak shows applications only one of the two directories, so the fonts in ~/.fonts are missing in \
                all Flatpak applications.
                """)
        case .oldFontDirectory:
            localized(
                """
                This works until a program creates the newer directory; from then on, Flatpak applications do not see \
                ~/.fonts. Some programs search only the newer directory.
                """)
        case .symlinkedFonts:
            localized(
                """
                A sandbox contains the directory, but not the target of the link: sandboxed applications list the \
                font, fail to open it, and draw boxes.
                """)
        case .duplicateFiles:
            localized("Each copy costs every program time and memory. If you remove one copy, the other remains.")
        case .duplicateNames:
            localized(
                """
                Programs that ask for a font by this name get one of the files: not always the same one, and often an \
                old version.
                """)
        case .brokenFonts:
            localized(
                """
                fontconfig still gives such files to programs, which then show wrong text, show no text at all, or \
                crash.
                """)
        case .unmanagedFonts:
            localized(
                """
                Programs show these fonts. Typecase refuses them because they could harm a program, or mislead people \
                or other programs.
                """)
        case .sharedNames:
            localized(
                """
                Programs that choose a font only by its PostScript name get one of the styles: the upright regular \
                style, if there is one.
                """)
        case .uncheckedFonts:
            localized("It is not known whether these fonts are valid, or whether two of them have the same name.")
        case .unreadableEntries:
            localized(
                "Programs skip files that they cannot read, and 'typecase adopt' leaves these files where they are.")
        case .outsideSandboxes, .systemFontsOutsideSandboxes:
            localized(
                """
                Flatpak and Snap applications see only the usual font directories, whatever fontconfig's configuration \
                says.
                """)
        case .movedDataHome:
            localized(
                """
                In your home directory, snaps and programs confined by AppArmor may read only ~/.local/share/fonts and \
                ~/.fonts, whatever XDG_DATA_HOME is set to.
                """)
        case .hiddenFonts: localized("Programs do not find fonts that are installed and enabled.")
        case .rejectedFonts: localized("Programs do not find these fonts, though they are installed and enabled.")
        case .hiddenFamilies:
            localized(
                """
                Programs show other fonts instead. These are hard to read if they lack the letters of your language.
                """)
        case .staleCaches:
            localized(
                """
                Every program that starts reads all fonts in such a directory again, until a program can write the \
                cache.
                """)
        case .foreignCaches:
            localized(
                """
                These caches belong to programs that contain their own version of fontconfig. This is normal; if you \
                remove the caches, those programs start slowly. A newer fontconfig may prevent an older one from \
                updating its caches.
                """)
        case .unwritableCaches:
            localized("Every program reads all fonts again when it starts, and therefore starts slowly.")
        case .fixedCacheTimes:
            localized(
                "fontconfig then writes caches with a time that no directory has, so no program can ever use them.")
        case .futureTimes:
            localized(
                """
                Running programs compare modification times to notice new fonts. They notice none until the clock has \
                passed these times.
                """)
        case .clockBehind:
            localized(
                "Running programs do not notice new fonts until the clock has passed the time of the last change.")
        case .environmentDiffers:
            localized(
                """
                The service and the programs of the desktop use the variables of the service manager, but programs \
                started in this shell use those of the shell. They look for fonts and settings in different places.
                """)
        case .noFontconfig: localized("No program finds any font.")
        case .serviceUnreachable:
            localized("Fonts cannot be installed, changed or queried. Installed fonts keep working.")
        case .unitsFailed: localized("Fonts cannot be checked or installed while the unit is not running.")
        case .readOnly: localized("Fonts cannot be installed or changed. Installed fonts keep working.")
        case .fullDisk:
            localized("Fonts cannot be installed. Installed fonts keep working, and can be disabled and uninstalled.")
        case .unwritableFonts:
            localized("Fonts cannot be installed, changed or removed there. Installed fonts keep working.")
        case .policyDamaged:
            localized(
                """
                The part of the policy that cannot be read may deny something, so sandboxed applications can neither \
                register fonts nor ask you.
                """)
        case .grantsUnknown:
            localized("Sandboxed applications do not have the rights that you granted until they have asked you again.")
        case .weakSandbox:
            localized(
                "Fonts are parsed or downloaded in a process in which a malicious font could do more than it should.")
        case .systemFontsUnknown:
            localized(
                """
                The service does not know which names are in use, so it refuses to enable fonts and does not find the \
                system fonts.
                """)
        case .collidingFonts:
            localized("Programs that request the system font may get either font.")
        case .quarantinedFonts:
            localized(
                """
                A font that was altered after it was checked, or that no longer passes the checks, is not shown to \
                programs.
                """)
        case .newerManifests:
            localized(
                "The parts of such a manifest that this version does not know are ignored; all other parts take effect."
            )
        case .brokenManifests:
            localized("Such a manifest has no effect: the fonts and icons that it declares are not available.")
        case .deletedFiles:
            localized(
                """
                A file manager or a synchronisation program may have deleted the files, so programs do not find these \
                fonts. The fonts are kept for 30 days.
                """)
        case .replacedServers:
            localized(
                """
                Files of applications are downloaded from a different server than the one in their manifests. Their \
                checksums must still match the manifests.
                """)
        case .setAsideFiles:
            localized(
                """
                The directory of the published fonts is only for these fonts, so that no program uses a font that was \
                not checked. Other files are moved away unchanged, and programs do not find them.
                """)
        }
    }
}

/// A finding of `doctor`.
package struct DoctorFinding: Sendable, Equatable {
    /// The kind of the finding.
    package var kind: DoctorFindingKind
    /// What `doctor` observed, in a sentence or two.
    package var seen: String
    /// The paths, variables or units that are affected.
    package var items: [String]
    /// What to do about it.
    package var remedy: String

    /// The maximum number of items in the text for people.
    private static let itemsForPeople = 10

    /// Creates a finding.
    package init(_ kind: DoctorFindingKind, _ seen: String, items: [String] = [], remedy: String) {
        self.kind = kind
        self.seen = seen
        self.items = items
        self.remedy = remedy
    }

    /// The finding for people, as a few lines of text.
    ///
    /// - Parameter bold: Whether to make the heading bold.
    /// - Returns: The lines, each with its line end.
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
            lines.append("  " + localized("Or run: typecase doctor --fix %1", kind.rawValue))
        }
        return lines.map { $0 + "\n" }.joined()
    }

    /// The finding for scripts, as JSON.
    package var json: JSONText {
        .object([
            ("id", .string(kind.rawValue)), ("severity", .string(kind.severity.rawValue)), ("seen", .string(seen)),
            ("items", .array(items.map { .string($0) })), ("reason", .string(kind.reason)),
            ("remedy", .string(remedy)), ("fixable", .boolean(kind.isFixable)),
        ])
    }
}
