package import ArgumentParser

/// The fonts that a command changes, by ids or names.
package struct FontArguments: ParsableArguments {
    /// What the help of such a command says of names.
    static let discussion = "A name is a PostScript name, a full name or a family, and must stand for one font."

    @Argument(
        help: ArgumentHelp(
            "Ids or names of fonts; - reads them from the standard input, a line each.", valueName: "id-or-name"),
        completion: ServiceCompletion.registeredFonts.kind)
    package var fonts: [String]

    package init() {}
}
