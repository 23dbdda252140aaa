internal import CFontconfig
internal import FontModel

extension FaceDescription {
    /// Describes a face by one of its patterns.
    init(index: Int, pattern: Pattern) {
        self.init(index: index)
        let families = Self.names(pattern, FC_FAMILY, FC_FAMILYLANG, .family)
        let styles = Self.names(pattern, FC_STYLE, FC_STYLELANG, .style)
        let fullNames = Self.names(pattern, FC_FULLNAME, FC_FULLNAMELANG, .full)
        names = families + styles + fullNames
        // fontconfig lists the family as designed before the style-linked one, both in the same language.
        let first = families.first
        let linked = families.dropFirst().first { $0.language == first?.language }
        family = (linked ?? first)?.value ?? ""
        typographicFamily = linked == nil ? nil : first?.value
        style = styles.first?.value ?? ""
        fullName = fullNames.first?.value ?? ""
        postscriptName = pattern.string(FC_POSTSCRIPT_NAME).map(Self.presentable) ?? ""
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
        foundry = pattern.string(FC_FOUNDRY).map(Self.presentable) ?? ""
        revision = pattern.integer(FC_FONTVERSION) ?? 0
    }

    /// Adds the axes that fontconfig knows of, by the ranges of their values, and the named instances.
    ///
    /// Axes other than weight, width and optical size do not appear in patterns.
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
            let style = pattern.string(FC_STYLE).map(Self.presentable) ?? ""
            return NamedInstance(
                name: style,
                // The font's own names of instances are in no pattern. Nearly all are those that programs would make.
                postscriptName: NamedInstance.postscriptName(prefix: typographicFamily ?? family, style: style),
                coordinates: zip(objects, axes).map { entry, axis in
                    pattern.double(entry.object).map { Self.coordinate($0, of: entry.object) } ?? axis.defaultValue
                })
        }
    }

    private static func coordinate(_ value: Double, of object: String) -> Double {
        object == FC_WEIGHT ? Pattern.openTypeWeight(value) : value
    }

    /// The tags of the layout tables, which fontconfig lists as `otlayout:latn`.
    private static func scripts(_ pattern: Pattern) -> [String] {
        let prefix = "otlayout:"
        let words = pattern.string(FC_CAPABILITY)?.split(separator: " ") ?? []
        let tags = words.filter { $0.hasPrefix(prefix) }.map { presentable(String($0.dropFirst(prefix.count))) }
        return Set(tags.filter { 1...4 ~= $0.utf8.count }).sorted()
    }

    private static func names(
        _ pattern: Pattern, _ object: String, _ languageObject: String, _ kind: LocalizedName.Kind
    ) -> [LocalizedName] {
        let languages = pattern.strings(languageObject)
        return pattern.strings(object).enumerated().compactMap { number, value in
            let name = presentable(value)
            guard !name.isEmpty else { return nil }
            let language = number < languages.count ? LanguageCoverage.canonical(languages[number]) : "und"
            return LocalizedName(kind: kind, language: language, value: name)
        }
    }

    /// A text of a system font, which nobody checked, without control characters and cut to the length of a name.
    private static func presentable(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        var size = 0
        for scalar in text.unicodeScalars where scalar.properties.generalCategory != .control {
            size += UTF8.width(scalar)
            if size > FontLimits.nameLength { break }
            result.append(scalar)
        }
        return String(result)
    }
}
