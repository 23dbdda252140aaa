/// What only the sanitizer of web browsers rejects in a font, and the programs of a desktop do not mind.
///
/// A font is accepted with a warning for each of these, and refused where fonts for web pages are asked for
/// (`--browser-safe`). Our own reader finds every kind, so that a verdict is the same whether or not the OpenType
/// Sanitizer is installed. Each case says why it is harmless.
/// `BrowserConcernTests` shows it: FreeType draws, HarfBuzz shapes and fontconfig scans made-up fonts of each kind.
/// `make fuzz-desktop` does so with thousands of mutants of them, with these libraries built with AddressSanitizer.
package enum BrowserConcern: String, Sendable, Hashable, CaseIterable {
    /// A table does not start at a multiple of four bytes. FreeType, HarfBuzz and fontconfig read bytes one by one, never
    /// as words of the processor, so that it makes no difference to them where a table starts.
    case misalignedTable = "misaligned-table"
    /// A table without bytes, which is one that the font does not need. FreeType takes it for a missing one
    /// (`tt_face_lookup_table`), and for HarfBuzz every table that is too short is one without content.
    case emptyTable = "empty-table"
    /// There is no table `OS/2`. FreeType marks it as missing, and fontconfig takes the weight from the style's name.
    case missingWindowsMetrics = "missing-windows-metrics"
    /// The table `OS/2` is shorter than its version says, as Apple's of 68 bytes. FreeType reads what follows in the file
    /// instead or, at its end, takes the table for a missing one.
    case shortWindowsMetrics = "short-windows-metrics"
    /// There is no table `post`. FreeType and HarfBuzz then know no names of glyphs, which nothing that draws text needs.
    case missingGlyphNames = "missing-glyph-names"
    /// The table `post` is cut short, of Apple's format 4, or of wrong glyph names. FreeType reads names when somebody asks
    /// for one, with a check of each length, and HarfBuzz checks the table first.
    case damagedGlyphNames = "damaged-glyph-names"
    /// The font has bitmaps alone, as `.otb` files do. FreeType and Pango draw them at their sizes.
    case bitmapsAlone = "bitmaps-alone"
    /// The table `GDEF` is damaged. HarfBuzz, the only one to read it, checks it first and does without what is broken.
    case damagedGlyphDefinitions = "damaged-glyph-definitions"
    /// The bounds of a glyph in the table `glyf` end before they start. FreeType computes them from the outline, and
    /// HarfBuzz takes them as they are for an extent.
    case glyphBounds = "glyph-bounds"
    /// Ranges of glyphs in a definition of classes share their ends: a lookup finds one of the two.
    case touchingClasses = "touching-classes"
    /// The table `OS/2` declares version 5 and lacks the optical sizes that this version brought: FreeType takes them for
    /// absent where the table ends before them.
    case missingOpticalSizes = "missing-optical-sizes"
    /// Operators in charstrings of `CFF` choose among hints where there are none: FreeType goes on with the next one.
    case masksWithoutHints = "masks-without-hints"
    /// Lists in private dictionaries of `CFF` are empty, or of edges of zones without the last one: FreeType leaves them
    /// out of the hinting.
    case incompleteZones = "incomplete-zones"
    /// The name in the table `CFF` has characters that PostScript does not allow there, such as spaces: programs take the
    /// name from the table `name`.
    case unfitNames = "unfit-names"
    /// The numbers that speed up the search in a character map are wrong: FreeType and HarfBuzz compute their own.
    case characterMapSearch = "character-map-search"
    /// A character map leads to glyphs that do not exist: FreeType and HarfBuzz take the one for missing characters, or
    /// none.
    case characterMapRange = "character-map-range"
    /// A character map has numbers beyond those of Unicode: FreeType and HarfBuzz map them like others, and fontconfig passes
    /// over those that it has no place for. No text has them.
    case characterMapLimit = "character-map-limit"
    /// Fields of a character map that should be 0, or its last segment, have other values: nobody reads them.
    case characterMapFields = "character-map-fields"
    /// The characters are mapped in formats that web browsers do not read: FreeType and HarfBuzz read all.
    case characterMapFormats = "character-map-formats"
    /// The table `OS/2` is of a later version than 5: FreeType and fontconfig read the fields of the version that they know.
    case windowsMetricsVersion = "windows-metrics-version"
    /// Outlines in the table `glyf` have bits set, or numbers of contours, that are reserved: FreeType and HarfBuzz pass over
    /// them.
    case reservedOutlineBits = "reserved-outline-bits"
    /// Glyphs are of classes that are not defined: HarfBuzz takes them for glyphs without one.
    case undefinedClasses = "undefined-classes"
    /// The script for all others has no language system of its own: HarfBuzz then shapes without features.
    case defaultScript = "default-script"
    /// The tables `GSUB` or `GPOS` name glyphs that do not exist. HarfBuzz never finds those that it looks for, and passes on
    /// those that it puts in the place of others; FreeType refuses to load them, so that nothing is drawn there.
    case missingGlyphs = "missing-glyphs"
    /// Coverages or corrections in `GSUB` or `GPOS` are of formats that are not defined: HarfBuzz takes them for empty ones.
    case unknownLayoutFormats = "unknown-layout-formats"
    /// The table `hmtx` or `vmtx` ends before the side bearings of the last glyphs: FreeType and HarfBuzz take 0 for them.
    case shortMetrics = "short-metrics"
    /// Regions of variations are out of order or beyond the ends of their axes, or their deltas have 32 bits: FreeType and
    /// HarfBuzz ignore such axes of a region, and read the deltas.
    case variationData = "variation-data"
    /// The table `CFF2` is of a later minor version: FreeType and HarfBuzz read what they know of it.
    case compactVersion = "compact-version"
    /// Something else for which the sanitizer rejects a font that passes all other checks.
    case other = "other"

    /// What a warning says at its end.
    package static let consequence = "Web browsers will not show it; other programs do."

    /// The kind that a complaint of the OpenType Sanitizer is about.
    ///
    /// - Parameter complaint: Its first error, such as `post: missing required table`.
    package init(complaint: String) {
        self =
            Self.complaints.first {
                complaint.hasPrefix($0.prefix) && ($0.part.isEmpty || complaint.contains($0.part))
            }?
            .concern ?? .other
    }

    /// What the sanitizer's first errors begin with and contain, in its version 8.2.1.
    ///
    /// The tag of a table may come first.
    private static let complaints: [(prefix: String, part: String, concern: BrowserConcern)] = [
        ("", ": misaligned table", .misalignedTable),
        ("", ": zero-length table", .emptyTable),
        ("", ": invalid table offset", .emptyTable),
        ("OS/2: missing required table", "", .missingWindowsMetrics),
        ("OS/2: Failed to read version 5-specific fields", "", .missingOpticalSizes),
        ("OS/2: ", "ead", .shortWindowsMetrics),
        ("post: missing required table", "", .missingGlyphNames),
        ("post: ", "", .damagedGlyphNames),
        ("glyf: Bad bounding box", "", .glyphBounds),
        ("GDEF: ", "", .damagedGlyphDefinitions),
        ("Layout: ClassRangeRecord ", " overlaps with end of the previous one", .touchingClasses),
        ("CFF : Failed validating CharStrings INDEX", "", .masksWithoutHints),
        ("CFF : Failed to parse Top DICT Data", "", .incompleteZones),
        ("CFF : Failed to parse Name INDEX data", "", .unfitNames),
        ("cmap: expected search range", "", .characterMapSearch),
        ("cmap: entry selector", "", .characterMapSearch),
        ("cmap: unexpected range shift", "", .characterMapSearch),
        ("cmap: Range glyph reference too high", "", .characterMapRange),
        ("cmap: bad format 12 subtable group", "", .characterMapLimit),
        ("cmap: Bad subrange with", "", .characterMapLimit),
        ("cmap: Languages should be 0", "", .characterMapFields),
        ("cmap: Non zero cmap subtable segment padding", "", .characterMapFields),
        ("cmap: Final segment start and end", "", .characterMapFields),
        ("cmap: no supported subtables", "", .characterMapFormats),
        ("OS/2: Unsupported table version", "", .windowsMetricsVersion),
        ("glyf: Bad glyph flag", "", .reservedOutlineBits),
        ("glyf: Bad number of contours", "", .reservedOutlineBits),
        ("Layout: ClassRangeRecord ", " class > number of classes", .undefinedClasses),
        ("Layout: Bad class value", "", .undefinedClasses),
        ("GSUB: too large substitute", "", .missingGlyphs),
        ("GSUB: too large lig_glyph", "", .missingGlyphs),
        ("GSUB: Bad ligature component", "", .missingGlyphs),
        ("GPOS: glyph id", "too high", .missingGlyphs),
        ("Layout: bad glyph ID", "", .missingGlyphs),
        ("Layout: Bad coverage table format", "", .unknownLayoutFormats),
        ("hmtx: Failed to read side bearing", "", .shortMetrics),
        ("vmtx: Failed to read side bearing", "", .shortMetrics),
        ("Layout: Bad device table delta format", "", .unknownLayoutFormats),
        ("Layout: DFLT script doesn't satisfy the spec", "", .defaultScript),
        ("Variations: ", "egion axis coordinate", .variationData),
        ("Variations: Failed to read delta data", "", .variationData),
        ("CFF2: Unsupported table version", "", .compactVersion),
    ]
}
