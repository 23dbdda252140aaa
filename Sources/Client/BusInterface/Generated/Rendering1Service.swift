// Generated from dbus/org.typecase.Rendering1.xml by Tools/BusInterfaceGenerator; do not edit.

package import DBus
package import LinuxSystem

/// Measure text, and draw it as masks, pictures and specimens of fonts.
///
/// Draws text with registered fonts, with the system's fonts, and with font files that need not be registered.
///
/// A sandboxed process does the drawing, so that a damaged font can do no harm. Typical uses are previews of fonts
/// before they are installed, and masks that an application fills with a picture, a gradient or a video.
///
/// The object is `/org/typecase/Rendering1` at the bus name `org.typecase.FontManager1` on the session bus. The rules
/// for callers are those of `org.typecase.FontManager1`. Sandboxed applications without a permission for that name find
/// the same interface at the object of `org.freedesktop.portal.Typecase`.
///
/// **Fonts.** The caller selects a font by the keys of a dictionary. The first of these keys that is present applies:
///
/// - `file` (h): a file descriptor of a font file, open for reading. The file need not be registered, and is copied
///   before it is examined.
/// - `file_of` (u): the number, counted from 0, of an earlier dictionary in the call, whose `file` is used; a message
///   can carry only a few file descriptors.
/// - `id` (s): the id of a registration or of a face.
/// - any other key of a descriptor of `org.typecase.FontManager1`, such as `family` (s), `name` (s), `weight` (d) and
///   `slant` (s): the best match.
///
/// If none of these keys is present, a sans serif font of the system is used. Each of them can be combined with:
///
/// - `face_index` (u): the number of the face in the file.
/// - `weight` (d), `instance` (a{sd}): for a variable font, the weight and the values of the axes by their tags.
/// - `label` (s): the name of the font in a specimen; its full name by default.
///
/// A caller can use the fonts that it can open with OpenFont: its own fonts, including those that others have
/// registered as well, the system's fonts, and fonts that the user allows it to use. Sandboxed applications need the
/// right `use-installed-fonts` for all other fonts. Without this right, these fonts cause the error NotRegistered, like
/// fonts that do not exist. If a font lacks a character, the character is drawn with another font that the caller can
/// use. If a language is given, it determines the order in which fonts are tried.
///
/// **Colour.** A mask records how much of each pixel the text covers, whatever the colour of the letters. Pictures show
/// colour fonts in colour if the installed version of Cairo supports their format. All versions support bitmaps
/// (`CBDT`, `sbix`). Cairo 1.18 and later support layers (`COLR`); Debian 12 has an older version. With an older
/// version, layers are drawn as outlines without colour; `SVG` documents are drawn in this way with every version.
///
/// **Limits.** A text can have at most 65,536 bytes, the text of a specimen at most 2,048, and one character can be
/// followed by at most 32 combining marks. A paragraph is at most 1,677,721 pixels wide before it is broken into lines.
/// A picture has at most 16,384 pixels on each side and 33,554,432 in total, and an em has at most 4,096 pixels. At
/// most 32 font files are used for one picture. Open pictures and the fonts of OpenFont count together: at most 512 MiB
/// for one caller. If a call exceeds one of these limits, the error is ExceededResourceLimit, with the limit in its
/// message. If a value is not a valid number, alignment or size, or if an em is smaller than 1/64 pixel, the error is
/// `org.freedesktop.DBus.Error.InvalidArgs`. If a font makes the drawing process crash, the error is InvalidFontData,
/// and only that call is affected.
package protocol Rendering1Service: Sendable {
    /// The version of this interface: it increases when members or keys are added.
    ///
    /// This is version 1.
    var version: UInt32 { get async throws }

    /// Measures text without drawing it.
    ///
    /// Attributes, in addition to those that select a font:
    ///
    /// - `start` (u), `length` (u): the part of the text in bytes of UTF-8; parts follow each other without gaps. A
    ///   dictionary without these keys applies to all of the text.
    /// - `size` (d): the size of the font.
    /// - `text_style` (s): a style of `org.typecase.DynamicType1`. The text has the size and weight of this style in
    ///   the caller's category. If `size` is also given, that size is used, scaled like the style. If both are left
    ///   out, the style is `large-title`.
    /// - `features` (s): OpenType features as CSS writes them, such as `"smcp", "liga" 0`.
    /// - `language` (s): the language of the text as a BCP 47 tag.
    ///
    /// Options:
    ///
    /// - `alignment` (s): `natural`, `left`, `center`, `right` or `justified`; with `natural`, each line starts at the
    ///   side where its writing direction starts. The lines as a whole are centred vertically.
    /// - `line_spacing` (d): the distance between lines as a multiple of the font's own line distance; 0, the default,
    ///   stands for the font's own line distance.
    /// - `line_limit` (u): the maximum number of lines; 0, the default, for any number.
    /// - `ellipsis` (b): whether the last line ends with an ellipsis if more text follows; true by default.
    /// - `scale` (d): pixels for each unit, at most 16; 1 by default.
    /// - `category` (s): the category for text styles; the caller's category by default.
    ///
    /// Measures, in the unit of font sizes:
    ///
    /// - `suggested_width` (d), `suggested_height` (d): the size of all of the text at the width of the frame.
    /// - `fitted_length` (u): how many bytes of the text fit into the frame, from its start.
    /// - `line_count` (u): the number of lines that are shown.
    /// - `baseline` (d): the baseline of the first line, from the top of the frame.
    /// - `text_box` (ad): left, top, width and height of the lines that are shown.
    /// - `ink_box` (ad): left, top, width and height of the area that is inked.
    /// - `missing_glyphs` (u): the number of characters that are left out because no font has a glyph for them.
    /// - `fonts` (as): the ids of the fonts of those attributes that have text, in the order of the attributes; empty
    ///   strings for files.
    /// - `generation` (t): the generation in which the service searched for the fonts.
    ///
    /// Errors: NotRegistered if no font matches; UnrecognizedFormat or InvalidFontData if the font cannot be used for
    /// drawing; ExceededResourceLimit if a limit is exceeded, including the limit on processor time for a drawing; Busy
    /// if the machine is too busy for the call.
    ///
    /// - Parameters:
    ///   - call: The call, with its sender.
    ///   - text: The text; each line is a paragraph.
    ///   - attributes: The style of the text: one dictionary for each part of it; if there is none, all of the text is
    ///     a large title.
    ///   - frame: The sides `width` (d) and `height` (d), in the unit of font sizes; a side that is left out has no
    ///     limit.
    ///   - options: Options.
    /// - Returns: The measures of the text.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func measure(
        _ call: BusMethodCall, text: String, attributes: [[String: BusVariant]], frame: [String: BusVariant],
        options: [String: BusVariant]
    ) async throws -> [String: BusVariant]

    /// Draws text on a transparent background.
    ///
    /// On the command line: `typecase mask`.
    ///
    /// Options, in addition to those of Measure:
    ///
    /// - `format` (s): `raw`, `png` or `svg`; `raw` by default.
    /// - `color` (b): if true, the picture has an alpha channel and the colours of the fonts; text without a colour is
    ///   black. If false, the picture is a mask with one byte for each pixel. False by default.
    ///
    /// The picture:
    ///
    /// - `width` (u), `height` (u): its width and height in pixels.
    /// - `stride` (u): the number of bytes from one row to the next in `raw`. A pixel in `raw` is one byte of alpha, or
    ///   red, green, blue and alpha; the colours are not premultiplied by alpha.
    /// - `size` (t): the size of the file in bytes.
    /// - `has_color` (b): whether its pixels have colours instead of shades of grey.
    ///
    /// Errors: those of Measure.
    ///
    /// - Parameters:
    ///   - call: The call, with its sender.
    ///   - text: The text, as for Measure.
    ///   - attributes: The style of the text, as for Measure.
    ///   - frame: The frame, as for Measure, which is also the size of the picture; a side that is left out has the
    ///     size of the text.
    ///   - options: Options.
    /// - Returns: `picture`: The picture, as a sealed memory file. `measures`: The measures of Measure, and the keys of
    ///   the picture.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func mask(
        _ call: BusMethodCall, text: String, attributes: [[String: BusVariant]], frame: [String: BusVariant],
        options: [String: BusVariant]
    ) async throws -> (picture: OwnedFileDescriptor, measures: [String: BusVariant])

    /// Draws a page that shows fonts on a white background.
    ///
    /// On the command line: `typecase preview`.
    ///
    /// Kinds: `waterfall`, text in many sizes; `glyphs`, the characters of a font by Unicode block, page by page;
    /// `instances`, text in each named instance of a variable font and at both ends of each axis; `comparison`, text in
    /// several fonts; `paragraph`, running text; `features`, text without and with each OpenType feature that changes
    /// it.
    ///
    /// If no text is given, the service chooses one whose characters are all supported by the font: the font's own
    /// sample, or a sample of one of the languages in the options, or a sample of the script that the font is made for,
    /// or the font's first letters. If the font lacks a character, no other font is used for this character.
    ///
    /// Options:
    ///
    /// - `text` (s): the text.
    /// - `languages` (as): the languages whose sample texts are tried, in this order, after the font's own sample text.
    /// - `sizes` (ad): the sizes of a waterfall; on other pages, the text has the first of these sizes.
    /// - `width` (d): the width of the page; 800 by default.
    /// - `block` (s): the name of the Unicode block to show; all characters by default.
    /// - `page` (u): the number of the page of glyphs, from 0.
    /// - `page_size` (u): the number of glyphs on a page, at most 1,024; 256 by default.
    /// - `scale` (d), `format` (s): as for Mask; the default format is `png`.
    ///
    /// Details, in addition to the keys of a picture of Mask:
    ///
    /// - `text` (s): the text that is shown.
    /// - `items` (u): how many sizes, characters, instances, fonts or features there are to show.
    /// - `pages` (u): how many pages of glyphs there are.
    /// - `blocks` (a{su}): the names of the Unicode blocks of which the font has characters, each with the number of
    ///   these characters.
    /// - `missing_glyphs` (u), `fonts` (as), `generation` (t): as for Measure.
    ///
    /// Errors: those of Measure.
    ///
    /// - Parameters:
    ///   - call: The call, with its sender.
    ///   - fonts: The fonts; comparisons show all of them, other pages show only the first.
    ///   - kind: The kind of page.
    ///   - options: Options.
    /// - Returns: `picture`: The picture, as a sealed memory file. `details`: The keys of the picture, and what it
    ///   shows.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func specimen(
        _ call: BusMethodCall, fonts: [[String: BusVariant]], kind: String, options: [String: BusVariant]
    ) async throws -> (picture: OwnedFileDescriptor, details: [String: BusVariant])
}

extension Rendering1Service {
    package var version: UInt32 { 1 }
}
