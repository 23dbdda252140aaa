package import ArgumentParser
internal import Localization

/// The fonts that a change is about, as they were given.
struct GivenFonts: Sendable {
    /// Ids, names and files.
    var fonts: [String]
    /// Families, of which all fonts are meant.
    var families: [String] = []
    /// Whether a name that stands for several fonts means all of them.
    var isConfirmed: Bool
    /// Whether it is told what would become of them, and nothing changes.
    var isDryRun = false
}

/// The fonts that a command changes, by ids, names, files or families.
package struct FontArguments: ParsableArguments, Sendable {
    /// What the help of such a command says of its arguments.
    static let discussion = localized(
        """
        A name is a PostScript name, a full name or a family, or a pattern of them such as 'Amiri*'; the first \
        digits of an id stand for it. Where a name stands for several fonts, the command asks which on a terminal, \
        and changes none of them elsewhere and with --json or --quiet; --yes takes them all, and --family all fonts \
        of a family. A pattern that no registered font has stands for families of the system, where the command can \
        act on these.

        A file stands for the font with its content, whether it is the file that was installed, a copy of it or the \
        one that programs find. What contains no slash is looked up as an id or a name first.
        """)

    @Argument(
        help: .localized(
            "Ids, names or files of fonts; - reads them from the standard input, a line each.", valueName: "font"),
        completion: ServiceCompletion.registeredFonts.kind)
    package var fonts: [String] = []

    @Option(
        name: .customLong("family"),
        help: .localized("All fonts of a family, by its name in any language; may be repeated.", valueName: "name"),
        completion: ServiceCompletion.registeredFamilies.kind)
    package var families: [String] = []

    @OptionGroup package var confirmation: ConfirmationOptions

    package init() {}

    /// What was given.
    var given: GivenFonts { given(dryRun: false) }

    /// The given fonts, for a change or for a dry run.
    func given(dryRun isDryRun: Bool) -> GivenFonts {
        GivenFonts(fonts: fonts, families: families, isConfirmed: confirmation.isConfirmed, isDryRun: isDryRun)
    }

    package func validate() throws {
        if fonts.isEmpty, families.isEmpty {
            throw ValidationError(localized("Give the ids, names or files of fonts, or --family."))
        }
    }
}
