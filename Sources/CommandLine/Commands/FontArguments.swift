package import ArgumentParser
internal import Localization

/// The fonts to change, as given on the command line.
struct GivenFonts: Sendable {
    /// Ids, names and files.
    var fonts: [String]
    /// Families, each of which stands for all its fonts.
    var families: [String] = []
    /// Whether a name for several fonts means all of them.
    var isConfirmed: Bool
    /// Whether to report what would change, without changing anything.
    var isDryRun = false
}

/// The fonts that a command changes, by ids, names, files or families.
package struct FontArguments: ParsableArguments, Sendable {
    /// The help text about the arguments of such a command.
    static let discussion = localized(
        """
        A name is a PostScript name, a full name, a family or a pattern that matches these, such as 'Amiri*'. The \
        first digits of an id can stand for the whole id. If a name matches several fonts, the command asks on a \
        terminal which of them are meant; without a terminal, or with --json or --quiet, it changes none of them. \
        --yes selects all of them, and --family selects all fonts of a family. If a pattern matches no registered \
        font, it selects the system font families that it matches, provided that the command can act on these.

        A file stands for the font with the same content, whether it is the file that was installed, a copy of it or \
        the one that programs find. An argument without a slash is looked up as an id or a name first.
        """)

    @Argument(
        help: .localized(
            "Font ids, font names or font files; - reads them from standard input, one per line.", valueName: "font"),
        completion: ServiceCompletion.registeredFonts.kind)
    package var fonts: [String] = []

    @Option(
        name: .customLong("family"),
        help: .localized(
            "All fonts of a family, by its name in any language; can be given several times.", valueName: "name"),
        completion: ServiceCompletion.registeredFamilies.kind)
    package var families: [String] = []

    @OptionGroup package var confirmation: ConfirmationOptions

    package init() {}

    /// The given fonts, for a change.
    var given: GivenFonts { given(dryRun: false) }

    /// The given fonts, for a change or for a dry run.
    func given(dryRun isDryRun: Bool) -> GivenFonts {
        GivenFonts(fonts: fonts, families: families, isConfirmed: confirmation.isConfirmed, isDryRun: isDryRun)
    }

    package func validate() throws {
        if fonts.isEmpty, families.isEmpty {
            throw ValidationError(localized("Give font ids, font names, font files or --family."))
        }
    }
}
