internal import FontModel

/// One face, read and checked.
struct FaceReader {
    let face: FaceDescription
    let format: FontFormat
    /// Whether only a Windows symbol subtable maps its characters.
    let isSymbol: Bool

    /// Reads the face whose table directory is at an offset of the file.
    init(_ bytes: RawSpan, index: Int, at offset: Int) throws(Violation) {
        let tables = try TableDirectory(bytes, at: offset)
        let format = try OutlineTables.format(of: tables)
        let head = try HeadTable(bytes, try tables.required("head"))
        let profile = try MaximumProfile(
            bytes, try tables.required("maxp"), hasTrueTypeOutlines: tables["glyf"] != nil)
        try HorizontalMetrics.check(
            bytes, header: try tables.required("hhea"), metrics: try tables.required("hmtx"),
            glyphCount: profile.glyphCount)
        let windows = try WindowsMetricsTable(bytes, try tables.required("OS/2"))
        let post = try PostTable(bytes, try tables.required("post"))
        let names = try FaceNames(bytes, try NameTable(bytes, try tables.required("name")))
        let characters = try CharacterMapTable(
            bytes, try tables.required("cmap"), glyphCount: profile.glyphCount)
        try OutlineTables.check(bytes, tables, head: head, glyphCount: profile.glyphCount)

        var face = FaceDescription(
            index: index, postscriptName: names.postscriptName, family: names.family,
            typographicFamily: names.typographicFamily, style: names.style, fullName: names.fullName,
            names: names.localized, weight: windows.weight, width: windows.width,
            slant: Self.slant(windows, head, post), isMonospace: post.isFixedPitch,
            scripts: try Self.scripts(bytes, tables),
            colorTables: ["COLR", "CBDT", "sbix", "SVG "].filter { tables[$0] != nil }.map { $0.filter { $0 != " " } },
            version: try names.prose(5, bytes), revision: head.revision, foundry: windows.vendor,
            licence: try Self.licence(names, bytes), embedding: windows.embedding, glyphCount: profile.glyphCount)
        if let table = tables["fvar"] { try Self.readVariations(bytes, table, names, into: &face) }
        self.face = face
        self.format = format
        isSymbol = characters.isSymbol
    }

    private static func slant(_ windows: WindowsMetricsTable, _ head: HeadTable, _ post: PostTable) -> FontSlant {
        if windows.isOblique { return .oblique }
        if windows.isItalic || head.macStyle & 2 != 0 { return .italic }
        return abs(post.italicAngle) >= 1 ? .oblique : .upright
    }

    private static func scripts(_ bytes: RawSpan, _ tables: TableDirectory) throws(Violation) -> [String] {
        var tags: Set<String> = []
        for tag in ["GSUB", "GPOS"] {
            if let table = tables[tag] { tags.formUnion(try LayoutScripts.tags(bytes, table)) }
        }
        return tags.sorted()
    }

    /// The licence (id 13), or else where it is to be found (id 14).
    private static func licence(_ names: FaceNames, _ bytes: RawSpan) throws(Violation) -> String {
        let text = try names.prose(13, bytes)
        return text.isEmpty ? try names.prose(14, bytes) : text
    }

    private static func readVariations(
        _ bytes: RawSpan, _ table: Table, _ names: FaceNames, into face: inout FaceDescription
    ) throws(Violation) {
        let variations = try FontVariationsTable(bytes, table)
        for (axis, nameIdentifier) in variations.axes {
            var axis = axis
            axis.name = try names.name(nameIdentifier, bytes) ?? ""
            face.axes.append(axis)
        }
        for instance in variations.instances {
            var postscriptName: String?
            if let identifier = instance.postscriptNameIdentifier {
                postscriptName = try names.name(identifier, bytes)
            }
            face.namedInstances.append(
                NamedInstance(
                    name: try names.name(instance.nameIdentifier, bytes) ?? "", postscriptName: postscriptName,
                    coordinates: instance.coordinates))
        }
    }
}
