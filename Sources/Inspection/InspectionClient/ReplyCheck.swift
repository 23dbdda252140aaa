internal import FontModel
internal import InspectionProtocol

/// A reply that no honest worker sends.
///
/// The worker that sent it gets no further jobs.
struct ImplausibleReply: Error, Sendable, Equatable, CustomStringConvertible {
    /// The fault of the reply, for developers; contains nothing from the reply.
    let description: String

    init(_ description: String) { self.description = description }
}

/// Checks whether replies are plausible.
///
/// A worker that a font has taken over can reply anything. A reply that passes these checks has the form that the rest
/// of the daemon relies on, so a false reply can only concern that one font.
enum ReplyCheck {
    /// The highest cost of a scan of one file, in microseconds: no longer than the worker may take for it.
    static let maximumScanCost = 60_000_000
    /// The most bytes of licence and version texts in an encoded record.
    static let maximumProseLength = 4_096
    private static let maximumTagLength = 64
    /// The possible values of an axis: fonts store them as 16.16 fixed-point numbers.
    private static let coordinates = -32_768.0...32_768
    private static let colorTables: Set<String> = ["COLR", "CBDT", "sbix", "SVG", "SVG "]

    /// Returns a worker's report on its sandbox.
    ///
    /// - Parameters:
    ///   - reply: The reply of the worker.
    ///   - mode: The mode that was tested.
    /// - Returns: The report; `nil` if the reply is of another kind.
    /// - Throws: ``ImplausibleReply`` with what is impossible about the reply.
    static func sandboxReport(
        in reply: InspectionReply, of mode: InspectionMode
    ) throws(ImplausibleReply) -> SandboxReport? {
        guard case .selfTest(let report) = reply else { return nil }
        try require(report.mode == mode, "a report on another mode")
        try check(report.opinions)
        return report
    }

    /// Checks the verdict on a font.
    ///
    /// - Parameter inspection: The reply of the worker.
    /// - Returns: The verdict, without faces if the font was refused.
    /// - Throws: ``ImplausibleReply`` with what is impossible about the reply.
    static func check(_ inspection: FontInspection) throws(ImplausibleReply) -> FontInspection {
        try require((0...maximumScanCost).contains(inspection.scanCost), "a scan cost out of range")
        for finding in inspection.findings {
            try checkText(finding.rule, limit: 1_024, what: "a rule")
            try checkText(finding.message, limit: 1_024, what: "a message")
            try require((finding.kind == .warning) == (finding.code == .warning), "a warning that is none")
            try require(finding.code != .ok, "a finding that found nothing")
            try require(finding.concern == nil || finding.kind == .warning, "a concern of browsers that is a refusal")
            try require((0..<FontLimits.faces).contains(finding.face ?? 0), "a finding in an impossible face")
        }
        try check(inspection.opinions)
        // Only the sanitizer's own worker may report the sanitizer's opinion.
        try require(!inspection.opinions.contains { $0.judge == .ots }, "an opinion of somebody else")
        try require(inspection.examined.count <= FontLimits.faces, "an impossible number of faces")
        for face in inspection.examined { try checkText(face.name ?? "", what: "the name of a face") }
        guard inspection.refusal == nil else {
            return FontInspection(
                format: inspection.format, faces: [], findings: inspection.findings, scanCost: inspection.scanCost,
                examined: inspection.examined, opinions: inspection.opinions)
        }
        let faces = inspection.faces
        try require(inspection.format != nil, "an accepted font without a format")
        try require((1...FontLimits.faces).contains(faces.count), "an impossible number of faces")
        try require(faces.count == inspection.examined.count, "faces that were not looked at")
        try require(
            inspection.format == .collection || faces.count == 1, "several faces in a file that is no collection")
        try require(faces.indices.allSatisfy { faces[$0].index == $0 }, "faces that are not in order")
        var patterns = 0
        for face in faces {
            try check(face)
            patterns += PatternSize.count(of: face)
        }
        try require(patterns <= FontLimits.patterns, "too many named instances")
        try require(PatternSize.estimate(faces) <= FontLimits.patternBytes, "names that take too much memory")
        return inspection
    }

    /// Checks a second opinion.
    static func check(_ opinion: SecondOpinion) throws(ImplausibleReply) -> SecondOpinion {
        switch opinion.verdict {
        case .accepted: try check(Opinion(.ots, version: opinion.version))
        case .unheard(let reason), .rejected(let reason):
            try check(Opinion(.ots, version: opinion.version, silence: reason))
        }
        return opinion
    }

    /// Checks a list of opinions: each validator must occur only once.
    static func check(_ opinions: [Opinion]) throws(ImplausibleReply) {
        try require(Set(opinions.map(\.judge)).count == opinions.count, "two opinions of one judge")
        for opinion in opinions { try check(opinion) }
    }

