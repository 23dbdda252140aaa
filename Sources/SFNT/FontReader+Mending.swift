package import InspectionProtocol

extension FontReader {
    /// Says how to mend a harmless oddity in a copy of a font, which is then sound in the eyes of the OpenType Sanitizer but
    /// for what else it finds.
    ///
    /// What is mended means the same, so that nothing of the font is kept from the sanitizer's sight.
    ///
    /// - Parameters:
    ///   - bytes: The whole file, a font that passes.
    ///   - oddity: What to mend.
    /// - Returns: What to change, in the order of the file; nothing where the font has no such oddity, or does not pass.
    package static func patches(_ bytes: RawSpan, mending oddity: HarmlessOddity) -> [FontPatch] {
        var examination = Examination(fileOf: bytes.byteCount)
        examination.budget.oddities = Oddities()
        guard inspect(bytes, &examination).refusal == nil, let oddities = examination.budget.oddities else { return [] }
        do throws(Violation) {
            return switch oddity {
            case .touchingClasses: try Mending.separate(bytes, oddities.touchingClasses)
            case .missingOpticalSizes: try Mending.lowerVersions(bytes, directories(bytes))
            case .masksWithoutHints: try Mending.takeOut(bytes, oddities.masksWithoutHints)
            case .incompleteZones: try Mending.takeOutZones(bytes, oddities.privateDictionaries)
            case .unfitNames: try Mending.rename(bytes, oddities.names)
            }
        } catch {
            // None that passed comes here.
            return []
        }
    }
}

/// How each oddity is mended: within its bytes, as nothing in a font may move.
private enum Mending {
    /// Has ranges of classes that share their ends begin after one another; those of which nothing is left go.
    static func separate(_ bytes: RawSpan, _ definitions: [Table]) throws(Violation) -> [FontPatch] {
        var patches: [FontPatch] = []
        for table in Set(definitions.map(\.start)).sorted().compactMap({ start in
            definitions.first { $0.start == start }
        }) {
            let count = try bytes.offset16(at: 2, of: table)
            var ranges: [UInt16] = []
            var next = 0
            for index in 0..<count {
                let start = max(next, try bytes.offset16(at: 4 + 6 * index, of: table))
                let end = try bytes.offset16(at: 6 + 6 * index, of: table)
                guard start <= end else { continue }
                ranges += [UInt16(start), UInt16(end), try bytes.uint16(at: 8 + 6 * index, of: table)]
                next = end + 1
            }
            let words = [UInt16(ranges.count / 3)] + ranges
            patches.append(
                FontPatch(offset: table.start + 2, bytes: words.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }))
        }
        return patches
    }

    /// Has tables `OS/2` without optical sizes declare version 4, which has none.
    static func lowerVersions(_ bytes: RawSpan, _ directories: [TableDirectory]) throws(Violation) -> [FontPatch] {
        var patches: Set<FontPatch> = []
        for directory in directories {
            let table = try directory.required("OS/2")
            guard try bytes.uint16(at: 0, of: table) >= 5, table.length < 100 else { continue }
            patches.insert(FontPatch(offset: table.start, bytes: [0, 4]))
        }
        return patches.sorted { $0.offset < $1.offset }
    }

    /// Takes operators out of charstrings: what comes after each moves up, and the last byte, which nobody reaches, is
    /// there twice.
    static func takeOut(_ bytes: RawSpan, _ operators: [Int: Table]) throws(Violation) -> [FontPatch] {
        var patches: [FontPatch] = []
        for (start, places) in Dictionary(grouping: operators, by: \.value.start).sorted(by: { $0.key < $1.key }) {
            guard let code = places.first?.value else { continue }
            var content = try copy(bytes, code)
            // From the end, so that those before stay where they are.
            for place in places.map(\.key).sorted(by: >) where content.indices.contains(place - start) {
                content.remove(at: place - start)
                if let last = content.last { content.append(last) }
            }
            if content.count == code.length { patches.append(FontPatch(offset: start, bytes: content)) }
        }
        return patches
    }

    /// The lists of a private dictionary: zones, whose edges come in pairs, and widths of stems.
    ///
    /// Source: Adobe Technical Note 5176, table 23.
    private static let zones: Set<Int> = [6, 7, 8, 9]
    private static let stems: Set<Int> = [0x0C0C, 0x0C0D]

    /// Takes lists without an entry, or without the last edge, out of private dictionaries; numbers take their place at the
    /// end, which belong to no operator.
    static func takeOutZones(_ bytes: RawSpan, _ dictionaries: [Table]) throws(Violation) -> [FontPatch] {
        var patches: Set<FontPatch> = []
        for dictionary in dictionaries {
            let content = try copy(bytes, dictionary)
            var rest: [UInt8] = []
            var hasIncomplete = false
            for entry in try CompactDictionary.entries(bytes, dictionary) {
                let isIncomplete =
                    zones.contains(entry.key) && (entry.numberCount == 0 || entry.numberCount % 2 == 1)
                    || stems.contains(entry.key) && entry.numberCount == 0
                if isIncomplete { hasIncomplete = true } else { rest += content[entry.bytes] }
            }
            // Numbers at the end belong to no entry, so that a shorter rest alone says nothing.
            guard hasIncomplete else { continue }
            let missing = content.count - rest.count
            // Numbers of five bytes each, so that they are few, and of one.
            for _ in 0..<(missing / 5) { rest += [29, 0, 0, 0, 0] }
            rest += [UInt8](repeating: 139, count: missing % 5)
            patches.insert(FontPatch(offset: dictionary.start, bytes: rest))
        }
        return patches.sorted { $0.offset < $1.offset }
    }

    /// The characters besides letters, digits and other signs that end a name or begin something else.
    ///
    /// Source: PostScript Language Reference, third edition, section 3.1.
    private static let delimiters = Set("[](){}<>/% ".utf8)

    /// Puts hyphens in the places of characters that names do not have.
    static func rename(_ bytes: RawSpan, _ names: [Table]) throws(Violation) -> [FontPatch] {
        var patches: Set<FontPatch> = []
        for name in names {
            let content = try copy(bytes, name)
            guard content.contains(where: delimiters.contains) else { continue }
            let fit = content.map { delimiters.contains($0) ? UInt8(ascii: "-") : $0 }
            patches.insert(FontPatch(offset: name.start, bytes: fit))
        }
        return patches.sorted { $0.offset < $1.offset }
    }

    private static func copy(_ bytes: RawSpan, _ table: Table) throws(Violation) -> [UInt8] {
        var content: [UInt8] = []
        content.reserveCapacity(table.length)
        for offset in 0..<table.length { content.append(try bytes.uint8(at: offset, of: table)) }
        return content
    }
}
