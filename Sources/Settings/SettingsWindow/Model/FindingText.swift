internal import Localization

/// What the findings of `typecase doctor` are called.
enum FindingText {
    /// A sentence of a finding, translated if it is one that is always the same: the command writes English as JSON.
    static func line(_ sentence: String) -> String {
        ShownText.line(Translations.text(ofWords: sentence) ?? sentence)
    }

    /// A short title of a finding; its own sentences contain more details.
    ///
    /// - Parameter id: What was found.
    /// - Returns: The title; `nil` for what a later version finds.
    static func title(_ id: String) -> String? {
        switch id {
        // Translators: This and the following texts are titles of problems that were found.
        case "two-font-directories": localized("Fonts are in two directories")
        case "old-font-directory": localized("Fonts are in an old directory")
        case "symlinked-fonts": localized("Fonts are links to files elsewhere")
        case "duplicate-files": localized("Identical font files")
        case "duplicate-names": localized("Different font files with the same name")
        case "broken-fonts": localized("Damaged font files")
        case "unchecked-fonts": localized("Font files that were not checked")
        case "unreadable-entries": localized("Entries that cannot be read")
        case "outside-sandboxes": localized("Fonts that programs in a sandbox do not see")
        case "system-fonts-outside-sandboxes": localized("System fonts that programs in a sandbox do not see")
        case "moved-data-home": localized("The data directory is in an unusual place")
        case "hidden-fonts": localized("Installed fonts that programs do not find")
        case "rejected-fonts": localized("Fonts that the configuration rejects")
        case "hidden-families": localized("You hide families that programs need")
        case "stale-caches": localized("Outdated font caches")
        case "foreign-caches": localized("Font caches of other versions")
        case "unwritable-caches": localized("Font caches that cannot be written")
        case "fixed-cache-times": localized("Font caches with a fixed time")
        case "future-times": localized("Directories with times in the future")
        case "clock-behind": localized("The clock is behind")
        case "environment-differs": localized("Different environments for programs")
        case "no-fontconfig": localized("fontconfig finds no fonts")
        case "service-unreachable": localized("The font service does not answer")
        case "units-failed": localized("A part of the font service has failed")
        case "read-only": localized("Fonts cannot be changed")
        case "unwritable-fonts": localized("Directories of fonts that cannot be written")
        case "full-disk": localized("The disk is full")
        case "policy-damaged": localized("The policy of this machine is damaged")
        case "grants-unknown": localized("Your decisions about permissions cannot be read")
        case "weak-sandbox": localized("The sandbox for checks is weak")
        case "system-fonts-unknown": localized("The system fonts cannot be read")
        case "quarantined-fonts": localized("Fonts that were taken out of use")
        case "colliding-fonts": localized("Fonts with the names of system fonts")
        case "set-aside-files": localized("Foreign files that were moved away")
        case "newer-manifests": localized("Manifests of a newer version")
        case "unmanaged-fonts": localized("Fonts that the font service would refuse")
        case "shared-names": localized("Styles with the same name")
        case "broken-manifests": localized("Damaged manifests of programs")
        case "deleted-files": localized("Font files were deleted")
        case "replaced-servers": localized("Files are downloaded from other servers")
        default: nil
        }
    }
}
