internal import FontModel
internal import InspectionProtocol

/// Reads one face: checks each of its tables, and describes the face if no rule is broken.
struct FaceReader {
    private let index: Int
    private let tables: TableDirectory

    /// Reads a face.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - index: The number of the face in the file.
    ///   - offset: The offset of its table directory.
    ///   - examination: Receives the findings.
    /// - Returns: The known properties of the face. If nothing is wrong with it, also its description, with an estimate
    ///   of the bytes of its patterns.
    static func read(
        _ bytes: RawSpan, index: Int, at offset: Int, _ examination: inout Examination
    ) -> (format: FontFormat?, names: FaceNames?, face: (description: FaceDescription, patternSize: Int)?) {
        examination.face = index
        guard let tables = examination.attempt({ _ throws(Violation) in try TableDirectory(bytes, at: offset) }) else {
            return (nil, nil, nil)
        }
        for (concern, tag) in tables.concerns { examination.add(.concern(concern, of: tag)) }
        let reader = FaceReader(index: index, tables: tables)
        let before = examination.failureCount
        let format = examination.attempt { budget throws(Violation) in try OutlineTables.format(of: tables, &budget) }
        var names = examination.attempt { _ throws(Violation) in
            try FaceNames(bytes, try NameTable(bytes, try tables.required("name")))
        }
        let face = reader.describe(bytes, &names, &examination)
        reader.warn(bytes, names, isAlone: offset == 0, &examination)
        examination.addConcerns()
        return (format, names, examination.failureCount == before ? face : nil)
    }

    private func describe(
        _ bytes: RawSpan, _ names: inout FaceNames?, _ examination: inout Examination
    ) -> (description: FaceDescription, patternSize: Int)? {
        let windows = WindowsMetricsTable(bytes, tables["OS/2"], &examination)
        let head = examination.attempt { _ throws(Violation) in try HeadTable(bytes, try tables.required("head")) }
        let glyphCount = examination.attempt { _ throws(Violation) in
            try MaximumProfile(bytes, try tables.required("maxp"), hasTrueTypeOutlines: tables["glyf"] != nil)
                .glyphCount
        }
        let variations = tables["fvar"].flatMap { table in
            examination.attempt { _ throws(Violation) in try FontVariationsTable(bytes, table) }
        }
        guard let glyphCount, let head else { return nil }
        let axisCount = variations?.axes.count ?? 0
        TableChecks(tables: tables, glyphCount: glyphCount, axisCount: axisCount).run(bytes, head, &examination)
        let post = PostTable(bytes, tables["post"], glyphCount: glyphCount, &examination)
        var scripts: Set<String> = []
        for tag: Tag in ["GSUB", "GPOS"] {
            guard let table = tables[tag] else { continue }
            scripts.formUnion(LayoutTable.read(bytes, table, glyphCount: glyphCount, axisCount, &examination))
        }
        guard var known = names else { return nil }
        if let variations { warn(variations, windows, &examination) }
        var face = FaceDescription(
            index: index, postscriptName: known.postscriptName, family: known.family,
            typographicFamily: known.typographicFamily, style: known.style, fullName: known.fullName,
            names: known.localized, weight: windows.weight, width: windows.width,
            slant: Self.slant(windows, head, post), isMonospace: post.isFixedPitch, scripts: scripts.sorted(),
            colorTables: colorTables, revision: head.revision, foundry: windows.vendor, embedding: windows.embedding,
            glyphCount: glyphCount)
        let isComplete: Void? = examination.attempt { _ throws(Violation) in
            face.version = try known.prose(5, bytes)
            face.licence = try Self.licence(known, bytes)
            if let variations { try Self.name(variations, &known, bytes, in: &face) }
        }
        names = known
        guard isComplete != nil else { return nil }
        let size = known.patternSize(
            patterns: PatternSize.count(of: face), instances: variations?.instances.map(\.nameIdentifier) ?? [])
        return (face, size)
    }

    private var colorTables: [String] {
        let tags: [Tag] = ["COLR", "CBDT", "sbix", "SVG "]
        return tags.filter { tables[$0] != nil }.map { String($0.description.filter { $0 != " " }) }
    }

