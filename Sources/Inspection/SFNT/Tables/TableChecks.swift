internal import FontModel
internal import InspectionProtocol

/// Checks the tables of a face from which nothing else is read.
struct TableChecks {
    let tables: TableDirectory
    let glyphCount: Int
    let axisCount: Int

    /// Runs all checks; each one may fail independently.
    func run(_ bytes: RawSpan, _ head: HeadTable, _ examination: inout Examination) {
        let hasHorizontalMetrics: Void? = examination.attempt { budget throws(Violation) in
            try MetricsTables.check(
                bytes, header: try tables.required("hhea"), metrics: try tables.required("hmtx"),
                glyphCount: glyphCount, &budget)
        }
        if hasHorizontalMetrics != nil {
            examination.attempt { _ throws(Violation) in
                try MetricsTables.checkLineHeight(
                    bytes, header: try tables.required("hhea"), unitsPerEm: head.unitsPerEm)
            }
        }
        checkCharacters(bytes, &examination)
        if hasHorizontalMetrics != nil { checkOutlines(bytes, head, &examination) }
        checkVertical(bytes, &examination)
        checkHinting(bytes, &examination)
        checkVariations(bytes, &examination)
        checkColors(bytes, &examination)
        checkDefinitions(bytes, &examination)
        checkBaselinesAndFormulas(bytes, &examination)
    }

    private func checkDefinitions(_ bytes: RawSpan, _ examination: inout Examination) {
        var warnings: [Violation] = []
        check("GDEF", &examination) { table, budget throws(Violation) in
            var context = LayoutContext(tag: "GDEF", glyphCount: glyphCount, axisCount: axisCount, budget: budget)
            defer { budget = context.budget }
            do throws(Violation) {
                try GlyphDefinitionTable.check(bytes, table, &context)
            } catch  where error.kind == .invalid {
                throw .concern(.damagedGlyphDefinitions, error.rule, error.message)
            }
            warnings = context.surplusWarnings
        }
        for warning in warnings { examination.add(warning) }
    }

    /// Checks `BASE` and `MATH`; a font with a faulty one is still usable.
    private func checkBaselinesAndFormulas(_ bytes: RawSpan, _ examination: inout Examination) {
        for tag: Tag in ["BASE", "MATH"] {
            var warnings: [Violation] = []
            check(tag, &examination) { table, budget throws(Violation) in
                var context = LayoutContext(tag: tag, glyphCount: glyphCount, axisCount: axisCount, budget: budget)
                defer { budget = context.budget }
                do throws(Violation) {
                    if tag == "BASE" {
                        try BaselineTable.check(bytes, table, &context)
                    } else {
                        try FormulaTable.check(bytes, table, &context)
                    }
                } catch  where error.kind == .invalid {
                    throw .warning(
                        error.rule,
                        error.message
                            + (tag == "BASE"
                                ? " Programs that align scripts with each other may do without it."
                                : " Programs that set formulas may do without it."))
                }
                warnings = context.surplusWarnings
            }
            for warning in warnings { examination.add(warning) }
        }
    }

    /// Checks a table if the face has it, unless it was checked for another face with the same companion tables.
    private func check(
        _ tag: Tag, with companions: [Table?] = [], variant: Int = 0, _ examination: inout Examination,
        _ body: (Table, inout WorkBudget) throws(Violation) -> Void
    ) {
        guard let table = tables[tag],
            examination.isNew(
                table, glyphCount: glyphCount, axisCount: axisCount, with: companions, variant: variant)
        else { return }
        examination.attempt { budget throws(Violation) in try body(table, &budget) }
    }

    private func checkCharacters(_ bytes: RawSpan, _ examination: inout Examination) {
        guard let table = examination.attempt({ _ throws(Violation) in try tables.required("cmap") }),
            let characters = examination.attempt({ budget throws(Violation) in
                try CharacterMapTable(bytes, table, glyphCount: glyphCount, &budget)
            })
        else { return }
        if characters.isSymbol {
            examination.add(.warning(Rule.characterMap, "This is a symbol font: its characters start at U+F000."))
        }
        if characters.hasMissingGlyphs {
            examination.add(
                .warning(
                    Rule.characterMap,
                    "The table 'cmap' maps characters to glyphs that do not exist. Programs show them as missing."))
        }
        // The font maps more characters than the planes of all scripts contain, most of them to the same glyphs. Such a
        // font offers itself for every character that no other font can show.
        if characters.characterCount > 0x1_0000, characters.characterCount > 2 * glyphCount {
            examination.add(
                .warning(
                    Rule.characterMap,
                    "The font claims \(characters.characterCount) characters and has \(glyphCount) glyphs."))
        }
    }

    private func checkOutlines(_ bytes: RawSpan, _ head: HeadTable, _ examination: inout Examination) {
        var instructions: InstructionSurvey?
        var isProof = false
        // The font's programs are companions too, because they are surveyed together with those of the glyphs.
        let companions = [tables["loca"], tables["fpgm"], tables["prep"]]
        check("glyf", with: companions, variant: head.hasLongOffsets ? 1 : 0, &examination) {
            table, budget throws(Violation) in
            let glyphs = try GlyphTable(
                bytes, glyphs: table, locations: try tables.required("loca"), isLong: head.hasLongOffsets,
                glyphCount: glyphCount, &budget)
            instructions = glyphs.instructions
            isProof = glyphs.isProof
        }
        // With outlines of several kinds, programs choose.
        if isProof, tables["CFF "] == nil, tables["CFF2"] == nil, let face = examination.face {
            examination.provenFaces.insert(face)
        }
        for tag: Tag in ["CFF ", "CFF2"] {
            var isProof = false
            check(tag, &examination) { table, budget throws(Violation) in
                isProof = try CompactFontTable.check(
                    bytes, table, glyphCount: glyphCount, axisCount: axisCount, &budget)
            }
            if isProof, let table = tables[tag] { examination.provenTables.insert(table.start) }
        }
        if let table = tables["CFF "], tables["CFF2"] == nil, tables["glyf"] == nil, let face = examination.face,
            examination.provenTables.contains(table.start)
        {
            examination.provenFaces.insert(face)
        }
        guard var instructions else { return }
        for tag: Tag in ["fpgm", "prep"] { if let table = tables[tag] { instructions.add(bytes, table) } }
        if let warning = instructions.warning { examination.add(warning) }
    }

