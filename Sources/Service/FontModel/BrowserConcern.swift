/// A defect that only the sanitizer of web browsers rejects and desktop programs tolerate.
///
/// A font is accepted with a warning for each of these. It is refused if fonts for web pages are requested
/// (`--browser-safe`). The service's own reader finds every kind, so the verdict does not depend on whether the
/// OpenType Sanitizer is installed. The comment of each case says why it is harmless. `BrowserConcernTests`
/// demonstrates it for generated fonts of each kind: FreeType draws them, HarfBuzz shapes with them and fontconfig
/// scans them. `make fuzz-desktop` does the same with thousands of mutants of these fonts and with these libraries
/// built with AddressSanitizer.
package enum BrowserConcern: String, Sendable, Hashable, CaseIterable {
    /// A table does not start at a multiple of four bytes.
    ///
    /// FreeType, HarfBuzz and fontconfig read single bytes, never words of the processor, so the start of a table does
    /// not matter to them.
    case misalignedTable = "misaligned-table"
    /// A table that the font does not need is empty.
    ///
    /// FreeType treats it as missing (`tt_face_lookup_table`), and HarfBuzz treats every table that is too short as
    /// empty.
    case emptyTable = "empty-table"
    /// The table `OS/2` is missing.
    ///
    /// FreeType marks it as missing, and fontconfig derives the weight from the style's name.
    case missingWindowsMetrics = "missing-windows-metrics"
    /// The table `OS/2` is shorter than its version requires, such as Apple's of 68 bytes.
    ///
    /// FreeType reads the bytes that follow in the file instead. At the end of the file, it treats the table as
    /// missing.
    case shortWindowsMetrics = "short-windows-metrics"
    /// The table `post` is missing. FreeType and HarfBuzz then know no glyph names, which are not needed to draw text.
    case missingGlyphNames = "missing-glyph-names"
    /// The table `post` is truncated, is of Apple's format 4, or has invalid glyph names.
    ///
    /// FreeType reads names only on request and checks each length; HarfBuzz checks the table first.
    case damagedGlyphNames = "damaged-glyph-names"
    /// The font has only bitmaps, as `.otb` files do. FreeType and Pango draw them at their sizes.
    case bitmapsAlone = "bitmaps-alone"
    /// The table `GDEF` is damaged. Only HarfBuzz reads it; it checks the table first and ignores damaged parts.
    case damagedGlyphDefinitions = "damaged-glyph-definitions"
    /// The bounds of a glyph in the table `glyf` end before they start.
    ///
    /// FreeType computes the bounds from the outline, and HarfBuzz uses them unchanged as an extent.
    case glyphBounds = "glyph-bounds"
    /// Ranges of glyphs in a class definition share their end points: a lookup finds one of the two.
    case touchingClasses = "touching-classes"
    /// The table `OS/2` declares version 5 but lacks the optical sizes that this version introduced.
    ///
    /// FreeType treats them as absent if the table ends before them.
    case missingOpticalSizes = "missing-optical-sizes"
    /// Operators in `CFF` charstrings select hints although there are none: FreeType continues with the next operator.
    case masksWithoutHints = "masks-without-hints"
    /// A private dictionary of `CFF` or `CFF2` has an empty list of stems, or a list of zone edges without the last.
    ///
    /// FreeType leaves such lists out of the hinting.
    case incompleteZones = "incomplete-zones"
    /// The name in the table `CFF` contains characters that PostScript does not allow there, such as spaces.
    ///
    /// Programs take the name from the table `name`.
    case unfitNames = "unfit-names"
    /// The search parameters of a character map are wrong: FreeType and HarfBuzz compute their own.
    case characterMapSearch = "character-map-search"
    /// A character map refers to glyphs that do not exist: FreeType and HarfBuzz use the glyph for missing characters,
    /// or none.
    case characterMapRange = "character-map-range"
    /// A character map contains numbers above the range of Unicode, which do not occur in text, or of glyphs.
    ///
    /// FreeType and HarfBuzz map such characters like others, and fontconfig skips those that it cannot store. The
    /// glyphs are missing ones, as with ``characterMapRange``.
    case characterMapLimit = "character-map-limit"
    /// Fields of a character map are wrong: reserved ones, languages, lengths of subtables, or the last segment.
    ///
    /// HarfBuzz reads none of them. FreeType reads lengths, corrects those of format 4, and ignores other subtables
    /// with wrong ones.
    case characterMapFields = "character-map-fields"
    /// The character maps use only formats that web browsers do not read: FreeType and HarfBuzz read all formats.
    case characterMapFormats = "character-map-formats"
    /// The table `OS/2` has a version above 5: FreeType and fontconfig read the fields of the version that they know.
    case windowsMetricsVersion = "windows-metrics-version"
    /// Outlines in the table `glyf` use reserved bits or reserved numbers of contours: FreeType and HarfBuzz ignore
    /// these.
    case reservedOutlineBits = "reserved-outline-bits"
    /// Glyphs belong to undefined classes: HarfBuzz treats them as glyphs without a class.
    case undefinedClasses = "undefined-classes"
    /// The default script has no language system of its own: HarfBuzz then shapes without features.
    case defaultScript = "default-script"
    /// The tables `GSUB` or `GPOS` refer to glyphs that do not exist.
    ///
    /// HarfBuzz never matches such glyphs in the input. If they are substitutes, it passes them on; FreeType then
    /// refuses to load them, so nothing is drawn there.
    case missingGlyphs = "missing-glyphs"
    /// Coverage tables or device tables in `GSUB` or `GPOS` have undefined formats: HarfBuzz treats them as empty.
    case unknownLayoutFormats = "unknown-layout-formats"
    /// The table `hmtx` or `vmtx` ends before the side bearings of the last glyphs: FreeType and HarfBuzz use 0 for
    /// them.
    case shortMetrics = "short-metrics"
    /// Variation regions are out of order or exceed the limits of their axes, or their deltas have 32 bits.
    ///
    /// FreeType and HarfBuzz ignore such axes of a region and read the deltas.
    case variationData = "variation-data"
    /// The table `CFF2` has a later minor version: FreeType and HarfBuzz read the parts that they know.
    case compactVersion = "compact-version"
    /// Any other reason for which the sanitizer rejects a font that passes all other checks.
    case other = "other"

    /// The last sentence of a warning.
    package static let consequence = "Web browsers will not show it; other programs do."

    /// Creates the concern that matches an error of the OpenType Sanitizer.
    ///
    /// - Parameter complaint: The sanitizer's first error, such as `post: missing required table`.
    package init(complaint: String) {
        self =
            Self.complaints.first {
                complaint.hasPrefix($0.prefix) && ($0.part.isEmpty || complaint.contains($0.part))
            }?
            .concern ?? .other
    }

    /// The beginnings and parts by which the sanitizer's first errors are recognized, in its version 8.2.1.
    ///
    /// An error may begin with the tag of a table.
    private static let complaints: [(prefix: String, part: String, concern: BrowserConcern)] = [
        ("", ": misaligned table", .misalignedTable),
        ("", ": zero-length table", .emptyTable),
        ("", ": invalid table offset", .emptyTable),
        ("OS/2: missing required table", "", .missingWindowsMetrics),
        ("OS/2: Failed to read version 5-specific fields", "", .missingOpticalSizes),
        ("OS/2: ", "ead", .shortWindowsMetrics),
        ("post: missing required table", "", .missingGlyphNames),
        ("post: ", "", .damagedGlyphNames),
        ("no supported glyph data table(s) present", "", .bitmapsAlone),
        ("glyf: Bad bounding box", "", .glyphBounds),
        ("GDEF: ", "", .damagedGlyphDefinitions),
        ("Layout: ClassRangeRecord ", " overlaps with end of the previous one", .touchingClasses),
        ("CFF : Failed validating CharStrings INDEX", "", .masksWithoutHints),
        ("CFF : Failed to parse Top DICT Data", "", .incompleteZones),
        ("CFF2: Failed to parse Top DICT Data", "", .incompleteZones),
        ("CFF : Failed to parse Name INDEX data", "", .unfitNames),
        ("cmap: expected search range", "", .characterMapSearch),
        ("cmap: entry selector", "", .characterMapSearch),
        ("cmap: unexpected range shift", "", .characterMapSearch),
        ("cmap: Range glyph reference too high", "", .characterMapRange),
        ("cmap: bad format 12 subtable group startGlyphID", "", .characterMapRange),
        ("cmap: Subrange starting glyph id too high", "", .characterMapRange),
        ("cmap: bad format 12 subtable group", "", .characterMapLimit),
        ("cmap: Bad subrange with", "", .characterMapLimit),
        ("cmap: Languages should be 0", "", .characterMapFields),
        ("cmap: Non zero cmap subtable segment padding", "", .characterMapFields),
        ("cmap: Final segment start and end", "", .characterMapFields),
        ("cmap: Over long cmap subtable", "", .characterMapFields),
        ("cmap: Excessive overlap count", "", .characterMapFields),
        ("cmap: Failed to read ", "", .characterMapFields),
        ("cmap: bad glyph id offset", "", .characterMapFields),
        ("cmap: Bad format ", " subtable group count", .characterMapFields),
        ("cmap: format 12 subtable language", "", .characterMapFields),
        ("cmap: Cmap subtable language", "", .characterMapFields),
        ("cmap: no supported subtables", "", .characterMapFormats),
        ("OS/2: Unsupported table version", "", .windowsMetricsVersion),
        ("glyf: Bad glyph flag", "", .reservedOutlineBits),
        ("glyf: Bad number of contours", "", .reservedOutlineBits),
        ("Layout: ClassRangeRecord ", " class > number of classes", .undefinedClasses),
        ("Layout: Bad class value", "", .undefinedClasses),
        ("GSUB: too large substitute", "", .missingGlyphs),
        ("GSUB: too large lig_glyph", "", .missingGlyphs),
        ("GSUB: Bad ligature component", "", .missingGlyphs),
        ("GSUB: bad glyph shift", "", .missingGlyphs),
        ("GSUB: Bad substitution (", "", .missingGlyphs),
        ("GSUB: Too large alternate", "", .missingGlyphs),
        ("GSUB: Bad substitute glyph", "", .missingGlyphs),
        ("GPOS: glyph id", "too high", .missingGlyphs),
        ("Layout: bad glyph ID", "", .missingGlyphs),
        ("Layout: Bad starting glyph ", " in class definition", .missingGlyphs),
        ("Layout: bad glyph count: ", "", .missingGlyphs),
        ("Layout: Bad glyph ", " for entry ", .missingGlyphs),
        ("Layout: Bad glyph id ", " in chain rule ", .missingGlyphs),
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
