// Generated from dbus/org.typecase.Rendering1.xml by Tools/BusInterfaceGenerator; do not edit.

package import DBus
package import LinuxSystem

/// Calls `org.typecase.Rendering1` over a bus connection.
package struct Rendering1Client: Sendable {
    let proxy: BusProxy

    /// Creates a client; nothing is sent yet.
    ///
    /// - Parameters:
    ///   - connection: The connection to call over.
    ///   - busName: The name of the service.
    package init(_ connection: BusConnection, busName: String = Rendering1Names.busName) {
        proxy = BusProxy(
            connection: connection, busName: busName, path: Rendering1Names.path,
            interface: Rendering1Names.interface)
    }

    /// The version of this interface: it increases when members or keys are added.
    ///
    /// This is version 1.
    ///
    /// - Parameter timeout: How long to wait for the reply.
    /// - Returns: The value.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func version(timeout: Duration = BusProxy.standardTimeout) async throws(BusError) -> UInt32 {
        try await proxy.property("version", timeout: timeout)
    }

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
    ///   - text: The text; each line is a paragraph.
    ///   - attributes: The style of the text: one dictionary for each part of it; if there is none, all of the text is
    ///     a large title.
    ///   - frame: The sides `width` (d) and `height` (d), in the unit of font sizes; a side that is left out has no
    ///     limit.
    ///   - options: Options.
    ///   - timeout: How long to wait for the reply.
    /// - Returns: The measures of the text.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func measure(
        text: String, attributes: [[String: BusVariant]], frame: [String: BusVariant], options: [String: BusVariant],
        timeout: Duration = BusProxy.standardTimeout
    ) async throws(BusError) -> [String: BusVariant] {
        let reply = try await proxy.call(
            "Measure", [text.busValue, attributes.busValue, frame.busValue, options.busValue], timeout: timeout)
        return try reply.value(0, "measures")
    }

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
    ///   - text: The text, as for Measure.
    ///   - attributes: The style of the text, as for Measure.
    ///   - frame: The frame, as for Measure, which is also the size of the picture; a side that is left out has the
    ///     size of the text.
    ///   - options: Options.
    ///   - timeout: How long to wait for the reply.
    /// - Returns: `picture`: The picture, as a sealed memory file. `measures`: The measures of Measure, and the keys of
    ///   the picture.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func mask(
        text: String, attributes: [[String: BusVariant]], frame: [String: BusVariant], options: [String: BusVariant],
        timeout: Duration = BusProxy.standardTimeout
    ) async throws(BusError) -> (picture: OwnedFileDescriptor, measures: [String: BusVariant]) {
        let reply = try await proxy.call(
            "Mask", [text.busValue, attributes.busValue, frame.busValue, options.busValue], timeout: timeout)
        return (picture: try reply.value(0, "picture"), measures: try reply.value(1, "measures"))
    }

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
    ///   - fonts: The fonts; comparisons show all of them, other pages show only the first.
    ///   - kind: The kind of page.
    ///   - options: Options.
    ///   - timeout: How long to wait for the reply.
    /// - Returns: `picture`: The picture, as a sealed memory file. `details`: The keys of the picture, and what it
    ///   shows.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func specimen(
        fonts: [[String: BusVariant]], kind: String, options: [String: BusVariant],
        timeout: Duration = BusProxy.standardTimeout
    ) async throws(BusError) -> (picture: OwnedFileDescriptor, details: [String: BusVariant]) {
        let reply = try await proxy.call(
            "Specimen", [fonts.busValue, kind.busValue, options.busValue], timeout: timeout)
        return (picture: try reply.value(0, "picture"), details: try reply.value(1, "details"))
    }
}
