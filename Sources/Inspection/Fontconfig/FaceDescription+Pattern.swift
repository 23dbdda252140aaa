internal import CFontconfig
internal import FontModel

extension FaceDescription {
    /// Creates a description of a face from one of its patterns.
    init(index: Int, pattern: Pattern) {
        self.init(index: index)
        let found = PatternNames(pattern).presentable
        names = found.families + found.styles + found.fullNames
        takeNames(found)
        postscriptName = found.postscriptName
        if !postscriptName.isEmpty {
            names.append(LocalizedName(kind: .postscript, language: "und", value: postscriptName))
        }
        weight = pattern.weight
        width = pattern.double(FC_WIDTH) ?? 100
        slant = pattern.slant
        isMonospace = pattern.integer(FC_SPACING).map { $0 >= FC_MONO } ?? false
        languages = pattern.languages
        coverage = pattern.coverage
        scripts = Self.scripts(pattern)
        foundry = pattern.string(FC_FOUNDRY).map(PatternNames.presentable) ?? ""
        revision = pattern.integer(FC_FONTVERSION) ?? 0
    }

    /// Adds the axes that fontconfig knows, with the ranges of their values, and the named instances.
    ///
    /// Patterns contain no axes other than weight, width and optical size.
    mutating func addVariations(of space: Pattern, instances: [Pattern]) {
        var objects: [(object: String, tag: String)] = []
        for (object, tag) in [(FC_WEIGHT, "wght"), (FC_WIDTH, "wdth"), (FC_SIZE, "opsz")] {
            guard let range = space.range(object) else { continue }
            let minimum = Self.coordinate(range.lowerBound, of: object)
            let maximum = Self.coordinate(range.upperBound, of: object)
            let value = object == FC_WEIGHT ? weight : object == FC_WIDTH ? width : minimum
            axes.append(
                VariationAxis(
                    tag: tag, minimum: minimum, defaultValue: min(max(value, minimum), maximum), maximum: maximum))
            objects.append((object, tag))
        }
        namedInstances = instances.map { pattern in
            let style = pattern.string(FC_STYLE).map(PatternNames.presentable) ?? ""
            return NamedInstance(
                name: style,
                // Patterns do not contain the font's own PostScript names of instances. Nearly all are identical to
                // those that programs generate.
                postscriptName: NamedInstance.postscriptName(prefix: typographicFamily ?? family, style: style),
                coordinates: zip(objects, axes).map { entry, axis in
                    pattern.double(entry.object).map { Self.coordinate($0, of: entry.object) } ?? axis.defaultValue
                })
        }
    }

    private static func coordinate(_ value: Double, of object: String) -> Double {
        object == FC_WEIGHT ? Pattern.openTypeWeight(value) : value
    }

    /// Returns the script tags of the layout tables, which fontconfig lists as `otlayout:latn`.
    private static func scripts(_ pattern: Pattern) -> [String] {
        let prefix = "otlayout:"
        let words = pattern.string(FC_CAPABILITY)?.split(separator: " ") ?? []
        let tags = words.filter { $0.hasPrefix(prefix) }.map {
            PatternNames.presentable(String($0.dropFirst(prefix.count)))
        }
        return Set(tags.filter { 1...4 ~= $0.utf8.count }).sorted()
    }
}