    /// Reports problems that are not a reason to refuse a font.
    private func warn(
        _ bytes: RawSpan, _ names: FaceNames?, isAlone: Bool, _ examination: inout Examination
    ) {
        if !tables.isSorted { examination.add(.warning(Rule.order, "The tables are not in the order of their tags.")) }
        if tables.hasTwoSignatures {
            examination.add(.warning(Rule.parsability, "There are two tables 'DSIG', which no program reads."))
        }
        examination.attempt { _ throws(Violation) in
            let tags = try Checksums.mismatches(bytes, tables)
            guard tags.isEmpty else {
                let list = tags.map { "'\($0)'" }.joined(separator: ", ")
                throw Violation.warning(
                    Rule.checksums,
                    tags.count == 1
                        ? "The table \(list) does not have the checksum that the file declares."
                        : "The tables \(list) do not have the checksums that the file declares.")
            }
            let isRight = isAlone ? try Checksums.fileMatches(bytes) : true
            guard isRight else {
                throw Violation.warning(
                    Rule.checksums, "The file does not have the checksum that its table 'head' declares.")
            }
        }
        for defect in names?.warnings ?? [] { examination.add(.warning(Rule.name, defect)) }
    }

    /// Reports axes whose default differs from the value in the table `OS/2`.
    ///
    /// From that table, fontconfig computes the weights and widths of the default and of the named instances. So a
    /// program that requests one of them may get another.
    private func warn(
        _ variations: FontVariationsTable, _ windows: WindowsMetricsTable, _ examination: inout Examination
    ) {
        guard tables["OS/2"] != nil else { return }
        for (axis, _) in variations.axes {
            let declared: Double
            switch axis.tag {
            case "wght": declared = windows.weight
            case "wdth": declared = windows.width
            default: continue
            }
            guard abs(axis.defaultValue - declared) > 1 else { continue }
            examination.add(
                .warning(
                    Rule.windowsMetrics,
                    """
                    The axis '\(axis.tag)' starts at \(Self.text(axis.defaultValue)), but the table 'OS/2' says \
                    \(Self.text(declared)): programs that ask for a named instance may get another one.
                    """))
        }
    }

    private static func text(_ value: Double) -> String {
        value == value.rounded() ? String(Int(value)) : String((value * 10).rounded() / 10)
    }

    private static func slant(_ windows: WindowsMetricsTable, _ head: HeadTable, _ post: PostTable) -> FontSlant {
        if windows.isOblique { return .oblique }
        if windows.isItalic || head.macStyle & 2 != 0 { return .italic }
        return abs(post.italicAngle) >= 1 ? .oblique : .upright
    }

    /// Returns the licence (id 13) or, if there is none, the address of the licence (id 14).
    private static func licence(_ names: FaceNames, _ bytes: RawSpan) throws(Violation) -> String {
        let text = try names.prose(13, bytes)
        return text.isEmpty ? try names.prose(14, bytes) : text
    }

    private static func name(
        _ variations: FontVariationsTable, _ names: inout FaceNames, _ bytes: RawSpan, in face: inout FaceDescription
    ) throws(Violation) {
        // A thousand instances may share one name, and this name may have the most records allowed.
        var known: [UInt16: String] = [:]
        func name(_ identifier: UInt16) throws(Violation) -> String {
            if let name = known[identifier] { return name }
            let name = try names.name(identifier, bytes) ?? ""
            known[identifier] = name
            return name
        }
        for (axis, nameIdentifier) in variations.axes {
            var axis = axis
            axis.name = try name(nameIdentifier)
            face.axes.append(axis)
        }
        var prefix: String?
        for instance in variations.instances {
            var postscriptName: String?
            if let identifier = instance.postscriptNameIdentifier {
                let declared = try name(identifier)
                if !declared.isEmpty { postscriptName = declared }
            }
            let style = try name(instance.nameIdentifier)
            if postscriptName == nil {
                let own: String?
                if let prefix { own = prefix } else { own = try names.instancePrefix(bytes) }
                let family = own ?? face.typographicFamily ?? face.family
                postscriptName = NamedInstance.postscriptName(prefix: family, style: style)
                prefix = family
            }
            face.namedInstances.append(
                NamedInstance(name: style, postscriptName: postscriptName, coordinates: instance.coordinates))
        }
    }
}