    private func checkVertical(_ bytes: RawSpan, _ examination: inout Examination) {
        if let header = tables["vhea"] {
            examination.attempt { budget throws(Violation) in
                try MetricsTables.check(
                    bytes, header: header, metrics: try tables.required("vmtx"), glyphCount: glyphCount, &budget)
            }
        }
        check("VORG", &examination) { table, _ throws(Violation) in
            try MetricsTables.checkOrigins(bytes, table, glyphCount: glyphCount)
        }
    }

    private func checkHinting(_ bytes: RawSpan, _ examination: inout Examination) {
        for tag: Tag in ["cvt ", "fpgm", "prep"] {
            check(tag, &examination) { table, _ throws(Violation) in try SmallTables.checkProgram(table) }
        }
        check("kern", &examination) { table, _ throws(Violation) in try SmallTables.checkKerning(bytes, table) }
        check("gasp", &examination) { table, _ throws(Violation) in try SmallTables.checkSmoothing(bytes, table) }
        check("hdmx", &examination) { table, _ throws(Violation) in
            try SmallTables.checkDeviceMetrics(bytes, table, glyphCount: glyphCount)
        }
        check("LTSH", &examination) { table, _ throws(Violation) in
            try SmallTables.checkThresholds(bytes, table, glyphCount: glyphCount)
        }
    }

    private func checkVariations(_ bytes: RawSpan, _ examination: inout Examination) {
        check("STAT", &examination) { table, _ throws(Violation) in try VariationTables.checkStyles(bytes, table) }
        // If there are no axes, the other tables are not used.
        guard axisCount > 0 else { return }
        check("avar", &examination) { table, budget throws(Violation) in
            try VariationTables.checkAxes(bytes, table, axisCount: axisCount, &budget)
        }
        check("gvar", &examination) { table, budget throws(Violation) in
            try GlyphVariationsTable.check(
                bytes, table, axisCount: axisCount, glyphCount: glyphCount, &budget)
        }
        check("cvar", &examination) { table, budget throws(Violation) in
            try GlyphVariationsTable.checkControlValues(bytes, table, axisCount: axisCount, &budget)
        }
        for tag: Tag in ["HVAR", "VVAR"] {
            check(tag, &examination) { table, budget throws(Violation) in
                try VariationTables.checkMetrics(bytes, table, axisCount: axisCount, &budget)
            }
        }
        check("MVAR", &examination) { table, budget throws(Violation) in
            try VariationTables.checkOthers(bytes, table, axisCount: axisCount, &budget)
        }
    }

    private func checkColors(_ bytes: RawSpan, _ examination: inout Examination) {
        var colorCount = 0
        if let table = tables["CPAL"] {
            colorCount =
                examination.attempt { _ throws(Violation) in try ColorTables.checkPalettes(bytes, table) } ?? 0
        }
        check("COLR", variant: colorCount, &examination) { table, budget throws(Violation) in
            let version = try bytes.uint16(at: 0, of: table)
            guard version <= 1 else { throw table.broken("has an unknown version") }
            try ColorTables.checkLayers(bytes, table, glyphCount: glyphCount, colorCount: colorCount)
            if version == 1 {
                try ColorPaints.check(bytes, table, glyphCount: glyphCount, axisCount: axisCount, &budget)
            }
        }
        check("SVG ", &examination) { table, _ throws(Violation) in
            try ColorTables.checkDrawings(bytes, table, glyphCount: glyphCount)
        }
        check("sbix", &examination) { table, budget throws(Violation) in
            try StrikesTable.check(bytes, table, glyphCount: glyphCount, &budget)
        }
        checkBitmaps(bytes, &examination)
    }

    /// Checks the bitmaps in each pair of tables that a program could combine.
    ///
    /// FreeType searches for the locations and for the data independently, and reads pictures from any pair that it
    /// finds. Other programs use only tables that belong together.
    ///
    /// Source: tt_face_load_sbit and tt_sbit_decoder_init of ttsbit.c.
    private func checkBitmaps(_ bytes: RawSpan, _ examination: inout Examination) {
        let belonging: [(locations: Tag, data: Tag)] = [("CBLC", "CBDT"), ("EBLC", "EBDT"), ("bloc", "bdat")]
        var pairs = belonging
        if let locations = belonging.map(\.locations).first(where: { tables[$0] != nil }),
            let data = belonging.map(\.data).first(where: { tables[$0] != nil })
        {
            pairs.append((locations, data))
        }
        for pair in pairs {
            guard let data = tables[pair.data] else { continue }
            check(pair.locations, with: [data], &examination) { table, budget throws(Violation) in
                try BitmapTables.check(bytes, locations: table, data: data, glyphCount: glyphCount, &budget)
            }
        }
    }
}
