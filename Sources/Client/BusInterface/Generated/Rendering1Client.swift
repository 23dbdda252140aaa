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

    /// The version of this interface: it counts up when members or keys are added.
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
    ///   - text: The text, in as many paragraphs as it has lines.
    ///   - attributes: How it looks: one dictionary for each part of it; none for all of it as a large title.
    ///   - frame: The sides `width` (d) and `height` (d), in units of sizes; a side that is left out has no bound.
    ///   - options: Options.
    ///   - timeout: How long to wait for the reply.
    /// - Returns: What the text takes.
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
    ///   - text: The text, as for Measure.
    ///   - attributes: How it looks, as for Measure.
    ///   - frame: Its frame, as for Measure; the picture has this size, and that of the text where a side is left out.
    ///   - options: Options.
    ///   - timeout: How long to wait for the reply.
    /// - Returns: `picture`: The picture, a sealed file in memory. `measures`: Those of Measure, and what the picture
    ///   is.
    /// - Throws: The error of the reply, or what kept it from coming.
    package func mask(
        text: String, attributes: [[String: BusVariant]], frame: [String: BusVariant], options: [String: BusVariant],
        timeout: Duration = BusProxy.standardTimeout
    ) async throws(BusError) -> (picture: OwnedFileDescriptor, measures: [String: BusVariant]) {
        let reply = try await proxy.call(
            "Mask", [text.busValue, attributes.busValue, frame.busValue, options.busValue], timeout: timeout)
        return (picture: try reply.value(0, "picture"), measures: try reply.value(1, "measures"))
    }

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
    ///   - fonts: The fonts; comparisons show all of them, other pages the first.
    ///   - kind: What the page shows.
    ///   - options: Options.
    ///   - timeout: How long to wait for the reply.
    /// - Returns: `picture`: The picture, a sealed file in memory. `details`: What the picture is, and what is on it.
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
