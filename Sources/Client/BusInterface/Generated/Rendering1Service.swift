// Generated from dbus/org.typecase.Rendering1.xml by Tools/BusInterfaceGenerator; do not edit.

package import DBus
package import LinuxSystem

/// Measure text, and draw it as masks, pictures and specimens of fonts.
///
/// Draws text with the fonts that the service has, with those of the system, and with files that need not be
/// registered, in a sandboxed process, so that a damaged font can do no harm.
///
/// Typical uses are previews of fonts before they are installed, and masks that an application fills with a picture, a
/// gradient or a video.
///
/// The object is `/org/typecase/Rendering1` at the bus name `org.typecase.FontManager1` on the session bus. The rules
/// for callers are those of `org.typecase.FontManager1`. Sandboxed applications without a permission for that name find
/// the same interface at the object of `org.freedesktop.portal.Typecase`.
///
/// **Fonts.** A font is given by keys of a dictionary; the first of these that is there counts:
///
/// - `file` (h): a font file, open for reading; it need not be registered, and is copied before it is looked at.
/// - `file_of` (u): the number of an earlier dictionary of the call, from 0, whose `file` is meant: a message carries
///   few files.
/// - `id` (s): the id of a registration or of a face.
/// - any other key of a descriptor of `org.typecase.FontManager1`, such as `family` (s), `name` (s), `weight` (d) and
///   `slant` (s): the best match.
///
/// Where there is none, text is set in a sans serif of the system. With each of them:
///
/// - `face_index` (u): the number of the face in the file.
/// - `weight` (d), `instance` (a{sd}): the weight, and values of the axes by their tags, of a variable font.
/// - `label` (s): what the font is called in a specimen; its full name where it is left out.
///
/// A caller can use the fonts that it can open with OpenFont: its own, also those that others have registered too, the
/// system's, and fonts that the user lets it use. For sandboxed applications all other fonts need the right
/// `use-installed-fonts`; without it they are NotRegistered, as fonts that are not there. What a font lacks is drawn
/// with others that the caller can use, in the order of the language where one is given.
///
/// **Colour.** A mask tells how much of each pixel is covered, by letters of any colour. Pictures show colour fonts in
/// their colours where the installed Cairo can: bitmaps (`CBDT`, `sbix`) everywhere, layers (`COLR`) from Cairo 1.18
/// on, which Debian 12 does not have; there, and for fonts with `SVG` documents, the outlines without colour are drawn.
///
/// **Limits.** A text has at most 65,536 bytes, that of a specimen 2,048, and at most 32 combining marks follow one
/// character. A paragraph is at most 1,677,721 pixels wide before it is broken into lines. A picture has at most 16,384
/// pixels to a side and 33,554,432 in all, an em at most 4,096 pixels; at most 32 font files are used for one picture.
/// Pictures that are open count with the fonts of OpenFont: at most 512 MiB for one caller. What exceeds one of these
/// is ExceededResourceLimit, with the limit in its message. What is no number, no alignment or no size, and an em of
/// less than 1/64 pixel, is `org.freedesktop.DBus.Error.InvalidArgs`. A font that the drawing process does not survive
/// is InvalidFontData, and costs that call only.
package protocol Rendering1Service: Sendable {
    /// The version of this interface: it counts up when members or keys are added.
    ///
    /// This is version 1.
    var version: UInt32 { get async throws }

    /// Measures text without drawing it.
    ///
    /// Attributes, beside those that name a font:
    ///
    /// - `start` (u), `length` (u): the part of the text in bytes of UTF-8; parts follow each other without gaps. A
    ///   dictionary without them is about all of the text.
    /// - `size` (d): the size of the font.
    /// - `text_style` (s): a style of `org.typecase.DynamicType1`, whose size and weight in the caller's category are
    ///   taken; together with `size` that size is scaled as the style is. `large-title` where both are left out.
    /// - `features` (s): OpenType features as CSS writes them, such as `"smcp", "liga" 0`.
    /// - `language` (s): the language of the text as a BCP 47 tag.
    ///
    /// Options:
    ///
    /// - `alignment` (s): `natural`, which starts each line where its direction does, `left`, `center`, `right` or
    ///   `justified`. The lines as a whole are in the middle of the height.
    /// - `line_spacing` (d): the distance of lines as a multiple of the font's own; 0, the default, for the font's own.
    /// - `line_limit` (u): the most lines; 0, the default, for any number.
    /// - `ellipsis` (b): whether the last line ends with an ellipsis where more follows; true where it is left out.
    /// - `scale` (d): pixels for each unit, at most 16; 1 where it is left out.
    /// - `category` (s): the category for text styles; that of the caller where it is left out.
    ///
    /// Measures, in units of sizes:
    ///
    /// - `suggested_width` (d), `suggested_height` (d): what all of the text takes at the width of the frame.
    /// - `fitted_length` (u): how many bytes of the text fit into the frame, from its start.
    /// - `line_count` (u): the lines that are shown.
    /// - `baseline` (d): the baseline of the first line, from the top of the frame.
    /// - `text_box` (ad): left, top, width and height of the lines that are shown.
    /// - `ink_box` (ad): left, top, width and height of what is inked.
    /// - `missing_glyphs` (u): characters for which no font has a glyph, and that are left out.
    /// - `fonts` (as): the ids of the fonts of the attributes that have text, in their order; empty texts for files.
    /// - `generation` (t): the generation in which the fonts were looked up.
    ///
    /// Errors: NotRegistered where no font matches; UnrecognizedFormat, InvalidFontData where the font cannot be drawn
    /// with; ExceededResourceLimit where a limit is exceeded, that of a drawing's processor time too; Busy where the
    /// machine has no time for it.
    ///
    /// - Parameters:
    ///   - call: The call, with its sender.
    ///   - text: The text, in as many paragraphs as it has lines.
    ///   - attributes: How it looks: one dictionary for each part of it; none for all of it as a large title.
    ///   - frame: The sides `width` (d) and `height` (d), in units of sizes; a side that is left out has no bound.
    ///   - options: Options.
    /// - Returns: What the text takes.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func measure(
        _ call: BusMethodCall, text: String, attributes: [[String: BusVariant]], frame: [String: BusVariant],
        options: [String: BusVariant]
    ) async throws -> [String: BusVariant]

    /// Draws text on a transparent background.
    ///
    /// On the command line: `typecase mask`.
    ///
    /// Options, beside those of Measure:
    ///
    /// - `format` (s): `raw`, `png` or `svg`; `raw` where it is left out.
    /// - `color` (b): whether the picture has the colours of the fonts and is black elsewhere, with alpha; else it is a
    ///   mask of one byte for each pixel. False where it is left out.
    ///
    /// The picture:
    ///
    /// - `width` (u), `height` (u): its pixels.
    /// - `stride` (u): the bytes from a row to the next in `raw`, whose pixels are one byte of alpha, or red, green,
    ///   blue and alpha that the colours are not multiplied by.
    /// - `size` (t): the bytes of the file.
    /// - `has_color` (b): whether its pixels have colours, and are not shades of grey.
    ///
    /// Errors: those of Measure.
    ///
    /// - Parameters:
    ///   - call: The call, with its sender.
    ///   - text: The text, as for Measure.
    ///   - attributes: How it looks, as for Measure.
    ///   - frame: Its frame, as for Measure; the picture has this size, and that of the text where a side is left out.
    ///   - options: Options.
    /// - Returns: `picture`: The picture, a sealed file in memory. `measures`: Those of Measure, and what the picture
    ///   is.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func mask(
        _ call: BusMethodCall, text: String, attributes: [[String: BusVariant]], frame: [String: BusVariant],
        options: [String: BusVariant]
    ) async throws -> (picture: OwnedFileDescriptor, measures: [String: BusVariant])

    /// Draws a page that shows fonts, on white paper.
    ///
    /// On the command line: `typecase preview`.
    ///
    /// Kinds: `waterfall`, a text in many sizes; `glyphs`, the characters of a font by Unicode block, page by page;
    /// `instances`, a text in each named instance of a variable font and at both ends of each axis; `comparison`, a
    /// text in several fonts; `paragraph`, running text; `features`, a text without and with each OpenType feature that
    /// changes it.
    ///
    /// Where no text is given, one is chosen that the font has all characters of: the font's own sample, or one of the
    /// languages of the options, or one of the script that the font is made for, or its first letters. No other font
    /// stands in for what a font lacks.
    ///
    /// Options:
    ///
    /// - `text` (s): the text.
    /// - `languages` (as): the languages whose sample text is tried first.
    /// - `sizes` (ad): the sizes of a waterfall; the first is the size of other pages.
    /// - `width` (d): the width of the page; 800 where it is left out.
    /// - `block` (s): the Unicode block that is shown, by its name; all characters where it is left out.
    /// - `page` (u): the page of glyphs, from 0.
    /// - `page_size` (u): the glyphs of a page, at most 1,024; 256 where it is left out.
    /// - `scale` (d), `format` (s): as for Mask; `png` where it is left out.
    ///
    /// Details, beside those of a picture of Mask:
    ///
    /// - `text` (s): the text that is shown.
    /// - `items` (u): how many sizes, characters, instances, fonts or features there are to show.
    /// - `pages` (u): how many pages of glyphs there are.
    /// - `blocks` (a{su}): the Unicode blocks that the font has characters of, by their names, with how many.
    /// - `missing_glyphs` (u), `fonts` (as), `generation` (t): as for Measure.
    ///
    /// Errors: those of Measure.
    ///
    /// - Parameters:
    ///   - call: The call, with its sender.
    ///   - fonts: The fonts; comparisons show all of them, other pages the first.
    ///   - kind: What the page shows.
    ///   - options: Options.
    /// - Returns: `picture`: The picture, a sealed file in memory. `details`: What the picture is, and what is on it.
    /// - Throws: `BusError`, which becomes the error of the reply; any other error becomes `Failed`.
    func specimen(
        _ call: BusMethodCall, fonts: [[String: BusVariant]], kind: String, options: [String: BusVariant]
    ) async throws -> (picture: OwnedFileDescriptor, details: [String: BusVariant])
}

extension Rendering1Service {
    package var version: UInt32 { 1 }
}