    /// Checks the result of expanding a web font.
    ///
    /// The font has not been examined, so only its size is checked.
    static func check(_ conversion: FontConversion) throws(ImplausibleReply) -> FontConversion {
        switch conversion {
        case .font(let font): try require(1...FontLimits.webFontSize ~= font.count, "a font of an impossible size")
        case .refused(let kind, let message):
            try require(kind != .warning, "a refusal that is none")
            try checkText(message, limit: 1_024, what: "a message")
        }
        return conversion
    }

    private static func check(_ opinion: Opinion) throws(ImplausibleReply) {
        try checkText(opinion.version, limit: 32, what: "a version")
        try checkText(opinion.silence ?? "", limit: 1_024, what: "a reason")
    }

    /// Checks one face of an examined font.
    static func check(_ face: FaceDescription) throws(ImplausibleReply) {
        try checkText(face.postscriptName, isRequired: true, what: "a PostScript name")
        try checkText(face.family, isRequired: true, what: "a family")
        try checkTexts(of: face)
        try require(face.weight >= 1 && face.weight <= 1_000, "a weight out of range")
        try require(face.width > 0 && face.width <= 1_000, "a width out of range")
        try require((0...0xFFFF).contains(face.glyphCount), "a number of glyphs out of range")
        try require(face.axes.count <= FontLimits.axes, "too many axes")
        for axis in face.axes {
            try require(
                axis.tag.utf8.count == 4 && axis.tag.utf8.allSatisfy { (0x20...0x7E).contains($0) },
                "an axis tag that is none")
            try checkText(axis.name, what: "an axis name")
            try require(
                axis.minimum <= axis.defaultValue && axis.defaultValue <= axis.maximum,
                "an axis whose default is out of its range")
            try require(
                coordinates.contains(axis.minimum) && coordinates.contains(axis.maximum),
                "an axis with a value that no font can hold")
        }
        try require(face.namedInstances.count <= FontLimits.namedInstances, "too many named instances")
        for instance in face.namedInstances {
            try checkText(instance.name, what: "the name of an instance")
            try checkText(instance.postscriptName ?? "", what: "the PostScript name of an instance")
            try require(
                instance.coordinates.count == face.axes.count
                    && instance.coordinates.allSatisfy(coordinates.contains),
                "an instance without a place on every axis")
        }
    }

    /// Checks the form of a face from fontconfig's cache of a system directory; the daemon relies on nothing else.
    static func check(_ face: SystemFontFace, in directory: String) throws(ImplausibleReply) {
        let prefix = directory.hasSuffix("/") ? directory : "\(directory)/"
        try require(
            face.path.hasPrefix(prefix) && !face.path.dropFirst(prefix.count).utf8.contains(UInt8(ascii: "/")),
            "a file of another directory")
        try checkTexts(of: face.face)
        try checkText(face.face.postscriptName, what: "a PostScript name")
        try checkText(face.face.family, what: "a family")
    }

    /// Throws an error with this description if the condition is false.
    static func require(_ condition: Bool, _ description: String) throws(ImplausibleReply) {
        if !condition { throw ImplausibleReply(description) }
    }

    private static func checkTexts(of face: FaceDescription) throws(ImplausibleReply) {
        try checkText(face.typographicFamily ?? "", what: "a family")
        try checkText(face.style, what: "a style")
        try checkText(face.fullName, what: "a full name")
        try checkText(face.foundry, what: "a foundry")
        try checkText(face.version, limit: maximumProseLength, isMultiline: true, what: "a version")
        try checkText(face.licence, limit: maximumProseLength, isMultiline: true, what: "a licence")
        try require(face.names.count <= FontLimits.nameRecords, "too many names")
        for name in face.names {
            try checkText(name.value, what: "a name")
            try checkText(name.language, limit: maximumTagLength, what: "a language")
        }
        for tag in face.languages + face.scripts {
            try checkText(tag, limit: maximumTagLength, isRequired: true, what: "a language or script")
        }
        try require(
            Set(face.colorTables).count == face.colorTables.count
                && face.colorTables.allSatisfy(colorTables.contains),
            "a colour table that is none")
    }

    static func checkText(
        _ text: String, limit: Int = FontLimits.nameLength, isRequired: Bool = false, isMultiline: Bool = false,
        what: String
    ) throws(ImplausibleReply) {
        try require(text.utf8.count <= limit, "\(what) that is too long")
        try require(!isRequired || !text.isEmpty, "\(what) that is empty")
        for scalar in text.unicodeScalars where scalar.isControl {
            try require(
                isMultiline && (scalar == "\n" || scalar == "\r" || scalar == "\t"), "\(what) with a control character")
        }
    }
}

extension Unicode.Scalar {
    /// Whether the character is of the category Cc.
    ///
    /// That category will never have other members, and a lookup of the category is slower.
    fileprivate var isControl: Bool { value < 0x20 || 0x7F...0x9F ~= value }
}
